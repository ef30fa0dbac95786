// SPDX-License-Identifier: Apache-2.0

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

// The standalone library's modes are structures around numbers, which any number makes without an optional.

/// The trade-off between speed and recall, under the name of the standalone library.
public struct FaceDetectorPerformanceMode: RawRepresentable, Sendable, Hashable {
    /// The number of the mode.
    public let rawValue: Int

    /// Creates a mode from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// As `VisionFaceDetectorPerformanceMode.fast`.
    public static let fast = FaceDetectorPerformanceMode(rawValue: 1)
    /// As `VisionFaceDetectorPerformanceMode.accurate`.
    public static let accurate = FaceDetectorPerformanceMode(rawValue: 2)
}

/// Whether faces have landmarks, under the name of the standalone library.
public struct FaceDetectorLandmarkMode: RawRepresentable, Sendable, Hashable {
    /// The number of the mode.
    public let rawValue: Int

    /// Creates a mode from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// No face has any.
    public static let none = FaceDetectorLandmarkMode(rawValue: 1)
    /// All faces have all.
    public static let all = FaceDetectorLandmarkMode(rawValue: 2)
}

/// Whether the most prominent face has contours, under the name of the standalone library.
public struct FaceDetectorContourMode: RawRepresentable, Sendable, Hashable {
    /// The number of the mode.
    public let rawValue: Int

    /// Creates a mode from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// It has none.
    public static let none = FaceDetectorContourMode(rawValue: 1)
    /// It has all.
    public static let all = FaceDetectorContourMode(rawValue: 2)
}

/// Whether smiles and open eyes are classified, under the name of the standalone library.
public struct FaceDetectorClassificationMode: RawRepresentable, Sendable, Hashable {
    /// The number of the mode.
    public let rawValue: Int

    /// Creates a mode from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// They are not.
    public static let none = FaceDetectorClassificationMode(rawValue: 1)
    /// They are.
    public static let all = FaceDetectorClassificationMode(rawValue: 2)
}
