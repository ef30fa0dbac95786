/// A matrix of floats.
///
/// For a face it is 4×4 and takes the canonical face, in centimetres, to camera space: x to the image's right, y up,
/// z towards the viewer, the camera at the origin. The translation is in the last column.
///
/// ```swift
/// if let matrix = face.transformationMatrix {
///     print("distance from the camera: \(-matrix[row: 2, column: 3]) cm")
/// }
/// ```
public final class TransformMatrix: @unchecked Sendable {
    // Sound: the memory is written by the initializers only.
    /// The number of rows.
    public let rows: UInt
    /// The number of columns.
    public let columns: UInt

    private let elements: UnsafeMutableBufferPointer<Float>

    /// Copies `rows * columns` floats, column after column.
    public init(data source: UnsafePointer<Float>, rows: Int, columns: Int) {
        self.rows = UInt(max(0, rows))
        self.columns = UInt(max(0, columns))
        elements = .allocate(capacity: max(0, rows) * max(0, columns))
        _ = elements.initialize(from: UnsafeBufferPointer(start: source, count: elements.count))
    }

    /// A matrix from its elements row after row, as one writes it.
    convenience init(rowMajor elements: [Float], side: Int) {
        let packed = (0..<side * side).map { elements[$0 % side * side + $0 / side] }
        self.init(data: packed, rows: side, columns: side)
    }

    deinit { elements.deallocate() }

    /// The element in `row` and `column` of the matrix as one writes it.
    /// - Precondition: row and column are inside the matrix.
    public subscript(row row: Int, column column: Int) -> Float {
        precondition((0..<Int(rows)).contains(row), "Row is outside of matrix range.")
        precondition((0..<Int(columns)).contains(column), "Column is outside of matrix range.")
        return elements[column * Int(rows) + row]
    }

    /// The element in `row` and `column` of the matrix as one writes it; nil outside.
    public func element(row: Int, column: Int) -> Float? {
        guard (0..<Int(rows)).contains(row), (0..<Int(columns)).contains(column) else { return nil }
        return self[row: row, column: column]
    }

    /// The element at `row * rows + column` of the memory block.
    ///
    /// The block holds column after column, so this is the matrix *transposed*; MediaPipe's accessor does the same. See
    /// ``subscript(row:column:)`` for the matrix as one writes it.
    /// - Precondition: row and column are inside the matrix.
    public func value(atRow row: UInt, column: UInt) -> Float {
        precondition(row < rows, "Row is outside of matrix range.")
        precondition(column < columns, "Column is outside of matrix range.")
        return elements[Int(row * rows + column)]
    }

    /// Calls `body` with the elements, column after column; the translation of a 4×4 matrix is at 12, 13 and 14.
    public func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<Float>) throws -> Result) rethrows
        -> Result
    {
        try withExtendedLifetime(self) { try body(UnsafeBufferPointer(elements)) }
    }

    /// The elements, column after column. Dangles as soon as the matrix is released.
    @available(
        *, deprecated, message: "Use withUnsafeBufferPointer(_:) or the subscript: this pointer can outlive the matrix."
    )
    public var data: UnsafePointer<Float> { UnsafePointer(elements.baseAddress.unsafelyUnwrapped) }

    /// The rows, as one writes the matrix.
    var rowMajor: [[Float]] {
        (0..<Int(rows)).map { row in (0..<Int(columns)).map { self[row: row, column: $0] } }
    }
}

extension TransformMatrix: Hashable {
    /// Whether both matrices have the same size and elements.
    public static func == (left: TransformMatrix, right: TransformMatrix) -> Bool {
        left.rows == right.rows && left.columns == right.columns && left.elements.elementsEqual(right.elements)
    }

    /// Hashes size and elements.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rows)
        hasher.combine(columns)
        for element in elements { hasher.combine(element) }
    }
}

extension TransformMatrix: CustomStringConvertible {
    /// The rows, each on a line.
    public var description: String {
        rowMajor.map { row in row.map { "\($0)" }.joined(separator: " ") }.joined(separator: "\n")
    }
}
