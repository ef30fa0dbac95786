// SPDX-License-Identifier: Apache-2.0

/// A 3×3 matrix of doubles.
///
/// The rows are stored inline rather than in an array: solving the pose of a face creates hundreds of matrices, each of
/// which would be a heap allocation.
struct Matrix3: Sendable, Hashable {
    private var first, second, third: SIMD3<Double>

    static let zero = Matrix3(.zero, .zero, .zero)
    static let identity = Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

    /// Creates a matrix from its rows.
    init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        self.first = first
        self.second = second
        self.third = third
    }

    /// Creates a matrix from its columns.
    init(columns first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
        self = Matrix3(first, second, third).transpose
    }

    /// Accesses a row.
    subscript(row: Int) -> SIMD3<Double> {
        get {
            switch row {
            case 0: first
            case 1: second
            default: third
            }
        }
        set {
            switch row {
            case 0: first = newValue
            case 1: second = newValue
            default: third = newValue
            }
        }
    }

    var transpose: Matrix3 { Matrix3(column(0), column(1), column(2)) }
    /// The Frobenius norm.
    var norm: Double { (first.dot(first) + second.dot(second) + third.dot(third)).squareRoot() }
    var determinant: Double { first.dot(second.cross(third)) }

    func column(_ index: Int) -> SIMD3<Double> { SIMD3(first[index], second[index], third[index]) }

    static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(matrix.first.dot(vector), matrix.second.dot(vector), matrix.third.dot(vector))
    }

    static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        Matrix3(columns: left * right.column(0), left * right.column(1), left * right.column(2))
    }
}

extension SIMD3<Double> {
    func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }

    func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
}

extension Matrix3 {
    /// The rotation closest to this matrix: U·Vᵀ of its singular value decomposition U·Σ·Vᵀ.
    ///
    /// If that product is a reflection, the column of U that belongs to the smallest singular value is negated.
    var nearestRotation: Matrix3 {
        let (values, v) = (transpose * self).symmetricEigenvectors
        var order = (0, 1, 2)
        if values[order.1] > values[order.0] { swap(&order.0, &order.1) }
        if values[order.2] > values[order.1] { swap(&order.1, &order.2) }
        if values[order.1] > values[order.0] { swap(&order.0, &order.1) }
        let right = (v.column(order.0), v.column(order.1))
        // Only the two larger directions are divided by their singular values; the third is their cross product, which
        // also handles coplanar points.
        let first = (self * right.0).normalized
        let image = self * right.1
        let second = (image - first * image.dot(first)).normalized
        let left = Matrix3(columns: first, second, first.cross(second))
        return left * Matrix3(right.0, right.1, right.0.cross(right.1))
    }

    /// The eigenvalues and, as columns, the eigenvectors of a symmetric matrix, by Jacobi rotations.
    private var symmetricEigenvectors: (values: SIMD3<Double>, vectors: Matrix3) {
        var matrix = self
        var vectors = Matrix3.identity
        for _ in 0..<Self.sweeps {
            for (p, q) in Self.pairs where matrix[p][q] != 0 {
                let theta = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q])
                let t = (theta < 0 ? -1 : 1) / (abs(theta) + (theta * theta + 1).squareRoot())
                let cosine = 1 / (t * t + 1).squareRoot()
                var turn = Matrix3.identity
                turn[p][p] = cosine
                turn[q][q] = cosine
                turn[p][q] = t * cosine
                turn[q][p] = -t * cosine
                matrix = turn.transpose * matrix * turn
                vectors = vectors * turn
            }
        }
        return (SIMD3(matrix[0][0], matrix[1][1], matrix[2][2]), vectors)
    }

    private static let pairs = [(0, 1), (0, 2), (1, 2)]

    /// The number of Jacobi sweeps. Convergence is quadratic: a 3×3 matrix is diagonal to the last bit after five or
    /// six.
    private static let sweeps = 10
}

extension SIMD3<Double> {
    /// The vector scaled to length 1; itself if its length is 0.
    var normalized: SIMD3<Double> {
        let length = dot(self).squareRoot()
        return length > 0 ? self / length : self
    }
}
