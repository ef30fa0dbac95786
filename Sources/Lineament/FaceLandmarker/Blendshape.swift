// SPDX-License-Identifier: Apache-2.0

/// A facial expression scored by the face landmarker, in the order of the model's outputs.
///
/// The names are those of ARKit's blend shape locations, preceded by `_neutral`. Left and right are the subject's.
public enum Blendshape: String, Sendable, CaseIterable, Codable {
    case neutral = "_neutral"
    case browDownLeft, browDownRight, browInnerUp, browOuterUpLeft, browOuterUpRight
    case cheekPuff, cheekSquintLeft, cheekSquintRight
    case eyeBlinkLeft, eyeBlinkRight, eyeLookDownLeft, eyeLookDownRight, eyeLookInLeft, eyeLookInRight
    case eyeLookOutLeft, eyeLookOutRight, eyeLookUpLeft, eyeLookUpRight, eyeSquintLeft, eyeSquintRight
    case eyeWideLeft, eyeWideRight
    case jawForward, jawLeft, jawOpen, jawRight
    case mouthClose, mouthDimpleLeft, mouthDimpleRight, mouthFrownLeft, mouthFrownRight, mouthFunnel, mouthLeft
    case mouthLowerDownLeft, mouthLowerDownRight, mouthPressLeft, mouthPressRight, mouthPucker, mouthRight
    case mouthRollLower, mouthRollUpper, mouthShrugLower, mouthShrugUpper, mouthSmileLeft, mouthSmileRight
    case mouthStretchLeft, mouthStretchRight, mouthUpperUpLeft, mouthUpperUpRight
    case noseSneerLeft, noseSneerRight

    /// The category name in MediaPipe's results.
    public var name: String { rawValue }

    /// The position in the model's output, 0 to 51.
    public var index: Int { Self.indices[self] ?? 0 }

    private static let indices = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}

/// The scores of the 52 blendshapes of a face, 0 to 1.
///
/// ```swift
/// let smile = (face.blendshapes?[.mouthSmileLeft] ?? 0, face.blendshapes?[.mouthSmileRight] ?? 0)
/// ```
public struct BlendshapeScores: Sendable, Hashable {
    /// The scores in the order of `Blendshape.allCases`.
    public let scores: [Float]

    /// Creates scores in the order of `Blendshape.allCases`; missing ones are set to 0.
    public init(_ scores: [Float]) {
        let missing = Blendshape.allCases.count - scores.count
        self.scores = missing > 0 ? scores + [Float](repeating: 0, count: missing) : scores
    }

    /// Returns the score of a blendshape.
    public subscript(shape: Blendshape) -> Float { scores[shape.index] }
}

extension BlendshapeScores: CustomStringConvertible {
    /// The three highest scores except `_neutral`, such as "mouthSmileLeft 0.92, …".
    public var description: String {
        zip(Blendshape.allCases, scores).dropFirst().sorted { $0.1 > $1.1 }.prefix(3)
            .map { "\($0.name) \($1)" }.joined(separator: ", ")
    }
}

extension Classifications {
    /// Creates the classifications that MediaPipe's results contain for a face.
    init(_ blendshapes: BlendshapeScores) {
        let categories = zip(Blendshape.allCases, blendshapes.scores).map { shape, score in
            ResultCategory(index: shape.index, score: score, categoryName: shape.name, displayName: nil)
        }
        self.init(headIndex: 0, headName: "", categories: categories)
    }
}

extension BlendshapeScores {
    /// Creates scores from classifications, matched by category index.
    init(_ classifications: Classifications) {
        var scores = [Float](repeating: 0, count: Blendshape.allCases.count)
        for category in classifications.categories where scores.indices.contains(category.index) {
            scores[category.index] = category.score
        }
        self.init(scores)
    }
}
