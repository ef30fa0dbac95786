// SPDX-License-Identifier: Apache-2.0
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

    private let points: RecognizedPoints<VNRecognizedPoint>

    init(
        uuid: UUID, confidence: VNConfidence, points: [VNRecognizedPoint],
        groups: [VNRecognizedPointGroupKey: Set<VNRecognizedPointKey>]
    ) {
        self.points = RecognizedPoints(points.map { ($0.identifier, $0) }, groups: groups)
        super.init(uuid: uuid, confidence: confidence)
    }

    /// The names of the points.
    public var availableKeys: [VNRecognizedPointKey] { points.keys }
    /// The names of the groups of points.
    public var availableGroupKeys: [VNRecognizedPointGroupKey] { points.groupKeys }

    /// Returns a point.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if the observation has no such point.
    public func recognizedPoint(forKey pointKey: VNRecognizedPointKey) throws -> VNRecognizedPoint {
        try points.point(pointKey)
    }

    /// Returns the points of a group.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if the observation has no such group.
    public func recognizedPoints(
        forGroupKey groupKey: VNRecognizedPointGroupKey
    ) throws -> [VNRecognizedPointKey: VNRecognizedPoint] {
        try points.points(in: groupKey)
    }
}
