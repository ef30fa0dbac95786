internal import Foundation

/// A file mapped into memory. What is written to the memory stays there and never reaches the file.
///
/// Pages that were only read belong to the system's file cache: all processes share them, and they can be given back.
/// A file that is cut short while it is mapped ends a program that reads it; replace it by renaming another over it.
final class MappedFile: @unchecked Sendable {
    let memory: UnsafeMutableRawBufferPointer
    private let descriptor: Int32
    private let opened: stat

    /// - Returns: nil if the file cannot be read, or cannot be mapped, as an empty file or a pipe.
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

    /// Another mapping of the same file, with nothing written to it.
    func fresh() -> MappedFile? {
        let descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return descriptor < 0 ? nil : MappedFile(owning: descriptor)
    }

    /// Whether the file has the length and the time of its last change that it had when it was opened.
    var isUnchanged: Bool {
        var now = stat()
        return fstat(descriptor, &now) == 0 && now.st_size == opened.st_size
            && now.lastChange == opened.lastChange
    }

    /// Gives back the memory of a part; what is read again comes from the file.
    /// - Parameter written: positions of bytes that were written to. Their pages stay.
    func giveBack(_ part: Range<Int>, keeping written: [Int]) {
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        // Pages that lie in the part as a whole.
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
    /// Seconds and nanoseconds.
    fileprivate var lastChange: [Int] {
        #if canImport(Darwin)
            [st_mtimespec.tv_sec, st_mtimespec.tv_nsec]
        #else
            [st_mtim.tv_sec, st_mtim.tv_nsec]
        #endif
    }
}
