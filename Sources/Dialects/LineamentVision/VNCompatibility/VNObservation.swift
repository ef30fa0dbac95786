// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreMedia)
    public import CoreMedia
#endif

/// A confidence, 0 to 1.
public typealias VNConfidence = Float

/// The result of a request.
public class VNObservation: NSObject, @unchecked Sendable {
    // @unchecked Sendable: it and its subclasses have only immutable state.

    /// The identifier of the observation.
    public let uuid: UUID
    /// The confidence, 0 to 1.
    public let confidence: VNConfidence
    /// Always zero, because requests process single images.
    public var timeRange: CMTimeRange { .zero }

    init(uuid: UUID, confidence: VNConfidence) {
        self.uuid = uuid
        self.confidence = confidence
        super.init()
    }

    /// Returns whether `object` is an observation of the same class with the same identifier and confidence.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNObservation else { return false }
        return type(of: self) == type(of: other) && uuid == other.uuid && confidence == other.confidence
    }

    /// The hash value of the identifier.
    public override var hash: Int { uuid.hashValue }
    /// A description with class, identifier and confidence.
    public override var description: String { "\(type(of: self)) \(uuid), confidence \(confidence)" }
}

/// The position of an object in an image.
public class VNDetectedObjectObservation: VNObservation, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    /// The bounding box, normalized to the upright image, from its lower left corner.
    public let boundingBox: CGRect

    init(uuid: UUID, confidence: VNConfidence, boundingBox: CGRect) {
        self.boundingBox = boundingBox
        super.init(uuid: uuid, confidence: confidence)
    }

    /// Creates an object with a known box and confidence 1, to follow with a ``VNTrackObjectRequest``.
    public convenience init(boundingBox: CGRect) {
        self.init(uuid: UUID(), confidence: 1, boundingBox: boundingBox)
    }

    /// Creates an object with a known box. The revision has no effect.
    public convenience init(requestRevision: Int, boundingBox: CGRect) { self.init(boundingBox: boundingBox) }

    /// Returns whether `object` is an observation of the same class with the same identifier, confidence and box.
    public override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNDetectedObjectObservation)?.boundingBox == boundingBox
    }
}
