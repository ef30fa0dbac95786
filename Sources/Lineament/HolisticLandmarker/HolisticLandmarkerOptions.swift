// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Options for a ``HolisticLandmarker``.
public class HolisticLandmarkerOptions: TaskOptions {
    /// The minimum score of a face detection, 0 to 1. Default: 0.5.
    public var minFaceDetectionConfidence: Float = 0.5
    /// The intersection over union above which detections of a face are merged, 0 to 1. Default: 0.3.
    public var minFaceSuppressionThreshold: Float = 0.3
    /// The presence score that the landmark model must exceed for a face to be kept, 0 to 1. Default: 0.5.
    public var minFacePresenceConfidence: Float = 0.5
    /// The minimum score of a body detection, 0 to 1. Default: 0.5.
    public var minPoseDetectionConfidence: Float = 0.5
    /// The intersection over union above which detections of a body are merged, 0 to 1. Default: 0.3.
    public var minPoseSuppressionThreshold: Float = 0.3
    /// The presence score that the landmark model must exceed for a person to be kept, 0 to 1. Default: 0.5.
    public var minPosePresenceConfidence: Float = 0.5
    /// The presence score that the landmark model must exceed for a hand to be kept, 0 to 1. Default: 0.5.
    public var minHandLandmarksConfidence: Float = 0.5
    /// Whether to compute the 52 blendshapes of each face. Default: false.
    public var outputFaceBlendshapes = false
    /// Whether to compute a segmentation mask for each person. Default: false.
    public var outputPoseSegmentationMasks = false

    /// The maximum number of people, at least 1. Default: 1, MediaPipe's. A Lineament extension.
    public var numPeople = 1
    /// The landmarks that are smoothed in a video. Default: `.mediaPipe`: bodies only, as in MediaPipe. With
    /// `.everyone`, faces and hands are smoothed as well; with `.none`, none are. Segmentation masks are always
    /// blended with those of the previous frame. A Lineament extension.
    public var smoothing = Smoothing.mediaPipe
    /// The delegate that receives the results of a live stream. Required in live-stream mode and forbidden in the
    /// others. Not retained.
    public weak var holisticLandmarkerLiveStreamDelegate: (any HolisticLandmarkerLiveStreamDelegate)?

    package override var seesSquarePixels: Bool { smoothing != .mediaPipe }

    /// Creates the default options.
    public required init() { super.init() }

    /// Copies every option of `other`.
    required init(copying other: TaskOptions) {
        super.init(copying: other)
        guard let other = other as? HolisticLandmarkerOptions else { return }
        Self.table.copy(other, to: self)
        holisticLandmarkerLiveStreamDelegate = other.holisticLandmarkerLiveStreamDelegate
    }
}

/// Receives the results of a holistic landmarker in live-stream mode, in order, on a thread of its own.
///
/// A slow delegate costs no frames as long as fewer than eight results are waiting for it.
public protocol HolisticLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// Called with the result of each frame.
    /// - Parameters:
    ///   - holisticLandmarker: The landmarker that processed the frame.
    ///   - result: The result; `nil` if processing failed.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` if processing failed.
    ///   - error: The error if processing failed; otherwise `nil`.
    func holisticLandmarker(
        _ holisticLandmarker: HolisticLandmarker, didFinishDetection result: HolisticLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}
