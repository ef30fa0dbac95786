package import Foundation
internal import Lineament

/// A reader of whole files whose errors name the file.
package enum FileBytes {
    static func read(_ url: URL, limit: Int) throws -> Data {
        let path = url.path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw LineamentError(.notFound, "\(path): no such file.")
        }
        guard !isFolder.boolValue else {
            throw LineamentError(.invalidArgument, "\(path) is a folder, not a file.")
        }
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            return try read(handle, limit: limit, name: path)
        } catch let error as LineamentError {
            throw error
        } catch {
            throw LineamentError(
                .permissionDenied, "\(path) cannot be read: \(error.localizedDescription)",
                underlyingError: error)
        }
    }

    /// Reads to the end, but at most `limit` bytes, because devices and pipes may be endless.
    package static func read(_ handle: FileHandle, limit: Int, name: String) throws -> Data {
        var memory = try GrowingMemory(
            for: name, capacity: handle.regularFileSize.map { min($0, limit) + 1 } ?? 1 << 20)
        while try memory.read(from: handle.fileDescriptor) {
            guard memory.count <= limit else {
                throw LineamentError(.resourceExhausted, "\(name) is larger than the limit of \(limit) bytes.")
            }
        }
        return memory.takeData()
    }
}

extension FileHandle {
    /// The size of a regular file; nil for devices and pipes.
    fileprivate var regularFileSize: Int? {
        var status = stat()
        guard fstat(fileDescriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }
}

/// Bytes that grow while they are read. `Data` would end the program if the system had no memory left for a large file.
private struct GrowingMemory: ~Copyable {
    private(set) var count = 0
    private let name: String
    private var capacity: Int
    private var bytes: UnsafeMutableRawPointer?

    init(for name: String, capacity: Int) throws {
        (self.name, self.capacity) = (name, capacity)
        bytes = malloc(capacity)
        if bytes == nil { throw outOfMemory(capacity) }
    }

    deinit { free(bytes) }

    /// Reads what is available, and returns false at the end.
    mutating func read(from descriptor: Int32) throws -> Bool {
        if count == capacity { try grow() }
        while true {
            let length = Foundation.read(descriptor, bytes.map { $0 + count }, capacity - count)
            guard length < 0 else {
                count += length
                return length > 0
            }
            guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
    }

    /// Returns the bytes and leaves none.
    mutating func takeData() -> Data {
        guard let bytes, count > 0 else { return Data() }
        self.bytes = nil
        return Data(bytesNoCopy: bytes, count: count, deallocator: .free)
    }

    private mutating func grow() throws {
        guard let larger = realloc(bytes, 2 * capacity) else { throw outOfMemory(2 * capacity) }
        (bytes, capacity) = (larger, 2 * capacity)
    }

    private func outOfMemory(_ size: Int) -> LineamentError {
        LineamentError(
            .resourceExhausted, "There is not enough memory to read \(name), \(size / 1_000_000) MB or more.")
    }
}
