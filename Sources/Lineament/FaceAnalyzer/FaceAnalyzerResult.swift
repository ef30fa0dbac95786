// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// The faces that a ``FaceAnalyzer`` found in an image, largest first.
public final class FaceAnalyzerResult: TaskResult, @unchecked Sendable {
    // Sound: nothing changes after the initializer, and the values are Sendable.

    /// One face. A value that was not requested or could not be determined is `nil` or empty.
    public struct Face: Sendable, Hashable {
        /// The box around the face, in pixels of the image as stored.
        public internal(set) var boundingBox: CGRect
        /// An ID that the face keeps while it is tracked and through short gaps, from 1; `nil` in single images.
        public let trackID: Int?
        /// The pitch in degrees, positive when the face looks up; `nil` if the landmark model does not confirm the face.
        public let pitch: Float?
        /// The yaw in degrees, positive when the face looks toward the right edge of the upright image. For a face that the
        /// landmark model does not confirm, as many profiles, a rough estimate, of which only the sign is reliable.
        public let yaw: Float?
        /// The roll in degrees, positive when the head is rotated counterclockwise in the upright image. For a face that the
        /// landmark model does not confirm, that of the line between the detected eyes.
        public let roll: Float?
        /// The probability that the face is smiling, 0 to 1; `nil` if not requested, if the landmark model does not confirm
        /// the face, or beyond a yaw of 36 degrees.
        public let smilingProbability: Float?
        /// The probability that the subject's left eye is open, 0 to 1; `nil` where ``smilingProbability`` is.
        public let leftEyeOpenProbability: Float?
        /// The probability that the subject's right eye is open, 0 to 1; `nil` where ``smilingProbability`` is.
        public let rightEyeOpenProbability: Float?
        /// The landmarks that are visible, in pixels of the image as stored.
        public internal(set) var landmarks: [FacialPoint: CGPoint]
        /// The points of each contour in order, in pixels of the image as stored; of the largest face only.
        public internal(set) var contours: [FacialContour: [CGPoint]]
    }

    /// The faces; empty if there are none.
    public let faces: [Face]
    /// The ``Face/trackID`` of each face in videos; empty for single images.
    public var trackIDs: [Int] { faces.compactMap(\.trackID) }

    init(faces: [Face], timestampInMilliseconds: Int, isFrame: Bool) {
        self.faces = faces
        super.init(timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame)
    }
}

extension FaceAnalyzerResult: Hashable, CustomStringConvertible {}

extension FaceAnalyzerResult: SubjectResult {
    package var subjects: [Face] { faces }
    package static var nouns: (one: String, several: String) { ("face", "faces") }
}

extension FaceAnalyzerResult: Flippable {
    /// Returns the faces in the flipped image. The models saw them without mirroring, so left, right and angles are kept.
    func flipped(in size: ImageSize) -> FaceAnalyzerResult {
        let width = CGFloat(size.width)
        let flip = { (point: CGPoint) in CGPoint(x: width - point.x, y: point.y) }
        let faces = faces.map { face in
            var flipped = face
            flipped.boundingBox.origin.x = width - face.boundingBox.maxX
            flipped.landmarks = face.landmarks.mapValues(flip)
            flipped.contours = face.contours.mapValues { $0.map(flip) }
            return flipped
        }
        return FaceAnalyzerResult(faces: faces, timestampInMilliseconds: timestampInMilliseconds, isFrame: isFrame)
    }
}
