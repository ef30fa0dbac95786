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
        var data = Data()
        while let chunk = try handle.read(upToCount: 1 << 20), !chunk.isEmpty {
            data.append(chunk)
            guard data.count <= limit else {
                throw LineamentError(.resourceExhausted, "\(name) is larger than the limit of \(limit) bytes.")
            }
        }
        return data
    }
}
