public import Foundation

/// Options of a ``PoseLandmarker``.
public class PoseLandmarkerOptions: TaskOptions {
    /// Whether the task is given single images, the frames of a video or a live stream. Default: `.image`.
    public var runningMode = RunningMode.image
    /// The largest number of people, at least 1. Default: 1.
    public var numPoses = 1
    /// Detected people with a lower score are dropped, 0 to 1. Default: 0.5.
    public var minPoseDetectionConfidence: Float = 0.5
    /// People are dropped unless the landmark model's presence score is higher than this, 0 to 1. Default: 0.5.
    public var minPosePresenceConfidence: Float = 0.5
    /// The intersection over union from which a tracked and a detected region count as one person, 0 to 1. Default: 0.5.
    public var minTrackingConfidence: Float = 0.5
    /// Whether to compute a mask for each person. Default: false, which saves a third of the landmark model's work.
    public var shouldOutputSegmentationMasks = false

    /// The people of a video who are smoothed. Default: `.mediaPipe`, MediaPipe's rule. A Lineament extension.
    public var smoothing = Smoothing.mediaPipe
    /// How several people are kept apart. Default: `.mediaPipe`, MediaPipe's way. A Lineament extension.
    public var separation = PersonSeparation.mediaPipe
    /// The receiver of the results of a live stream. Must be set in that mode, and only there. Not retained.
    public weak var poseLandmarkerLiveStreamDelegate: (any PoseLandmarkerLiveStreamDelegate)?

    /// The default options.
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
    /// Called with each result.
    /// - Parameters:
    ///   - result: nil if the frame failed.
    ///   - timestampInMilliseconds: the frame's; `Int.min` if it failed.
    func poseLandmarker(
        _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

/// How a pose landmarker that may detect several people keeps them apart.
public enum PersonSeparation: String, Sendable, CaseIterable {
    /// MediaPipe's way: the first `numPoses` detections are taken, whatever becomes of them; one body may be detected
    /// twice, and the order may change from frame to frame.
    case mediaPipe
    /// Each body once: a second result on one body is dropped, a detection without a body makes way for the next one,
    /// whoever is tracked stays tracked, and in videos results are ordered by their track. A Lineament extension.
    case distinct
}
