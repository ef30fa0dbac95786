internal import Foundation
internal import LineamentImages

/// What a body that is no image is instead, as far as its beginning shows.
enum MistakenBody {
    /// The part of a body that is looked at: a multiple of four, as base64 needs.
    private static let length = 64

    /// Returns what is wrong with a body, and what to send in its place; `nil` if its beginning does not show it.
    static func explanation(of data: Data) -> (cause: String, remedy: String)? {
        let beginning = data.drop { $0 <= UInt8(ascii: "\"") }.prefix(length)
        let text = String(decoding: beginning, as: UTF8.self)
        if text.lowercased().hasPrefix("data:") {
            return ("is a data URI", "Decode what follows its comma from base64, and send those bytes.")
        }
        if let decoded = Data(base64Encoded: Data(beginning.prefix(beginning.count / 4 * 4))),
            ImageDecoder.recognizes(decoded)
        {
            return ("is an image in base64", "Decode it, and send its bytes.")
        }
        if ImageDecoder.looksLikeVideo(data) {
            return ("is a video", "Send it alone, with a header such as Content-Type: video/mp4.")
        }
        return nil
    }
}
