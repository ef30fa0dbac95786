/// A matrix of floats in one block, column after column.
///
/// For a face it is 4×4 and takes the canonical face, in centimetres, to camera space: x to the image's right, y up,
/// z towards the viewer, the camera at the origin. Translation is in the last column.
public final class TransformMatrix: @unchecked Sendable {
    public let rows: UInt
    public let columns: UInt
    /// The elements, column after column; the translation is at 12, 13, 14. Valid while the matrix lives.
    public let data: UnsafeMutablePointer<Float>

    private var count: Int { Int(rows * columns) }

    /// Copies `rows * columns` floats from `data`.
    public init(data source: UnsafePointer<Float>, rows: Int, columns: Int) {
        self.rows = UInt(max(0, rows))
        self.columns = UInt(max(0, columns))
        let count = max(0, rows) * max(0, columns)
        data = .allocate(capacity: count)
        data.initialize(from: source, count: count)
    }

    /// From the elements row after row, as one writes a matrix.
    convenience init(rowMajor elements: [Float], side: Int) {
        let packed = (0..<side * side).map { elements[$0 % side * side + $0 / side] }
        self.init(data: packed, rows: side, columns: side)
    }

    deinit { data.deallocate() }

    /// The element `row * rows + column` of the block.
    ///
    /// As the block holds column after column this is the matrix *transposed*; MediaPipe's accessor does the same.
    /// See ``element(row:column:)`` for the matrix as one writes it.
    /// - Precondition: row and column are inside the matrix.
    public func value(atRow row: UInt, column: UInt) -> Float {
        precondition(row < rows, "Row is outside of matrix range.")
        precondition(column < columns, "Column is outside of matrix range.")
        return data[Int(row * rows + column)]
    }

    /// The element in `row` and `column` of the matrix as one writes it; nil outside.
    public func element(row: Int, column: Int) -> Float? {
        guard (0..<Int(rows)).contains(row), (0..<Int(columns)).contains(column) else { return nil }
        return data[column * Int(rows) + row]
    }
}
