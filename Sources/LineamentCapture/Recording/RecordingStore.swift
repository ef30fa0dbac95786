// SPDX-License-Identifier: Apache-2.0
internal import Lineament

/// The values of a recording in a temporary file, block by block. In memory, there is a line for each person of a block.
final class RecordingStore {
    /// Frames that follow each other.
    struct Block {
        let frames: Range<Int>
        let entries: [Entry]
    }

    /// A person in a block.
    struct Entry {
        let trackID: Int
        let frames: Range<Int>
        /// The parts with points, and whether these have positions in meters.
        let parts: [(part: RecordedPart, hasWorld: Bool)]
        /// The number of values of a frame; 0 for none.
        let blendshapeWidth: Int
        let headWidth: Int
        /// Where the values begin in the file.
        let offset: Int
    }

    private(set) var blocks: [Block] = []
    /// The number of people of all blocks together.
    private(set) var entryCount = 0
    /// The number of people of the block that has most.
    private(set) var mostEntries = 0
    private let file: ScratchFile
    private var end = 0

    /// - Parameter space: The disk space that the file is a part of; `nil` for any.
    /// - Throws: `LineamentError` with code `resourceExhausted` if there is no temporary file.
    init(in space: ScratchSpace?) throws { file = try ScratchFile(in: space) }

    /// Appends the people of the next frames.
    /// - Throws: `LineamentError` with code `resourceExhausted` if the disk is full.
    func append(_ people: [RecordedPerson], frames: Range<Int>) throws {
        blocks.append(Block(frames: frames, entries: try people.map(append)))
        entryCount += people.count
        mostEntries = max(mostEntries, people.count)
    }

    private func append(_ person: RecordedPerson) throws -> Entry {
        let entry = Entry(
            trackID: person.trackID, frames: person.frames, parts: person.parts.map { ($0.part, $0.points.hasWorld) },
            blendshapeWidth: person.blendshapes?.width ?? 0, headWidth: person.head?.width ?? 0, offset: end)
        for (_, points) in person.parts {
            for values in [points.image, points.world, points.visibility] { try append(values) }
            try append(points.knowledge.map(\.rawValue))
        }
        for series in [person.blendshapes, person.head].compactMap(\.self) {
            try append(series.values)
            try append(series.knowledge.map(\.rawValue))
        }
        return entry
    }

    private func append(_ values: [some BitwiseCopyable]) throws {
        try values.withUnsafeBytes {
            try file.write($0, at: end)
            end += $0.count
        }
    }

    /// Returns people in some frames, each from its first to its last frame there.
    /// - Parameter names: The tracks to read, and the IDs of the people that they belong to.
    /// - Returns: the parts of each person, in the order of time.
    func parts(in range: Range<Int>, names: [Int: Int]) throws -> [Int: [RecordedPerson]] {
        var parts: [Int: [RecordedPerson]] = [:]
        for block in blocks[blockIndices(in: range)] {
            for entry in block.entries where entry.frames.overlaps(range) {
                guard let name = names[entry.trackID] else { continue }
                if let part = try read(entry, trackID: name).part(range) { parts[name, default: []].append(part) }
            }
        }
        return parts
    }

    private func blockIndices(in range: Range<Int>) -> Range<Int> {
        // Blocks are in order, so those before the range and those after it are at the ends.
        var low = 0
        var high = blocks.count
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].frames.upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        let count = blocks[low...].prefix { $0.frames.lowerBound < range.upperBound }.count
        return low..<low + count
    }

    private func read(_ entry: Entry, trackID: Int) throws -> RecordedPerson {
        var person = RecordedPerson(trackID: trackID, frames: entry.frames)
        var place = entry.offset
        for (part, hasWorld) in entry.parts {
            var points = part.series(hasWorld: hasWorld)
            let count = entry.frames.count * points.pointCount
            points.image = try read(3 * count, at: &place)
            if points.hasWorld { points.world = try read(3 * count, at: &place) }
            if points.hasVisibility { points.visibility = try read(count, at: &place) }
            points.knowledge = try readKnowledge(count, at: &place)
            person[part] = points
        }
        person.blendshapes = try readValues(entry.blendshapeWidth, entry.frames.count, at: &place)
        person.head = try readValues(entry.headWidth, entry.frames.count, at: &place)
        return person
    }

    private func readValues(_ width: Int, _ count: Int, at place: inout Int) throws -> ValueSeries? {
        guard width > 0 else { return nil }
        var series = ValueSeries(width: width)
        series.values = try read(width * count, at: &place)
        series.knowledge = try readKnowledge(count, at: &place)
        return series
    }

    private func readKnowledge(_ count: Int, at place: inout Int) throws -> [Knowledge] {
        let states: [UInt8] = try read(count, at: &place)
        return states.map { Knowledge(rawValue: $0) ?? .missing }
    }

    private func read<Value: BitwiseCopyable>(_ count: Int, at place: inout Int) throws -> [Value] {
        let start = place
        place += count * MemoryLayout<Value>.stride
        return try [Value](unsafeUninitializedCapacity: count) { [file] buffer, initialized in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<(place - start)]), at: start)
            initialized = count
        }
    }
}
