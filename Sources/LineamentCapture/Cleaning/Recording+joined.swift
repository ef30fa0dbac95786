// SPDX-License-Identifier: Apache-2.0
extension Recording {
    /// Returns the recording with the tracks joined of which one begins soon after the other ends, and where that one
    /// was last seen: these are one person who was lost for a moment.
    ///
    /// A person moves at most half of their own size in that time. The track keeps its first ID.
    /// - Parameter pause: The longest pause, in seconds.
    public func joiningTracks(within pause: Double) -> Recording {
        guard pause > 0 else { return self }
        let records = people.map(TrackRecord.init)
        var recording = self
        recording.people = TrackJoin(records, within: frames(in: pause, .down)).people.map { group in
            var joined = people[group[0]]
            for index in group.dropFirst() { joined.append(people[index]) }
            return joined
        }
        return recording
    }
}

/// The tracks that are one person.
struct TrackJoin {
    /// The indices of each person's tracks, in the order of time; people in the order of their first frames.
    private(set) var people: [[Int]] = []

    /// - Parameter pause: The longest pause, in frames.
    init(_ records: [TrackRecord], within pause: Int) {
        let order = records.indices.sorted {
            records[$0].track.frames.lowerBound < records[$1].track.frames.lowerBound
        }
        var ends: [TrackRecord] = []
        // Those who may return; a recording may have many more who are gone.
        var recent: [Int] = []
        for index in order {
            let next = records[index]
            func gap(after person: Int) -> Int {
                next.track.frames.lowerBound - ends[person].track.frames.upperBound
            }
            recent.removeAll { gap(after: $0) > pause }
            let candidates = recent.filter { gap(after: $0) >= 0 && ends[$0].last.isContinued(by: next.first) }
            let latest = candidates.max { ends[$0].track.frames.upperBound < ends[$1].track.frames.upperBound }
            if let latest {
                people[latest].append(index)
                ends[latest] = next
            } else {
                recent.append(people.count)
                people.append([index])
                ends.append(next)
            }
        }
    }
}

/// Where a person is in one frame.
struct PersonPlace {
    /// The middle and the larger side of the box around the points of each part that is there.
    private let parts: [RecordedPart: (middle: SIMD2<Float>, size: Float)]

    /// How far the middle of a person may move while out of sight, in sizes of the person.
    private static let reach: Float = 0.5

    init(_ person: RecordedPerson, at frame: Int) {
        var places: [RecordedPart: (middle: SIMD2<Float>, size: Float)] = [:]
        for (part, points) in person.parts { places[part] = points.place(at: frame) }
        parts = places
    }

    /// Returns whether a track that begins at another place may be the same person, by place and size.
    func isContinued(by other: PersonPlace) -> Bool {
        for part in [RecordedPart.body, .face, .leftHand, .rightHand] {
            guard let last = parts[part], let next = other.parts[part] else { continue }
            let size = (last.size + next.size) / 2
            let isAlike = max(last.size, next.size) < 1.5 * min(last.size, next.size)
            let way = last.middle - next.middle
            return isAlike && (way * way).sum().squareRoot() < Self.reach * size
        }
        return false
    }
}

extension PointSeries {
    /// Returns the middle and the larger side of the box around a frame's points; `nil` without points.
    fileprivate func place(at frame: Int) -> (middle: SIMD2<Float>, size: Float)? {
        let points = (0..<pointCount).compactMap { imagePosition(of: $0, at: frame).map { SIMD2($0.x, $0.y) } }
        guard let first = points.first else { return nil }
        let low = points.reduce(first) { pointwiseMin($0, $1) }
        let high = points.reduce(first) { pointwiseMax($0, $1) }
        return ((low + high) / 2, (high - low).max())
    }
}
