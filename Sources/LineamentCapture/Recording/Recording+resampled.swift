// SPDX-License-Identifier: Apache-2.0
internal import Lineament

extension Recording {
    /// Returns the recording at evenly spaced times, as most formats have them. Values between two frames are on the
    /// straight line between them, and known as the less certain of the two; next to a gap, the nearer frame decides.
    /// - Parameter rate: The number of frames in a second; `nil` for that of the recording.
    /// - Throws: `LineamentError` with code `invalidArgument` for an impossible rate, `resourceExhausted` if there would be
    ///   too many frames.
    public func resampled(rate: Double? = nil) throws -> Recording {
        if let rate { try EvenTimes.check(rate, times) }
        return try evenlySpaced(rate)
    }

    /// Returns the recording at evenly spaced times, at the rate that it has unless another is given.
    /// - Throws: `LineamentError` with code `resourceExhausted` if there would be too many frames.
    func evenlySpaced(_ rate: Double? = nil) throws -> Recording { try withPauses().evened(rate) }

    private func evened(_ rate: Double?) -> Recording {
        guard rate != nil || !isEven, let even = EvenTimes(times, rate: rate ?? frameRate) else { return self }
        let places = even.places(0..<even.count)
        var recording = self
        recording.times = even.times(0..<even.count)
        recording.people = people.compactMap { $0.resampled(places, from: 0) }
        return recording
    }
}

extension LongRecording {
    /// Returns the recording at evenly spaced times, as ``Recording/resampled(rate:)`` does.
    /// - Throws: `LineamentError` with code `invalidArgument` for an impossible rate, `resourceExhausted` if there would be
    ///   too many frames or the disk is full.
    public func resampled(rate: Double? = nil) throws -> LongRecording {
        if let rate { try EvenTimes.check(rate, times) }
        return try evenlySpaced(rate)
    }

    /// Returns the recording at evenly spaced times; itself if it has them at the rate that is wanted.
    func evenlySpaced(_ rate: Double? = nil) throws -> LongRecording { try withPauses().recording.evened(rate) }

    private func evened(_ rate: Double?) throws -> LongRecording {
        guard rate != nil || !hasEvenFrames, let even = EvenTimes(settledTimes, rate: rate ?? frameRate) else {
            return self
        }
        let sampled = try emptyCopy()
        // As many frames of the recording as usual, so fewer new ones where these are further apart.
        let length = Double(windowLength) * min(1, even.rate / max(frameRate, .leastNormalMagnitude))
        var start = 0
        while start < even.count {
            var places = even.places(start..<min(even.count, start + max(1, Int(length))))
            let first = places[0].frame
            // Where frames are close together, a few new ones are among many.
            places = Array(places.prefix { $0.frame - first <= 2 * windowLength })
            let window = start..<start + places.count
            let last = places[places.count - 1].frame
            let people = try people(in: first..<min(frameCount, last + 2)).compactMap {
                $0.resampled(places, from: start)
            }
            try sampled.append(people, times: even.times(window))
            start = window.upperBound
        }
        return sampled
    }
}

/// Evenly spaced times in a recording.
private struct EvenTimes {
    /// The number of times.
    let count: Int
    let rate: Double
    /// The times of the recording.
    private let old: [Double]

    /// - Throws: `LineamentError` if the rate is impossible, or if there would be too many frames.
    static func check(_ rate: Double, _ times: [Double]) throws {
        guard rate.isFinite, rate > 0 else {
            throw LineamentError(.invalidArgument, "A recording cannot have \(rate) frames per second.")
        }
        guard abs((times.last ?? 0) - (times.first ?? 0)) * rate < Timeline.mostFrames else {
            throw LineamentError(
                .resourceExhausted,
                "At \(rate) frames per second the recording would have more than \(Int(Timeline.mostFrames)) frames. Look at its "
                    + "times, or choose a lower rate.")
        }
    }

