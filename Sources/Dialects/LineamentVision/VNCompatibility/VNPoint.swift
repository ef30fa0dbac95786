// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A point in an image, normalized, from the lower left corner.
public class VNPoint: NSObject, @unchecked Sendable {
    // @unchecked Sendable: it and its subclasses have only immutable state.

    /// The position.
    public let location: CGPoint
    /// The horizontal position.
    public var x: Double { Double(location.x) }
    /// The vertical position.
    public var y: Double { Double(location.y) }

    /// The lower left corner.
    public class var zero: VNPoint { VNPoint(x: 0, y: 0) }

    /// Creates a point from its coordinates.
    public init(x: Double, y: Double) {
        location = CGPoint(x: x, y: y)
        super.init()
    }

    /// Creates a point from a `CGPoint`.
    public convenience init(location: CGPoint) { self.init(x: Double(location.x), y: Double(location.y)) }

    /// Returns the distance to another point.
    public func distance(_ point: VNPoint) -> Double { hypot(x - point.x, y - point.y) }

    /// Returns the point at the end of a vector that starts at `point`.
    public class func apply(_ vector: VNVector, to point: VNPoint) -> VNPoint {
        VNPoint(x: point.x + vector.x, y: point.y + vector.y)
    }

    /// Returns whether `object` is a point of the same class and place.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNPoint else { return false }
        return type(of: self) == type(of: other) && location == other.location
    }

    /// The hash value of the position.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(x)
        hasher.combine(y)
        return hasher.finalize()
    }

    /// The coordinates, as "[x; y]".
    public override var description: String { "[\(x); \(y)]" }
}

/// A point that was detected, with a confidence.
public class VNDetectedPoint: VNPoint, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    /// The likelihood that the point is visible, 0 to 1.
    public let confidence: VNConfidence

    init(x: Double, y: Double, confidence: VNConfidence) {
        self.confidence = confidence
        super.init(x: x, y: y)
    }

    /// Returns whether `object` is a point of the same class, place and confidence.
    public override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNDetectedPoint)?.confidence == confidence
    }

    /// The coordinates and the confidence.
    public override var description: String { "\(super.description) confidence \(confidence)" }
}

/// A point that was detected and recognized, such as a joint.
public final class VNRecognizedPoint: VNDetectedPoint, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    /// The name of the point.
    public let identifier: VNRecognizedPointKey

    init(x: Double, y: Double, confidence: VNConfidence, identifier: VNRecognizedPointKey) {
        self.identifier = identifier
        super.init(x: x, y: y, confidence: confidence)
    }

    /// Returns whether `object` is a point of the same name, place and confidence.
    public override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNRecognizedPoint)?.identifier == identifier
    }

    /// The name, the coordinates and the confidence.
    public override var description: String { "\(identifier.rawValue) \(super.description)" }
}
