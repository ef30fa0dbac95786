// SPDX-License-Identifier: Apache-2.0
/// Tracks, and the people that they belong to.
struct JoinedTracks {
    /// The ID of the person that a track belongs to, by the track's; tracks without one are left out.
    let names: [Int: Int]
    /// The people, in the order of their first frames.
    private let people: [RecordedTrack]
    /// The people as a binary search tree: for the person in the middle of a range, the end of the last one of that range.
    private let ends: [Int]

    /// - Parameters:
    ///   - people: The people, in the order of their first frames.
    ///   - names: The ID of the person that a track belongs to, by the track's.
    init(_ people: [RecordedTrack], names: [Int: Int]) {
        self.people = people
        self.names = names
        var ends = people.map(\.frames.upperBound)
        Self.collect(&ends, people.indices)
        self.ends = ends
    }

    /// - Parameter tracks: The tracks, each a person, in the order of their first frames.
    init(_ tracks: [RecordedTrack]) {
        self.init(tracks, names: Dictionary(tracks.map { ($0.trackID, $0.trackID) }) { first, _ in first })
    }

    /// Sets the end of the last one of a range and of all parts of it.
    @discardableResult
    private static func collect(_ ends: inout [Int], _ range: Range<Int>) -> Int {
        guard !range.isEmpty else { return .min }
        let middle = middle(of: range)
        let last = max(
            ends[middle], collect(&ends, range.lowerBound..<middle), collect(&ends, middle + 1..<range.upperBound))
        ends[middle] = last
        return last
    }

    private static func middle(of range: Range<Int>) -> Int { (range.lowerBound + range.upperBound) / 2 }

    /// Returns the people of some frames, in the order of their first frames.
    func people(in frames: Range<Int>) -> [RecordedTrack] {
        var found: [RecordedTrack] = []
        find(in: frames, among: people.indices, &found)
        return found
    }

    private func find(in frames: Range<Int>, among range: Range<Int>, _ found: inout [RecordedTrack]) {
        guard !range.isEmpty else { return }
        let middle = Self.middle(of: range)
        guard ends[middle] > frames.lowerBound else { return }
        find(in: frames, among: range.lowerBound..<middle, &found)
        guard people[middle].frames.lowerBound < frames.upperBound else { return }
        if people[middle].frames.overlaps(frames) { found.append(people[middle]) }
        find(in: frames, among: middle + 1..<range.upperBound, &found)
    }
}
