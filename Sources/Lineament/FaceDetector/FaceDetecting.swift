/// Something that detects faces in an image.
///
/// ``FaceDetector`` is one. With a type of your own, ``FaceLandmarkerOptions/faceDetector`` lets a face landmarker start
/// from detections of another model:
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
/// A detector must meet this contract; run it as a test on your own type:
///
/// ```swift
/// let faces = try detector.faces(in: image)
/// // Best score first.
/// precondition(zip(faces, faces.dropFirst()).allSatisfy { $0.score >= $1.score })
/// // Boxes have an area, in pixels of the image as stored, whatever its orientation.
/// precondition(faces.allSatisfy { $0.boundingBox.width > 0 && $0.boundingBox.height > 0 })
/// // Keypoints, where there are any, are in fractions of the image, the eyes first (the subject's right, then left).
/// precondition(faces.allSatisfy { ($0.keypoints?.count ?? 2) >= 2 })
/// // The same image gives the same faces, also from several threads at once.
/// precondition(try detector.faces(in: image) == faces)
/// ```
public protocol FaceDetecting: Sendable {
    /// The faces in an image, best score first.
    ///
    /// Boxes reach from the eyebrows to the chin, about as wide as high. Where keypoints are given, the first two are
    /// the eyes, and the landmark model is shown the face with its eyes level; without them the face is taken as upright.
    func faces(in image: MPImage) throws -> [Detection]
}

extension FaceDetector: FaceDetecting {
    /// The faces in an image, whatever the detector's running mode.
    public func faces(in image: MPImage) throws -> [Detection] {
        try task.pipeline.process(image, timestamp: 0).detections
    }
}
