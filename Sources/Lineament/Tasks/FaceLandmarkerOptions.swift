public import Foundation

/// Options of a ``FaceLandmarker``.
public class FaceLandmarkerOptions: TaskOptions {
    /// What kind of pictures the task is fed. Default: `.image`.
    public var runningMode = RunningMode.image
    /// The largest number of faces, at least 1; `Int.max` for all. Default: 1.
    public var numFaces = 1
    /// Detected faces with a lower score are dropped, 0 to 1. Default: 0.5.
    public var minFaceDetectionConfidence: Float = 0.5
    /// Faces are dropped unless the landmark model is surer than this that there is one, 0 to 1. Default: 0.5.
    public var minFacePresenceConfidence: Float = 0.5
    /// How much, as share of the union, a tracked and a detected region must overlap to count as one face, 0 to 1.
    /// Default: 0.5.
    public var minTrackingConfidence: Float = 0.5
    /// Whether to score 52 expressions. Default: false, which saves their model's run.
    public var outputFaceBlendshapes = false
    /// Whether to compute the 4×4 matrix of the head's pose. Default: false.
    public var outputFacialTransformationMatrixes = false

    /// Which faces of a video are smoothed. Default: `.original`, MediaPipe's rule. Beyond the original.
    public var smoothing = Smoothing.original
    /// Which faces are looked for. Default: `.short`, MediaPipe's. Beyond the original.
    public var range = DetectionRange.short
    /// Pixels that `range = .auto` may look at in one picture, over all sizes at which it searches; bounds its cost, which is
    /// about 20 ms a megapixel on two cores. Default: 150 million, enough for 100 megapixels. Beyond the original.
    public var maxSearchedPixels = 150_000_000
    /// Where results of a live stream go. Must be set in that mode, and only there. Not kept alive.
    public weak var faceLandmarkerLiveStreamDelegate: (any FaceLandmarkerLiveStreamDelegate)?

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
    /// - Parameters:
    ///   - result: nil if the frame failed.
    ///   - timestampInMilliseconds: the frame's; `Int.min` if it failed.
    func faceLandmarker(
        _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
