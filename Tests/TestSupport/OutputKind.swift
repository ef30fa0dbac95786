// SPDX-License-Identifier: Apache-2.0

/// Numbers of results whose differences between processors have the same size.
public enum OutputKind: String, CaseIterable, Sendable {
    /// The sides of a face's box, in pixels. They are whole numbers.
    case faceBox = "box of a face, px"
    /// The score of a face.
    case faceScore = "score of a face"
    /// The keypoints of a face's detection, in fractions of the image.
    case faceKeypoint = "keypoint of a face"
    /// The landmarks of a face, in fractions of the image.
    case faceLandmark = "landmark of a face"
    /// The scores of blendshapes.
    case blendshape = "blendshape"
    /// The elements of a head's matrix for rotation and scale.
    case matrixRotation = "matrix, rotation and scale"
    /// The elements of a head's matrix for the position, in centimeters.
    case matrixTranslation = "matrix, translation, cm"
    /// The x and y of landmarks of a body, in fractions of the image.
    case bodyLandmark = "landmark of a body"
    /// The z of landmarks of a body, in fractions of the image's width.
    case bodyDepth = "z of a landmark of a body"
    /// The visibility and presence of landmarks of a body.
    case bodyProbability = "visibility, presence"
    /// The world landmarks of a body, in meters.
    case bodyWorld = "world landmark of a body, m"
    /// The mean of a part of a mask: 16 × 16 pixels or all.
    case maskMean = "mean of a part of a mask"
    /// The pixels of a mask that are on the other side of 0.5, as a share of all.
    case maskEdge = "pixels on the other side of a mask's edge"
    /// The landmarks of a hand, in fractions of the image.
    case handLandmark = "landmark of a hand"
    /// The score of a hand's side.
    case handScore = "handedness of a hand"
    /// The world landmarks of a hand, in meters.
    case handWorld = "world landmark of a hand, m"
}

extension OutputKind {
    /// Returns the largest allowed difference of a number of an image's result from a reference.
    ///
    /// - Parameters:
    ///   - exact: The difference allowed to processors whose numbers are equal: the digits of the reference, and what the
    ///     test says.
    ///   - scale: The number of units of the difference in one of the kind, such as the width in pixels.
    public func limit(_ exact: Double, scale: Double = 1) -> Double {
        exact + ProcessorTolerance.allowed(self, on: .current).largest * scale
    }

    /// Returns whether a difference from a reference is within ``limit(_:scale:)``, and notes it for the report.
    public func isClose(_ difference: Double, _ exact: Double, scale: Double = 1) -> Bool {
        let size = difference.isNaN ? .infinity : abs(difference)
        TestReport.note(size / scale, typical: nil, of: self, isTracked: false)
        return size <= limit(exact, scale: scale)
    }
}
