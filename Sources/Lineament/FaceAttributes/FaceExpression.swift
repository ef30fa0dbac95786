internal import Foundation

/// Whether a face smiles and its eyes are open, as probabilities.
///
/// Logistic regressions on blendshapes and on distances of the mesh, fitted by `Scripts/fit_face_expressions.py` to the labels of
/// 90 faces: 122 eyes (5 of them shut) and 68 smiles, yes or no. With one image left out at a time 122 of 122 eyes and 67
/// of 68 smiles are classified correctly. `eyeBlink` alone calls narrow eyes, and eyes that look down, shut.
package struct FaceExpression: Sendable, Hashable {
    /// The probability of a smile.
    package var smiling: Float
    /// The probability that the subject's left eye is open.
    package var leftEyeOpen: Float
    /// The probability that the subject's right eye is open.
    package var rightEyeOpen: Float

    /// Two pairs of points on the lids and the corners of an eye.
    private struct Lids {
        let pairs: [(upper: Int, lower: Int)]
        let corners: (inner: Int, outer: Int)

        static let left = Lids(pairs: [(385, 380), (387, 373)], corners: (362, 263))
        static let right = Lids(pairs: [(158, 153), (160, 144)], corners: (133, 33))
    }

    private enum EyeFit { static let opening: Float = 6.4834, blink: Float = -4.301, bias: Float = -2.3583 }
    private enum SmileFit {
        static let shapes: Float = 7.4882, width: Float = 1.4846, jaw: Float = 0.3656, bias: Float = -4.5275
    }

    /// - Parameter mesh: in pixels.
    init(blendshapes: BlendshapeScores, mesh: [SIMD3<Float>]) {
        func open(_ lids: Lids, blink: Blendshape) -> Float {
            // Beyond a quarter of its width an eye is open, however wide.
            let opening = min(1, 4 * Self.opening(of: lids, in: mesh))
            return sigmoid(EyeFit.opening * opening + EyeFit.blink * blendshapes[blink] + EyeFit.bias)
        }
        leftEyeOpen = open(.left, blink: .eyeBlinkLeft)
        rightEyeOpen = open(.right, blink: .eyeBlinkRight)
        let smile = (blendshapes[.mouthSmileLeft] + blendshapes[.mouthSmileRight]) / 2
        func distance(_ one: FaceMeshLandmark, _ other: FaceMeshLandmark) -> Float {
            Self.distance(mesh[one.rawValue], mesh[other.rawValue])
        }
        let mouth = distance(.mouthRightCorner, .mouthLeftCorner)
        let width = mouth / max(.leastNormalMagnitude, distance(.rightEyeOuterCorner, .leftEyeOuterCorner))
        smiling = sigmoid(
            SmileFit.shapes * smile + SmileFit.width * width + SmileFit.jaw * blendshapes[.jawOpen]
                + SmileFit.bias)
    }

    /// The distance of the lids over the eye's width, in space.
    private static func opening(of lids: Lids, in mesh: [SIMD3<Float>]) -> Float {
        let apart = lids.pairs.reduce(Float(0)) { $0 + distance(mesh[$1.upper], mesh[$1.lower]) }
        let width = distance(mesh[lids.corners.inner], mesh[lids.corners.outer])
        return apart / (Float(lids.pairs.count) * max(.leastNormalMagnitude, width))
    }

    private static func distance(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> Float {
        let difference = one - other
        return (difference * difference).sum().squareRoot()
    }
}
