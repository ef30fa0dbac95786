// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import LineamentAppleTypes

    /// The rotation and mirroring that make a stored image upright: UIKit's type.
    public typealias ImageOrientation = UIImage.Orientation
#else
    /// The rotation and mirroring that make a stored image upright, with UIKit's names and raw values.
    public enum ImageOrientation: Int, Sendable, CaseIterable {
        /// The stored image is upright.
        case up = 0
        /// The stored image must be rotated by 180°.
        case down = 1
        /// The stored image must be rotated by 90° counterclockwise.
        case left = 2
        /// The stored image must be rotated by 90° clockwise.
        case right = 3
        /// The stored image must be flipped horizontally.
        case upMirrored = 4
        /// The stored image must be flipped vertically.
        case downMirrored = 5
        /// The stored image must be transposed: flipped along the diagonal from its upper left corner.
        case leftMirrored = 6
        /// The stored image must be flipped along the diagonal from its upper right corner.
        case rightMirrored = 7
    }
#endif

extension ImageOrientation {
    /// The rotation that MediaPipe gives the detector's region for this orientation, in radians; `nil` for the mirrored
    /// orientations, which tasks refuse or flip first.
    ///
    /// A region's rotation is opposite to that of the image it shows: one that is rotated counterclockwise shows the
    /// image rotated clockwise, as `.right` asks for. So this is the opposite of the angle of the ``QuarterTurn`` with
    /// the same orientation.
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
    /// Converts a point of the upright image to the image as stored; both have their origin in the upper left corner.
    /// - Parameters:
    ///   - x: The distance from the left edge of the upright image.
    ///   - y: The distance from its upper edge.
    ///   - width: The width of the image as stored, in the same unit; 1 for fractions.
    ///   - height: The height of the image as stored.
    func stored<Value: FloatingPoint>(x: Value, y: Value, width: Value, height: Value) -> (x: Value, y: Value) {
        switch self {
        case .up: (x, y)
        case .down: (width - x, height - y)
        case .right: (y, height - x)
        case .left: (width - y, x)
        case .upMirrored: (width - x, y)
        case .downMirrored: (x, height - y)
        case .leftMirrored: (y, x)
        case .rightMirrored: (width - y, height - x)
        }
    }

    /// The orientation that takes the upright image back to the stored one.
    package var inverse: ImageOrientation {
        switch self {
        case .left: .right
        case .right: .left
        case .up, .down, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: self
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

    /// Whether making the image upright flips it.
    package var isMirrored: Bool { withoutMirroring != self }

    /// The rotation that makes the image upright once it is flipped from left to right.
    var withoutMirroring: ImageOrientation {
        switch self {
        case .up, .upMirrored: .up
        case .down, .downMirrored: .down
        case .left, .leftMirrored: .left
        case .right, .rightMirrored: .right
        }
    }
}

extension ImageOrientation {
    /// The directions in which the axes of the stored image point when it is upright; y points down.
    package var axes: (right: SIMD2<Double>, down: SIMD2<Double>) {
        switch self {
        case .up: (SIMD2(1, 0), SIMD2(0, 1))
        case .down: (SIMD2(-1, 0), SIMD2(0, -1))
        case .left: (SIMD2(0, -1), SIMD2(1, 0))
        case .right: (SIMD2(0, 1), SIMD2(-1, 0))
        case .upMirrored: (SIMD2(-1, 0), SIMD2(0, 1))
        case .downMirrored: (SIMD2(1, 0), SIMD2(0, -1))
        case .leftMirrored: (SIMD2(0, 1), SIMD2(1, 0))
        case .rightMirrored: (SIMD2(0, -1), SIMD2(-1, 0))
        }
    }
}
