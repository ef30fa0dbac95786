// SPDX-License-Identifier: Apache-2.0

/// The results of a solution in an image; empty where it does not look for them.
package struct SolutionOutput: Sendable {
    /// A hand: landmarks in fractions of the image and in meters, and the score of being what the older solutions call a left
    /// one.
    package struct Hand: Sendable {
        package var landmarks: [SIMD3<Float>]
        package var world: [SIMD3<Float>]
        package var leftScore: Float
    }

    /// A body: landmarks in fractions of the image and in meters, and the visibility of each.
    package struct Body: Sendable {
        package var landmarks: [SIMD3<Float>]
        package var world: [SIMD3<Float>]
        package var visibility: [Float]
    }

    /// A detected face: its score, and its box and keypoints in fractions of the image.
    package struct Face: Sendable {
        package var score: Float
        package var origin: SIMD2<Float>
        package var size: SIMD2<Float>
        package var keypoints: [SIMD2<Float>]
    }

    package var hands: [Hand] = []
    package var body: Body?
    package var faces: [[SIMD3<Float>]] = []
    package var leftHand: [SIMD3<Float>]?
    package var rightHand: [SIMD3<Float>]?
    package var detections: [Face] = []
    package var mask: Mask?
}
