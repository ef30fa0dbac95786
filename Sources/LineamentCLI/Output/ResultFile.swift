internal import Foundation
internal import Lineament

/// Where results go, line by line: a file or standard output.
final class ResultFile: Sendable {
    private let handle: FileHandle
    private let name: String

    /// - Parameter path: nil for standard output.
    init(path: String?) throws {
        guard let path else {
            handle = .standardOutput
            name = "standard output"
            return
        }
        // Not FileManager.createFile, which puts a new file in the place of whatever is there, a device or a pipe, too.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw LineamentError(
                .permissionDenied, "\(path) cannot be written: \(String(cString: strerror(errno))).")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        name = path
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
}

extension NSError {
    /// The number of the system's error at the bottom of this one.
    fileprivate var underlyingPOSIXCode: Int32? {
        if domain == NSPOSIXErrorDomain { return Int32(code) }
        return (userInfo[NSUnderlyingErrorKey] as? NSError)?.underlyingPOSIXCode
    }
}
