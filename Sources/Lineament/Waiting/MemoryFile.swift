// SPDX-License-Identifier: Apache-2.0
internal import CLineamentLiteRT
internal import Foundation

/// A file for libraries that can only read files: in memory on Linux, a temporary file elsewhere.
///
/// The file is deleted with the last reference to it.
package final class MemoryFile {
    /// The path under which this process can open the file.
    package let path: String

    private let handle: FileHandle
    private let isTemporary: Bool

    /// Creates an empty file.
    /// - Throws: An error of Foundation if no file can be created.
    package init() throws {
        let descriptor = lineament_memory_file("lineament-image")
        let named = "/proc/self/fd/\(descriptor)"
        if descriptor >= 0, FileManager.default.fileExists(atPath: named) {
            handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            path = named
            isTemporary = false
            return
        }
        if descriptor >= 0 { try FileHandle(fileDescriptor: descriptor).close() }
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-\(UUID().uuidString)")
        // Image data may be private, so other users must not be able to read it.
        _ = FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        handle = try FileHandle(forWritingTo: url)
        path = url.path
        isTemporary = true
    }

    deinit {
        try? handle.close()
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Appends `data` to the file.
    /// - Throws: An error of Foundation if the write fails.
    package func append(_ data: some DataProtocol) throws { try handle.write(contentsOf: data) }
}
