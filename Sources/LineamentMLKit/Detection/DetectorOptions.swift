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
    var isAccurate: Bool
    var range: DetectionRange
    /// The lowest score of a face. `.fast` does not verify detections, and a quarter of those below 0.6 are not faces.
    var minScore: Float { isAccurate ? 0.5 : 0.6 }
    var wantsLandmarks: Bool
    var wantsContours: Bool
    var wantsClassification: Bool
    var minFaceSize: CGFloat
    var isTracking: Bool
    /// Whether every face has all three angles, as in the standalone library, even if nothing else needs the mesh. With
    /// Firebase's options, faces without a mesh have only a roll.
    var wantsAngles: Bool

    /// Whether only contours are requested in fast mode: then only the most prominent face is analyzed, and it has
    /// neither angles nor a tracking ID.
    var isContourOnly: Bool { wantsContours && !isAccurate && !wantsLandmarks && !wantsClassification }
    /// Whether the landmark model is needed: for anything but the boxes and rolls of Firebase's defaults.
    var wantsMesh: Bool { isAccurate || wantsLandmarks || wantsContours || wantsClassification || wantsAngles }
}

extension VisionFaceDetectorOptions {
    var settings: DetectionSettings {
        DetectionSettings(
            isAccurate: performanceMode == .accurate,
            range: range ?? (performanceMode == .accurate ? .auto : .short), wantsLandmarks: landmarkMode == .all,
            wantsContours: contourMode == .all, wantsClassification: classificationMode == .all,
            minFaceSize: minFaceSize, isTracking: isTrackingEnabled, wantsAngles: false)
    }
}

extension FaceDetectorOptions {
    var settings: DetectionSettings {
        DetectionSettings(
            isAccurate: performanceMode == .accurate,
            range: range ?? (performanceMode == .accurate ? .auto : .short), wantsLandmarks: landmarkMode == .all,
            wantsContours: contourMode == .all, wantsClassification: classificationMode == .all,
            minFaceSize: minFaceSize, isTracking: isTrackingEnabled, wantsAngles: true)
    }
}
