/// The rotation and mirroring that make a stored image upright, with UIKit's names and raw values.
///
/// For example, `right` means that the stored image must be rotated by 90° clockwise.
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
    /// The rotation that MediaPipe gives the detector's region for this orientation, in radians; `nil` for the mirrored
    /// orientations, which no task accepts.
    var regionRotation: Float? {
        switch self {
        case .up: 0
        // `Float.pi` is rounded toward zero in Swift; these are the nearest floats, as in C++.
        case .right: Float(1.5 * Double.pi)
        case .down: Float(Double.pi)
        case .left: Float(0.5 * Double.pi)
        case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: nil
        }
    }
}

extension ImageOrientation {
    /// The orientations in the order of their EXIF values, which start at 1.
    private static let exifOrder: [ImageOrientation] = [
        .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]

    /// Creates the orientation with an EXIF value from 1 to 8; `nil` for any other value.
    package init?(exifValue: Int) {
        guard (1...Self.exifOrder.count).contains(exifValue) else { return nil }
        self = Self.exifOrder[exifValue - 1]
    }

    /// The EXIF value of this orientation, 1 to 8.
    package var exifValue: Int { (Self.exifOrder.firstIndex(of: self) ?? 0) + 1 }

    /// Whether making the image upright swaps its width and height.
    package var swapsSides: Bool {
        switch self {
        case .up, .down, .upMirrored, .downMirrored: false
        case .left, .right, .leftMirrored, .rightMirrored: true
        }
    }
}
