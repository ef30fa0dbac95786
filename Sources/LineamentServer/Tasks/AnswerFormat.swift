// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LineamentImages
internal import LineamentTasks

/// The form of an answer, chosen with the header `Accept`.
enum AnswerFormat: Sendable, Hashable {
    case json, csv
    case image(ImageEncoder.Format)
    /// The annotated or redacted copy of a video.
    case video
    /// Files and their table, as ZIP.
    case archive
    /// The plan of a redaction.
    case plan
    /// The plan of a video's redaction after lines that say how much of it has been analyzed.
    case planLines

    /// The forms of results in lines.
    static let lines: [AnswerFormat] = [.json, .csv]
    /// The forms of results that are drawn.
    static let drawings: [AnswerFormat] = [.image(.png), .image(.jpeg), .image(.webp), .video]
    /// The forms of a plan.
    static let plans: [AnswerFormat] = [.plan, .planLines]

    /// The content of a request's body.
    enum Body { case image, images, video }

    /// The media types of all forms; the first stands for any.
    static let mediaTypes: [(name: String, format: AnswerFormat)] = [
        ("application/json", .json), ("application/x-ndjson", .json), ("text/csv", .csv), ("image/png", .image(.png)),
        ("image/jpeg", .image(.jpeg)), ("image/webp", .image(.webp)), ("video/mp4", .video),
        ("application/zip", .archive), ("application/vnd.lineament.plan+json", .plan),
        ("application/vnd.lineament.plan+x-ndjson", .planLines),
    ]

    /// Returns the media types of the forms that a body may be answered with, the usual one first.
    static func mediaTypes(for body: Body, _ action: ServiceAction) -> [(name: String, format: AnswerFormat)] {
        let offered = mediaTypes.filter { $0.format.suits(body) && action.formats.contains($0.format) }
        let usual = action.usualFormats[body] ?? .json
        return offered.filter { $0.format == usual } + offered.filter { $0.format != usual }
    }

    /// Returns the form that a client prefers; `nil` if it accepts none.
    /// - Parameters:
    ///   - accept: The header `Accept`.
    ///   - body: The kind of body that is answered.
    ///   - action: The requested action.
    init?(accept: String?, for body: Body, _ action: ServiceAction) {
        let offered = Self.mediaTypes(for: body, action)
        let wanted = (accept ?? "*/*").split(separator: ",").enumerated().map { place, item in
            let parts = item.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (name: parts.first ?? "", quality: quality, place: place)
        }
        let preferred = wanted.filter { $0.quality > 0 }.sorted { ($1.quality, $0.place) < ($0.quality, $1.place) }
        for (range, _, _) in preferred {
            let found = offered.first { type in
                // The most specific range decides about a type, so that it can be excluded from a wider one.
                let ranges = Self.ranges(of: type.name)
                let quality = ranges.lazy.compactMap { range in wanted.first { $0.name == range }?.quality }.first
                return ranges.contains(range) && quality.map { $0 > 0 } == true
            }
            if let found {
                self = found.format
                return
            }
        }
        return nil
    }

    /// Returns the media ranges that contain a type, the most specific first.
    private static func ranges(of type: String) -> [String] {
        [type, type.prefix { $0 != "/" } + "/*", "*/*"]
    }

    var mediaType: String { Self.mediaTypes.first { $0.format == self }?.name ?? "application/octet-stream" }

    private func suits(_ body: Body) -> Bool {
        switch self {
        case .json, .csv: true
        case .image, .archive: body == .image
        case .video, .planLines: body == .video
        case .plan: body != .images
        }
    }

    /// The form of answers in lines; `nil` if it is another.
    var lines: ResultFormat? {
        switch self {
        case .json: .json
        case .csv: .csv
        case .image, .video, .archive, .plan, .planLines: nil
        }
    }

    /// Whether the answer is, or ends with, a plan.
    var isPlan: Bool { self == .plan || self == .planLines }
}

extension ResultFormat {
    /// The media type of answers in lines.
    var lineMediaType: String { self == .csv ? "text/csv" : "application/x-ndjson" }
}
