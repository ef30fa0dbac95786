// SPDX-License-Identifier: Apache-2.0

/// A clockwise rotation by a multiple of 90 degrees; the raw value is that multiple.
package enum QuarterTurn: Int, Sendable, CaseIterable {
    case none = 0
    case clockwise = 1
    case half = 2
    case counterclockwise = 3

    /// Creates the rotation that is closest to an angle in radians.
    init(nearest angle: Float) {
        let quarters = Int((Double(angle) / (Double.pi / 2)).rounded())
        self = Self(rawValue: ((quarters % 4) + 4) % 4) ?? .none
    }

    /// Creates the rotation that makes an image of an orientation upright; `nil` for mirrored ones.
    package init?(_ orientation: ImageOrientation) {
        guard let turn = Self.allCases.first(where: { $0.orientation == orientation }) else { return nil }
        self = turn
    }

    /// Whether the rotation swaps width and height.
    package var swapsSides: Bool { self == .clockwise || self == .counterclockwise }

    /// The angle, in radians.
    var angle: Float { Float(Double(rawValue) * Double.pi / 2) }

    /// The rotation that undoes this one.
    var inverse: QuarterTurn { QuarterTurn(rawValue: (4 - rawValue) % 4) ?? .none }

    /// Returns the vector rotated within an image, whose y axis points down.
    func rotated(_ vector: SIMD2<Float>) -> SIMD2<Float> {
        switch self {
        case .none: vector
        case .clockwise: SIMD2(-vector.y, vector.x)
        case .half: -vector
        case .counterclockwise: SIMD2(vector.y, -vector.x)
        }
    }

    /// The orientation of a stored image that this rotation makes upright. The region in which such an image is upright is
    /// rotated the other way; see ``ImageOrientation/regionRotation``.
    package var orientation: ImageOrientation {
        switch self {
        case .none: .up
        case .clockwise: .right
        case .half: .down
        case .counterclockwise: .left
        }
    }
}
