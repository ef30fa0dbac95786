internal import Foundation

/// The turn of a region, from two points of what it holds.
///
/// Exact to the last bit in float where MediaPipe is; the system's functions for floats are not.
enum RegionRotation {
    /// How the line between the two points is to lie in the region.
    enum Target {
        /// From left to right.
        case level
        /// From below upwards.
        case upright

        fileprivate var angle: Float { self == .level ? 0 : Float(Double.pi / 2) }
    }

    /// The turn, in radians from −π up to, not including, π, of a region in which the line from `start` to `end`,
    /// points in fractions of the image, lies as wanted.
    static func bringing(
        _ start: SIMD2<Float>, _ end: SIMD2<Float>, to target: Target, in size: ImageSize
    ) -> Float {
        let dx = end.x * size.width - start.x * size.width
        let dy = end.y * size.height - start.y * size.height
        return wrapped(target.angle - Float(atan2(Double(-dy), Double(dx))))
    }

    private static func wrapped(_ angle: Float) -> Float {
        let turn = 2 * Double.pi
        return Float(Double(angle) - turn * floor((Double(angle) + Double.pi) / turn))
    }
}
