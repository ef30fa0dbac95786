// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament

/// A detected face.
public struct FaceObservation: VisionObservation, BoundingBoxProviding, Codable {
    /// The unique identifier of the observation.
    public let uuid: UUID
    /// The detector's score, 0 to 1; 1 for a face that the caller created.
    public let confidence: Float
    /// The bounding box, normalized to the upright image, from the lower left corner.
    public let boundingBox: NormalizedRect
    /// The roll in radians, positive when the head is rotated counterclockwise in the image.
    public let roll: Measurement<UnitAngle>
    /// The yaw in radians, positive when the face is rotated toward the image's right.
    public let yaw: Measurement<UnitAngle>
    /// The pitch in radians, positive when the face looks down.
    public let pitch: Measurement<UnitAngle>
    /// The landmarks; `nil` unless they were requested and could be located.
    public private(set) var landmarks: Landmarks2D?
    /// The capture quality; `nil` unless it was requested.
    public private(set) var captureQuality: CaptureQuality?
    /// The request that produced the observation; `nil` for a face that the caller created.
    public private(set) var originatingRequestDescriptor: RequestDescriptor?

    /// The box around the mesh, which is steadier from image to image than the detector's; `nil` without a mesh.
    private(set) var meshBox: NormalizedRect?

    /// Creates a face with a known box, to pass as `inputFaceObservations` or to follow with a
    /// ``TrackObjectRequest``. The revision has no effect.
    public init(boundingBox: NormalizedRect, revision: DetectFaceRectanglesRequest.Revision? = nil) {
        self.init(uuid: UUID(), boundingBox: boundingBox, confidence: 1, angles: Angles())
    }

    /// The angles of a head, in radians.
    struct Angles {
        var roll: Float = 0
        var yaw: Float = 0
        var pitch: Float = 0
    }

    init(
        uuid: UUID, boundingBox: NormalizedRect, confidence: Float, angles: Angles, descriptor: RequestDescriptor? = nil
    ) {
        self.uuid = uuid
        self.confidence = confidence
        self.boundingBox = boundingBox
        func angle(_ radians: Float) -> Measurement<UnitAngle> { Measurement(value: Double(radians), unit: .radians) }
        roll = angle(angles.roll)
        yaw = angle(max(-.pi / 2, min(.pi / 2, angles.yaw)))
        pitch = angle(angles.pitch)
        originatingRequestDescriptor = descriptor
    }

    /// A description with identifier, confidence and bounding box.
    public var description: String { "FaceObservation \(uuid), confidence \(confidence), \(boundingBox.cgRect)" }
}

extension FaceObservation {
    /// The quality of a face's capture; a higher score is better for the same person.
    ///
    /// The score is the product of terms for sharpness, exposure, how frontal the head is, size and the detector's
    /// score. Each term increases with what it measures. Apple's formula is not public, so its scores cannot be
    /// compared with these.
    public struct CaptureQuality: Sendable, Hashable, Codable {
        /// The score, 0 to 1.
        public let score: Float
        /// The request that rated the face.
        public let originatingRequestDescriptor: RequestDescriptor?
    }

    init(_ attributes: FaceAttributes, of request: RequestImage, from descriptor: RequestDescriptor) throws {
        let image = try request.image()
        let box = NormalizedRect(attributes, in: image)
        self.init(
            uuid: request.identifier(of: box), boundingBox: box,
            confidence: max(0, min(1, attributes.score)), angles: Angles(attributes), descriptor: descriptor)
        meshBox = attributes.meshBox(in: image)
    }

    /// Returns the same face with the landmarks of `attributes`.
    func withLandmarks(of attributes: FaceAttributes, in image: UprightImage) -> FaceObservation {
        var observation = self
        observation.landmarks = attributes.mesh.map {
            Landmarks2D(mesh: $0, of: image, box: boundingBox, descriptor: originatingRequestDescriptor)
        }
        return observation
    }

    /// Returns the same face with the capture quality of `attributes`.
    func withQuality(of attributes: FaceAttributes, in image: UprightImage) -> FaceObservation {
        var observation = self
        observation.captureQuality = originatingRequestDescriptor.map { descriptor in
            CaptureQuality(
                score: FaceQuality.score(of: attributes, in: image), originatingRequestDescriptor: descriptor)
        }
        return observation
    }

    /// Returns this face, which the caller supplied, as an observation of another request.
    ///
    /// Identifier, box, confidence, landmarks and quality are kept. The angles become those of the mesh, if there is
    /// one.
    func restated(
        with attributes: FaceAttributes, in image: UprightImage, from descriptor: RequestDescriptor
    ) -> FaceObservation {
        let known = Angles(
            roll: Float(roll.converted(to: .radians).value), yaw: Float(yaw.converted(to: .radians).value),
            pitch: Float(pitch.converted(to: .radians).value))
        var observation = FaceObservation(
            uuid: uuid, boundingBox: boundingBox, confidence: confidence,
            angles: attributes.angles == nil ? known : Angles(attributes), descriptor: descriptor)
        observation.landmarks = landmarks
        observation.captureQuality = captureQuality
        observation.meshBox = attributes.meshBox(in: image)
        return observation
    }
}

extension FaceAttributes {
    /// Returns the smallest box around the mesh, normalized to the image, from its lower left corner; `nil` without a
    /// mesh.
    func meshBox(in image: UprightImage) -> NormalizedRect? {
        guard let (low, high) = mesh?.corners, high.x > low.x, high.y > low.y else { return nil }
        let box = FaceAttributes(boxOrigin: low.xy, boxSize: high.xy - low.xy, score: score)
        return NormalizedRect(box, in: image)
    }
}

extension FaceObservation.Angles {
    /// The angles of a face's mesh; without one, the roll of its eyes and an estimated yaw.
    init(_ attributes: FaceAttributes) {
        if let angles = attributes.angles {
            self.init(roll: angles.rollInRadians, yaw: angles.yawInRadians, pitch: -angles.pitchInRadians)
        } else {
            self.init(roll: attributes.estimatedRoll, yaw: attributes.estimatedYaw)
        }
    }
}

extension NormalizedRect {
    init(_ attributes: FaceAttributes, in image: UprightImage) {
        let size = CGSize(width: image.width, height: image.height)
        let box = CGRect(
            x: CGFloat(attributes.boxOrigin.x), y: CGFloat(attributes.boxOrigin.y),
            width: CGFloat(attributes.boxSize.x), height: CGFloat(attributes.boxSize.y))
        self = NormalizedRect(imageRect: box, in: size).verticallyFlipped()
    }
}
