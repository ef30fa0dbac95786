// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The type of a body, from the header `Content-Type`. Which image format a body has, its bytes decide.
struct MediaType: Sendable {
    /// The type and subtype, in lower case; empty if there is none.
    let name: String
    /// The boundary between the parts of a multipart body.
    let boundary: String?

    init(_ header: String?) {
        let header = header ?? ""
        name = header.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        // RFC 2046: 1 to 70 characters.
        boundary = HeaderParameters(header)["boundary"].flatMap { $0.utf8.count <= 70 ? $0 : nil }
    }

    /// Whether the body may be an image. The last of these names is curl's default.
    var isImage: Bool {
        ["", "application/octet-stream", "application/x-www-form-urlencoded"].contains(name) || name.hasPrefix("image/")
    }
    /// Whether the body is JSON lines, for which there is no registered name.
    var isJSONLines: Bool {
        ["application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines"].contains(name)
    }
    var isVideo: Bool { name.hasPrefix("video/") }
    var isMultipart: Bool { name == "multipart/form-data" || name == "multipart/mixed" }
    /// The content of a body of this type.
    var body: AnswerFormat.Body {
        if isVideo { return .video }
        return isMultipart ? .images : .image
    }
}
