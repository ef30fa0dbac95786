// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A person in an image, as the observations of the body family are made from.
struct DetectedBody: Sendable {
    /// The 33 landmarks in fractions of the upright image, from its upper left corner, with depth on the scale of x.
    let points: [SIMD3<Float>]
    /// The probability that each landmark is visible, 0 to 1.
    let visibility: [Float]
    /// The landmarks in meters from the midpoint of the hips: x to the right of the image, y down, z away from the
    /// camera.
    let world: [SIMD3<Float>]
    /// The size of the upright image, in pixels.
    let imageSize: SIMD2<Float>

    /// Creates a person from the result for an image, or for a part of it.
    init(_ pose: PoseLandmarkerResult.Pose, in part: ImagePart) {
        let scale = part.isWhole ? .one : SIMD3(part.size.x, part.size.y, part.size.x) / part.imageScale
        let offset = part.isWhole ? .zero : SIMD3(part.origin.x, part.origin.y, 0) / part.imageScale
        points = pose.landmarks.map { SIMD3($0.x, $0.y, $0.z) * scale + offset }
        visibility = pose.landmarks.map { $0.visibilityValue ?? 0 }
        world = pose.worldLandmarks.map { SIMD3($0.x, $0.y, $0.z) }
        imageSize = part.imageSize
    }

    /// Returns the mean of landmarks in fractions of the image, and the visibility of the least visible one.
    func joint(_ landmarks: [PoseLandmark]) -> (position: SIMD2<Float>, confidence: Float) {
        let sum = landmarks.reduce(SIMD2<Float>.zero) { $0 + points[$1.rawValue].xy }
        return (sum / Float(landmarks.count), landmarks.map { visibility[$0.rawValue] }.min() ?? 0)
    }

    /// Returns the mean of landmarks in meters.
    func worldMean(_ landmarks: [PoseLandmark]) -> SIMD3<Float> {
        landmarks.reduce(.zero) { $0 + world[$1.rawValue] } / Float(landmarks.count)
    }

    /// The top of the head in fractions of the image: the line from the mouth to the eyes, continued. The eyes are
    /// about halfway between chin and crown.
    var topOfHead: SIMD2<Float> {
        let eyes = joint([.leftEye, .rightEye]).position
        let mouth = joint([.mouthLeft, .mouthRight]).position
        return eyes + (eyes - mouth) * 1.75
    }
}

extension DetectedBody {
    /// The parts of the head and the trunk.
    private static let upperBody: [PoseLandmark] =
        PoseLandmark.allCases.filter { $0.rawValue <= PoseLandmark.rightShoulder.rawValue } + [.leftHip, .rightHip]

    /// Returns the rectangle around the landmarks and the top of the head within the image.
    ///
    /// It is 5 percent of its longer side larger in each direction, because landmarks lie inside the body.
    func boundingBox(upperBodyOnly: Bool) -> NormalizedRect {
        let landmarks = upperBodyOnly ? Self.upperBody : PoseLandmark.allCases
        var (low, high) = (landmarks.map { points[$0.rawValue].xy } + [topOfHead]).corners ?? (topOfHead, topOfHead)
        let margin = ((high - low) * imageSize).max() * 0.05 / imageSize
        low = (low - margin).clamped(lowerBound: .zero, upperBound: .one)
        high = (high + margin).clamped(lowerBound: .zero, upperBound: .one)
        // In double precision these differences are exact, so the box cannot leave the image.
        return NormalizedRect(
            x: CGFloat(low.x), y: 1 - CGFloat(high.y), width: CGFloat(high.x) - CGFloat(low.x),
            height: CGFloat(high.y) - CGFloat(low.y))
    }

    /// The mean visibility of head, shoulders and hips, 0 to 1.
    var upperBodyConfidence: Float {
        Self.upperBody.reduce(0) { $0 + visibility[$1.rawValue] } / Float(Self.upperBody.count)
    }
}

extension NormalizedPoint {
    /// Creates a point from fractions of the image, from its upper left corner.
    init(fromTop point: SIMD2<Float>) { self.init(x: CGFloat(point.x), y: 1 - CGFloat(point.y)) }
}
