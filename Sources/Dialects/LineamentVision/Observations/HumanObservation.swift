// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A detected person.
///
/// The bounding box is the smallest rectangle that contains the body's 33 landmarks and the top of the head, enlarged
/// by 5 percent of its longer side in each direction and cut off at the image's edges. For an upper body, the landmarks
/// are those of the head, the shoulders and the hips. Parts of the body that are hidden are estimated and contained.
/// Apple's detector learned its boxes from people who drew them, so that the two differ by some percent.
public struct HumanObservation: VisionObservation, BoundingBoxProviding, Codable {
    /// The unique identifier of the observation.
    public let uuid: UUID
    /// The mean visibility of head, shoulders and hips, 0 to 1.
    public let confidence: Float
    /// The bounding box, normalized to the upright image, from its lower left corner.
    public let boundingBox: NormalizedRect
    /// Whether the box contains only head and trunk.
    public let isUpperBodyOnly: Bool
    /// The request that produced the observation.
    public let originatingRequestDescriptor: RequestDescriptor?

    /// A description with identifier, confidence and bounding box.
    public var description: String { "HumanObservation \(uuid), confidence \(confidence), \(boundingBox.cgRect)" }

    init(_ body: DetectedBody, upperBodyOnly: Bool, from descriptor: RequestDescriptor) {
        uuid = UUID()
        confidence = max(0, min(1, body.upperBodyConfidence))
        boundingBox = body.boundingBox(upperBodyOnly: upperBodyOnly)
        isUpperBodyOnly = upperBodyOnly
        originatingRequestDescriptor = descriptor
    }
}
