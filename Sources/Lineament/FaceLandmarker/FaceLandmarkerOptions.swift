public import Foundation

/// Options of a ``FaceLandmarker``.
public class FaceLandmarkerOptions: TaskOptions {
    /// Whether the task is given single images, the frames of a video or a live stream. Default: `.image`.
    public var runningMode = RunningMode.image
    /// The largest number of faces, at least 1; `Int.max` for all. Default: 1.
    public var numFaces = 1
    /// Detected faces with a lower score are dropped, 0 to 1. Default: 0.5.
    public var minFaceDetectionConfidence: Float = 0.5
    /// Faces are dropped unless the landmark model's presence score is higher than this, 0 to 1. Default: 0.5.
    public var minFacePresenceConfidence: Float = 0.5
    /// The intersection over union from which a tracked and a detected region count as one face, 0 to 1. Default: 0.5.
    public var minTrackingConfidence: Float = 0.5
    /// Whether to score 52 facial expressions. Default: false, which saves an inference.
    public var outputFaceBlendshapes = false
    /// Whether to compute the 4×4 matrix of the head's pose. Default: false.
    public var outputFacialTransformationMatrixes = false

    /// The faces of a video that are smoothed. Default: `.mediaPipe`, MediaPipe's rule. A Lineament extension.
    public var smoothing = Smoothing.mediaPipe
    /// The faces to detect. Default: `.short`, MediaPipe's. A Lineament extension.
    public var range = DetectionRange.short
    /// The number of pixels that `range = .auto` may search in one image, over all its scales; bounds its cost, which is
    /// about 20 ms a megapixel on two cores. Default: 150 million, enough for 100 megapixels. A Lineament extension.
    public var maxSearchedPixels = 150_000_000
    /// The detector that regions come from, in the place of the bundle's; `range` has no effect then. Default: nil.
    /// A Lineament extension.
    public var faceDetector: (any FaceDetecting)?
    /// The receiver of the results of a live stream. Must be set in that mode, and only there. Not retained.
    public weak var faceLandmarkerLiveStreamDelegate: (any FaceLandmarkerLiveStreamDelegate)?

    /// The default options.
    public override init() { super.init() }

    required init(copying other: TaskOptions) {
        super.init(copying: other)
        guard let other = other as? FaceLandmarkerOptions else { return }
        runningMode = other.runningMode
        numFaces = other.numFaces
        minFaceDetectionConfidence = other.minFaceDetectionConfidence
        minFacePresenceConfidence = other.minFacePresenceConfidence
        minTrackingConfidence = other.minTrackingConfidence
        outputFaceBlendshapes = other.outputFaceBlendshapes
        outputFacialTransformationMatrixes = other.outputFacialTransformationMatrixes
        smoothing = other.smoothing
        range = other.range
        faceDetector = other.faceDetector
        maxSearchedPixels = other.maxSearchedPixels
        faceLandmarkerLiveStreamDelegate = other.faceLandmarkerLiveStreamDelegate
    }

    func check() throws {
        try OptionCheck.delegate(baseOptions.delegate)
        try OptionCheck.positive(maxSearchedPixels, "maxSearchedPixels")
        try OptionCheck.positive(numFaces, "numFaces")
        try OptionCheck.fraction(minFaceDetectionConfidence, "minFaceDetectionConfidence")
        try OptionCheck.fraction(minFacePresenceConfidence, "minFacePresenceConfidence")
        try OptionCheck.fraction(minTrackingConfidence, "minTrackingConfidence")
    }
}

/// Receives the results of a face landmarker in live stream mode, in order, on a serial queue.
public protocol FaceLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// Called with each result.
    /// - Parameters:
    ///   - result: nil if the frame failed.
    ///   - timestampInMilliseconds: the frame's; `Int.min` if it failed.
    func faceLandmarker(
        _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
