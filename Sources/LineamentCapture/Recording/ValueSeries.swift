// SPDX-License-Identifier: Apache-2.0

/// Numbers that belong together, frame by frame: the scores of a face's blendshapes, or the place of a head.
public struct ValueSeries: Sendable, Equatable {
    /// The number of values in a frame.
    public let width: Int
    /// The values, frame after frame; NaN where they are missing.
    public internal(set) var values: [Float] = []
    /// How the values of each frame are known.
    public internal(set) var knowledge: [Knowledge] = []

    /// The number of frames.
    public var frameCount: Int { knowledge.count }

    init(width: Int) { self.width = width }

    /// Returns the values of a frame; `nil` where they are missing.
    public func values(at frame: Int) -> ArraySlice<Float>? {
        knowledge[frame] == .missing ? nil : values[frame * width..<(frame + 1) * width]
    }

    mutating func appendMissing(_ count: Int = 1) {
        values += [Float](repeating: .nan, count: count * width)
        knowledge += [Knowledge](repeating: .missing, count: count)
    }

    mutating func append(_ frame: [Float]) {
        guard frame.count == width, frame.allSatisfy(\.isFinite) else { return appendMissing() }
        values += frame
        knowledge.append(.seen)
    }

    func frames(_ range: Range<Int>) -> ValueSeries {
        var part = self
        part.values = Array(values[range.lowerBound * width..<range.upperBound * width])
        part.knowledge = Array(knowledge[range])
        return part
    }

    mutating func append(contentsOf other: ValueSeries) {
        values += other.values
        knowledge += other.knowledge
    }
}
