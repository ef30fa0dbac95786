/// A clockwise rotation by a multiple of 90 degrees.
package enum QuarterTurn: Int, Sendable, CaseIterable {
    case none = 0
    case clockwise = 1
    case half = 2
    case counterclockwise = 3

    /// Whether width and height are exchanged.
    package var swapsSides: Bool { self == .clockwise || self == .counterclockwise }

    /// The angle in radians.
    var angle: Float { Float(Double(rawValue) * Double.pi / 2) }

    /// A vector rotated in an image, whose y axis points down.
    func rotated(_ vector: SIMD2<Float>) -> SIMD2<Float> {
        switch self {
        case .none: vector
        case .clockwise: SIMD2(-vector.y, vector.x)
        case .half: -vector
        case .counterclockwise: SIMD2(vector.y, -vector.x)
        }
    }

    /// The orientation of an image that this turn shows upright.
    package var orientation: ImageOrientation {
        switch self {
        case .none: .up
        case .clockwise: .right
        case .half: .down
        case .counterclockwise: .left
        }
    }
}
