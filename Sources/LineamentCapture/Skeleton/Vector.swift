// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A point or direction in space.
typealias Vector = SIMD3<Double>

extension SIMD3<Double> {
    init(_ point: SIMD3<Float>) { self.init(Double(point.x), Double(point.y), Double(point.z)) }

    var length: Double { dot(self).squareRoot() }

    /// The direction; zero for a vector without length.
    var unit: Vector {
        let length = length
        return length > 1e-12 ? self / length : .zero
    }

    func dot(_ other: Vector) -> Double { (self * other).sum() }

    func cross(_ other: Vector) -> Vector {
        Vector(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// Returns the part that is orthogonal to a direction of length 1.
    func orthogonal(to direction: Vector) -> Vector { self - direction * dot(direction) }
}
