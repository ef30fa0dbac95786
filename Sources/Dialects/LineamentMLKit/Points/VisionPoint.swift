// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A point in image pixels, from the upper left corner.
public class VisionPoint: @unchecked Sendable {
    // Sound: nothing changes after the initializer, and only this module can subclass it.

    /// The horizontal position in pixels.
    public let x: CGFloat
    /// The vertical position in pixels.
    public let y: CGFloat
    /// The depth in pixels; `nil` unless this is a ``Vision3DPoint``.
    public var z: CGFloat? { nil }

    init(_ point: SIMD2<Float>) {
        x = CGFloat(point.x)
        y = CGFloat(point.y)
    }

    init(_ point: CGPoint) {
        x = point.x
        y = point.y
    }
}

/// A point in image pixels with a depth on the same scale.
public final class Vision3DPoint: VisionPoint, @unchecked Sendable {
    // Sound: nothing changes after the initializer.

    private let depth: CGFloat

    /// The depth in pixels, negative toward the camera. What it is relative to depends on the detector; see
    /// ``PoseLandmark/position``.
    public override var z: CGFloat { depth }

    init(_ point: SIMD2<Float>, z: Float) {
        depth = CGFloat(z)
        super.init(point)
    }
}
