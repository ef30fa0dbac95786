// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament
package import LineamentRender

/// The report of a redaction: a line for each image and frame.
package struct RedactionOutput: ResultOutput {
    /// How areas are covered.
    package let method: RedactionMethod
    /// Whether outlines are drawn instead.
    private let isReview: Bool
    /// Called with each result before it is drawn.
    private let willDraw: @Sendable (Redaction) -> Void

    package init(
        method: RedactionMethod, isReview: Bool, willDraw: @escaping @Sendable (Redaction) -> Void = { _ in }
    ) {
        self.method = method
        self.isReview = isReview
        self.willDraw = willDraw
    }

    package let subject = Subject.face
    package var csvColumns: [String] {
        ResultHead.csvColumns + ["face", "track", "x", "y", "area_width", "area_height", "score", "cause"]
    }

    package func count(_ result: Redaction) -> Int { result.areas.count }
    package func trackIDs(_ result: Redaction) -> [Int] { result.areas.compactMap(\.trackID) }

    package func overlay(_ result: Redaction, labels: LabelMode) -> any Overlay {
        willDraw(result)
        return isReview
            ? RedactionReviewOverlay(result.areas, silhouette: result.silhouette)
            : RedactionOverlay(result.areas, silhouette: result.silhouette, method: method)
    }

    package func text(_ result: Redaction, _ head: ResultHead) -> String {
        let doubts = result.areas.enumerated().filter(\.element.isDoubtful).map { index, area in
            let reason =
                area.cause != .detected
                ? area.cause.rawValue
                : area.score < RedactedArea.weakScore ? String(format: "score %.2f", area.score) : "no body was found"
            return
                "look at \(TextOutput.number(index, trackID: area.trackID)) at \(TextOutput.box(area.rect, of: head)): "
                + reason
        }
        let people = (result.people ?? []).enumerated().compactMap { index, person in
            person.doubt.map { doubt in
                let reason = doubt == .cut ? "cut by the edge" : String(format: "score %.2f", person.score)
                let number = TextOutput.number(index, trackID: person.trackID)
                return "look at person \(number) at \(TextOutput.box(person.rect, of: head)): " + reason
            }
        }
        let successions = result.successions.map { pair in
            "look at track \(pair.trackID): perhaps the face of track \(pair.previousTrackID)"
        }
        return TextOutput.lines(head, .face, doubts + people + successions, covered: result.areas.count)
    }

    package func json(_ result: Redaction, _ head: ResultHead) -> String {
        var place = head
        place.annotated = nil
        return JSONText.line { json in
            json.head(place)
            if let timestamp = head.timestamp { json.member("timestampInMilliseconds", timestamp) }
            if let file = head.annotated { json.member(isReview ? "review" : "redacted", file) }
            result.writeMembers(&json)
        }
    }

    package func csv(_ result: Redaction, _ head: ResultHead) -> String {
        let names = csvColumns
        func line(_ face: String, _ track: Int?, _ rect: CGRect, _ score: Float, _ cause: String) -> String {
            let numbers = [rect.minX, rect.minY, rect.width, rect.height].map { CSV.number(Float($0)) }
            return CSV.line(
                head.csvFields + [face, track.map { "\($0)" } ?? ""] + numbers + [CSV.number(score), cause],
                columns: names)
        }
        let faces = result.areas.enumerated().map { index, area in
            line("\(index)", area.trackID, area.rect, area.score, area.cause.rawValue)
        }
        let people = (result.people ?? []).map { person in
            line("", person.trackID, person.rect, person.score, person.doubt.map { "body, \($0.rawValue)" } ?? "body")
        }
        return (faces + people).joined()
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
