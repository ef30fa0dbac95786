/// A 3×3 matrix of doubles.
struct Matrix3: Sendable, Hashable {
    var rows: [SIMD3<Double>]

    static let zero = Matrix3(rows: [.zero, .zero, .zero])
    static let identity = Matrix3(rows: [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)])

    var transpose: Matrix3 { Matrix3(rows: (0..<3).map(column)) }
    var norm: Double { rows.reduce(0) { $0 + $1.dot($1) }.squareRoot() }
    var determinant: Double { rows[0].dot(rows[1].cross(rows[2])) }

    func column(_ index: Int) -> SIMD3<Double> { SIMD3(rows[0][index], rows[1][index], rows[2][index]) }

    static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(matrix.rows[0].dot(vector), matrix.rows[1].dot(vector), matrix.rows[2].dot(vector))
    }

    static func * (left: Matrix3, right: Matrix3) -> Matrix3 {
        let columns = (0..<3).map(right.column)
        return Matrix3(
            rows: left.rows.map { SIMD3($0.dot(columns[0]), $0.dot(columns[1]), $0.dot(columns[2])) })
    }
}

extension SIMD3<Double> {
    func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }

    func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
}
