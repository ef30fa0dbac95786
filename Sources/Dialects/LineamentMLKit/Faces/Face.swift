// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import Lineament

/// A detected face. A value that was not requested or could not be determined is 0, and its `has…` flag is false.
public final class Face: Sendable {
    /// The bounding box in pixels: of the displayed image for a `UIImage`, of the stored image for a buffer.
    public var frame: CGRect { analyzed.boundingBox }
    /// The visible landmarks, if they were requested.
    public let landmarks: [FaceLandmark]
    /// The 15 contours, if they were requested and this is the most prominent face.
    public let contours: [FaceContour]

    /// Whether the face has a tracking ID.
    public var hasTrackingID: Bool { analyzed.trackID != nil }
    /// The ID of the face, which stays the same from image to image and is unique within the detector. Starts at 1.
    public var trackingID: Int { analyzed.trackID ?? 0 }

    /// Whether ``headEulerAngleX`` is known.
    public var hasHeadEulerAngleX: Bool { analyzed.pitch != nil }
    /// The pitch in degrees, positive when the face looks up.
    public var headEulerAngleX: CGFloat { CGFloat(analyzed.pitch ?? 0) }
    /// Whether ``headEulerAngleY`` is known.
    public var hasHeadEulerAngleY: Bool { analyzed.yaw != nil }
    /// The yaw in degrees, positive when the face looks toward the right edge of the image.
    public var headEulerAngleY: CGFloat { CGFloat(analyzed.yaw ?? 0) }
    /// Whether ``headEulerAngleZ`` is known.
    public var hasHeadEulerAngleZ: Bool { analyzed.roll != nil }
    /// The roll in degrees, positive when the head is rotated counterclockwise in the image.
    public var headEulerAngleZ: CGFloat { CGFloat(analyzed.roll ?? 0) }

    /// Whether ``smilingProbability`` is known.
    public var hasSmilingProbability: Bool { analyzed.smilingProbability != nil }
    /// The probability that the face is smiling, 0 to 1; see `docs/dialects.md` for its accuracy.
    public var smilingProbability: CGFloat { CGFloat(analyzed.smilingProbability ?? 0) }
    /// Whether ``leftEyeOpenProbability`` is known.
    public var hasLeftEyeOpenProbability: Bool { analyzed.leftEyeOpenProbability != nil }
    /// The probability that the subject's left eye is open, 0 to 1.
    public var leftEyeOpenProbability: CGFloat { CGFloat(analyzed.leftEyeOpenProbability ?? 0) }
    /// Whether ``rightEyeOpenProbability`` is known.
    public var hasRightEyeOpenProbability: Bool { analyzed.rightEyeOpenProbability != nil }
    /// The probability that the subject's right eye is open, 0 to 1.
    public var rightEyeOpenProbability: CGFloat { CGFloat(analyzed.rightEyeOpenProbability ?? 0) }

    /// Returns a landmark, or `nil` if landmarks were not requested or this one is not visible.
    public func landmark(ofType type: FaceLandmarkType) -> FaceLandmark? { landmarks.first { $0.type == type } }

    /// Returns a contour, or `nil` if contours were not requested or this is not the most prominent face.
    ///
    /// Firebase's `.all` gives the points of all contours in one, which ``contours`` does not list.
    public func contour(ofType type: FaceContourType) -> FaceContour? {
        guard type == .all, !contours.isEmpty else { return contours.first { $0.type == type } }
        let points = FacialContour.joined.flatMap { contour in
            contours.first { $0.type.rawValue == contour.rawValue }?.points ?? []
        }
        return FaceContour(type: .all, points: points)
    }

    /// The face in the terms of `FaceAnalyzer`.
    package let analyzed: FaceAnalyzerResult.Face

    init(_ face: FaceAnalyzerResult.Face) {
        analyzed = face
        landmarks = FaceLandmarkType.allCases.compactMap { type in
            FacialPoint(rawValue: type.rawValue).flatMap { face.landmarks[$0] }.map {
                FaceLandmark(type: type, position: VisionPoint($0))
            }
        }
        contours = FaceContourType.allCases.compactMap { type in
            FacialContour(rawValue: type.rawValue).flatMap { face.contours[$0] }.map {
                FaceContour(type: type, points: $0.map(VisionPoint.init))
            }
        }
    }
}
