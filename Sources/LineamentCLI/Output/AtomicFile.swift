internal import Foundation
internal import Lineament
internal import LiteRT

/// A file that is written under a temporary name beside its place and put there when it is whole.
///
/// Until then, and if it never becomes whole, what stood in its place stays. Devices and pipes are written to directly.
final class AtomicFile: Sendable {
    /// What the file is called in messages.
    let path: String
    /// Where the bytes go.
    let writtenPath: String
    let handle: FileHandle
    private let place: String
    private let isDone = Locked(false)

    private var isTemporary: Bool { writtenPath != place }

    /// - Throws: ``LineamentError`` with code `permissionDenied` if nothing can be written there.
    init(path: String) throws {
        self.path = path
        place = OutputPath.resolved(path)
        let isDirect = try Self.isWrittenDirectly(place, name: path)
        writtenPath = isDirect ? place : TemporaryFiles.add(beside: place)
        // Not FileManager.createFile, which puts a new file in the place of whatever is there, a device or a pipe, too.
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isDirect ? O_TRUNC : O_EXCL)
        let descriptor = open(writtenPath, flags, 0o666)
        guard descriptor >= 0 else {
            let code = errno
            if !isDirect { TemporaryFiles.remove(writtenPath) }
            throw Self.failure(path, code)
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    deinit { discard() }

    /// Puts the file in its place.
    func commit() throws {
        guard takeEnd() else { return }
        do {
            try handle.close()
            if isTemporary { try TemporaryFiles.move(writtenPath, to: place) }
        } catch {
            if isTemporary { TemporaryFiles.remove(writtenPath) }
            throw LineamentError(
                .resourceExhausted, "\(path) cannot be written: \(error.localizedDescription)", underlyingError: error)
        }
    }

    /// Gives the file up, unless it is in its place already.
    func discard() {
        guard takeEnd() else { return }
        try? handle.close()
        if isTemporary { TemporaryFiles.remove(writtenPath) }
    }

    private func takeEnd() -> Bool {
        isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
    }

    /// Whether what is at the place is something that cannot be replaced by a file.
    private static func isWrittenDirectly(_ place: String, name: String) throws -> Bool {
        if OutputPath.isSystemPath(place) { return true }
        var status = stat()
        guard stat(place, &status) == 0 else { return false }
        if status.st_mode & S_IFMT == S_IFDIR { throw failure(name, EISDIR) }
        guard access(place, W_OK) == 0 else { throw failure(name, errno) }
        return status.st_mode & S_IFMT != S_IFREG
    }

    private static func failure(_ path: String, _ code: Int32) -> LineamentError {
        LineamentError(.permissionDenied, "\(path) cannot be written: \(String(cString: strerror(code))).")
    }
}

/// The temporary files of this process, so that none is left when it ends.
enum TemporaryFiles {
    private static let paths = Locked<Set<String>>([])

    private static let removesAtExit: Void = {
        atexit { TemporaryFiles.removeAll() }
    }()

    /// A name in the folder of `place` that keeps its ending, as that says what is to be written.
    static func add(beside place: String) -> String {
        _ = removesAtExit
        let ending = (place as NSString).pathExtension
        let name = ".lineament-\(UUID().uuidString)" + (ending.isEmpty ? "" : "." + ending)
        let path = ((place as NSString).deletingLastPathComponent as NSString).appendingPathComponent(name)
        paths.withLock { _ = $0.insert(path) }
        return path
    }

    static func remove(_ path: String) {
        paths.withLock {
            unlink(path)
            $0.remove(path)
        }
    }

    static func move(_ path: String, to place: String) throws {
        try paths.withLock {
            guard rename(path, place) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
            $0.remove(path)
        }
    }

    /// - Parameter end: called while no other file can be made.
    static func removeAll(andThen end: () -> Void = {}) {
        paths.withLock {
            for path in $0 { unlink(path) }
            $0.removeAll()
            end()
        }
    }
}
