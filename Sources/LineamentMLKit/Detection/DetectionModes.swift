/// The trade-off between speed and recall.
public enum VisionFaceDetectorPerformanceMode: UInt, Sendable {
    /// Detects faces near the camera with a score of at least 0.6, using MediaPipe's short-range detector.
    case fast = 1
    /// Also detects small, numerous and rotated faces; see Lineament's `DetectionRange.auto`.
    case accurate = 2
}

/// Whether faces have landmarks.
public enum VisionFaceDetectorLandmarkMode: UInt, Sendable { case none = 1, all }
/// Whether the most prominent face has contours.
public enum VisionFaceDetectorContourMode: UInt, Sendable { case none = 1, all }
/// Whether smiles and open eyes are classified.
public enum VisionFaceDetectorClassificationMode: UInt, Sendable { case none = 1, all }

/// The trade-off between speed and recall, under the name of the standalone library.
public enum FaceDetectorPerformanceMode: Int, Sendable { case fast = 1, accurate }
/// Whether faces have landmarks, under the name of the standalone library.
public enum FaceDetectorLandmarkMode: Int, Sendable { case none = 1, all }
/// Whether the most prominent face has contours, under the name of the standalone library.
public enum FaceDetectorContourMode: Int, Sendable { case none = 1, all }
/// Whether smiles and open eyes are classified, under the name of the standalone library.
public enum FaceDetectorClassificationMode: Int, Sendable { case none = 1, all }
