// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Options for a ``PoseLandmarker``.
public class PoseLandmarkerOptions: TaskOptions {
    /// The maximum number of people, at least 1. Default: 1.
    public var numPoses = 1
    /// The score below which detections are dropped, 0 to 1. Default: 0.5.
    public var minPoseDetectionConfidence: Float = 0.5
    /// The presence score that the landmark model must exceed for a person to be kept, 0 to 1. Default: 0.5.
    public var minPosePresenceConfidence: Float = 0.5
    /// The intersection over union above which a tracked and a detected region count as the same person, 0 to 1.
    /// Default: 0.5.
    public var minTrackingConfidence: Float = 0.5
    /// Whether to compute a segmentation mask for each person. Default: false, which saves a third of the landmark
    /// model's work.
    public var shouldOutputSegmentationMasks = false

    /// The pose model to load if `baseOptions` name none. Default: `.full`. A Lineament extension.
    public var model = PoseLandmarkerModel.full
    /// Which people of a video are smoothed. Default: `.mediaPipe`. A Lineament extension.
    public var smoothing = Smoothing.mediaPipe
    /// How multiple people are told apart. Default: `.mediaPipe`. A Lineament extension.
    public var separation = PersonSeparation.mediaPipe
    /// The delegate that receives the results of a live stream. Required in live-stream mode and forbidden in the
    /// others. Not retained.
    public weak var poseLandmarkerLiveStreamDelegate: (any PoseLandmarkerLiveStreamDelegate)?

    package override var seesSquarePixels: Bool { separation == .distinct }

    /// Creates the default options.
    public required init() { super.init() }

    /// Copies every option of `other`.
    required init(copying other: TaskOptions) {
        super.init(copying: other)
        guard let other = other as? PoseLandmarkerOptions else { return }
        Self.table.copy(other, to: self)
        poseLandmarkerLiveStreamDelegate = other.poseLandmarkerLiveStreamDelegate
    }
}

/// Receives the results of a pose landmarker in live-stream mode, in order, on a thread of its own.
///
/// A slow delegate costs no frames as long as fewer than eight results are waiting for it.
public protocol PoseLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// Called with the result of each frame.
    /// - Parameters:
    ///   - poseLandmarker: The landmarker that processed the frame.
    ///   - result: The result; `nil` if processing failed.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` if processing failed.
    ///   - error: The error if processing failed; otherwise `nil`.
    func poseLandmarker(
        _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

/// The pose models that Google publishes, from the fastest to the most accurate, by their names there.
///
/// `.lite` and `.heavy` are downloaded on request: `lineament models fetch pose-lite` and `lineament models fetch
/// pose-heavy`. A Lineament extension.
public enum PoseLandmarkerModel: String, Sendable, CaseIterable {
    /// The fastest; downloaded on request.
    case lite
    /// The default, which `lineament models fetch` brings.
    case full
    /// The most accurate; downloaded on request.
    case heavy

    /// The file in the asset folders.
    var file: ModelFile.Default {
        switch self {
        case .lite: .litePoseLandmarker
        case .full: .poseLandmarker
        case .heavy: .heavyPoseLandmarker
        }
    }
}

/// How a pose landmarker tells multiple people apart.
public enum PersonSeparation: String, Sendable, CaseIterable {
    /// As in MediaPipe: the first `numPoses` detections are used even if some turn out not to show a person. A body may
    /// appear twice, and the order may change from frame to frame.
    case mediaPipe
    /// Each body appears once: duplicates are dropped, a detection without a body makes room for the next one, tracked
    /// people stay tracked, and in videos results are ordered by track. A Lineament extension; see <doc:FollowPeople>.
    case distinct
}
