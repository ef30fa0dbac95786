// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A cover that stands still, or moves along the lines between its keys, or has a mask at each.
public struct PlannedArea: Sendable, Hashable {
    /// The part of its rectangle that is covered.
    public var shape: RedactedArea.Shape
    /// The first time at which it is covered, in milliseconds; `nil` for the beginning of the video, and in images.
    public var from: Int?
    /// The last time at which it is covered, in milliseconds; `nil` for the end of the video, and in images.
    public var to: Int?
    /// Where it is, in order of time. Before the first and after the last it stands still.
    public var keys: [PlannedKey]
    /// A name given by the person who edits the plan, such as who asked for it; `nil` for none. It is not rendered.
    public var name: String?

    /// Creates an area.
    public init(shape: RedactedArea.Shape, from: Int? = nil, to: Int? = nil, keys: [PlannedKey]) {
        self.shape = shape
        self.from = from
        self.to = to
        self.keys = keys
    }

    /// Creates an area that the caller wants covered, as ``RedactorOptions/covers`` has it.
    init(_ area: CoveredArea) {
        let times = area.times
        self.init(
            shape: .rectangle, from: times.map { PlannedKey.milliseconds(of: $0.lowerBound, .down) },
            to: times.map { PlannedKey.milliseconds(of: $0.upperBound, .up) }, keys: [PlannedKey(area.rect.forPlans)])
    }

    /// Returns the rectangle at a time; `nil` if nothing is covered then.
    /// - Parameter milliseconds: The time; `nil` for an image.
    public func rect(at milliseconds: Int?) -> CGRect? {
        places(in: milliseconds.map(PlannedMoment.init)).first?.rect
    }

    /// Returns the places that a cover has while a frame is shown: that at its beginning, and those of keys until its end. None
    /// if nothing is covered then.
    /// - Parameter moment: When the frame is shown; `nil` for an image.
    func places(in moment: PlannedMoment?) -> [PlannedKey] {
        guard let moment else { return Array(keys.prefix(1)) }
        guard moment.start <= to ?? .max, moment.end > from ?? .min else { return [] }
        let start = max(moment.start, from ?? .min)
        let later = keys.dropFirst(keys.partitioningIndex(where: { ($0.milliseconds ?? .min) > start })).prefix { key in
            key.milliseconds.map { $0 < moment.end && $0 <= to ?? .max } ?? false
        }
        return [place(at: start)].compactMap(\.self) + later
    }

    private func place(at milliseconds: Int) -> PlannedKey? {
        // Those of bodies have many keys.
        let next = keys.partitioningIndex(where: { ($0.milliseconds ?? .min) >= milliseconds })
        guard next < keys.count else { return keys.last }
        guard next > 0, keys[next].milliseconds != milliseconds else { return keys[next] }
        let last = keys[next - 1]
        return last.mask != nil ? last : PlannedKey(Self.between(last, keys[next], at: milliseconds))
    }

    /// Returns the rectangle on the line between two keys.
    static func between(_ first: PlannedKey, _ second: PlannedKey, at milliseconds: Int) -> CGRect {
        let start = first.milliseconds ?? milliseconds
        let end = second.milliseconds ?? milliseconds
        guard milliseconds < end, start < end else { return second.rect }
        guard milliseconds > start else { return first.rect }
        let share = Double(milliseconds - start) / Double(end - start)
        func mix(_ one: Double, _ two: Double) -> Double { one + (two - one) * share }
        return CGRect(
            x: mix(first.rect.minX, second.rect.minX), y: mix(first.rect.minY, second.rect.minY),
            width: mix(first.rect.width, second.rect.width), height: mix(first.rect.height, second.rect.height))
    }
}
