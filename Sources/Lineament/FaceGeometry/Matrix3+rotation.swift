extension Matrix3 {
    /// The rotation U·Vᵀ of this matrix's singular value decomposition U·Σ·Vᵀ, the column of U that belongs to
    /// the smallest singular value negated where the product would be a reflection.
    var nearestRotation: Matrix3 {
        let (values, v) = (transpose * self).symmetricEigenvectors
        let order = [0, 1, 2].sorted { values[$0] > values[$1] }
        let right = order.map(v.column)
        // Only the two larger directions are divided out; the third follows, which also serves flat point sets.
        let first = (self * right[0]).normalized
        let image = self * right[1]
        let second = (image - first * image.dot(first)).normalized
        let left = [first, second, first.cross(second)]
        let third = right[0].cross(right[1])
        let rightHanded = [right[0], right[1], third]
        return Matrix3(
            rows: (0..<3).map { row in
                left.indices.reduce(SIMD3<Double>.zero) { $0 + rightHanded[$1] * left[$1][row] }
            })
    }

    /// Eigenvalues and, as columns, eigenvectors of a symmetric matrix, by Jacobi's rotations.
    private var symmetricEigenvectors: (values: SIMD3<Double>, vectors: Matrix3) {
        var matrix = self
        var vectors = Matrix3.identity
        for _ in 0..<Self.sweeps {
            for (p, q) in [(0, 1), (0, 2), (1, 2)] where matrix.rows[p][q] != 0 {
                let theta = (matrix.rows[q][q] - matrix.rows[p][p]) / (2 * matrix.rows[p][q])
                let t = (theta < 0 ? -1 : 1) / (abs(theta) + (theta * theta + 1).squareRoot())
                let cosine = 1 / (t * t + 1).squareRoot()
                var turn = Matrix3.identity
                turn.rows[p][p] = cosine
                turn.rows[q][q] = cosine
                turn.rows[p][q] = t * cosine
                turn.rows[q][p] = -t * cosine
                matrix = turn.transpose * matrix * turn
                vectors = vectors * turn
            }
        }
        return (SIMD3(matrix.rows[0][0], matrix.rows[1][1], matrix.rows[2][2]), vectors)
    }

    /// Convergence is quadratic: a 3×3 matrix is diagonal to the last bit after five or six sweeps.
    private static let sweeps = 10
}

extension SIMD3<Double> {
    var normalized: SIMD3<Double> {
        let length = dot(self).squareRoot()
        return length > 0 ? self / length : self
    }
}