    /// - Returns: `nil` if the times do not go forwards.
    init?(_ old: [Double], rate: Double) {
        guard let first = old.first, let last = old.last, last >= first else { return nil }
        self.old = old
        self.rate = rate
        count = Int(((last - first) * rate).rounded()) + 1
    }

    private func time(_ index: Int) -> Double { old[0] + Double(index) / rate }

    func times(_ range: Range<Int>) -> [Double] { range.map(time) }

    /// Returns where times lie: on the way from a frame of the recording to the next one.
    func places(_ range: Range<Int>) -> [ResampledPlace] {
        // The last frame that is not later than the first of these times.
        var frame = max(0, (old.firstIndex { $0 > time(range.lowerBound) } ?? old.count) - 1)
        return range.map { index in
            let time = time(index)
            while frame + 1 < old.count, old[frame + 1] <= time { frame += 1 }
            let next = min(frame + 1, old.count - 1)
            let span = old[next] - old[frame]
            return ResampledPlace(frame: frame, share: span > 0 ? Float(max(0, min(1, (time - old[frame]) / span))) : 0)
        }
    }
}

/// A place between a frame and the next one.
struct ResampledPlace {
    let frame: Int
    let share: Float
}

extension RecordedPerson {
    /// Returns the person at some places.
    /// - Parameter start: The number of the first of these in the new recording.
    fileprivate func resampled(_ places: [ResampledPlace], from start: Int) -> RecordedPerson? {
        guard let first = places.firstIndex(where: { frames.contains($0.frame) }),
            let last = places.lastIndex(where: { frames.contains($0.frame) })
        else { return nil }
        var person = RecordedPerson(trackID: trackID, frames: start + first..<start + last + 1)
        let own: [Place] = places[first...last].map { place in
            let frame = place.frame - frames.lowerBound
            return (first: frame, second: min(frame + 1, frames.count - 1), share: place.share)
        }
        for (part, points) in parts {
            var sampled = part.series(hasWorld: points.hasWorld)
            let states = points.knowledge
            sampled.knowledge = own.flatMap { place in
                (0..<points.pointCount).map { point in
                    Self.mixed(
                        states[place.first * points.pointCount + point],
                        states[place.second * points.pointCount + point], place.share)
                }
            }
            sampled.image = Self.mixed(points.image, 3 * points.pointCount, own)
            if points.hasWorld { sampled.world = Self.mixed(points.world, 3 * points.pointCount, own) }
            if points.hasVisibility { sampled.visibility = Self.mixed(points.visibility, points.pointCount, own) }
            person[part] = sampled
        }
        person.blendshapes = Self.mixed(blendshapes, own)
        person.head = Self.mixed(head, own)
        return person
    }

    private typealias Place = (first: Int, second: Int, share: Float)

    private static func mixed(_ series: ValueSeries?, _ places: [Place]) -> ValueSeries? {
        guard var sampled = series else { return nil }
        let states = sampled.knowledge
        sampled.alignQuaternionsOfHeads()
        sampled.values = mixed(sampled.values, sampled.width, places)
        sampled.knowledge = places.map { mixed(states[$0.first], states[$0.second], $0.share) }
        return sampled
    }

    private static func mixed(_ first: Knowledge, _ second: Knowledge, _ share: Float) -> Knowledge {
        if first == .missing || second == .missing { return share < 0.5 ? first : second }
        return share == 0 || first.rawValue > second.rawValue ? first : second
    }

    private static func mixed(_ values: [Float], _ width: Int, _ places: [Place]) -> [Float] {
        places.flatMap { place in
            (0..<width).map { column in
                let first = values[place.first * width + column]
                let second = values[place.second * width + column]
                if !first.isFinite || !second.isFinite { return place.share < 0.5 ? first : second }
                return first + (second - first) * place.share
            }
        }
    }
}

extension ValueSeries {
    /// The number of values of a head's rotation and position.
    static let headWidth = 7

    fileprivate mutating func alignQuaternionsOfHeads() {
        if width == Self.headWidth { alignQuaternions() }
    }
}
