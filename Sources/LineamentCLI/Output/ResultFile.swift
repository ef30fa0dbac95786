// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The destination of results: a file or standard output.
final class ResultFile: Sendable {
    private let file: AtomicFile?
    private let handle: FileHandle
    private let name: String

    /// Opens the destination.
    /// - Parameter path: the path of a file, or `nil` for standard output.
    init(path: String?) throws {
        if let path { try OutputPath.makeFolder(of: URL(verbatimPath: path)) }
        file = try path.map { try AtomicFile(path: $0) }
        handle = file?.handle ?? .standardOutput
        name = path ?? "standard output"
    }

    func write(_ text: String) throws { try write(Data(text.utf8)) }

    func write(_ text: Data) throws {
        do {
            try FileOutput.put(text, into: handle.fileDescriptor)
        } catch let error as POSIXError {
            throw LineamentError(
                .resourceExhausted, "\(name) cannot be written: \(FileOutput.reason(error))", underlyingError: error)
        }
    }

    /// Moves the file to its destination.
    func commit() throws { try file?.commit() }

    /// Deletes the file unless it was committed.
    func discard() { file?.discard() }
}
