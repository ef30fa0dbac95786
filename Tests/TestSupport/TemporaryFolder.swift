// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A folder for the files of a test, which is removed with it.
public final class TemporaryFolder: Sendable {
    /// The folder.
    public let url: URL

    /// Creates an empty folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "lineament-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Returns the address of a file in the folder.
    public func file(_ name: String) -> URL { url.appending(path: name) }
}
