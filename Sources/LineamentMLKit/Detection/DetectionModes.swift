/// Speed or recall.
public enum VisionFaceDetectorPerformanceMode: UInt, Sendable {
    /// Faces near the camera, scored 0.6 or more: MediaPipe's short-range detector.
    case fast = 1
    /// Everybody: small, many and turned faces; see Lineament's `DetectionRange.auto`.
    case accurate = 2
}

/// Whether landmarks are found.
public enum VisionFaceDetectorLandmarkMode: UInt, Sendable { case none = 1, all }
/// Whether contours are found, which the most prominent face has.
public enum VisionFaceDetectorContourMode: UInt, Sendable { case none = 1, all }
/// Whether smiles and open eyes are told.
public enum VisionFaceDetectorClassificationMode: UInt, Sendable { case none = 1, all }

/// The same in the standalone library.
public enum FaceDetectorPerformanceMode: Int, Sendable { case fast = 1, accurate }
public enum FaceDetectorLandmarkMode: Int, Sendable { case none = 1, all }
public enum FaceDetectorContourMode: Int, Sendable { case none = 1, all }
public enum FaceDetectorClassificationMode: Int, Sendable { case none = 1, all }
