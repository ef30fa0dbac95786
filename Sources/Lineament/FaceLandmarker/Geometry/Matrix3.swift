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
        (self.first, self.second, self.third) = (first, second, third)
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
