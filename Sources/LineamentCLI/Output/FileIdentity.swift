// SPDX-License-Identifier: Apache-2.0
internal import LineamentImages

/// The identity of a file, independent of its names and links.
struct FileIdentity: Hashable {
    private let identity: FileStatus.Identity

    /// Creates the identity of a regular file, or returns `nil` for anything else: writing to a device or pipe destroys
    /// nothing.
    init?(path: String) { self.init(FileStatus(path: path)) }

    init?(descriptor: Int32) { self.init(FileStatus(descriptor: descriptor)) }

    private init?(_ status: FileStatus?) {
        guard let status, status.kind == .regularFile else { return nil }
        identity = status.identity
    }
}
