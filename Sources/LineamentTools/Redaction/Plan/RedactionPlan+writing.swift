// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

extension RedactionPlan {
    /// The plan as JSON, with a line for each key, which ``init(json:)`` reads.
    public var json: String {
        var options = [Member("what", text: self.options.subject.rawValue)]
        if let how = self.options.how { options.append(Member("how", text: how)) }
        options.append(Member("minDetectionConfidence", Double(self.options.minDetectionConfidence)))
        if self.options.start > 0 { options.append(Member("start", self.options.start)) }
        if let duration = self.options.duration { options.append(Member("duration", duration)) }
        if self.options.every > 1 { options.append(Member("every", Double(self.options.every))) }
        return """
            {
              "lineamentPlan": \(Self.version),
              "program": \(Member.quoted(program)),
              "options": \(options.line),
              "inputs": \(inputs.map { $0.lines("    ") }.list("  "))
            }

            """
    }
}

extension PlannedInput {
    /// Returns the lines of the object, all but the first indented.
    fileprivate func lines(_ indent: String) -> String {
        let inner = indent + "  "
        var size = [Member("width", Double(width)), Member("height", Double(height))]
        if let frames { size.append(Member("frames", Double(frames))) }
        if let duration { size.append(Member("duration", duration)) }
        let head = ([Member("file", text: file), Member("sha256", text: sha256)] + size).map(\.text)
        let doubts = Dictionary(grouping: look.filter { $0.track != nil }) { $0.track ?? 0 }
        let lists = [
            "\"look\": \(look.map(\.line).list(inner))",
            "\"tracks\": \(tracks.map { $0.lines(inner + "  ", doubts[$0.number] ?? []) }.list(inner))",
            "\"areas\": \(areas.map { $0.lines(inner + "  ") }.list(inner))",
        ]
        return "{\n" + (head + lists).map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)}"
    }
}

extension PlannedTrack {
    fileprivate func lines(_ indent: String, _ doubts: [PlanDoubt]) -> String {
        let inner = indent + "  "
        let kinds = PlanDoubt.Kind.allCases.filter { kind in doubts.contains { $0.kind == kind } }.map(\.rawValue)
        var lines = [
            "\"number\": \(number)", "\"keep\": \(keep)", Member("score", Double(score)).text,
            "\"doubts\": [\(kinds.map(Member.quoted).joined(separator: ", "))]",
            "\"spans\": \(spans.map { $0.lines(inner + "  ") }.list(inner))",
        ]
        if let name { lines.insert(Member("name", text: name).text, at: 1) }
        // Last, as it is long, and a person looks for the rest.
        if let thumbnail { lines.append(Member("thumbnail", text: thumbnail).text) }
        return "{\n" + lines.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)}"
    }
}

extension PlannedArea {
    fileprivate func lines(_ indent: String) -> String {
        var head = [Member("shape", text: shape.rawValue)]
        if let name { head.append(Member("name", text: name)) }
        if let from { head.append(Member("from", seconds: from)) }
        if let to { head.append(Member("to", seconds: to)) }
        let lines = head.map(\.text) + ["\"keys\": \(keys.map(\.line).list(indent + "  "))"]
        return "{\n" + lines.map { indent + "  " + $0 }.joined(separator: ",\n") + "\n\(indent)}"
    }
}

extension PlannedKey {
    fileprivate var line: String {
        let place = [
            Member("x", rect.minX), Member("y", rect.minY), Member("width", rect.width), Member("height", rect.height),
        ]
        let shape = mask.map { [Member("mask", text: $0.text)] } ?? []
        return ((milliseconds.map { [Member("at", seconds: $0)] } ?? []) + place + shape).line
    }
}

extension PlanDoubt {
    fileprivate var line: String {
        var members = [Member("why", text: kind.rawValue)]
        if let track { members.append(Member("track", Double(track))) }
        if let previous { members.append(Member("previous", Double(previous))) }
        if let from { members.append(Member("from", seconds: from)) }
        if let to { members.append(Member("to", seconds: to)) }
        return (members + [Member("weight", weight)]).line
    }
}

/// A member of an object.
private struct Member {
    /// The key and the value as JSON.
    let text: String

    init(_ name: String, text value: String) { text = "\"\(name)\": \(Self.quoted(value))" }

    /// A number with up to three decimals; the nearest one of those that a plan may have.
    init(_ name: String, _ value: Double) {
        let limit = PlannedKey.maxSeconds
        self.init(name, seconds: value.isNaN ? 0 : Int((max(-limit, min(limit, value)) * 1000).rounded()))
    }

    /// A time in milliseconds, written in seconds.
    init(_ name: String, seconds milliseconds: Int) {
        let (whole, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
        var decimals = String(format: "%03d", Int(rest))
        while decimals.last == "0" { decimals.removeLast() }
        let sign = milliseconds < 0 ? "-" : ""
        text = "\"\(name)\": \(sign)\(whole)" + (decimals.isEmpty ? "" : ".\(decimals)")
    }

    static func quoted(_ value: String) -> String {
        var json = JSONText()
        json.value(value)
        return json.text
    }
}

extension [Member] {
    fileprivate var line: String { "{" + map(\.text).joined(separator: ", ") + "}" }
}

extension [String] {
    /// Returns a list of values, each on lines of its own.
    /// - Parameter indent: The indent of the bracket that closes it.
    fileprivate func list(_ indent: String) -> String {
        isEmpty ? "[]" : "[\n" + map { "\(indent)  \($0)" }.joined(separator: ",\n") + "\n\(indent)]"
    }
}
