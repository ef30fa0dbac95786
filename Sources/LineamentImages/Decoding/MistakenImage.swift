// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The kind of data that was taken for an image, as far as its beginning shows.
package enum MistakenImage: Sendable {
    case dataURI, base64, video

    /// The number of bytes that are looked at: a multiple of four, as base64 needs.
    static let length = 64

    /// Recognizes the kind of data; `nil` if its beginning does not show it.
    package init?(_ data: Data) {
        let beginning = data.drop { $0 <= UInt8(ascii: "\"") }.prefix(Self.length)
        if String(decoding: beginning, as: UTF8.self).lowercased().hasPrefix("data:") {
            self = .dataURI
        } else if let decoded = Data(base64Encoded: Data(beginning.prefix(beginning.count / 4 * 4))),
            ImageDecoder.recognizes(decoded)
        {
            self = .base64
        } else if ImageDecoder.looksLikeVideo(data) {
            self = .video
        } else {
            return nil
        }
    }

    /// The kind in words, for messages.
    package var cause: String {
        switch self {
        case .dataURI: "is a data URI"
        case .base64: "is an image in base64"
        case .video: "is a video"
        }
    }

    /// The remedy in a program.
    var remedy: String {
        switch self {
        case .dataURI: "Decode what follows its comma from base64."
        case .base64: "Decode it from base64 first."
        case .video: "Open it with VideoReader."
        }
    }
}
