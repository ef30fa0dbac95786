// SPDX-License-Identifier: Apache-2.0

/// Where a video comes from.
package enum VideoSource: Sendable, Hashable {
    /// A file, by its path.
    case file(String)
    /// A camera or a server.
    case address(String)

    /// The path or address, which may be shown: without the user and password of a server.
    package var name: String {
        switch self {
        case .file(let path): path
        case .address(let address): address.replacing(/:\/\/[^\/?#]*@/, with: "://")
        }
    }

    /// Whether a text has the form of an address.
    package static func isAddress(_ text: String) -> Bool { text.hasPrefix("camera:") || text.contains("://") }
}
