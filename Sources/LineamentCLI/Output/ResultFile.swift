internal import Foundation
internal import Lineament

/// Where results go, line by line: a file or standard output.
final class ResultFile: Sendable {
    private let file: AtomicFile?
    private let handle: FileHandle
    private let name: String

    /// - Parameter path: nil for standard output.
    init(path: String?) throws {
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

    /// Puts the file in its place.
    func commit() throws { try file?.commit() }

    /// Gives the file up, unless it is in its place already.
    func discard() { file?.discard() }
}

extension NSError {
    /// The number of the system's error at the bottom of this one.
    fileprivate var underlyingPOSIXCode: Int32? {
        if domain == NSPOSIXErrorDomain { return Int32(code) }
        return (userInfo[NSUnderlyingErrorKey] as? NSError)?.underlyingPOSIXCode
    }
}
