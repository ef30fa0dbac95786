// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

extension RedactionPlan {
    /// Reads a plan.
    /// - Parameter text: JSON.
    /// - Throws: `LineamentError` with code `invalidArgument` that names the line and the key of what is wrong.
    public init(json text: String) throws {
        let document = try LocatedJSON(parsing: text)
        guard case .object(let all) = document.value, let version = all["lineamentPlan"] else {
            throw document.error("lacks lineamentPlan, so it is no plan of a redaction.")
        }
        guard try version.whole(from: 1, "a whole number") == Self.version else {
            throw version.error("must be \(Self.version); this plan is for another version of the program.")
        }
        let members = try document.members(["lineamentPlan", "program", "options", "inputs"])
        self.init(
            program: try members["program"]?.text() ?? "", options: try Options(members.required("options")),
            inputs: try members.required("inputs").list().map(PlannedInput.init))
    }
}

extension RedactionPlan.Options {
    fileprivate init(_ json: LocatedJSON) throws {
        let members = try json.members(["what", "how", "minDetectionConfidence", "start", "duration", "every"])
        self.init(
            subject: try members.required("what").word(RedactorOptions.Subject.self),
            how: try members["how"].map(Self.how),
            minDetectionConfidence: Float(try members["minDetectionConfidence"]?.number(in: 0...1, "0 to 1") ?? 0))
        start = try members["start"]?.number(in: 0...1e9, "a time in seconds") ?? 0
        duration = try members["duration"]?.number(in: 0...1e9, "a time in seconds")
        every = try members["every"]?.whole(from: 1, "a number from 1") ?? 1
    }

    private static func how(_ json: LocatedJSON) throws -> String {
        let word = try json.text()
        guard RedactionMethod.words.contains(word) else {
            throw json.error("must be \(RedactionMethod.words.joined(separator: " or ")), not \"\(word)\".")
        }
        return word
    }
}

extension PlannedInput {
    fileprivate init(_ json: LocatedJSON) throws {
        let members = try json.members([
            "file", "sha256", "width", "height", "frames", "duration", "tracks", "areas", "look",
        ])
        let frames = try members["frames"]?.whole(from: 1, "a number from 1")
        let form = PlannedArea.Form(isVideo: frames != nil)
        self.init(
            file: try members.required("file").text(), sha256: try members.required("sha256").text(),
            width: try members.required("width").whole(from: 1, "a number of pixels"),
            height: try members.required("height").whole(from: 1, "a number of pixels"), frames: frames,
            duration: try members["duration"]?.number(in: 0...1e9, "a time in seconds"),
            tracks: try members["tracks"]?.list().map { try PlannedTrack($0, form) } ?? [],
            areas: try members["areas"]?.list().map { try PlannedArea($0, form) } ?? [],
            look: try members["look"]?.list().map { try PlanDoubt($0) } ?? [])
    }
}

extension PlannedTrack {
    fileprivate init(_ json: LocatedJSON, _ form: PlannedArea.Form) throws {
        let members = try json.members(["number", "keep", "score", "doubts", "spans", "thumbnail", "name"])
        self.init(
            number: try members.required("number").whole(from: 1, "a number from 1"),
            keep: try members["keep"]?.flag() ?? false,
            score: Float(try members["score"]?.number(in: 0...1, "0 to 1") ?? 1),
            spans: try members.required("spans").list().map { try PlannedArea($0, form) },
            thumbnail: try members["thumbnail"]?.text())
        name = try members["name"]?.text()
    }
}

extension PlannedArea {
    /// The form of the input, on which the members of an area depend.
    fileprivate struct Form { let isVideo: Bool }

    fileprivate init(_ json: LocatedJSON, _ form: Form) throws {
        let members = try json.members(["shape", "keys", "name"] + (form.isVideo ? ["from", "to"] : []))
        let list = try members.required("keys")
        let keys = try list.list().map { try PlannedKey($0, form) }
        guard !keys.isEmpty else { throw list.error("is empty. One key is enough.") }
        guard form.isVideo || keys.count == 1 else { throw list.error("must have one key in an image.") }
        for (item, pair) in zip(try list.list().dropFirst(), zip(keys, keys.dropFirst())) {
            guard let first = pair.0.milliseconds, let second = pair.1.milliseconds, first < second else {
                throw item.error("must have a time, at, later than that of the key before it.")
            }
        }
        let (from, to) = (try members["from"].map(Self.time), try members["to"].map(Self.time))
        if let from, let to, from > to, let end = members["to"] { throw end.error("must not be before from.") }
        self.init(
            shape: try members["shape"]?.word(RedactedArea.Shape.self) ?? .ellipse, from: from, to: to, keys: keys)
        name = try members["name"]?.text()
    }

    fileprivate static func time(_ json: LocatedJSON) throws -> Int {
        PlannedKey.milliseconds(
            of: try json.number(in: -PlannedKey.maxSeconds...PlannedKey.maxSeconds, "a time in seconds"))
    }
}

extension PlannedKey {
    fileprivate init(_ json: LocatedJSON, _ form: PlannedArea.Form) throws {
        let members = try json.members(["x", "y", "width", "height", "mask"] + (form.isVideo ? ["at"] : []))
        func side(_ name: String) throws -> Double {
            let side = try members.required(name).number(in: 0...Self.maxLength, "a number of pixels")
            guard side > 0 else { throw try members.required(name).error("must be greater than 0.") }
            return side
        }
        func place(_ name: String) throws -> Double {
            try members.required(name).number(in: -Self.maxLength...Self.maxLength, "a number of pixels")
        }
        self.init(
            CGRect(x: try place("x"), y: try place("y"), width: try side("width"), height: try side("height")),
            milliseconds: try members["at"].map(PlannedArea.time), mask: try members["mask"].map(Self.mask))
    }

    private static func mask(_ json: LocatedJSON) throws -> PlannedMask {
        let text = try json.text()
        do throws(PlannedMask.Problem) {
            return try PlannedMask(text: text)
        } catch {
            throw json.error(error.words)
        }
    }
}

extension PlanDoubt {
    fileprivate init(_ json: LocatedJSON) throws {
        let members = try json.members(["why", "track", "previous", "from", "to", "weight"])
        self.init(
            try members.required("why").word(Kind.self),
            track: try members["track"]?.whole(from: 1, "a number from 1"),
            after: try members["previous"]?.whole(from: 1, "a number from 1"),
            from: try members["from"].map(PlannedArea.time), to: try members["to"].map(PlannedArea.time),
            weight: try members["weight"]?.number(in: 0...1, "0 to 1") ?? 0)
    }
}
