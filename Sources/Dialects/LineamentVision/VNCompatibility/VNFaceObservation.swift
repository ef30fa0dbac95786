// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A detected face; see ``FaceObservation``.
public final class VNFaceObservation: VNDetectedObjectObservation, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    let face: FaceObservation
    /// The revision of the request that detected the face; for a face that the caller created, the one given.
    public let requestRevision: Int
    /// The roll in radians, positive counterclockwise; `nil` if unknown.
    public let roll: NSNumber?
    /// The yaw in radians, positive toward the image's right; `nil` if unknown.
    public let yaw: NSNumber?
    /// The pitch in radians, positive downward; `nil` if unknown.
    public let pitch: NSNumber?

    /// The landmarks; `nil` unless they were requested and could be located.
    public var landmarks: VNFaceLandmarks2D? { face.landmarks.map { VNFaceLandmarks2D($0, confidence: confidence) } }
    /// The capture quality, 0 to 1; `nil` unless it was requested.
    public var faceCaptureQuality: Float? { face.captureQuality?.score }

    /// Creates the equivalent of a face, with the angles that the revision has.
    ///
    /// Without a mesh, the pitch is unknown, and a face that the caller supplied keeps its angles.
    /// - Parameter supplied: The faces that the caller supplied.
    init(
        _ face: FaceObservation, revision: Int = 3, hasRollAndYaw: Bool = true, hasPitch: Bool = true,
        among supplied: [VNFaceObservation]? = nil
    ) {
        func number(_ angle: Measurement<UnitAngle>, _ isKnown: Bool) -> NSNumber? {
            isKnown ? NSNumber(value: angle.converted(to: .radians).value) : nil
        }
        self.face = face
        requestRevision = revision
        let hasMesh = face.meshBox != nil
        if !hasMesh, let original = supplied?.first(where: { $0.uuid == face.uuid }) {
            roll = original.roll
            yaw = original.yaw
            pitch = original.pitch
        } else {
            roll = number(face.roll, hasRollAndYaw)
            yaw = number(face.yaw, hasRollAndYaw)
            pitch = number(face.pitch, hasPitch && hasMesh)
        }
        super.init(uuid: face.uuid, confidence: face.confidence, boundingBox: face.boundingBox.cgRect)
    }

    /// Creates a face with a known box, to pass as `inputFaceObservations` or to follow with a
    /// ``VNTrackObjectRequest``.
    public init(requestRevision: Int, boundingBox: CGRect, roll: NSNumber?, yaw: NSNumber?, pitch: NSNumber? = nil) {
        self.requestRevision = requestRevision
        self.roll = roll
        self.yaw = yaw
        self.pitch = pitch
        face = FaceObservation(
            uuid: UUID(), boundingBox: NormalizedRect(normalizedRect: boundingBox), confidence: 1,
            angles: FaceObservation.Angles(
                roll: roll?.floatValue ?? 0, yaw: yaw?.floatValue ?? 0, pitch: pitch?.floatValue ?? 0))
        super.init(uuid: face.uuid, confidence: 1, boundingBox: boundingBox)
    }

    /// Creates a face with a known box, to pass as `inputFaceObservations` or to follow with a
    /// ``VNTrackObjectRequest``.
    public convenience init(boundingBox: CGRect) {
        self.init(requestRevision: 3, boundingBox: boundingBox, roll: nil, yaw: nil)
    }

    /// Creates a face with a known box, to pass as `inputFaceObservations` or to follow with a
    /// ``VNTrackObjectRequest``.
    public convenience init(requestRevision: Int, boundingBox: CGRect) {
        self.init(requestRevision: requestRevision, boundingBox: boundingBox, roll: nil, yaw: nil)
    }

    /// Returns whether `object` is an equal face with equal landmarks and quality.
    public override func isEqual(_ object: Any?) -> Bool {
        super.isEqual(object) && (object as? VNFaceObservation)?.face == face
    }
}

extension FaceObservation {
    /// Creates the equivalent of a `VNFaceObservation`.
    public init(_ observation: VNFaceObservation) { self = observation.face }
}
