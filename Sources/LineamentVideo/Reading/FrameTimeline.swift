// SPDX-License-Identifier: Apache-2.0

/// The times of a video's frames, in seconds since the first, whatever the clock of the source does.
struct FrameTimeline {
    /// The time by which frames may be out of order without their clock having been set back.
    private static let maxStepBack = 0.1
    /// The time within which a frame follows another.
    private static let maxStep = 1.0

    /// The time between frames at the average frame rate.
    private let interval: Double
    /// Whether the clock may be set back midway.
    private let clockMayGoBack: Bool
    /// The time of the source that the times of frames count from; `nil` before the first frame.
    private(set) var origin: Double?
    /// The time of the last frame.
    private var lastTime: Double?
    /// The time of the frame before the last.
    private var earlierTime: Double?
    /// The time by which the clock was set back so far.
    private var setback = 0.0
    /// The number of frames so far.
    private var count = 0

    /// - Parameters:
    ///   - frameRate: The average frame rate; `nil` if unknown.
    ///   - clockMayGoBack: Whether the clock may be set back midway.
    init(frameRate: Double?, clockMayGoBack: Bool) {
        interval = 1 / (frameRate ?? 30)
        self.clockMayGoBack = clockMayGoBack
    }

    /// Returns the time of the next frame, which can be out of range if that of the source is.
    /// - Parameters:
    ///   - time: The time of the source; `nil` for a frame without one, which is timed by its number.
    ///   - start: The time of the source that is 0; `nil` for that of the first frame.
    mutating func seconds(of time: Double?, since start: @autoclosure () -> Double?) -> Double {
        var time = (time ?? (origin ?? 0) + Double(count) * interval) + setback
        count += 1
        if clockMayGoBack, let lastTime, time < lastTime - Self.maxStepBack, !follows(time) {
            setback += lastTime + interval - time
            time = lastTime + interval
        }
        earlierTime = lastTime
        lastTime = time
        let first = origin ?? start() ?? time
        origin = first
        return time - first
    }

    /// Returns whether a time soon follows that of the frame before the last, so that it is the last one's that is wrong.
    private func follows(_ time: Double) -> Bool {
        earlierTime.map { time > $0 && time < $0 + Self.maxStep } ?? false
    }
}
