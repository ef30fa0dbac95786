public import Foundation

/// Options of a ``PoseLandmarker``.
public class PoseLandmarkerOptions: TaskOptions {
    /// What kind of pictures the task is fed. Default: `.image`.
    public var runningMode = RunningMode.image
    /// The largest number of people, at least 1. Default: 1.
    public var numPoses = 1
    /// Detected people with a lower score are dropped, 0 to 1. Default: 0.5.
    public var minPoseDetectionConfidence: Float = 0.5
    /// People are dropped unless the landmark model is surer than this that there is one, 0 to 1. Default: 0.5.
    public var minPosePresenceConfidence: Float = 0.5
    /// How much, as share of the union, a tracked and a detected region must overlap to count as one person, 0 to 1.
    /// Default: 0.5.
    public var minTrackingConfidence: Float = 0.5
    /// Whether to compute a mask for each person. Default: false, which saves a third of the landmark model's work.
    public var shouldOutputSegmentationMasks = false

    /// Who in a video is smoothed. Default: `.original`, MediaPipe's rule. Beyond the original.
    public var smoothing = Smoothing.original
    /// How several people are kept apart. Default: `.original`, MediaPipe's way. Beyond the original.
    public var separation = PersonSeparation.original
    /// Where results of a live stream go. Must be set in that mode, and only there. Not kept alive.
    public weak var poseLandmarkerLiveStreamDelegate: (any PoseLandmarkerLiveStreamDelegate)?

    public override init() { super.init() }

    required init(copying other: TaskOptions) {
        super.init(copying: other)
        guard let other = other as? PoseLandmarkerOptions else { return }
        runningMode = other.runningMode
        numPoses = other.numPoses
        minPoseDetectionConfidence = other.minPoseDetectionConfidence
        minPosePresenceConfidence = other.minPosePresenceConfidence
        minTrackingConfidence = other.minTrackingConfidence
        shouldOutputSegmentationMasks = other.shouldOutputSegmentationMasks
        smoothing = other.smoothing
        separation = other.separation
        poseLandmarkerLiveStreamDelegate = other.poseLandmarkerLiveStreamDelegate
    }

    func check() throws {
        try OptionCheck.delegate(baseOptions.delegate)
        try OptionCheck.positive(numPoses, "numPoses")
        try OptionCheck.fraction(minPoseDetectionConfidence, "minPoseDetectionConfidence")
        try OptionCheck.fraction(minPosePresenceConfidence, "minPosePresenceConfidence")
        try OptionCheck.fraction(minTrackingConfidence, "minTrackingConfidence")
    }
}

/// Receives the results of a pose landmarker in live stream mode, in order, on a serial queue.
public protocol PoseLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// - Parameters:
    ///   - result: nil if the frame failed.
    ///   - timestampInMilliseconds: the frame's; `Int.min` if it failed.
    func poseLandmarker(
        _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
