public import Foundation

/// A confidence, 0 to 1.
public typealias VNConfidence = Float

/// The result of a request.
public class VNObservation: Hashable, CustomStringConvertible, @unchecked Sendable {
    // @unchecked Sendable: it and its subclasses have only immutable state.

    /// The unique identifier of the observation.
    public let uuid: UUID
    /// The confidence, 0 to 1.
    public let confidence: VNConfidence

    init(uuid: UUID, confidence: VNConfidence) {
        self.uuid = uuid
        self.confidence = confidence
    }

    /// Returns whether both are the same observation.
    public static func == (left: VNObservation, right: VNObservation) -> Bool { left.uuid == right.uuid }
    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(uuid) }
    /// A description with class, identifier and confidence.
    public var description: String { "\(type(of: self)) \(uuid), confidence \(confidence)" }
}

/// A detected face; see ``FaceObservation``.
public final class VNFaceObservation: VNObservation, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    let face: FaceObservation
    /// The revision of the request that detected the face.
    public let requestRevision: Int
    /// The roll in radians, positive counterclockwise; 0 if the face has no landmarks.
    public let roll: NSNumber?
    /// The yaw in radians, positive toward the image's right.
    public let yaw: NSNumber?
    /// The pitch in radians, positive downward; 0 if the face has no landmarks.
    public let pitch: NSNumber?

    /// The bounding box, normalized to the upright image, from its lower left corner.
    public var boundingBox: CGRect { face.boundingBox.cgRect }
    /// The landmarks; nil unless they were requested and could be located.
    public var landmarks: VNFaceLandmarks2D? { face.landmarks.map { VNFaceLandmarks2D($0, confidence: confidence) } }
    /// The capture quality, 0 to 1; nil unless it was requested.
    public var faceCaptureQuality: Float? { face.captureQuality?.score }

    init(_ face: FaceObservation) {
        self.face = face
        requestRevision = 3
        roll = NSNumber(value: face.roll.converted(to: .radians).value)
        yaw = NSNumber(value: face.yaw.converted(to: .radians).value)
        pitch = NSNumber(value: face.pitch.converted(to: .radians).value)
        super.init(uuid: face.uuid, confidence: face.confidence)
    }

    /// Creates a face with a known box, to pass as `inputFaceObservations`. Requests use only the box.
    public init(requestRevision: Int, boundingBox: CGRect, roll: NSNumber?, yaw: NSNumber?, pitch: NSNumber? = nil) {
        self.requestRevision = requestRevision
        face = FaceObservation(boundingBox: NormalizedRect(normalizedRect: boundingBox))
        self.roll = roll
        self.yaw = yaw
        self.pitch = pitch
        super.init(uuid: face.uuid, confidence: face.confidence)
    }
}

extension FaceObservation {
    /// Creates the equivalent of a `VNFaceObservation`; one that the caller created contributes only its box.
    public init(_ observation: VNFaceObservation) { self = observation.face }
}
