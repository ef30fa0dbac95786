/// How a stored image must be turned to stand upright, with UIKit's names and raw values.
///
/// `right` means: turn the stored image a quarter clockwise to see it upright.
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

extension ImageOrientation {
    /// The orientations in the order of EXIF's numbers, which begin at 1.
    private static let exifOrder: [ImageOrientation] = [
        .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]

    /// The orientation with EXIF's number, 1 to 8; nil for another number.
    package init?(exifValue: Int) {
        guard (1...Self.exifOrder.count).contains(exifValue) else { return nil }
        self = Self.exifOrder[exifValue - 1]
    }

    /// EXIF's number for this orientation, 1 to 8.
    package var exifValue: Int { (Self.exifOrder.firstIndex(of: self) ?? 0) + 1 }

    /// Whether width and height change places as the image is turned upright.
    package var swapsSides: Bool {
        switch self {
        case .up, .down, .upMirrored, .downMirrored: false
        case .left, .right, .leftMirrored, .rightMirrored: true
        }
    }
}
