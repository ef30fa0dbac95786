// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The named points of an observation, and the groups that they form.
struct RecognizedPoints<Point: Sendable>: Sendable {
    private let points: [VNRecognizedPointKey: Point]
    private let groups: [VNRecognizedPointGroupKey: Set<VNRecognizedPointKey>]

    /// Creates points with their groups, to which ``VNRecognizedPointGroupKey/all`` is added.
    init(
        _ points: [(VNRecognizedPointKey, Point)], groups: [VNRecognizedPointGroupKey: Set<VNRecognizedPointKey>]
    ) {
        self.points = Dictionary(points) { first, _ in first }
        self.groups = groups.merging([.all: Set(points.map(\.0))]) { first, _ in first }
    }

    /// The names of the points.
    var keys: [VNRecognizedPointKey] { Array(points.keys) }
    /// The names of the groups.
    var groupKeys: [VNRecognizedPointGroupKey] { Array(groups.keys) }

    /// Returns a point.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if there is no such point.
    func point(_ key: VNRecognizedPointKey) throws -> Point {
        guard let point = points[key] else {
            throw NSError(
                vision: VisionError.invalidArgument(
                    "The observation has no point \(key.rawValue); availableKeys lists those it has."))
        }
        return point
    }

    /// Returns the points of a group.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if there is no such group.
    func points(in group: VNRecognizedPointGroupKey) throws -> [VNRecognizedPointKey: Point] {
        guard let keys = groups[group] else {
            throw NSError(
                vision: VisionError.invalidArgument(
                    "The observation has no group \(group.rawValue); availableGroupKeys lists those it has."))
        }
        return points.filter { keys.contains($0.key) }
    }
}
