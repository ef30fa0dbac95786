// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
internal import LineamentImages

/// The files below a folder, without hidden ones, and what is there that cannot be read.
///
/// Symbolic links to files count as files. Those to folders inside are not followed, as with `find`, so no file comes
/// twice and there are no loops. Devices, pipes and sockets are left out, because reading them may never end.
struct FolderContents {
    /// The files, as paths relative to the folder, in no particular order.
    var files: [String] = []
    /// The unreadable entries, by path relative to the folder; empty for the folder itself.
    private(set) var failures: [(path: String, error: LineamentError)] = []

    private let isWanted: (String) -> Bool

    /// Reads a folder, or a symbolic link to one, and everything below it.
    /// - Parameter isWanted: returns whether a file with a certain name counts.
    init(of folder: String, where isWanted: @escaping (String) -> Bool) {
        self.isWanted = isWanted
        var folders = [""]
        while let path = folders.popLast() { read(path, in: folder, adding: &folders) }
    }

    private mutating func read(_ path: String, in folder: String, adding folders: inout [String]) {
        let place = OutputPath.joined(folder, path)
        guard let stream = opendir(place) else { return fail(path, .unreadable(place, errno)) }
        defer { closedir(stream) }
        while true {
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { fail(path, .unreadable(place, errno)) }
                return
            }
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
            // Not through the tuple `d_name`, whose copy would reach beyond a short entry.
            let bytes = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
            guard UInt8(truncatingIfNeeded: bytes.pointee) != UInt8(ascii: ".") else { continue }
            guard let status = FileStatus(entry: bytes, of: dirfd(stream), followingLinks: false) else {
                // Deleted meanwhile, or the folder may be listed but not searched.
                if errno == ENOENT { continue }
                return fail(path, .unreadable(place, errno))
            }
            let isFolder = status.kind == .folder
            guard isFolder || Self.isFile(bytes, of: dirfd(stream), status.kind) else { continue }
            let name = OutputPath.joined(path, String(cString: bytes))
            guard isFolder || isWanted(name) else { continue }
            if String(validatingCString: bytes) == nil {
                fail(name, .notUTF8(OutputPath.joined(folder, name)))
            } else if isFolder {
                folders.append(name)
            } else {
                files.append(name)
            }
        }
    }

    /// Returns whether an entry is a regular file, or a symbolic link to one or to nothing: the latter is an error that
    /// the user should see.
    private static func isFile(_ name: UnsafePointer<CChar>, of folder: Int32, _ kind: FileStatus.Kind) -> Bool {
        guard kind == .symbolicLink else { return kind == .regularFile }
        guard let target = FileStatus(entry: name, of: folder, followingLinks: true) else { return true }
        return target.kind == .regularFile
    }

    private mutating func fail(_ path: String, _ error: LineamentError) { failures.append((path, error)) }
}

extension LineamentError {
    fileprivate static func unreadable(_ folder: String, _ code: Int32) -> LineamentError {
        LineamentError(
            .permissionDenied,
            "The folder \(folder) cannot be read: \(String(cString: strerror(code))). Files in it are skipped.")
    }
}
