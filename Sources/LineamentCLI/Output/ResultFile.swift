internal import Foundation
internal import Lineament

/// The destination of results: a file or standard output.
final class ResultFile: Sendable {
    private let file: AtomicFile?
    private let handle: FileHandle
    private let name: String

    /// Opens the destination.
    /// - Parameter path: the path of a file, or nil for standard output.
    init(path: String?) throws {
        if let path { try OutputPath.makeFolder(of: URL(fileURLWithPath: path)) }
        file = try path.map { try AtomicFile(path: $0) }
        handle = file?.handle ?? .standardOutput
        name = path ?? "standard output"
    }

    func write(_ text: String) throws { try write(Data(text.utf8)) }

    func write(_ text: Data) throws {
        do {
            try handle.write(contentsOf: text)
        } catch {
            let isClosedPipe = (error as NSError).underlyingPOSIXCode == EPIPE
            if isClosedPipe { throw ClosedOutput() }
            throw LineamentError(
                .resourceExhausted, "\(name) cannot be written: \(error.localizedDescription)",
                underlyingError: error)
        }
    }

    /// Moves the file to its destination.
    func commit() throws { try file?.commit() }

    /// Deletes the file unless it was committed.
    func discard() { file?.discard() }
}

extension NSError {
    /// The POSIX error code at the root of this error.
    fileprivate var underlyingPOSIXCode: Int32? {
        if domain == NSPOSIXErrorDomain { return Int32(code) }
        return (userInfo[NSUnderlyingErrorKey] as? NSError)?.underlyingPOSIXCode
    }
}
