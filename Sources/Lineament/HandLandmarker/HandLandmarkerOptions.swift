// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Options for a ``HandLandmarker``.
public class HandLandmarkerOptions: TaskOptions {
    /// The maximum number of hands, at least 1. Default: 1.
    public var numHands = 1
    /// The score below which palms are dropped, 0 to 1. Default: 0.5.
    public var minHandDetectionConfidence: Float = 0.5
    /// The presence score that the landmark model must exceed for a hand to be kept, 0 to 1. Default: 0.5.
    public var minHandPresenceConfidence: Float = 0.5
    /// The intersection over union above which a tracked and a detected region count as the same hand, 0 to 1.
    /// Default: 0.5.
    public var minTrackingConfidence: Float = 0.5

    /// Where hands are looked for. Default: `.short`. A Lineament extension.
    public var range = HandRange.short
    /// Which hands of a video are smoothed. Default: `.mediaPipe`, for which none are, as in MediaPipe. A Lineament
    /// extension.
    public var smoothing = Smoothing.mediaPipe
    /// The delegate that receives the results of a live stream. Required in live-stream mode and forbidden in the
    /// others. Not retained.
    public weak var handLandmarkerLiveStreamDelegate: (any HandLandmarkerLiveStreamDelegate)?

    package override var seesSquarePixels: Bool { range == .auto }

    /// Creates the default options.
    public required init() { super.init() }

    /// Copies every option of `other`.
    required init(copying other: TaskOptions) {
        super.init(copying: other)
        guard let other = other as? HandLandmarkerOptions else { return }
        Self.table.copy(other, to: self)
        handLandmarkerLiveStreamDelegate = other.handLandmarkerLiveStreamDelegate
    }
}

/// Where a hand landmarker looks for hands. A Lineament extension.
public enum HandRange: String, Sendable, CaseIterable {
    /// In the whole image, as in MediaPipe: hands within an arm's length of the camera.
    case short
    /// In the whole image, and at the wrists of the people in it: also the hands of people who stand farther away. Needs
    /// the pose landmarker's models.
    case auto
}

/// Receives the results of a hand landmarker in live-stream mode, in order, on a thread of its own.
///
/// A slow delegate costs no frames as long as fewer than eight results are waiting for it.
public protocol HandLandmarkerLiveStreamDelegate: NSObjectProtocol {
    /// Called with the result of each frame.
    /// - Parameters:
    ///   - handLandmarker: The landmarker that processed the frame.
    ///   - result: The result; `nil` if processing failed.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` if processing failed.
    ///   - error: The error if processing failed; otherwise `nil`.
    func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

extension HandLandmarkerLiveStreamDelegate {
    /// Does nothing; the method is optional, as in MediaPipe.
    public func handLandmarker(
        _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {}
}
