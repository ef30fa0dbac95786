// SPDX-License-Identifier: Apache-2.0

/// A matrix of four columns and four rows. Stands in for simd's type.
public struct simd_float4x4: Sendable, Hashable, Codable {
    /// The columns. The last one is the translation of a transform.
    public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    /// Creates a matrix of zeros.
    public init() { columns = (.zero, .zero, .zero, .zero) }

    /// Creates a matrix from its columns.
    public init(columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)) { self.columns = columns }

    /// Creates a matrix from its columns.
    public init(_ first: SIMD4<Float>, _ second: SIMD4<Float>, _ third: SIMD4<Float>, _ fourth: SIMD4<Float>) {
        columns = (first, second, third, fourth)
    }

    /// Creates a matrix from four columns.
    /// - Precondition: There are four.
    public init(_ columns: [SIMD4<Float>]) {
        precondition(columns.count == 4, "A matrix has four columns.")
        self.columns = (columns[0], columns[1], columns[2], columns[3])
    }

    /// Creates a matrix with the given diagonal and zeros elsewhere.
    public init(diagonal: SIMD4<Float>) {
        self.init(
            SIMD4(diagonal.x, 0, 0, 0), SIMD4(0, diagonal.y, 0, 0), SIMD4(0, 0, diagonal.z, 0),
            SIMD4(0, 0, 0, diagonal.w))
    }

    /// The column with the given index.
    /// - Precondition: The index is 0 to 3.
    public subscript(column: Int) -> SIMD4<Float> {
        get { list[column] }
        set {
            var list = list
            list[column] = newValue
            self = simd_float4x4(list)
        }
    }

    /// The element in a column and a row.
    /// - Precondition: Both indices are 0 to 3.
    public subscript(column: Int, row: Int) -> Float {
        get { self[column][row] }
        set { self[column][row] = newValue }
    }

    /// The matrix with rows and columns exchanged.
    public var transpose: simd_float4x4 {
        let list = list
        return simd_float4x4((0..<4).map { row in SIMD4(list[0][row], list[1][row], list[2][row], list[3][row]) })
    }

    /// The inverse; its elements are not finite if there is none.
    public var inverse: simd_float4x4 {
        var left = transpose.list
        var right = simd_float4x4(diagonal: .one).list
        for pivot in 0..<4 {
            let best = (pivot..<4).max { abs(left[$0][pivot]) < abs(left[$1][pivot]) } ?? pivot
            left.swapAt(pivot, best)
            right.swapAt(pivot, best)
            let scale = 1 / left[pivot][pivot]
            left[pivot] *= scale
            right[pivot] *= scale
            for row in 0..<4 where row != pivot {
                let factor = left[row][pivot]
                left[row] -= left[pivot] * factor
                right[row] -= right[pivot] * factor
            }
        }
        return simd_float4x4(right).transpose
    }

    /// Returns the product of a matrix and a column vector.
    public static func * (matrix: simd_float4x4, vector: SIMD4<Float>) -> SIMD4<Float> {
        let sum = matrix.columns.0 * vector.x + matrix.columns.1 * vector.y
        return sum + matrix.columns.2 * vector.z + matrix.columns.3 * vector.w
    }

    /// Returns the product of two matrices.
    public static func * (left: simd_float4x4, right: simd_float4x4) -> simd_float4x4 {
        simd_float4x4(right.list.map { left * $0 })
    }

    /// Returns whether all elements are equal.
    public static func == (left: simd_float4x4, right: simd_float4x4) -> Bool { left.list == right.list }

    /// Hashes the elements.
    public func hash(into hasher: inout Hasher) { hasher.combine(list) }

    /// Decodes the four columns.
    public init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        columns = (
            try container.decode(SIMD4<Float>.self), try container.decode(SIMD4<Float>.self),
            try container.decode(SIMD4<Float>.self), try container.decode(SIMD4<Float>.self)
        )
    }

    /// Encodes the four columns.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for column in list { try container.encode(column) }
    }

    private var list: [SIMD4<Float>] { [columns.0, columns.1, columns.2, columns.3] }
}

/// The identity.
public let matrix_identity_float4x4 = simd_float4x4(diagonal: .one)

/// A matrix of four columns and four rows.
public typealias float4x4 = simd_float4x4

/// Returns the product of two matrices.
public func simd_mul(_ left: simd_float4x4, _ right: simd_float4x4) -> simd_float4x4 { left * right }
/// Returns the product of a matrix and a column vector.
public func simd_mul(_ matrix: simd_float4x4, _ vector: SIMD4<Float>) -> SIMD4<Float> { matrix * vector }
/// Returns the inverse of a matrix; its elements are not finite if there is none.
public func simd_inverse(_ matrix: simd_float4x4) -> simd_float4x4 { matrix.inverse }
