public import Foundation

public typealias VNConfidence = Float

/// Something that was found. It and its subclasses do not change, so they may go from thread to thread.
public class VNObservation: Hashable, CustomStringConvertible, @unchecked Sendable {
    public let uuid: UUID
    /// 0 to 1.
    public let confidence: VNConfidence

    init(uuid: UUID, confidence: VNConfidence) {
        self.uuid = uuid
        self.confidence = confidence
    }

    public static func == (left: VNObservation, right: VNObservation) -> Bool { left.uuid == right.uuid }
    public func hash(into hasher: inout Hasher) { hasher.combine(uuid) }
    public var description: String { "\(type(of: self)) \(uuid), confidence \(confidence)" }
}

/// A face: ``FaceObservation``.
public final class VNFaceObservation: VNObservation, @unchecked Sendable {
    let face: FaceObservation
    /// The revision of the request that found the face.
    public let requestRevision: Int
    /// In radians, counter-clockwise; 0 if the face has no landmarks.
    public let roll: NSNumber?
    /// In radians, towards the image's right.
    public let yaw: NSNumber?
    /// In radians, downwards; 0 if the face has no landmarks.
    public let pitch: NSNumber?

    /// In fractions of the upright image, from its lower left corner.
    public var boundingBox: CGRect { face.boundingBox.cgRect }
    /// nil unless landmarks were asked for and could be found.
    public var landmarks: VNFaceLandmarks2D? { face.landmarks.map { VNFaceLandmarks2D($0, confidence: confidence) } }
    /// 0 to 1; nil unless it was asked for.
    public var faceCaptureQuality: Float? { face.captureQuality?.score }

    init(_ face: FaceObservation) {
        self.face = face
        requestRevision = 3
        roll = NSNumber(value: face.roll.converted(to: .radians).value)
        yaw = NSNumber(value: face.yaw.converted(to: .radians).value)
        pitch = NSNumber(value: face.pitch.converted(to: .radians).value)
        super.init(uuid: face.uuid, confidence: face.confidence)
    }

    /// A face that the caller knows of, for `inputFaceObservations`. Requests look at its box only.
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
    /// The same face with the newer name; of one made by hand the box.
    public init(_ observation: VNFaceObservation) { self = observation.face }
}
