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
        let join = TrackJoin(records, within: frames(in: pause, .down), aspect: aspect)
        recording.people = join.people.map { group in
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
    let people: [[Int]]

    /// A track, and one that may go on with it.
    private struct Pair {
        let last: Int
        let next: Int
        /// How far they are apart in place and time, each relative to the farthest.
        let distance: Float
    }

    /// - Parameters:
    ///   - pause: The longest pause, in frames.
    ///   - aspect: The width of the image relative to its height.
    init(_ records: [TrackRecord], within pause: Int, aspect: Float) {
        // Of several people who were lost, each is found again in the nearest place.
        let pairs = Self.pairs(records, pause, aspect).sorted {
            ($0.distance, $0.last, $0.next) < ($1.distance, $1.last, $1.next)
        }
        var next: [Int: Int] = [:]
        var continued: Set<Int> = []
        for pair in pairs where next[pair.last] == nil && !continued.contains(pair.next) {
            next[pair.last] = pair.next
            continued.insert(pair.next)
        }
        let starts = records.indices.filter { !continued.contains($0) }.sorted {
            (records[$0].track.frames.lowerBound, $0) < (records[$1].track.frames.lowerBound, $1)
        }
        people = starts.map { Array(sequence(first: $0) { next[$0] }) }
    }

    private static func pairs(_ records: [TrackRecord], _ pause: Int, _ aspect: Float) -> [Pair] {
        let order = records.indices.sorted {
            records[$0].track.frames.lowerBound < records[$1].track.frames.lowerBound
        }
        var pairs: [Pair] = []
        // Those who may return; a recording may have many more who are gone.
        var recent: [Int] = []
        for next in order {
            func gap(after last: Int) -> Int {
                records[next].track.frames.lowerBound - records[last].track.frames.upperBound
            }
            recent.removeAll { gap(after: $0) > pause }
            for last in recent where gap(after: last) >= 0 {
                guard let way = records[last].last.way(to: records[next].first, aspect: aspect) else { continue }
                let wait = Float(gap(after: last)) / Float(max(1, pause))
                pairs.append(Pair(last: last, next: next, distance: way + wait))
            }
            recent.append(next)
        }
        return pairs
    }
}

/// Where a person is in one frame.
struct PersonPlace {
    /// The middle and the sides of the box around the points of each part that is there, in fractions of the image.
    private let parts: [RecordedPart: (middle: SIMD2<Float>, sides: SIMD2<Float>)]

    /// How far the middle of a person may move while out of sight, in sizes of the person: larger sides of the box.
    private static let reach: Float = 0.5

    init(_ person: RecordedPerson, at frame: Int) {
        var places: [RecordedPart: (middle: SIMD2<Float>, sides: SIMD2<Float>)] = [:]
        for (part, points) in person.parts { places[part] = points.place(at: frame) }
        parts = places
    }

    /// Returns the way to another place where a track begins, relative to the farthest way; `nil` if that is not the same
    /// person, by place and size.
    /// - Parameter aspect: The width of the image relative to its height.
    func way(to other: PersonPlace, aspect: Float) -> Float? {
        let shape = SIMD2(aspect, 1)
        for part in [RecordedPart.body, .face, .leftHand, .rightHand] {
            guard let last = parts[part], let next = other.parts[part] else { continue }
            let sizes = ((last.sides * shape).max(), (next.sides * shape).max())
            guard max(sizes.0, sizes.1) < 1.5 * min(sizes.0, sizes.1) else { return nil }
            let way = (last.middle - next.middle) * shape
            let share = (way * way).sum().squareRoot() / (Self.reach * (sizes.0 + sizes.1) / 2)
            return share < 1 ? share : nil
        }
        return nil
    }
}

extension PointSeries {
    /// Returns the middle and the sides of the box around a frame's points; `nil` without points.
    fileprivate func place(at frame: Int) -> (middle: SIMD2<Float>, sides: SIMD2<Float>)? {
        let points = (0..<pointCount).compactMap { imagePosition(of: $0, at: frame).map { SIMD2($0.x, $0.y) } }
        guard let first = points.first else { return nil }
        let low = points.reduce(first) { pointwiseMin($0, $1) }
        let high = points.reduce(first) { pointwiseMax($0, $1) }
        return ((low + high) / 2, high - low)
    }
}
