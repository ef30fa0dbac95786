public import Foundation
internal import Lineament

/// A face.
public struct FaceObservation: VisionObservation, BoundingBoxProviding, Codable {
    public let uuid: UUID
    /// The detector's score; 1 for a face made by hand.
    public let confidence: Float
    /// In fractions of the upright image, from the lower left corner.
    public let boundingBox: NormalizedRect
    /// In radians; positive when the head is turned counter-clockwise in the image.
    public let roll: Measurement<UnitAngle>
    /// In radians; positive when the face is turned towards the image's right.
    public let yaw: Measurement<UnitAngle>
    /// In radians; positive when the face looks down.
    public let pitch: Measurement<UnitAngle>
    /// nil unless landmarks were asked for and could be found.
    public private(set) var landmarks: Landmarks2D?
    /// nil unless it was asked for.
    public private(set) var captureQuality: CaptureQuality?
    public private(set) var originatingRequestDescriptor: RequestDescriptor?

    /// A face that the caller knows of, for `inputFaceObservations`.
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

    public var description: String { "FaceObservation \(uuid), confidence \(confidence), \(boundingBox.cgRect)" }
}

extension FaceObservation {
    /// How well a face was taken, from 0 to 1; higher is better for the same person.
    ///
    /// The product of sharpness, exposure, how far the head is turned to the camera, size and the detector's score; each grows
    /// with what it measures. Apple's own formula is not public, so scores of the two do not compare.
    public struct CaptureQuality: Sendable, Hashable, Codable {
        public let score: Float
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

    /// The same face with the angles of its mesh.
    private func restated(with reading: FaceAttributes, from descriptor: RequestDescriptor) -> FaceObservation {
        FaceObservation(
            boundingBox: boundingBox, confidence: confidence, angles: reading.angles,
            estimatedYaw: reading.estimatedYaw,
            descriptor: descriptor)
    }

    /// What the engine is told of this face: what it found itself where that is the same box, else the box alone.
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
