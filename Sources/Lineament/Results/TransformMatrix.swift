// SPDX-License-Identifier: Apache-2.0

/// A matrix of floats.
///
/// For a face it is 4×4 and maps the canonical face, in centimeters, to camera space: x to the right of the image, y
/// up, z toward the viewer, with the camera at the origin. The translation is in the last column.
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

    /// Creates a matrix by copying `rows * columns` floats in column-major order.
    /// - Precondition: There is at least one row and one column, and their product does not overflow.
    public init(data source: UnsafePointer<Float>, rows: Int, columns: Int) {
        precondition(rows > 0 && columns > 0, "A matrix needs at least one row and one column.")
        let (count, overflow) = rows.multipliedReportingOverflow(by: columns)
        precondition(!overflow, "The matrix is too large.")
        self.rows = UInt(rows)
        self.columns = UInt(columns)
        elements = .allocate(capacity: count)
        _ = elements.initialize(from: UnsafeBufferPointer(start: source, count: elements.count))
    }

    /// Creates a square matrix from its elements in row-major order.
    convenience init(rowMajor elements: [Float], side: Int) {
        let packed = (0..<side * side).map { elements[$0 % side * side + $0 / side] }
        self.init(data: packed, rows: side, columns: side)
    }

    deinit { elements.deallocate() }

    /// Returns the element in `row` and `column`, in mathematical notation.
    /// - Precondition: Row and column are inside the matrix.
    public subscript(row row: Int, column column: Int) -> Float {
        precondition((0..<Int(rows)).contains(row), "Row is outside matrix range.")
        precondition((0..<Int(columns)).contains(column), "Column is outside matrix range.")
        return elements[column * Int(rows) + row]
    }

    /// Returns the element in `row` and `column`, in mathematical notation; `nil` if out of bounds.
    public func element(row: Int, column: Int) -> Float? {
        guard (0..<Int(rows)).contains(row), (0..<Int(columns)).contains(column) else { return nil }
        return self[row: row, column: column]
    }

    /// Returns the element at `row * rows + column` of the underlying memory.
    ///
    /// The memory is in column-major order, so for a square matrix this is the element of the *transposed* matrix;
    /// MediaPipe's accessor does the same. Use ``subscript(row:column:)`` for mathematical notation.
    /// - Precondition: Row and column are inside the matrix, and so is `row * rows + column`, which may not be the case
    ///   if there are more rows than columns.
    public func value(atRow row: UInt, column: UInt) -> Float {
        precondition(row < rows, "Row is outside matrix range.")
        precondition(column < columns, "Column is outside matrix range.")
        let index = Int(row * rows + column)
        precondition(index < elements.count, "The element is outside matrix range.")
        return elements[index]
    }

    /// Calls `body` with the elements in column-major order; the translation of a 4×4 matrix is at 12, 13 and 14.
    public func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<Float>) throws -> Result) rethrows
        -> Result
    {
        try withExtendedLifetime(self) { try body(UnsafeBufferPointer(elements)) }
    }

    /// The elements in column-major order. The pointer dangles once the matrix is released.
    @available(
        *, deprecated, message: "Use withUnsafeBufferPointer(_:) or the subscript: this pointer can outlive the matrix."
    )
    public var data: UnsafePointer<Float> { UnsafePointer(elements.baseAddress.unsafelyUnwrapped) }

    /// The rows of the matrix.
    var rowMajor: [[Float]] {
        (0..<Int(rows)).map { row in (0..<Int(columns)).map { self[row: row, column: $0] } }
    }
}

extension TransformMatrix: Hashable {
    /// Returns whether both matrices have the same size and elements.
    public static func == (left: TransformMatrix, right: TransformMatrix) -> Bool {
        left.rows == right.rows && left.columns == right.columns && left.elements.elementsEqual(right.elements)
    }

    /// Hashes the size and the elements.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rows)
        hasher.combine(columns)
        for element in elements { hasher.combine(element) }
    }
}

extension TransformMatrix: CustomStringConvertible {
    /// The rows, one per line.
    public var description: String {
        rowMajor.map { row in row.map { "\($0)" }.joined(separator: " ") }.joined(separator: "\n")
    }
}
