// SPDX-License-Identifier: Apache-2.0

/// People over time: their landmarks, expressions and heads, with what is known of each value.
///
/// ```swift
/// var recorder = Recorder(width: 1920, height: 1080)
/// for try await frame in reader.frames {
///     recorder.add(try session.detect(frame), at: frame.time)
/// }
/// let recording = recorder.recording.cleaned()
/// try recording.write(to: url, as: .bvh)
/// ```
public struct Recording: Sendable, Equatable {
    /// The width of the upright image, in pixels.
    public var width: Int
    /// The height of the upright image, in pixels.
    public var height: Int
    /// The time of each frame, in seconds.
    public internal(set) var times: [Double]
    /// The people, in the order of their first frames.
    public internal(set) var people: [RecordedPerson]

    /// The number of frames, with or without people.
    public var frameCount: Int { times.count }

    /// The number of frames in a second, without pauses; 30 for fewer than two frames.
    ///
    /// Times in whole milliseconds do not say exactly which rate a video has, so a common rate is taken where it fits.
    public var frameRate: Double { FrameSpacing(times).rate }
}

extension RecordedFrames {
    /// The number of frames, with or without people.
    var frameCount: Int { times.count }

    /// Returns a number of seconds in frames, at most one more than there are.
    func frames(in seconds: Double, _ rule: FloatingPointRoundingRule) -> Int {
        Int(max(0, min(seconds * frameRate, Double(frameCount + 1))).rounded(rule))
    }

    /// Whether the frames are evenly spaced, within a millisecond and a half.
    var hasEvenFrames: Bool {
        let times = times
        guard let first = times.first else { return true }
        let rate = frameRate
        return times.enumerated().allSatisfy { abs($1 - first - Double($0) / rate) < Timeline.tolerance }
    }
}

extension Recording {
    /// Whether the frames are evenly spaced, within a millisecond and a half.
    public var isEven: Bool { hasEvenFrames }
}
