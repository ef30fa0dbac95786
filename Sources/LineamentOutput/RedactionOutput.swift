internal import Foundation
internal import Lineament
package import LineamentRender

/// The report of a redaction: a line for each image and frame.
package struct RedactionOutput: ResultOutput {
    /// How areas are covered.
    package let method: RedactionMethod
    /// Whether outlines are drawn instead.
    private let isReview: Bool

    package init(method: RedactionMethod, isReview: Bool) { (self.method, self.isReview) = (method, isReview) }

    package let subject = Subject.face
    package var csvColumns: [String] {
        ResultHead.csvColumns + ["face", "track", "x", "y", "area_width", "area_height", "score", "cause"]
    }

    package func count(_ result: Redaction) -> Int { result.areas.count }
    package func trackIDs(_ result: Redaction) -> [Int] { result.areas.compactMap(\.trackID) }

    package func overlay(_ result: Redaction, labels: LabelMode) -> any Overlay {
        isReview
            ? RedactionReviewOverlay(result.areas, silhouette: result.silhouette)
            : RedactionOverlay(result.areas, silhouette: result.silhouette, method: method)
    }

    package func text(_ result: Redaction, _ head: ResultHead) -> String {
        let doubts = result.areas.enumerated().filter(\.element.isDoubtful).map { index, area in
            let reason = area.cause == .detected ? String(format: "score %.2f", area.score) : area.cause.rawValue
            return
                "look at \(TextOutput.number(index, trackID: area.trackID)) at \(TextOutput.box(area.rect, of: head)): "
                + reason
        }
        return TextOutput.lines(head, .face, doubts, covered: result.areas.count)
    }

    package func json(_ result: Redaction, _ head: ResultHead) -> String {
        var place = head
        place.annotated = nil
        return JSONText.line { json in
            json.head(place)
            if let timestamp = head.timestamp { json.member("timestampInMilliseconds", timestamp) }
            if let file = head.annotated { json.member(isReview ? "review" : "redacted", file) }
            json.member("covered", result.areas) { json, area in
                json.object { json in
                    if let id = area.trackID { json.member("trackID", id) }
                    json.member("x", Float(area.rect.minX))
                    json.member("y", Float(area.rect.minY))
                    json.member("width", Float(area.rect.width))
                    json.member("height", Float(area.rect.height))
                    json.member("score", area.score)
                    json.member("cause", area.cause.rawValue)
                    if area.isDoubtful { json.member("doubt", area.cause == .detected ? "weak" : area.cause.rawValue) }
                }
            }
            if !result.endedTracks.isEmpty {
                json.member("endedTracks", result.endedTracks) { json, id in json.value(id) }
            }
        }
    }

    package func csv(_ result: Redaction, _ head: ResultHead) -> String {
        let names = csvColumns
        return result.areas.enumerated().map { index, area in
            let rect = [area.rect.minX, area.rect.minY, area.rect.width, area.rect.height]
            return CSV.line(
                head.csvFields + ["\(index)", area.trackID.map { "\($0)" } ?? ""]
                    + rect.map { CSV.number(Float($0)) } + [CSV.number(area.score), area.cause.rawValue],
                columns: names)
        }.joined()
    }
}

extension TextOutput {
    /// Returns the lines of an image or frame whose details are only those worth a look.
    fileprivate static func lines(
        _ head: ResultHead, _ subject: Subject, _ details: [String], covered count: Int
    ) -> String {
        var head = head
        let file = head.annotated
        head.annotated = nil
        let size = head.timestamp.map { String(format: "%.3f s", Double($0) / 1000) } ?? "\(head.width)×\(head.height)"
        let first =
            "\(head.source.onOneLine)  \(size)  \(subject.counted(count)) covered"
            + (file.map { "  → \($0.onOneLine)" } ?? "")
        return ([first] + details.map { "  \($0)" }).joined(separator: "\n") + "\n"
    }
}
