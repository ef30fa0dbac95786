// SPDX-License-Identifier: Apache-2.0

/// A 3×3 matrix that maps homogeneous image coordinates.
struct Homography: Sendable, Hashable {
    /// The nine elements, in row-major order.
    var elements: [Double]

    /// Computes the matrix that maps four points to their counterparts; `nil` if three of them are collinear.
    ///
    /// Uses Gaussian elimination with row pivoting, in the order in which OpenCV's `getPerspectiveTransform` solves its
    /// 8×8 system, because the last bit of the result decides ties in resampling.
    init?(from source: [SIMD2<Float>], to target: [SIMD2<Float>]) {
        var rows = Equations()
        for index in 0..<4 {
            let from = source[index]
            let to = target[index]
            let x = Double(from.x)
            let y = Double(from.y)
            rows.set(index, first: SIMD3(x, y, 1), second: .zero, from: from, to: to.x)
            rows.set(index + 4, first: .zero, second: SIMD3(x, y, 1), from: from, to: to.y)
        }
        guard let elements = rows.solved() else { return nil }
        self.elements = elements
    }

    private init(elements: [Double]) { self.elements = elements }

    /// The inverse, computed as the adjugate divided by the determinant; `nil` if the matrix is singular.
    var inverse: Homography? {
        let m = elements
        let determinant =
            m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
            + m[2] * (m[3] * m[7] - m[4] * m[6])
        guard determinant != 0, determinant.isFinite else { return nil }
        let d = 1 / determinant
        return Homography(elements: [
            (m[4] * m[8] - m[5] * m[7]) * d, (m[2] * m[7] - m[1] * m[8]) * d, (m[1] * m[5] - m[2] * m[4]) * d,
            (m[5] * m[6] - m[3] * m[8]) * d, (m[0] * m[8] - m[2] * m[6]) * d, (m[2] * m[3] - m[0] * m[5]) * d,
            (m[3] * m[7] - m[4] * m[6]) * d, (m[1] * m[6] - m[0] * m[7]) * d, (m[0] * m[4] - m[1] * m[3]) * d,
        ])
    }

    /// Returns the point that `point` is mapped to.
    func applied(to point: SIMD2<Double>) -> SIMD2<Double> {
        let m = elements
        let w = m[6] * point.x + m[7] * point.y + m[8]
        return SIMD2(m[0] * point.x + m[1] * point.y + m[2], m[3] * point.x + m[4] * point.y + m[5]) / w
    }
}

/// Eight linear equations, with the right-hand side in the last column. Stored as one array, because every inference
/// solves a system.
private struct Equations {
    private static let count = 8
    private var values = [Double](repeating: 0, count: count * (count + 1))

    private subscript(row: Int, column: Int) -> Double {
        get { values[row * (Self.count + 1) + column] }
        set { values[row * (Self.count + 1) + column] = newValue }
    }

    /// Sets the coefficients of one equation from a pair of points.
    mutating func set(
        _ row: Int, first: SIMD3<Double>, second: SIMD3<Double>, from: SIMD2<Float>, to: Float
    ) {
        for column in 0..<3 {
            self[row, column] = first[column]
            self[row, column + 3] = second[column]
        }
        self[row, 6] = Double(-from.x * to)
        self[row, 7] = Double(-from.y * to)
        self[row, 8] = Double(to)
    }

    /// Solves the system; returns the eight unknowns followed by 1, or `nil` if there is no solution.
    mutating func solved() -> [Double]? {
        let n = Self.count
        for column in 0..<n {
            var pivot = column
            for row in column..<n where abs(self[row, column]) > abs(self[pivot, column]) { pivot = row }
            guard abs(self[pivot, column]) > 100 * Double.ulpOfOne else { return nil }
            for k in 0...n where pivot != column { values.swapAt(pivot * (n + 1) + k, column * (n + 1) + k) }
            let d = -1 / self[column, column]
            for row in column + 1..<max(n, column + 1) {
                let factor = self[row, column] * d
                for k in column + 1...n { self[row, k] += factor * self[column, k] }
            }
        }
        var solution = [Double](repeating: 1, count: n + 1)
        for row in (0..<n).reversed() {
            var sum = self[row, n]
            for k in row + 1..<max(n, row + 1) { sum -= self[row, k] * solution[k] }
            solution[row] = sum / self[row, row]
        }
        return solution
    }
}
