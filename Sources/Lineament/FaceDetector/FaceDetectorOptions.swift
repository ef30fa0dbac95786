// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Options for a ``FaceDetector``.
public class FaceDetectorOptions: TaskOptions {
    /// The score below which detections are dropped, 0 to 1. Default: 0.5. Lower values yield more faces and more false
    /// positives.
    ///
    /// With `range = .auto`, YuNet's detections score at least 0.5, so a lower threshold adds only detections of
    /// MediaPipe's detector.
    public var minDetectionConfidence: Float = 0.5
    /// The intersection over union above which overlapping detections are merged into one, 0 to 1. Default: 0.3.
    public var minSuppressionThreshold: Float = 0.3

    /// The sizes of the faces to detect. Default: `.short`, as in MediaPipe. A Lineament extension.
    public var range = DetectionRange.short
    /// The maximum number of pixels that `range = .auto` searches in one image, summed over all scales.
    ///
    /// It bounds the cost of the search, which is about 23 ms per megapixel on two cores. Default: 150 million, enough
    /// for an image of 100 megapixels. A Lineament extension.
    public var maxSearchedPixels = 150_000_000
    /// The delegate that receives the results of a live stream. Required in live-stream mode and forbidden in the
    /// others. Not retained.
    public weak var faceDetectorLiveStreamDelegate: (any FaceDetectorLiveStreamDelegate)?

    package override var seesSquarePixels: Bool { range == .auto }

    /// Creates the default options.
    public required init() { super.init() }

    /// Copies every option of `other`.
    required init(copying other: TaskOptions) {
        super.init(copying: other)
        guard let other = other as? FaceDetectorOptions else { return }
        Self.table.copy(other, to: self)
        faceDetectorLiveStreamDelegate = other.faceDetectorLiveStreamDelegate
    }
}

/// Receives the results of a face detector in live-stream mode, in order, on a thread of its own.
///
/// A slow delegate costs no frames as long as fewer than eight results are waiting for it.
public protocol FaceDetectorLiveStreamDelegate: NSObjectProtocol {
    /// Called with the result of each frame.
    /// - Parameters:
    ///   - faceDetector: The detector that processed the frame.
    ///   - result: The result; `nil` if processing failed.
    ///   - timestampInMilliseconds: The frame's timestamp; `Int.min` if processing failed.
    ///   - error: The error if processing failed; otherwise `nil`.
    func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

extension FaceDetectorLiveStreamDelegate {
    /// Does nothing; the method is optional, as in MediaPipe.
    public func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {}
}
