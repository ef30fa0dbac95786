// SPDX-License-Identifier: Apache-2.0

/// A vector of two floats.
public typealias simd_float2 = SIMD2<Float>
/// A vector of three floats.
public typealias simd_float3 = SIMD3<Float>
/// A vector of four floats.
public typealias simd_float4 = SIMD4<Float>
/// A vector of two floats, by its older name.
public typealias vector_float2 = SIMD2<Float>
/// A vector of three floats, by its older name.
public typealias vector_float3 = SIMD3<Float>
/// A vector of four floats, by its older name.
public typealias vector_float4 = SIMD4<Float>
/// A vector of two doubles.
public typealias simd_double2 = SIMD2<Double>
/// A vector of three doubles.
public typealias simd_double3 = SIMD3<Double>

/// Creates a vector from its elements.
public func simd_make_float2(_ x: Float, _ y: Float) -> SIMD2<Float> { SIMD2(x, y) }
/// Creates a vector from its elements.
public func simd_make_float3(_ x: Float, _ y: Float, _ z: Float) -> SIMD3<Float> { SIMD3(x, y, z) }
/// Creates a vector of the first three elements of another.
public func simd_make_float3(_ vector: SIMD4<Float>) -> SIMD3<Float> { SIMD3(vector.x, vector.y, vector.z) }
/// Creates a vector from its elements.
public func simd_make_float4(_ x: Float, _ y: Float, _ z: Float, _ w: Float) -> SIMD4<Float> { SIMD4(x, y, z, w) }
/// Creates a vector from its first three elements and its last one.
public func simd_make_float4(_ vector: SIMD3<Float>, _ w: Float) -> SIMD4<Float> { SIMD4(vector, w) }

/// Returns the dot product of two vectors.
public func simd_dot<Vector: SIMD>(_ left: Vector, _ right: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { (left * right).sum() }
/// Returns the square of the length of a vector.
public func simd_length_squared<Vector: SIMD>(_ vector: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { simd_dot(vector, vector) }
/// Returns the length of a vector.
public func simd_length<Vector: SIMD>(_ vector: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { simd_dot(vector, vector).squareRoot() }
/// Returns the distance between two points.
public func simd_distance<Vector: SIMD>(_ left: Vector, _ right: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { simd_length(left - right) }
/// Returns the square of the distance between two points.
public func simd_distance_squared<Vector: SIMD>(_ left: Vector, _ right: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { simd_length_squared(left - right) }
/// Returns the vector of length 1 with the same direction.
public func simd_normalize<Vector: SIMD>(_ vector: Vector) -> Vector
where Vector.Scalar: FloatingPoint { vector / simd_length(vector) }
/// Returns the cross product of two vectors.
public func simd_cross<Scalar: FloatingPoint>(_ left: SIMD3<Scalar>, _ right: SIMD3<Scalar>) -> SIMD3<Scalar> {
    let first = SIMD3(left.y, left.z, left.x) * SIMD3(right.z, right.x, right.y)
    return first - SIMD3(left.z, left.x, left.y) * SIMD3(right.y, right.z, right.x)
}
/// Returns the point at the fraction `t` of the way between two points.
public func simd_mix<Vector: SIMD>(_ start: Vector, _ end: Vector, _ t: Vector) -> Vector
where Vector.Scalar: FloatingPoint { start + (end - start) * t }
