internal import Foundation

/// Options of a ``FaceDetector``.
public class FaceDetectorOptions: TaskOptions {
    /// What kind of pictures the task is fed. Default: `.image`.
    public var runningMode = RunningMode.image
    /// Faces with a lower score are dropped, 0 to 1. Default: 0.5. Lower finds more and errs more often.
    public var minDetectionConfidence: Float = 0.5
    /// Boxes that overlap by more than this share of their union become one, 0 to 1. Default: 0.3.
    public var minSuppressionThreshold: Float = 0.3

    public override init() { super.init() }

    required init(copying other: TaskOptions) {
        super.init(copying: other)
        guard let other = other as? FaceDetectorOptions else { return }
        runningMode = other.runningMode
        minDetectionConfidence = other.minDetectionConfidence
        minSuppressionThreshold = other.minSuppressionThreshold
    }

    func check() throws {
        try OptionCheck.delegate(baseOptions.delegate)
        try OptionCheck.fraction(minDetectionConfidence, "minDetectionConfidence")
        try OptionCheck.fraction(minSuppressionThreshold, "minSuppressionThreshold")
    }
}
