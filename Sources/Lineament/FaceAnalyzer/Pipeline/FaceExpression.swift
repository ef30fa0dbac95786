// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The probabilities that a face smiles and that its eyes are open.
///
/// Each is a logistic regression on blendshapes and mesh distances, fitted by
/// `Scripts/evaluation/fit_face_expressions.py` to the labels of 90 faces: 122 eyes (5 of them shut) and 68 smiles, yes
/// or no. In leave-one-image-out validation, 122 of 122 eyes and 67 of 68 smiles are classified correctly. The
/// `eyeBlink` blendshapes alone would classify narrowed eyes and eyes that look down as shut.
package struct FaceExpression: Sendable, Hashable {
    /// The probability of a smile, 0 to 1.
    package var smiling: Float
    /// The probability that the subject's left eye is open, 0 to 1.
    package var leftEyeOpen: Float
    /// The probability that the subject's right eye is open, 0 to 1.
    package var rightEyeOpen: Float

    /// The mesh indices of two pairs of eyelid points, and of the corners of the eye.
    private struct Lids {
        let pairs: [(upper: Int, lower: Int)]
        let corners: (inner: Int, outer: Int)

        static let left = Lids(pairs: [(385, 380), (387, 373)], corners: (362, 263))
        static let right = Lids(pairs: [(158, 153), (160, 144)], corners: (133, 33))
    }

    /// The fitted coefficients of the open-eye regression.
    private enum EyeFit { static let opening: Float = 6.4834, blink: Float = -4.301, bias: Float = -2.3583 }
    /// The fitted coefficients of the smile regression.
    private enum SmileFit {
        static let shapes: Float = 7.4882, width: Float = 1.4846, jaw: Float = 0.3656, bias: Float = -4.5275
    }

    /// Computes the probabilities.
    /// - Parameters:
    ///   - blendshapes: The scores of the face's 52 blendshapes.
    ///   - mesh: The 478 landmarks, in pixels.
    init(blendshapes: BlendshapeScores, mesh: [SIMD3<Float>]) {
        func open(_ lids: Lids, blink: Blendshape) -> Float {
            // An eye opened beyond a quarter of its width counts as open, however wide.
            let opening = min(1, 4 * Self.opening(of: lids, in: mesh))
            return sigmoid(EyeFit.opening * opening + EyeFit.blink * blendshapes[blink] + EyeFit.bias)
        }
        leftEyeOpen = open(.left, blink: .eyeBlinkLeft)
        rightEyeOpen = open(.right, blink: .eyeBlinkRight)
        let smile = (blendshapes[.mouthSmileLeft] + blendshapes[.mouthSmileRight]) / 2
        func distance(_ one: FaceMeshLandmark, _ other: FaceMeshLandmark) -> Float {
            (mesh[one.rawValue] - mesh[other.rawValue]).length
        }
        let mouth = distance(.mouthRightCorner, .mouthLeftCorner)
        let width = mouth / max(.leastNormalMagnitude, distance(.rightEyeOuterCorner, .leftEyeOuterCorner))
        smiling = sigmoid(
            SmileFit.shapes * smile + SmileFit.width * width + SmileFit.jaw * blendshapes[.jawOpen]
                + SmileFit.bias)
    }

    /// Returns the distance between the eyelids relative to the width of the eye, measured in three dimensions.
    private static func opening(of lids: Lids, in mesh: [SIMD3<Float>]) -> Float {
        let apart = lids.pairs.reduce(Float(0)) { $0 + (mesh[$1.upper] - mesh[$1.lower]).length }
        let width = (mesh[lids.corners.inner] - mesh[lids.corners.outer]).length
        return apart / (Float(lids.pairs.count) * max(.leastNormalMagnitude, width))
    }
}
