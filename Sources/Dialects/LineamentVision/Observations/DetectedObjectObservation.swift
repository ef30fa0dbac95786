// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The position of an object in an image.
public struct DetectedObjectObservation: VisionObservation, BoundingBoxProviding, Codable {
    /// The identifier of the observation, which an object keeps while it is followed.
    public let uuid: UUID
    /// The likelihood that the object is in the image, 0 to 1; 1 for an object that the caller created.
    public let confidence: Float
    /// The bounding box, normalized to the upright image, from the lower left corner.
    public let boundingBox: NormalizedRect
    /// The request that produced the observation; `nil` for an object that the caller created.
    public let originatingRequestDescriptor: RequestDescriptor?

    /// Creates an object with a known box, to follow with a ``TrackObjectRequest``.
    public init(boundingBox: NormalizedRect) {
        self.init(uuid: UUID(), boundingBox: boundingBox, confidence: 1, descriptor: nil)
    }

    /// Creates the equivalent of a `VNDetectedObjectObservation`.
    public init(_ observation: VNDetectedObjectObservation) {
        self.init(
            uuid: observation.uuid, boundingBox: NormalizedRect(normalizedRect: observation.boundingBox),
            confidence: observation.confidence, descriptor: nil)
    }

    init(uuid: UUID, boundingBox: NormalizedRect, confidence: Float, descriptor: RequestDescriptor?) {
        self.uuid = uuid
        self.boundingBox = boundingBox
        self.confidence = confidence
        originatingRequestDescriptor = descriptor
    }

    /// A description with identifier, confidence and bounding box.
    public var description: String {
        "DetectedObjectObservation \(uuid), confidence \(confidence), \(boundingBox.cgRect)"
    }
}
