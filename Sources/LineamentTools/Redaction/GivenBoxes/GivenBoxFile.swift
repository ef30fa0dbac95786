// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// The boxes of another detector, as lines of JSON.
///
/// A line has one box, or those of an image or frame in `boxes`:
///
/// ```
/// {"file": "street.jpg", "x": 120, "y": 80, "width": 64, "height": 20, "score": 0.9}
/// {"file": "clip.mp4", "time": 1.2, "x": 120, "y": 80, "width": 64, "height": 20}
/// {"time": 2.6, "clock": "container", "x": 120, "y": 80, "width": 64, "height": 20}
/// {"frame": 36, "boxes": [{"x": 120, "y": 80, "width": 64, "height": 20}]}
/// ```
public struct GivenBoxFile: Sendable {
    /// The boxes of each file; under `nil` those that name none.
    private var boxes: [String?: [GivenBox]] = [:]

    /// Reads lines of JSON.
    /// - Throws: `LineamentError` with code `invalidArgument` that names the line and the key of what is wrong.
    public init(jsonLines text: String) throws {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            let json = try LocatedJSON(parsing: String(line), line: index + 1)
            let members = try json.members(["file", "time", "clock", "frame", "boxes"] + GivenBox.members)
            let file = try members["file"]?.text()
            boxes[file, default: []] += try GivenBox.boxes(json, members)
        }
    }

    /// The names of the files.
    public var files: Set<String> { Set(boxes.keys.compactMap(\.self)) }

    /// Whether there are boxes that name no file.
    public var hasBoxesWithoutFile: Bool { boxes[nil] != nil }

    /// Returns the boxes of a file.
    /// - Parameters:
    ///   - names: The names by which lines may call the file.
    ///   - isVideo: Whether boxes need a frame, or must have none.
    ///   - start: Where reading a video begins, in seconds. If that is later than 0, boxes need times, as the numbers of frames are
    ///     not known.
    /// - Throws: `LineamentError` with code `invalidArgument` if boxes have a frame in an image, none in a video, or the number of
    ///   one that is not known.
    public func boxes(of names: Set<String>, isVideo: Bool, start: Double) throws -> [GivenBox] {
        let found = names.sorted().flatMap { boxes[$0] ?? [] } + (boxes[nil] ?? [])
        guard found.allSatisfy({ ($0.moment != nil) == isVideo }) else {
            throw LineamentError(
                .invalidArgument,
                isVideo
                    ? "The boxes of a video need a time in seconds, or the number of a frame."
                    : "The boxes of an image must not have a time or the number of a frame.")
        }
        guard start <= 0 || !found.contains(where: \.hasFrameNumber) else {
            throw LineamentError(
                .invalidArgument,
                "With a start, boxes need times in seconds: the number of the first frame that is read is not known."
            )
        }
        return found
    }

    /// Returns the boxes of the only input.
    /// - Parameters:
    ///   - name: The name of the input; `nil` if it has none.
    ///   - isVideo: Whether boxes need a frame, or must have none.
    ///   - start: Where reading a video begins, in seconds.
    /// - Throws: `LineamentError` with code `invalidArgument` if there are boxes of another file, or as
    ///   ``boxes(of:isVideo:start:)``.
    public func boxes(ofOnly name: String?, isVideo: Bool, start: Double) throws -> [GivenBox] {
        var names = Set([name].compactMap(\.self))
        // The folder of an upload is not known.
        let namesakes = files.filter { $0.lastPathComponent == name?.lastPathComponent }
        if namesakes.count == 1 { names.formUnion(namesakes) }
        if let other = files.subtracting(names).min() {
            throw LineamentError(
                .invalidArgument, "There are boxes for \(other), which is no input. Leave file out, as there is one.")
        }
        return try boxes(of: names, isVideo: isVideo, start: start)
    }
}

extension GivenBox {
    /// Whether the box belongs to a frame by its number.
    fileprivate var hasFrameNumber: Bool {
        if case .frame = moment { true } else { false }
    }

    fileprivate static let members = ["x", "y", "width", "height", "score"]

    fileprivate static func boxes(_ json: LocatedJSON, _ members: LocatedJSON.Members) throws -> [GivenBox] {
        guard members["time"] == nil || members["frame"] == nil else {
            throw json.error("has a time and the number of a frame. Leave one out.")
        }
        guard members["clock"] == nil || members["time"] != nil else {
            throw json.error("has a clock, and no time.")
        }
        let clock = try members["clock"].map { try $0.word(Clock.self) }
        let moment: Moment? =
            if let time = members["time"] {
                .time(try time.number(in: -1e11...1e11, "a time in seconds"))
            } else {
                try members["frame"].map { .frame(try $0.whole(from: 0, "the number of a frame, from 0")) }
            }
        guard let list = members["boxes"] else { return [try GivenBox(members, moment, clock)] }
        guard Self.members.allSatisfy({ members[$0] == nil }) else {
            throw json.error("has boxes, and is one. Leave x, y, width, height and score to the boxes.")
        }
        return try list.list().map { try GivenBox($0.members(Self.members), moment, clock) }
    }

    private init(_ members: LocatedJSON.Members, _ moment: Moment?, _ clock: Clock?) throws {
        func place(_ name: String) throws -> Double {
            try members.required(name).number(in: -1e6...1e6, "a number of pixels")
        }
        func side(_ name: String) throws -> Double {
            let side = try members.required(name).number(in: 0...1e6, "a number of pixels")
            guard side > 0 else { throw try members.required(name).error("must be greater than 0.") }
            return side
        }
        self.init(
            CGRect(x: try place("x"), y: try place("y"), width: try side("width"), height: try side("height")),
            score: Float(try members["score"]?.number(in: 0...1, "0 to 1") ?? 1), moment: moment,
            clock: clock)
    }
}

extension String {
    /// The part after the last slash.
    fileprivate var lastPathComponent: Substring { split(separator: "/").last ?? "" }
}
