/// A 3×3 matrix that maps homogeneous image points, row by row.
struct Homography: Sendable, Hashable {
    var elements: [Double]

    /// The matrix that takes each of four points to its counterpart; nil if three of them lie on a line.
    ///
    /// Gaussian elimination with row exchange, in the order in which OpenCV solves its 8×8 system, because the
    /// last bit of the result decides ties when the image is resampled.
    init?(from source: [SIMD2<Float>], to target: [SIMD2<Float>]) {
        var rows = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 8)
        for index in 0..<4 {
            let (from, to) = (source[index], target[index])
            let (x, y) = (Double(from.x), Double(from.y))
            rows[index] = [
                x, y, 1, 0, 0, 0, Double(-from.x * to.x), Double(-from.y * to.x), Double(to.x),
            ]
            rows[index + 4] = [
                0, 0, 0, x, y, 1, Double(-from.x * to.y), Double(-from.y * to.y), Double(to.y),
            ]
        }
        guard let solution = Self.solve(&rows) else { return nil }
        elements = solution + [1]
    }

    private init(elements: [Double]) { self.elements = elements }

    /// The inverse as adjugate times 1/determinant; nil if there is none.
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

    /// Where a point goes.
    func applied(to point: SIMD2<Double>) -> SIMD2<Double> {
        let m = elements
        let w = m[6] * point.x + m[7] * point.y + m[8]
        return SIMD2(m[0] * point.x + m[1] * point.y + m[2], m[3] * point.x + m[4] * point.y + m[5]) / w
    }

    /// Solves the system whose right-hand side is the last column.
    private static func solve(_ rows: inout [[Double]]) -> [Double]? {
        let n = rows.count
        for column in 0..<n {
            var pivot = column
            for row in column..<n where abs(rows[row][column]) > abs(rows[pivot][column]) { pivot = row }
            guard abs(rows[pivot][column]) > 100 * Double.ulpOfOne else { return nil }
            rows.swapAt(column, pivot)
            let d = -1 / rows[column][column]
            for row in column + 1..<max(n, column + 1) {
                let factor = rows[row][column] * d
                for k in column + 1...n { rows[row][k] += factor * rows[column][k] }
            }
        }
        var solution = [Double](repeating: 0, count: n)
        for row in (0..<n).reversed() {
            var sum = rows[row][n]
            for k in row + 1..<max(n, row + 1) { sum -= rows[row][k] * solution[k] }
            solution[row] = sum / rows[row][row]
        }
        return solution
    }
}
