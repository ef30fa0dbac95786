// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Computes the rotation of a region from two points of the subject.
///
/// Where MediaPipe uses float, the results are exact to the last bit: the system's float functions are not, so double
/// is used and rounded.
enum RegionRotation {
    /// The direction that the line between the two points should have within the region.
    enum Target {
        /// From left to right.
        case level
        /// From bottom to top.
        case upright
        /// The rotation of MediaPipe's palms: 27° counterclockwise of upright. Its graph asks for 90 radians, where
        /// degrees were meant, which is 117°.
        case ninetyRadians
        /// From top to bottom.
        case down

        fileprivate var angle: Float {
            switch self {
            case .level: 0
            case .upright: Float(Double.pi / 2)
            case .ninetyRadians: 90
            case .down: Float(-Double.pi / 2)
            }
        }
    }

    /// Returns the rotation of a region in which the line from `start` to `end` has the target direction, in radians in
    /// −π..<π.
    /// - Parameters:
    ///   - start: The start of the line, in fractions of the image.
    ///   - end: The end of the line, in fractions of the image.
    ///   - target: The direction of the line within the region.
    ///   - size: The size of the image, in pixels.
    ///   - style: Whose functions of angles are used.
    static func bringing(
        _ start: SIMD2<Float>, _ end: SIMD2<Float>, to target: Target, in size: ImageSize, style: GraphStyle
    ) -> Float {
        let pixels = SIMD2(size.width, size.height)
        return bringing(start * pixels, end * pixels, to: target, style: style)
    }

    /// Returns the same for a line in pixels.
    static func bringing(
        _ start: SIMD2<Float>, _ end: SIMD2<Float>, to target: Target, style: GraphStyle
    ) -> Float {
        let line = end - start
        return wrapped(target.angle - style.arctangent(-line.y, line.x))
    }

    /// Returns the angle from `other` to `rotation` in −π...π.
    static func difference(_ rotation: Float, _ other: Float) -> Float { remainder(rotation - other, 2 * .pi) }

    /// Returns an equivalent angle in −π..<π, as MediaPipe's `NormalizeRadians` does.
    private static func wrapped(_ angle: Float) -> Float {
        let turn = 2 * Double.pi
        return Float(Double(angle) - turn * floor((Double(angle) + Double.pi) / turn))
    }
}
