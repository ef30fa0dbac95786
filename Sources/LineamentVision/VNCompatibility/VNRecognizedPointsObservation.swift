internal import Foundation

/// The name of a recognized point.
public struct VNRecognizedPointKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The name of a group of recognized points.
public struct VNRecognizedPointGroupKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// All points.
    public static let all = VNRecognizedPointGroupKey(rawValue: "VNIPOAll")
}

/// An observation of recognized points.
public class VNRecognizedPointsObservation: VNObservation, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    private let points: [VNRecognizedPointKey: VNRecognizedPoint]
    private let groups: [VNRecognizedPointGroupKey: Set<VNRecognizedPointKey>]

    init(
        uuid: UUID, confidence: VNConfidence, points: [VNRecognizedPoint],
        groups: [VNRecognizedPointGroupKey: Set<VNRecognizedPointKey>]
    ) {
        self.points = Dictionary(points.map { ($0.identifier, $0) }) { first, _ in first }
        self.groups = groups.merging([.all: Set(points.map(\.identifier))]) { first, _ in first }
        super.init(uuid: uuid, confidence: confidence)
    }

    /// The names of the points.
    public var availableKeys: [VNRecognizedPointKey] { Array(points.keys) }
    /// The names of the groups of points.
    public var availableGroupKeys: [VNRecognizedPointGroupKey] { Array(groups.keys) }

    /// Returns a point.
    /// - Throws: ``VisionError/invalidArgument(_:)`` if the observation has no such point.
    public func recognizedPoint(forKey pointKey: VNRecognizedPointKey) throws -> VNRecognizedPoint {
        guard let point = points[pointKey] else {
            throw VisionError.invalidArgument("The observation has no point \(pointKey.rawValue).")
        }
        return point
    }

    /// Returns the points of a group.
    /// - Throws: ``VisionError/invalidArgument(_:)`` if the observation has no such group.
    public func recognizedPoints(
        forGroupKey groupKey: VNRecognizedPointGroupKey
    ) throws -> [VNRecognizedPointKey: VNRecognizedPoint] {
        guard let keys = groups[groupKey] else {
            throw VisionError.invalidArgument("The observation has no group \(groupKey.rawValue).")
        }
        return points.filter { keys.contains($0.key) }
    }
}
