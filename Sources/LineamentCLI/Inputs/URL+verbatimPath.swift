// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension URL {
    /// Creates the URL of a file or folder at the path that the system's own functions would take.
    ///
    /// In relative paths Foundation replaces a leading `~` by the home folder, and drops `..` with the name before it, which
    /// is another place if that is a symbolic link.
    init(verbatimPath path: String, isDirectory: Bool = false) {
        let isRewritten = path.hasPrefix("~") || path.split(separator: "/").contains("..")
        let isRelative = !path.hasPrefix("/")
        let safe =
            isRelative && isRewritten ? OutputPath.joined(FileManager.default.currentDirectoryPath, path) : path
        if isDirectory {
            self.init(fileURLWithPath: safe, isDirectory: true)
        } else {
            self.init(fileURLWithPath: safe)
        }
    }
}
