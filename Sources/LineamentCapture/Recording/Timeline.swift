// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The times of a recording with a frame for each usual interval: a pause, as a stream that drops frames makes one, becomes
/// frames without people.
struct Timeline {
    /// The number of frames in a second.
    let rate: Double
    /// The time of each frame, in seconds. Times that were rounded to whole milliseconds are evenly spaced.
    let times: [Double]
    /// The frames of the recording between two pauses, and the number of the first of them in the timeline.
    let runs: [(frames: Range<Int>, start: Int)]

    /// The largest number of frames: three days at 60 frames per second.
    static let mostFrames = 16e6
    /// The inaccuracy of times, in seconds: both ends of an interval may be rounded to whole milliseconds.
    static let tolerance = 0.0015

    static func tooLong(_ limit: Int) -> LineamentError {
        LineamentError(
            .resourceExhausted,
            "With its pauses, the recording would have more than \(limit) frames. Look at its times.")
    }

    /// Returns the number of frames that pauses become, whatever it is.
    static func addedCount(_ times: [Double]) -> Double {
        let spacing = FrameSpacing(times)
        return times.indices.dropFirst().reduce(0) { count, index in
            let length = times[index] - times[index - 1]
            return length < spacing.pause ? count : count + (length * spacing.rate).rounded() - 1
        }
    }

    /// Whether there are frames that the recording does not have.
    var hasPauses: Bool { runs.count > 1 }

    /// - Parameters:
    ///   - times: The time of each frame of the recording, in seconds.
    ///   - limit: The largest number of frames.
    /// - Returns: `nil` if there would be more frames.
    init?(_ times: [Double], limit: Double = mostFrames) {
        let spacing = FrameSpacing(times)
        let interval = 1 / spacing.rate
        let starts = times.indices.dropFirst().filter { times[$0] - times[$0 - 1] >= spacing.pause }
        let added = starts.reduce(0) { $0 + ((times[$1] - times[$1 - 1]) / interval).rounded() - 1 }
        guard added == 0 || Double(times.count) + added <= limit else { return nil }
        rate = spacing.rate
        var all: [Double] = []
        var runs: [(frames: Range<Int>, start: Int)] = []
        for (first, end) in zip([0] + starts, starts + [times.count]) where first < end {
            var start = times[first]
            if let last = all.last {
                let steps = ((times[first] - times[first - 1]) / interval).rounded()
                all += (1..<max(1, Int(steps))).map { last + Double($0) * interval }
                let expected = last + steps * interval
                if abs(expected - start) < Self.tolerance { start = expected }
            }
            runs.append((first..<end, all.count))
            let even = (0..<end - first).map { start + Double($0) * interval }
            let isEven = zip(even, times[first..<end]).allSatisfy { abs($0 - $1) < Self.tolerance }
            all += isEven ? even : Array(times[first..<end])
        }
        self.times = all
        self.runs = runs
    }
}

/// How far apart the frames of a recording usually are.
struct FrameSpacing {
    /// The number of frames in a second; 30 for fewer than two frames.
    let rate: Double
    /// The shortest time between two frames that is a pause, in seconds.
    let pause: Double

    /// - Parameter times: The time of each frame, in seconds.
    init(_ times: [Double]) {
        let intervals = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
        let median = intervals.median
        let regular = intervals.count { abs($0 - median) <= Self.rounding }
        // Intervals of few milliseconds say nothing once they are rounded, and those of many cameras vary.
        let isRegular = median > Self.shortInterval && 3 * regular > 2 * intervals.count
        var sum = 0.0
        var count = 0
        var runs = 0
        var isInside = false
        for interval in intervals {
            let isUsual = isRegular ? abs(interval - median) <= Self.rounding : interval < 4 * median
            if isUsual {
                sum += interval
                count += 1
                if !isInside { runs += 1 }
            }
            isInside = isUsual
        }
        guard sum > 0 else {
            rate = 30
            pause = .infinity
            return
        }
        let measured = min(Self.highestRate, Double(count) / sum)
        // Each end of a run of intervals may be rounded by half a millisecond.
        let uncertainty: Double = measured * 0.0011 * Double(runs) / sum
        rate = Self.commonRates.first { abs($0 - measured) <= uncertainty } ?? measured
        pause = (isRegular ? 1.5 : 3) / rate
    }

    /// The most by which intervals of times in whole milliseconds may differ, and a little more, in seconds.
    private static let rounding = 0.0016
    /// In seconds.
    private static let shortInterval = 0.004
    /// More than any camera has, in frames per second.
    private static let highestRate = 1e5

    private static let commonRates: [Double] = [
        24, 25, 30, 50, 60, 100, 120, 240, 24000 / 1001, 30000 / 1001, 60000 / 1001, 15, 12.5, 10, 5,
    ]
}

extension Recording {
    /// The most frames that are added to a recording in memory: an hour at 30 frames per second.
    private static let mostAddedFrames = 108_000

    /// Returns the recording with a frame for each usual interval.
    /// - Throws: `LineamentError` with code `resourceExhausted` if that would be too many frames for the memory.
    func withPauses() throws -> Recording {
        let limit = frameCount + Self.mostAddedFrames
        guard let timeline = Timeline(times, limit: Double(limit)) else { throw Timeline.tooLong(limit) }
        var recording = self
        recording.times = timeline.times
        guard timeline.hasPauses else { return recording }
        recording.people = people.map { person in
            let parts = timeline.runs.compactMap { run in
                person.part(run.frames)?.moved(by: run.start - run.frames.lowerBound)
            }
            let frames = (parts.first?.frames.lowerBound ?? 0)..<(parts.last?.frames.upperBound ?? 0)
            return RecordedPerson(joining: parts, trackID: person.trackID, frames: frames)
        }
        return recording
    }
}

extension LongRecording {
    /// Returns the recording with a frame for each usual interval, and its times; itself if it has no pause.
    /// - Throws: `LineamentError` with code `resourceExhausted` if there would be too many frames or the disk is full.
    func withPauses() throws -> (recording: LongRecording, times: [Double]) {
        try settle()
        guard let timeline = Timeline(settledTimes) else {
            throw Timeline.tooLong(Int(Timeline.mostFrames))
        }
        guard timeline.hasPauses else { return (self, timeline.times) }
        let longer = try emptyCopy()
        for run in timeline.runs {
            for pause in windows(of: longer.frameCount..<run.start) {
                try longer.append([], times: timeline.times[pause])
            }
            let shift = run.start - run.frames.lowerBound
            for window in windows(of: run.frames) {
                let people = try people(in: window).filter(\.isFound).map { $0.moved(by: shift) }
                try longer.append(
                    people, times: timeline.times[window.lowerBound + shift..<window.upperBound + shift])
            }
        }
        return (longer, timeline.times)
    }
}

extension RecordedPerson {
    /// Whether anything of the person is known in any frame.
    var isFound: Bool { (0..<frames.count).contains { isPresent(at: $0) } }
}
