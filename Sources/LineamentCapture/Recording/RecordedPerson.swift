// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// One person of a ``Recording``, from the first to the last frame in which the person was found.
public struct RecordedPerson: Sendable, Equatable {
    /// The ID of the person's track.
    public let trackID: Int
    /// The frames of the recording that the series cover.
    public internal(set) var frames: Range<Int>
    /// The 33 landmarks of the body; `nil` if bodies were not looked for or none was found.
    public internal(set) var body: PointSeries?
    /// The 478 landmarks of the face.
    public internal(set) var face: PointSeries?
    /// The 21 landmarks of the person's own left hand.
    public internal(set) var leftHand: PointSeries?
    /// The 21 landmarks of the person's own right hand.
    public internal(set) var rightHand: PointSeries?
    /// The 52 scores of the face's blendshapes, in the order of `Blendshape`.
    public internal(set) var blendshapes: ValueSeries?
    /// The rotation of the head as a quaternion (w, x, y, z) and its position (x, y, z) in centimeters, in the space of
    /// the camera: x to the right of the image, y up, z toward the viewer.
    public internal(set) var head: ValueSeries?

    init(trackID: Int, frames: Range<Int>) {
        self.trackID = trackID
        self.frames = frames
    }

    /// The parts that have points, with their names.
    public var parts: [(part: RecordedPart, points: PointSeries)] {
        RecordedPart.allCases.compactMap { part in self[part].map { (part, $0) } }
    }

    /// Returns or sets the points of a part.
    public internal(set) subscript(part: RecordedPart) -> PointSeries? {
        get {
            switch part {
            case .body: body
            case .face: face
            case .leftHand: leftHand
            case .rightHand: rightHand
            }
        }
        set {
            switch part {
            case .body: body = newValue
            case .face: face = newValue
            case .leftHand: leftHand = newValue
            case .rightHand: rightHand = newValue
            }
        }
    }

    /// Returns whether anything of the person is known in a frame of the series.
    public func isPresent(at frame: Int) -> Bool {
        parts.contains { $0.points.isPresent(at: frame) }
            || [blendshapes, head].contains { $0.map { $0.knowledge[frame] != .missing } ?? false }
    }

    /// Returns the person in a part of the frames.
    func during(_ range: Range<Int>) -> RecordedPerson {
        var part = RecordedPerson(trackID: trackID, frames: range)
        let own = range.lowerBound - frames.lowerBound..<range.upperBound - frames.lowerBound
        for (name, points) in parts { part[name] = points.frames(own) }
        part.blendshapes = blendshapes?.frames(own)
        part.head = head?.frames(own)
        return part
    }
}

extension RecordedPerson {
    /// Returns the person with frames that are counted from an earlier one.
    func moved(by frames: Int) -> RecordedPerson {
        var person = self
        person.frames = self.frames.lowerBound + frames..<self.frames.upperBound + frames
        return person
    }

    /// Joins parts of a person, in the order of time; what lies between and around them is missing.
    init(joining parts: [RecordedPerson], trackID: Int, frames: Range<Int>) {
        self.init(trackID: trackID, frames: frames.lowerBound..<frames.lowerBound)
        for part in parts {
            appendMissing(part.frames.lowerBound - self.frames.upperBound)
            append(part)
        }
        appendMissing(frames.upperBound - self.frames.upperBound)
    }

    /// Appends frames in which nothing is known.
    private mutating func appendMissing(_ count: Int) {
        guard count > 0 else { return }
        append(RecordedPerson(trackID: trackID, frames: frames.upperBound..<frames.upperBound + count))
    }

    /// Appends the frames of another track, and what lies between as missing.
    mutating func append(_ other: RecordedPerson) {
        let gap = other.frames.lowerBound - frames.upperBound
        for part in RecordedPart.allCases where self[part] != nil || other[part] != nil {
            var points = self[part] ?? part.series(hasWorld: other[part]?.hasWorld ?? false)
            if self[part] == nil { points.appendMissing(frames.count) }
            self[part] = nil
            points.appendMissing(gap)
            if let more = other[part] {
                points.append(contentsOf: more)
            } else {
                points.appendMissing(other.frames.count)
            }
            self[part] = points
        }
        blendshapes = joined(blendshapes, other.blendshapes, gap, other.frames.count)
        head = joined(head, other.head, gap, other.frames.count)
        frames = frames.lowerBound..<other.frames.upperBound
    }

    private func joined(_ first: ValueSeries?, _ second: ValueSeries?, _ gap: Int, _ count: Int) -> ValueSeries? {
        guard let width = first?.width ?? second?.width else { return nil }
        var series = first ?? ValueSeries(width: width)
        if first == nil { series.appendMissing(frames.count) }
        series.appendMissing(gap)
        if let second {
            series.append(contentsOf: second)
        } else {
            series.appendMissing(count)
        }
        return series
    }
}

/// A part of a person that has points.
public enum RecordedPart: String, Sendable, Hashable, CaseIterable {
    case body, face, leftHand, rightHand

    /// The number of points.
    public var pointCount: Int {
        switch self {
        case .body: PoseLandmark.allCases.count
        case .face: 478
        case .leftHand, .rightHand: HandLandmark.allCases.count
        }
    }

    /// A series without frames.
    var emptySeries: PointSeries { series(hasWorld: self != .face) }

    /// Returns a series without frames.
    /// - Parameter hasWorld: Whether its points have positions in meters.
    func series(hasWorld: Bool) -> PointSeries {
        PointSeries(pointCount: pointCount, hasWorld: hasWorld, hasVisibility: self == .body)
    }

    /// Returns the name of a point, as in MediaPipe's documentation; a number for those of the face.
    public func name(of point: Int) -> String {
        switch self {
        case .body: PoseLandmark(rawValue: point).map { "\($0)" } ?? "\(point)"
        case .leftHand, .rightHand: HandLandmark(rawValue: point).map { "\($0)" } ?? "\(point)"
        case .face: "\(point)"
        }
    }
}
