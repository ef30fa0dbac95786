// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A file mapped privately into memory: writes to the memory never reach the file.
///
/// Pages that are only read belong to the system's file cache; they are shared by all processes and can be released. If
/// the file is truncated while mapped, reading it crashes the program, so replace files by renaming others over them.
final class MappedFile: @unchecked Sendable {
    // Sound: the memory is written only by the initializer of ``ModelMemory``, before the mapping is shared.

    /// The contents of the file.
    let memory: UnsafeMutableRawBufferPointer
    private let descriptor: Int32
    private let opened: stat

    /// Maps the file at `path`.
    /// - Returns: `nil` if the file cannot be read, or cannot be mapped because it is empty or not a regular file.
    static func open(_ path: String) -> MappedFile? {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        return MappedFile(owning: descriptor)
    }

    private init?(owning descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            let address = mmap(nil, Int(status.st_size), PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor, 0),
            address != MAP_FAILED
        else {
            close(descriptor)
            return nil
        }
        memory = UnsafeMutableRawBufferPointer(start: address, count: Int(status.st_size))
        self.descriptor = descriptor
        opened = status
    }

    deinit {
        munmap(memory.baseAddress, memory.count)
        close(descriptor)
    }

    /// Returns another mapping of the same file, without any writes.
    func fresh() -> MappedFile? {
        let descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return descriptor < 0 ? nil : MappedFile(owning: descriptor)
    }

    /// Whether the file has the same length and modification time as when it was opened.
    var isUnchanged: Bool {
        var now = stat()
        return fstat(descriptor, &now) == 0 && now.st_size == opened.st_size
            && now.lastChange == opened.lastChange
    }

    /// The file and its state when it was opened: equal for two mappings with the same contents.
    var identity: [Int] {
        [Int(opened.st_dev), Int(opened.st_ino), Int(opened.st_size)] + opened.lastChange
    }

    /// Releases the memory of a part; later reads fetch it from the file again.
    /// - Parameters:
    ///   - part: The part to release.
    ///   - written: The positions of bytes that were written; their pages are kept.
    func giveBack(_ part: Range<Int>, keeping written: [Int]) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        // Only pages that lie entirely within the part can be released.
        let pages =
            (part.lowerBound + page - 1) / page..<max((part.lowerBound + page - 1) / page, part.upperBound / page)
        var first = pages.lowerBound
        for kept in Set(written.map { $0 / page }).sorted() + [pages.upperBound] where kept >= first {
            giveBack(pages: first..<min(kept, pages.upperBound), size: page)
            first = kept + 1
        }
    }

    private func giveBack(pages: Range<Int>, size: Int) {
        guard !pages.isEmpty, let start = memory.baseAddress else { return }
        madvise(start + pages.lowerBound * size, pages.count * size, MADV_DONTNEED)
    }
}

extension stat {
    /// The modification time, in seconds and nanoseconds.
    fileprivate var lastChange: [Int] {
        #if canImport(Darwin)
            [st_mtimespec.tv_sec, st_mtimespec.tv_nsec]
        #else
            [st_mtim.tv_sec, st_mtim.tv_nsec]
        #endif
    }
}
