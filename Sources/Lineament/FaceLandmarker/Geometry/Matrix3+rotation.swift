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
