// SPDX-License-Identifier: Apache-2.0
extension Recording {
    /// Returns the recording with tracks joined that are one person, short tracks dropped, outliers taken out, short
    /// gaps bridged, and noise smoothed, in this order. ``Knowledge`` says of each value afterwards how it is known.
    ///
    /// A pause between two frames becomes frames without people, so that it is a gap as any other; above 108,000 frames, it
    /// stays. The filters expect evenly spaced frames; ``resampled(rate:)`` makes them so.
    public func cleaned(_ options: CleaningOptions = CleaningOptions()) -> Recording {
        ((try? withPauses()) ?? self).cleanedFrames(options)
    }

    private func cleanedFrames(_ options: CleaningOptions) -> Recording {
        let rate = frameRate
        let gap = frames(in: options.maximumGap, .down)
        let minimum = frames(in: options.minimumDuration, .up)
        var recording = joiningTracks(within: options.joinWithin).droppingTracks(shorterThan: minimum)
        recording.people = recording.people.map { person in
            var person = person.cleaned(options, gap: gap, rate: rate)
            if options.keepsBoneLengths { person.body?.keepBoneLengths() }
            return person
        }
        return recording
    }

    /// Returns the recording without people who are seen in fewer frames.
    public func droppingTracks(shorterThan frames: Int) -> Recording {
        var recording = self
        recording.people = people.filter { person in
            person.frames.indices.count { person.isPresent(at: $0 - person.frames.lowerBound) } >= frames
        }
        return recording
    }
}

extension RecordedPerson {
    /// Returns the person without outliers, with short gaps bridged, and smoothed.
    /// - Parameters:
    ///   - gap: The longest gap that is bridged, in frames.
    ///   - rate: The number of frames in a second.
    func cleaned(_ options: CleaningOptions, gap: Int, rate: Double) -> RecordedPerson {
        var person = self
        for (part, points) in parts {
            var points = points
            person[part] = nil
            if let test = options.outliers { points.removeOutliers(test) }
            points.bridgeGaps(upTo: gap)
            points.smooth(options.filter(of: part), rate: rate)
            person[part] = points
        }
        person.blendshapes?.clean(options.face, gap: gap, rate: rate)
        for index in person.blendshapes?.values.indices ?? 0..<0 {
            // A filter may overshoot a little.
            person.blendshapes?.values[index].clamp(to: 0...1)
        }
        person.head?.alignQuaternions()
        person.head?.clean(options.face, gap: gap, rate: rate)
        return person
    }
}

extension CleaningOptions {
    fileprivate func filter(of part: RecordedPart) -> SmoothingFilter {
        switch part {
        case .body: body
        case .face: face
        case .leftHand, .rightHand: hands
        }
    }
}

extension Float {
    fileprivate mutating func clamp(to range: ClosedRange<Float>) {
        // NaN stays.
        if self < range.lowerBound { self = range.lowerBound }
        if self > range.upperBound { self = range.upperBound }
    }
}
