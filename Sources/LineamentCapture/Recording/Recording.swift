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

    /// The number of frames in a second; 30 for fewer than two frames.
    ///
    /// Times in whole milliseconds do not say exactly which rate a video has, so a common rate is taken where it fits.
    public var frameRate: Double { Self.frameRate(of: times) }

    /// Returns the number of frames in a second that times have.
    static func frameRate(of times: [Double]) -> Double {
        guard let first = times.first, let last = times.last, last > first else { return 30 }
        let rate = min(highestRate, Double(times.count - 1) / (last - first))
        // Each of the two times may be rounded by half a millisecond.
        let uncertainty: Double = rate * 0.0011 / (last - first)
        return commonRates.first { abs($0 - rate) <= uncertainty } ?? rate
    }

    /// More than any camera has, in frames per second.
    private static let highestRate = 1e5

    private static let commonRates: [Double] = [
        24, 25, 30, 50, 60, 100, 120, 240, 24000 / 1001, 30000 / 1001, 60000 / 1001, 15, 12.5, 10, 5,
    ]
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
        return times.enumerated().allSatisfy { abs($1 - first - Double($0) / rate) < 0.0015 }
    }
}

extension Recording {
    /// Whether the frames are evenly spaced, within a millisecond and a half.
    public var isEven: Bool { hasEvenFrames }
}
