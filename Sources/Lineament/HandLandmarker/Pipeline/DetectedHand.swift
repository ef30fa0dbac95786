// SPDX-License-Identifier: Apache-2.0

/// One hand detected in one image, before the public result.
///
/// ``HandLandmarkModel`` creates it; smoothing and duplicate removal work on it, and `HandLandmarkerResult.Hand` is made
/// from it last.
struct DetectedHand: Sendable {
    /// The landmarks in fractions of the image, with depth on the scale of x.
    var landmarks: LandmarkSet
    /// The landmarks in meters from the center of the hand, with the axes of the image.
    var world: LandmarkSet
    /// The probability that the region shows a hand, 0 to 1.
    var presence: Float
    /// The probability that the hand is a right one, 0 to 1.
    var rightScore: Float
    /// The region in which the hand is expected in the next frame.
    var nextRegion: RotatedRect
    /// A number for the person whose hand this is; `nil` if unknown.
    var person: Int?
}

extension DetectedHand {
    /// The overlap of bounding boxes (intersection over union) above which two hands may be the same.
    private static let minOverlap: Float = 0.2
    /// The number of landmarks that must coincide in the same hand.
    private static let minMatches = 10
    /// The distance below which two landmarks coincide, relative to the size of the larger palm.
    private static let maxDistance: Float = 0.2

    /// Returns whether another detection shows the same hand, as MediaPipe's
    /// `hand_landmarks_deduplication_calculator.cc` decides.
    func isSameHand(as other: DetectedHand, in size: ImageSize) -> Bool {
        guard landmarks.bounds.intersectionOverUnion(other.landmarks.bounds) > Self.minOverlap else { return false }
        let limit = max(palmSize(in: size), other.palmSize(in: size)) * Self.maxDistance
        let matches = zip(landmarks, other.landmarks).count { Self.distance($0, $1, in: size) < limit }
        return matches >= Self.minMatches
    }

    /// The longest side of the triangle of the wrist and the outer knuckles, in pixels.
    private func palmSize(in size: ImageSize) -> Float {
        let corners = [HandLandmark.wrist, .indexFingerMCP, .pinkyMCP].map { landmarks[$0.rawValue] }
        return max(
            Self.distance(corners[0], corners[1], in: size), Self.distance(corners[1], corners[2], in: size),
            Self.distance(corners[2], corners[0], in: size))
    }

    private static func distance(_ one: SIMD3<Float>, _ other: SIMD3<Float>, in size: ImageSize) -> Float {
        ((one - other).xy * SIMD2(size.width, size.height)).length
    }
}

extension [DetectedHand] {
    /// Returns each hand once: those that are not duplicates of an earlier one.
    func withoutDuplicates(in size: ImageSize) -> [DetectedHand] {
        reduce(into: []) { kept, hand in
            if !kept.contains(where: { $0.isSameHand(as: hand, in: size) }) { kept.append(hand) }
        }
    }
}
