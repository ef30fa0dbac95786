// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// A recording as files are written from it: some frames at a time, so that it need not be in memory.
protocol RecordedFrames {
    var width: Int { get }
    var height: Int { get }
    /// The time of each frame, in seconds.
    var times: [Double] { get }
    /// The number of frames in a second.
    var frameRate: Double { get }
    /// The people, in the order of their first frames.
    var tracks: [RecordedTrack] { get }
    /// The number of frames that are read at a time.
    var windowLength: Int { get }
    /// The disk space that temporary files are a part of; `nil` for any.
    var space: ScratchSpace? { get }

    /// Returns the people in some frames, each cut to these.
    func people(in range: Range<Int>) throws -> [RecordedPerson]
    /// Returns one of the people in some frames, cut to these; `nil` if the person is not there.
    func person(_ trackID: Int, in range: Range<Int>) throws -> RecordedPerson?
    /// Returns the recording with evenly spaced frames; itself if they are.
    func withEvenFrames() throws -> any RecordedFrames
}

extension RecordedFrames {
    /// The width of the image relative to its height.
    var aspect: Float { Float(max(1, width)) / Float(max(1, height)) }

    /// Returns consecutive parts of a range that are read at a time.
    func windows(of range: Range<Int>, length: Int? = nil) -> [Range<Int>] {
        let length = Swift.max(1, Swift.min(length ?? windowLength, range.count))
        return stride(from: range.lowerBound, to: range.upperBound, by: length).map {
            $0..<Swift.min($0 + length, range.upperBound)
        }
    }
}

/// One person of a recording, without the values.
struct RecordedTrack {
    let trackID: Int
    /// The frames from the first to the last in which the person was found.
    var frames: Range<Int>
    /// Whether there is a frame with all points of the body.
    var hasBody: Bool
    /// Whether blendshapes were found.
    var hasBlendshapes: Bool

    init(_ person: RecordedPerson) {
        trackID = person.trackID
        frames = person.frames
        hasBody = person.body?.hasCompleteFrame ?? false
        hasBlendshapes = person.blendshapes?.knowledge.contains { $0 != .missing } ?? false
    }

    /// Adds what later frames have.
    mutating func extend(with other: RecordedTrack) {
        frames = frames.lowerBound..<other.frames.upperBound
        hasBody = hasBody || other.hasBody
        hasBlendshapes = hasBlendshapes || other.hasBlendshapes
    }
}

extension PointSeries {
    /// Whether there is a frame without missing points.
    fileprivate var hasCompleteFrame: Bool {
        (0..<frameCount).contains { frame in
            !knowledge[frame * pointCount..<(frame + 1) * pointCount].contains(.missing)
        }
    }
}

extension Recording: RecordedFrames {
    var tracks: [RecordedTrack] { people.map(RecordedTrack.init) }
    var windowLength: Int { .max }
    var space: ScratchSpace? { nil }

    func people(in range: Range<Int>) -> [RecordedPerson] {
        range == times.indices ? people : people.compactMap { $0.part(range) }
    }

    func person(_ trackID: Int, in range: Range<Int>) -> RecordedPerson? {
        people.first { $0.trackID == trackID }?.part(range)
    }

    func withEvenFrames() throws -> any RecordedFrames { isEven ? self : try evenlySpaced() }
}

extension RecordedPerson {
    /// Returns the person in the frames of a range; `nil` if there are none.
    func part(_ range: Range<Int>) -> RecordedPerson? {
        let own = frames.clamped(to: range)
        guard !own.isEmpty else { return nil }
        return own == frames ? self : during(own)
    }
}
