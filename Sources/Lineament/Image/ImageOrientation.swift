/// How a stored picture must be turned to stand upright, with UIKit's names and raw values.
///
/// `right` means: turn the stored picture a quarter clockwise to see it upright.
public enum ImageOrientation: Int, Sendable, CaseIterable {
    case up = 0
    case down = 1
    case left = 2
    case right = 3
    case upMirrored = 4
    case downMirrored = 5
    case leftMirrored = 6
    case rightMirrored = 7
}

extension ImageOrientation {
    /// The rotation that MediaPipe gives its detector region for this orientation, in radians; nil for the
    /// mirrored ones, which no task accepts.
    var regionRotation: Float? {
        switch self {
        case .up: 0
        // Swift's Float.pi is rounded towards zero; these are the nearest floats.
        case .right: Float(1.5 * Double.pi)
        case .down: Float(Double.pi)
        case .left: Float(0.5 * Double.pi)
        case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: nil
        }
    }
}
