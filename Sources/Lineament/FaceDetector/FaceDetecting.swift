// SPDX-License-Identifier: Apache-2.0

/// A type that detects faces in an image.
///
/// ``FaceDetector`` conforms to it. To run the face landmarker on detections from another model, assign your own type
/// to ``FaceLandmarkerOptions/faceDetector``:
///
/// ```swift
/// struct MyDetector: FaceDetecting {
///     func faces(in image: MPImage) throws -> [Detection] {
///         [Detection(categories: [], boundingBox: CGRect(x: 177, y: 82, width: 95, height: 95), keypoints: nil)]
///     }
/// }
/// let options = FaceLandmarkerOptions()
/// options.faceDetector = MyDetector()
/// ```
///
/// A conforming type must meet the following contract; run it as a test of your implementation:
///
/// ```swift
/// let faces = try detector.faces(in: image)
/// // Detections are sorted by score, best first.
/// precondition(zip(faces, faces.dropFirst()).allSatisfy { $0.score >= $1.score })
/// // Boxes have an area, in pixels of the image as stored, whatever its orientation.
/// precondition(faces.allSatisfy { $0.boundingBox.width > 0 && $0.boundingBox.height > 0 })
/// // Keypoints, if any, are in fractions of the image and start with the eyes: the subject's right, then left.
/// precondition(faces.allSatisfy { ($0.keypoints?.count ?? 2) >= 2 })
/// // Detection is deterministic, also when called from several threads at once.
/// let again = try detector.faces(in: image)
/// precondition(again == faces)
/// ```
public protocol FaceDetecting: Sendable {
    /// Returns the faces in an image, best score first.
    ///
    /// Bounding boxes extend from the eyebrows to the chin and are about as wide as high. If keypoints are given, the
    /// first two are the eyes, and the landmark model's region is rotated to make them level; otherwise the face is
    /// assumed to be upright in the image as displayed.
    /// - Parameter image: The image, with its pixels as stored and the orientation that makes them upright.
    func faces(in image: MPImage) throws -> [Detection]
}

extension FaceDetector: FaceDetecting {
    /// Returns the faces in an image, regardless of the detector's running mode.
    public func faces(in image: MPImage) throws -> [Detection] {
        try task.pipeline.process(anyOrientation: image, timestamp: 0).detections
    }
}
