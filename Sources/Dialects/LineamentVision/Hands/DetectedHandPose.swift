// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A hand in an image, as observations are made from.
struct DetectedHandPose: Sendable {
    /// The 21 landmarks in fractions of the upright image, from its upper left corner.
    let points: [SIMD2<Float>]
    /// The confidence that there is a hand, 0 to 1.
    let confidence: Float
    /// Whether it is a left hand.
    let isLeft: Bool

    /// Creates a hand from the result for an image, or for a part of it.
    init(_ hand: HandLandmarkerResult.Hand, in part: ImagePart) {
        let scale = part.isWhole ? .one : part.size / part.imageSize
        let offset = part.isWhole ? .zero : part.origin / part.imageSize
        points = hand.landmarks.map { SIMD2($0.x, $0.y) * scale + offset }
        confidence = hand.score ?? 0
        isLeft = hand.leftScore > 0.5
    }
}

extension RequestImage {
    /// Returns the hands in a region of the image, in coordinates of the whole image, the most confident first.
    /// - Throws: ``VisionError``
    func hands(in region: NormalizedRect, limit: Int) throws -> [DetectedHandPose] {
        let whole = try image()
        return try VisionEngine.restating {
            let part = try ImagePart(region, of: whole)
            let hands = try VisionEngine.hands().detect(image: MPImage(upright: part.image)).hands
            return Array(
                hands.map { DetectedHandPose($0, in: part) }.sorted { $0.confidence > $1.confidence }.prefix(limit))
        }
    }
}
