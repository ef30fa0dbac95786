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
    /// The landmarks; nil unless they were requested and could be located.
    public private(set) var landmarks: Landmarks2D?
    /// The capture quality; nil unless it was requested.
    public private(set) var captureQuality: CaptureQuality?
    /// The request that produced the observation; nil for a face that the caller created.
    public private(set) var originatingRequestDescriptor: RequestDescriptor?

    /// Creates a face with a known box, to pass as `inputFaceObservations`.
    public init(boundingBox: NormalizedRect, revision: DetectFaceRectanglesRequest.Revision? = nil) {
        self.init(boundingBox: boundingBox, confidence: 1, angles: nil, descriptor: nil)
    }

    private init(
        boundingBox: NormalizedRect, confidence: Float, angles: HeadAngles?, estimatedYaw: Float = 0,
        descriptor: RequestDescriptor?
    ) {
        uuid = UUID()
        self.confidence = confidence
        self.boundingBox = boundingBox
        func angle(_ radians: Float) -> Measurement<UnitAngle> { Measurement(value: Double(radians), unit: .radians) }
        roll = angle(angles?.counterclockwise ?? 0)
        yaw = angle(max(-.pi / 2, min(.pi / 2, angles?.right ?? estimatedYaw)))
        pitch = angle(-(angles?.up ?? 0))
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

    init(_ reading: FaceAttributes, in image: UprightImage, from descriptor: RequestDescriptor) {
        self.init(
            boundingBox: NormalizedRect(reading, in: image), confidence: max(0, min(1, reading.score)),
            angles: reading.angles, estimatedYaw: reading.estimatedYaw, descriptor: descriptor)
    }

    func withLandmarks(
        of reading: FaceAttributes, in image: UprightImage, from descriptor: RequestDescriptor? = nil
    ) -> FaceObservation {
        var observation = self
        if let descriptor { observation = observation.restated(with: reading, from: descriptor) }
        observation.landmarks = reading.mesh.map {
            Landmarks2D(mesh: $0, of: image, box: boundingBox, descriptor: descriptor ?? originatingRequestDescriptor)
        }
        return observation
    }

    func withQuality(
        of reading: FaceAttributes, in image: UprightImage, from descriptor: RequestDescriptor
    ) -> FaceObservation {
        var observation = restated(with: reading, from: descriptor)
        observation.landmarks = landmarks
        observation.captureQuality = CaptureQuality(
            score: FaceQuality.score(of: reading, in: image), originatingRequestDescriptor: descriptor)
        return observation
    }

    /// Returns the same face with the angles of its mesh.
    private func restated(with reading: FaceAttributes, from descriptor: RequestDescriptor) -> FaceObservation {
        FaceObservation(
            boundingBox: boundingBox, confidence: confidence, angles: reading.angles,
            estimatedYaw: reading.estimatedYaw,
            descriptor: descriptor)
    }

    /// Returns this face as input for the engine: the detection in `known` that has the same box, otherwise the box
    /// alone.
    func attributes(among known: [FaceAttributes], in image: UprightImage) -> FaceAttributes {
        if let found = known.first(where: { NormalizedRect($0, in: image) == boundingBox }) { return found }
        let box = boundingBox.toImageCoordinates(
            CGSize(width: image.width, height: image.height), origin: .upperLeft)
        return FaceAttributes(
            boxOrigin: SIMD2(Float(box.minX), Float(box.minY)), boxSize: SIMD2(Float(box.width), Float(box.height)),
            score: confidence)
    }
}

extension NormalizedRect {
    init(_ reading: FaceAttributes, in image: UprightImage) {
        let size = CGSize(width: image.width, height: image.height)
        let box = CGRect(
            x: CGFloat(reading.boxOrigin.x), y: CGFloat(reading.boxOrigin.y), width: CGFloat(reading.boxSize.x),
            height: CGFloat(reading.boxSize.y))
        self = NormalizedRect(imageRect: box, in: size).verticallyFlipped()
    }
}
