public import Foundation
public import Lineament

/// Options of a ``VisionFaceDetector``.
public final class VisionFaceDetectorOptions {
    public var performanceMode = VisionFaceDetectorPerformanceMode.fast
    public var landmarkMode = VisionFaceDetectorLandmarkMode.none
    public var contourMode = VisionFaceDetectorContourMode.none
    public var classificationMode = VisionFaceDetectorClassificationMode.none
    /// The smallest face, as share of the image's width. Default: 0.1.
    public var minFaceSize: CGFloat = 0.1
    /// Whether faces get a number that they keep from image to image. Default: false.
    public var isTrackingEnabled = false
    /// Which faces are looked for; nil, the default, for `.short` when fast and `.auto` when accurate. Beyond the original.
    public var range: DetectionRange?

    public init() {}
}

/// Options of a ``FaceDetector``.
public final class FaceDetectorOptions {
    public var performanceMode = FaceDetectorPerformanceMode.fast
    public var landmarkMode = FaceDetectorLandmarkMode.none
    public var contourMode = FaceDetectorContourMode.none
    public var classificationMode = FaceDetectorClassificationMode.none
    /// The smallest face, as share of the image's width. Default: 0.1.
    public var minFaceSize: CGFloat = 0.1
    /// Whether faces get a number that they keep from image to image. Default: false.
    public var isTrackingEnabled = false
    /// Which faces are looked for; nil, the default, for `.short` when fast and `.auto` when accurate. Beyond the original.
    public var range: DetectionRange?

    public init() {}
}

/// What both kinds of options come to.
struct DetectionSettings: Sendable {
    var isAccurate: Bool
    var range: DetectionRange
    /// Without a second look, as `fast` works, every fourth find scored below 0.6 is no face.
    var minScore: Float { isAccurate ? 0.5 : 0.6 }
    var wantsLandmarks: Bool
    var wantsContours: Bool
    var wantsClassification: Bool
    var minFaceSize: CGFloat
    var isTracking: Bool

    /// Contours and nothing else, fast: only the most prominent face is looked at, and it has neither angles nor a number.
    var isContourOnly: Bool { wantsContours && !isAccurate && !wantsLandmarks && !wantsClassification }
    var wantsMesh: Bool { isAccurate || wantsLandmarks || wantsContours || wantsClassification }
}

extension VisionFaceDetectorOptions {
    var settings: DetectionSettings {
        DetectionSettings(
            isAccurate: performanceMode == .accurate,
            range: range ?? (performanceMode == .accurate ? .auto : .short), wantsLandmarks: landmarkMode == .all,
            wantsContours: contourMode == .all, wantsClassification: classificationMode == .all,
            minFaceSize: minFaceSize, isTracking: isTrackingEnabled)
    }
}

extension FaceDetectorOptions {
    var settings: DetectionSettings {
        DetectionSettings(
            isAccurate: performanceMode == .accurate,
            range: range ?? (performanceMode == .accurate ? .auto : .short), wantsLandmarks: landmarkMode == .all,
            wantsContours: contourMode == .all, wantsClassification: classificationMode == .all,
            minFaceSize: minFaceSize, isTracking: isTrackingEnabled)
    }
}
