internal import Foundation
internal import LineamentImages
internal import LineamentOutput

/// The form of an answer, chosen with the header `Accept`.
enum AnswerFormat: Sendable, Hashable {
    case json, csv
    case image(ImageEncoder.Format)

    /// The media types of all forms; the first stands for any.
    static let mediaTypes: [(name: String, format: AnswerFormat)] = [
        ("application/json", .json), ("application/x-ndjson", .json), ("text/csv", .csv), ("image/png", .image(.png)),
        ("image/jpeg", .image(.jpeg)),
        ("image/webp", .image(.webp)),
    ]

    /// Returns the form that a client prefers; `nil` if it accepts none.
    /// - Parameters:
    ///   - accept: The header `Accept`.
    ///   - inLines: Whether the answer consists of lines, so that it cannot be an image.
    init?(accept: String?, inLines: Bool = false) {
        let offered = Self.mediaTypes.filter { !inLines || $0.format.lines != nil }
        let wanted = (accept ?? "*/*").split(separator: ",").enumerated().map { place, item in
            let parts = item.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (name: parts.first ?? "", quality: quality, place: place)
        }
        let refused = Set(wanted.filter { $0.quality <= 0 }.map(\.name))
        let preferred = wanted.filter { $0.quality > 0 }.sorted { ($1.quality, $0.place) < ($0.quality, $1.place) }
        for (name, _, _) in preferred {
            let found = offered.first { type in
                !refused.contains(type.name)
                    && (name == "*/*" || name == type.name || name == (type.name.prefix { $0 != "/" } + "/*"))
            }
            if let found {
                self = found.format
                return
            }
        }
        return nil
    }

    var mediaType: String { Self.mediaTypes.first { $0.format == self }?.name ?? "application/octet-stream" }

    /// The form of answers in lines; `nil` if it is an image.
    var lines: ResultFormat? {
        switch self {
        case .json: .json
        case .csv: .csv
        case .image: nil
        }
    }
}

extension ResultFormat {
    /// The media type of answers in lines.
    var lineMediaType: String { self == .csv ? "text/csv" : "application/x-ndjson" }
}
