internal import CLineamentLiteRT
package import Foundation

/// A file for a library that reads only files: in memory on Linux, elsewhere a temporary one. It goes with its last
/// reference.
package final class MemoryFile {
    /// The name under which this process can open it.
    package let path: String

    private let handle: FileHandle
    private let isTemporary: Bool

    package init() throws {
        let descriptor = lineament_memory_file("lineament-image")
        let named = "/proc/self/fd/\(descriptor)"
        if descriptor >= 0, FileManager.default.fileExists(atPath: named) {
            handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            (path, isTemporary) = (named, false)
            return
        }
        if descriptor >= 0 { try FileHandle(fileDescriptor: descriptor).close() }
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("lineament-\(UUID().uuidString)")
        // For nobody else to read.
        _ = FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        handle = try FileHandle(forWritingTo: url)
        (path, isTemporary) = (url.path, true)
    }

    deinit {
        try? handle.close()
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }

    package func append(_ data: some DataProtocol) throws { try handle.write(contentsOf: data) }
}
