public import Foundation

/// Options of a ``FaceDetector``.
public class FaceDetectorOptions: TaskOptions {
    /// Whether the task is given single images, the frames of a video or a live stream. Default: `.image`.
    public var runningMode = RunningMode.image
    /// Faces with a lower score are dropped, 0 to 1. Default: 0.5. Lower values give more faces and more mistakes.
    public var minDetectionConfidence: Float = 0.5
    /// Boxes that overlap by more than this share of their union become one, 0 to 1. Default: 0.3.
    public var minSuppressionThreshold: Float = 0.3

    /// The faces to detect. Default: `.short`, MediaPipe's. A Lineament extension.
    public var range = DetectionRange.short
    /// The number of pixels that `range = .auto` may search in one image, over all its scales; bounds its cost, which is
    /// about 20 ms a megapixel on two cores. Default: 150 million, enough for 100 megapixels. A Lineament extension.
    public var maxSearchedPixels = 150_000_000
    /// The receiver of the results of a live stream. Must be set in that mode, and only there. Not retained.
    public weak var faceDetectorLiveStreamDelegate: (any FaceDetectorLiveStreamDelegate)?

    /// The default options.
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
    /// Called with each result.
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

/// The faces that a detector looks for.
public enum DetectionRange: String, Sendable, CaseIterable {
    /// Faces near the camera, which fill a good part of the image: MediaPipe's default model.
    case short
    /// Faces within some metres: MediaPipe's full-range model.
    case full
    /// Faces of all sizes from eight pixels, hundreds of them, and rotated ones, at a cost that grows with the image.
    /// A Lineament extension; see <doc:SmallFaces>.
    case auto
}
