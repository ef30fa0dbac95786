// SPDX-License-Identifier: Apache-2.0
internal import Foundation

extension LongRecording {
    /// Returns the recording cleaned, as ``Recording/cleaned(_:)`` does.
    ///
    /// Blocks are cleaned with so many frames around them that what a filter does not see changes no value by more than a
    /// millionth; see ``CleaningOptions``. A very low cutoff, or a very long gap that is bridged, makes that many.
    /// - Throws: `LineamentError` with code `resourceExhausted` if there would be too many frames, or if the disk is full.
    public func cleaned(_ options: CleaningOptions = CleaningOptions()) throws -> LongRecording {
        let (recording, times) = try withPauses()
        return try recording.cleanedFrames(options, times)
    }

    /// - Parameter times: The time of each frame of what is returned, in seconds.
    private func cleanedFrames(_ options: CleaningOptions, _ times: [Double]) throws -> LongRecording {
        let rate = frameRate
        let gap = frames(in: options.maximumGap, .down)
        let margin = cleaningMargin(options)
        let joined = joinedTracks(options)
        let cleaned = try emptyCopy()
        for block in store.blocks.map(\.frames) {
            let people = try people(in: wide(block, by: margin), joined: joined).compactMap { person in
                person.frames.overlaps(block)
                    ? person.cleaned(options, gap: gap, rate: rate).part(block) : nil
            }
            // A person who is not found in a long pause takes no space.
            try cleaned.append(people.filter(\.isFound), times: times[block])
        }
        return options.keepsBoneLengths ? try cleaned.keepingBoneLengths() : cleaned
    }

    /// Returns how many frames before and after it decide a value.
    func cleaningMargin(_ options: CleaningOptions) -> Int {
        min(frameCount, frames(in: options.maximumGap, .down) + options.reach(rate: frameRate))
    }

    /// Returns frames with others around them.
    func wide(_ frames: Range<Int>, by margin: Int) -> Range<Int> {
        max(0, frames.lowerBound - margin)..<min(frameCount, frames.upperBound + margin)
    }

    /// Returns who remains, and which tracks they have.
    private func joinedTracks(_ options: CleaningOptions) -> JoinedTracks {
        let records = index.values.sorted {
            ($0.track.frames.lowerBound, $0.track.trackID) < ($1.track.frames.lowerBound, $1.track.trackID)
        }
        let pause = frames(in: options.joinWithin, .down)
        let groups =
            options.joinWithin > 0
            ? TrackJoin(records, within: pause, aspect: aspect).people : records.indices.map { [$0] }
        let minimum = frames(in: options.minimumDuration, .up)
        var names: [Int: Int] = [:]
        var people: [RecordedTrack] = []
        for group in groups where group.reduce(0, { $0 + records[$1].presentCount }) >= minimum {
            var track = records[group[0]].track
            for index in group {
                names[records[index].track.trackID] = track.trackID
                track.extend(with: records[index].track)
            }
            people.append(track)
        }
        return JoinedTracks(people, names: names)
    }

    /// The number of frames from which the length of bones is taken, at most.
    private static let measuredFrames = 8192

    /// Returns the recording with bones of constant length, their medians in frames that are spread over the recording.
    private func keepingBoneLengths() throws -> LongRecording {
        var samples: [Int: EvenSample<[Double]>] = [:]
        for block in store.blocks.map(\.frames) {
            for person in try people(in: block) {
                guard let body = person.body else { continue }
                var sample = samples[person.trackID] ?? EvenSample(limit: Self.measuredFrames)
                for frame in 0..<body.frameCount where body.isPresent(at: frame) {
                    sample.append(body.boneLengths(at: frame))
                }
                samples[person.trackID] = sample
            }
        }
        let lengths = samples.mapValues { PointSeries.medians($0.elements) }
        let changed = try emptyCopy()
        for block in store.blocks.map(\.frames) {
            let people = try people(in: block).map { person in
                var person = person
                if let lengths = lengths[person.trackID] { person.body?.keepBoneLengths(lengths) }
                return person
            }
            try changed.append(people, times: settledTimes[block])
        }
        return changed
    }
}

extension CleaningOptions {
    /// Returns how many frames before and after it decide a value, but for gaps.
    func reach(rate: Double) -> Int {
        let filters = [body, hands, face].map { $0.reach(rate: rate) }.max() ?? 0
        return filters + (outliers.map { $0.frames / 2 + 1 } ?? 0)
    }
}

extension SmoothingFilter {
    /// The share of a value that what is farther away than the reach makes up, as a natural logarithm: less than a
    /// millionth, also after the way there and back.
    private static let settled = 27.0
    /// The frames by which a signal is extended at its ends.
    private static let padding = 9

    /// Returns how many frames before and after it decide a value.
    func reach(rate: Double) -> Int {
        func frames(_ seconds: Double) -> Int { Int(min(1e9, (seconds * rate).rounded(.up))) + Self.padding }
        switch self {
        case .none: return 0
        // The filter forgets with exp(−√2 π · cutoff · time).
        case .butterworth(let cutoff): return frames(Self.settled / (2.0.squareRoot() * .pi * cutoff))
        // Its speed is filtered with 1 Hz, and forgets with exp(−2π · time).
        case .oneEuro(let cutoff, _): return frames(Self.settled / (2 * .pi * min(1, cutoff)))
        case .median(let count): return count / 2 + 1
        }
    }
}
