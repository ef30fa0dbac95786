// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LineamentTasks

/// A file or folder that a run writes to, for the line that says where everything went.
struct OutputDestination: Sendable {
    /// The path as the user wrote it.
    let path: String
    /// Whether the folder that is written to did not exist when the run began.
    let isNewFolder: Bool

    /// Looks whether the folder exists.
    /// - Parameters:
    ///   - path: the path as the user wrote it.
    ///   - folder: the folder that files are written to; empty for the working directory.
    init(_ path: String, folder: String) {
        self.path = path
        isNewFolder = !folder.isEmpty && !FileManager.default.fileExists(atPath: folder)
    }

    /// Returns paths as in "faces.jsonl and drawings (new folder)"; `nil` if there are none.
    static func list(_ destinations: [OutputDestination]) -> String? {
        destinations.map { $0.path.onOneLine + ($0.isNewFolder ? " (new folder)" : "") }.inWords
    }
}

extension [String] {
    /// The words as in "one, two and three"; `nil` if there are none.
    var inWords: String? {
        guard let last else { return nil }
        return count == 1 ? last : "\(dropLast().joined(separator: ", ")) and \(last)"
    }
}
