public import Foundation

/// Options of a ``FaceDetector``.
public class FaceDetectorOptions: TaskOptions {
    /// What kind of pictures the task is fed. Default: `.image`.
    public var runningMode = RunningMode.image
    /// Faces with a lower score are dropped, 0 to 1. Default: 0.5. Lower finds more and errs more often.
    public var minDetectionConfidence: Float = 0.5
    /// Boxes that overlap by more than this share of their union become one, 0 to 1. Default: 0.3.
    public var minSuppressionThreshold: Float = 0.3

    /// Which faces are looked for. Default: `.short`, MediaPipe's. Beyond the original.
    public var range = DetectionRange.short
    /// Pixels that `range = .auto` may look at in one picture, over all sizes at which it searches; bounds its cost, which is
    /// about 20 ms a megapixel on two cores. Default: 150 million, enough for 100 megapixels. Beyond the original.
    public var maxSearchedPixels = 150_000_000
    /// Where results of a live stream go. Must be set in that mode, and only there. Not kept alive.
    public weak var faceDetectorLiveStreamDelegate: (any FaceDetectorLiveStreamDelegate)?

    public override init() { super.init() }

    required init(copying other: TaskOptions) {
        super.init(copying: other)
        guard let other = other as? FaceDetectorOptions else { return }
        runningMode = other.runningMode
        minDetectionConfidence = other.minDetectionConfidence
        minSuppressionThreshold = other.minSuppressionThreshold
        range = other.range
        maxSearchedPixels = other.maxSearchedPixels
        faceDetectorLiveStreamDelegate = other.faceDetectorLiveStreamDelegate
    }

    func check() throws {
        try OptionCheck.delegate(baseOptions.delegate)
        try OptionCheck.positive(maxSearchedPixels, "maxSearchedPixels")
        try OptionCheck.fraction(minDetectionConfidence, "minDetectionConfidence")
        try OptionCheck.fraction(minSuppressionThreshold, "minSuppressionThreshold")
    }
}

/// Receives the results of a face detector in live stream mode, in order, on a serial queue.
public protocol FaceDetectorLiveStreamDelegate: NSObjectProtocol {
    /// - Parameters:
    ///   - result: nil if the frame failed.
    ///   - timestampInMilliseconds: the frame's; `Int.min` if it failed.
    func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?)
}

extension FaceDetectorLiveStreamDelegate {
    /// Does nothing: the method is optional in MediaPipe.
    public func faceDetector(
        _ faceDetector: FaceDetector, didFinishDetection result: FaceDetectorResult?,
        timestampInMilliseconds: Int, error: (any Error)?
    ) {}
}
