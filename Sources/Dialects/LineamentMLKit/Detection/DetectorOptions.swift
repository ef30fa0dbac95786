// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import Lineament

/// Options of a ``VisionFaceDetector``.
public final class VisionFaceDetectorOptions {
    /// The trade-off between speed and recall. Default: `.fast`.
    public var performanceMode = VisionFaceDetectorPerformanceMode.fast
    /// Whether faces have landmarks. Default: `.none`.
    public var landmarkMode = VisionFaceDetectorLandmarkMode.none
    /// Whether the most prominent face has contours. Default: `.none`.
    public var contourMode = VisionFaceDetectorContourMode.none
    /// Whether smiles and open eyes are classified. Default: `.none`.
    public var classificationMode = VisionFaceDetectorClassificationMode.none
    /// The width of the smallest face to detect, as a fraction of the image width. Default: 0.1.
    public var minFaceSize: CGFloat = 0.1
    /// Whether faces have an ID that stays the same from image to image. Default: false.
    public var isTrackingEnabled = false
    /// The detection range; `nil`, the default, means `.short` for `.fast` and `.auto` for `.accurate`. Lineament
    /// extension.
    public var range: DetectionRange?

    /// Creates the default options.
    public init() {}
}

/// Options of a ``FaceDetector``.
///
/// Faces have three head angles unless only contours are requested in fast mode. The angles need the face landmark
/// model, which runs once for each face; Firebase's default options do without.
public final class FaceDetectorOptions {
    /// The trade-off between speed and recall. Default: `.fast`.
    public var performanceMode = FaceDetectorPerformanceMode.fast
    /// Whether faces have landmarks. Default: `.none`.
    public var landmarkMode = FaceDetectorLandmarkMode.none
    /// Whether the most prominent face has contours. Default: `.none`.
    public var contourMode = FaceDetectorContourMode.none
    /// Whether smiles and open eyes are classified. Default: `.none`.
    public var classificationMode = FaceDetectorClassificationMode.none
    /// The width of the smallest face to detect, as a fraction of the image width. Default: 0.1.
    public var minFaceSize: CGFloat = 0.1
    /// Whether faces have an ID that stays the same from image to image. Default: false.
    public var isTrackingEnabled = false
    /// The detection range; `nil`, the default, means `.short` for `.fast` and `.auto` for `.accurate`. Lineament
    /// extension.
    public var range: DetectionRange?

    /// Creates the default options.
    public init() {}
}

/// The settings that either kind of options resolves to.
struct DetectionSettings: Sendable {
    var analysis: FaceAnalysis.Settings
    var isTracking: Bool

    /// The lowest score of a face. Fast detectors do not verify detections, and a quarter of those below 0.6 are not faces.
    private static let minScoreOfFast: Float = 0.6

    /// - Parameter wantsAngles: Whether every face has all three angles, as in the standalone library, even if nothing
    ///   else needs the mesh. With Firebase's options, faces without a mesh have only a roll.
    fileprivate init(
        isAccurate: Bool, range: DetectionRange?, wantsLandmarks: Bool, wantsContours: Bool, wantsClassification: Bool,
        minFaceSize: CGFloat, isTracking: Bool, wantsAngles: Bool
    ) {
        analysis = FaceAnalysis.Settings(
            range: range ?? (isAccurate ? .auto : .short), minScore: isAccurate ? 0.5 : Self.minScoreOfFast,
            wantsLandmarks: wantsLandmarks, wantsContours: wantsContours, wantsExpressions: wantsClassification,
            wantsMesh: isAccurate || wantsLandmarks || wantsContours || wantsClassification || wantsAngles,
            // As in ML Kit, only the most prominent face is analyzed then.
            isContourOnly: wantsContours && !isAccurate && !wantsLandmarks && !wantsClassification,
            minFaceSize: Double(minFaceSize))
        self.isTracking = isTracking
    }
}

extension VisionFaceDetectorOptions {
    var settings: DetectionSettings {
        DetectionSettings(
            isAccurate: performanceMode == .accurate, range: range, wantsLandmarks: landmarkMode == .all,
            wantsContours: contourMode == .all, wantsClassification: classificationMode == .all,
            minFaceSize: minFaceSize, isTracking: isTrackingEnabled, wantsAngles: false)
    }
}

extension FaceDetectorOptions {
    var settings: DetectionSettings {
        DetectionSettings(
            isAccurate: performanceMode == .accurate, range: range, wantsLandmarks: landmarkMode == .all,
            wantsContours: contourMode == .all, wantsClassification: classificationMode == .all,
            minFaceSize: minFaceSize, isTracking: isTrackingEnabled, wantsAngles: true)
    }
}
