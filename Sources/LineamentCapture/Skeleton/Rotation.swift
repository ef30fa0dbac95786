// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A rotation, as a quaternion of length 1.
public struct Rotation: Sendable, Hashable {
    /// The real part.
    public let w: Double
    /// The part of i.
    public let x: Double
    /// The part of j.
    public let y: Double
    /// The part of k.
    public let z: Double

    /// No rotation.
    public static let identity = Rotation(w: 1, x: 0, y: 0, z: 0)

    /// Creates a rotation from a quaternion of any length but 0.
    public init(w: Double, x: Double, y: Double, z: Double) {
        let length = (w * w + x * x + y * y + z * z).squareRoot()
        guard length > 0, length.isFinite else {
            self.w = 1
            self.x = 0
            self.y = 0
            self.z = 0
            return
        }
        self.w = w / length
        self.x = x / length
        self.y = y / length
        self.z = z / length
    }

    /// Creates the rotation that turns the axes to three directions, which are orthogonal and of length 1.
    public init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) {
        // Shepperd's method: the largest component first, so that no small number is divided by.
        let squares = [x.x + y.y + z.z, x.x - y.y - z.z, y.y - x.x - z.z, z.z - x.x - y.y]
        let largest = squares.indices.max { squares[$0] < squares[$1] } ?? 0
        let root = (1 + squares[largest]).squareRoot()
        let factor = 0.5 / root
        switch largest {
        case 0: self.init(w: root / 2, x: (y.z - z.y) * factor, y: (z.x - x.z) * factor, z: (x.y - y.x) * factor)
        case 1: self.init(w: (y.z - z.y) * factor, x: root / 2, y: (y.x + x.y) * factor, z: (z.x + x.z) * factor)
        case 2: self.init(w: (z.x - x.z) * factor, x: (y.x + x.y) * factor, y: root / 2, z: (z.y + y.z) * factor)
        default: self.init(w: (x.y - y.x) * factor, x: (z.x + x.z) * factor, y: (z.y + y.z) * factor, z: root / 2)
        }
    }

    /// Creates the shortest rotation that turns one direction to another.
    init(from: SIMD3<Double>, to: SIMD3<Double>) {
        let from = from.unit
        let to = to.unit
        let cosine = from.dot(to)
        guard cosine > -0.999_999 else {
            let other: SIMD3<Double> = abs(from.x) < 0.9 ? SIMD3(1, 0, 0) : SIMD3(0, 1, 0)
            let axis = from.cross(other).unit
            self.init(w: 0, x: axis.x, y: axis.y, z: axis.z)
            return
        }
        let axis = from.cross(to)
        self.init(w: 1 + cosine, x: axis.x, y: axis.y, z: axis.z)
    }

    /// w, x, y and z.
    var components: [Double] { [w, x, y, z] }

    /// The rotation back.
    public var inverse: Rotation { Rotation(w: w, x: -x, y: -y, z: -z) }

    /// Returns the rotation of `right` followed by that of `left`.
    public static func * (left: Rotation, right: Rotation) -> Rotation {
        Rotation(
            w: left.w * right.w - left.x * right.x - left.y * right.y - left.z * right.z,
            x: left.w * right.x + left.x * right.w + left.y * right.z - left.z * right.y,
            y: left.w * right.y - left.x * right.z + left.y * right.w + left.z * right.x,
            z: left.w * right.z + left.x * right.y - left.y * right.x + left.z * right.w)
    }

    /// Returns a turned vector.
    public func turning(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        let axis = SIMD3(x, y, z)
        let twice = axis.cross(vector) * 2
        return vector + twice * w + axis.cross(twice)
    }

    /// The same rotation with the sign of the quaternion that is nearer to another, so that components go on smoothly.
    func near(_ other: Rotation) -> Rotation {
        let product = w * other.w + x * other.x + y * other.y + z * other.z
        return product < 0 ? Rotation(w: -w, x: -x, y: -y, z: -z) : self
    }

    /// The angles z, x and y in degrees for which the rotation is Rz · Rx · Ry, as in BVH files with the channels
    /// Zrotation Xrotation Yrotation.
    public var anglesZXY: (z: Double, x: Double, y: Double) {
        let rowX = 2 * (y * z + w * x)
        let degrees = 180 / Double.pi
        let angleX = asin(max(-1, min(1, rowX)))
        guard abs(rowX) < 1 - 1e-12 else {
            // Gimbal lock: only the sum of the other angles is known, which all goes to z.
            return (atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z)) * degrees, angleX * degrees, 0)
        }
        let angleZ = atan2(-2 * (x * y - w * z), 1 - 2 * (x * x + z * z))
        let angleY = atan2(-2 * (x * z - w * y), 1 - 2 * (x * x + y * y))
        return (angleZ * degrees, angleX * degrees, angleY * degrees)
    }
}
