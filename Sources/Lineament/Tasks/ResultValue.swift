// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The description of a value of a face or person, for every form that results are written in.
package struct ValueDescription: Sendable {
    /// The name in Arrow's tables.
    package let name: String
    /// The member of the JSON object that holds the value, for landmarkers, also its name in `--fields`; `nil` if the
    /// object holds each number as a member of its own.
    package let key: String?
    package let array: ResultArray
    package let shape: ValueShape
    /// The contents with their unit and frame of reference, in one sentence that ends with a period.
    package let summary: String
    /// The names of the numbers in CSV; empty for a value that CSV leaves out.
    package let columns: [String]
    /// The order of the columns in CSV, as indices of the numbers; `nil` for their own order.
    package var columnOrder: [Int]?
    /// The points that the numbers of a ``ValueShape/numberPerPoint(_:_:)`` belong to.
    package var points: String?
    /// Whether a subject may lack the value: an empty list in JSON, empty fields in CSV.
    package var isOptional = false
}

/// A value of each face or person of a result.
///
/// The arrays of C and Python, the tables of Arrow and CSV, and the JSON Schema follow from the table of the result's
/// values, such as `FaceLandmarkerResult.values`; `make generate` prints what is not Swift.
package struct ResultValue<Output, Subject>: Sendable {
    package var description: ValueDescription
    /// Returns whether a result has the value. A requested value is present even if it is
    /// unknown for every face or person.
    package let isPresent: @Sendable (Output) -> Bool
    /// Writes the numbers of a face or person in an image of a size to memory that holds NaN, which stands for an
    /// unknown number.
    package let write: @Sendable (Subject, CGSize, UnsafeMutableBufferPointer<Float>) -> Void

    package init(
        _ name: String, key: String?, _ array: ResultArray, _ shape: ValueShape, _ summary: String,
        columns: [String]? = nil, columnOrder: [Int]? = nil, points: String? = nil,
        isPresent: @escaping @Sendable (Output) -> Bool = { _ in true },
        write: @escaping @Sendable (Subject, CGSize, UnsafeMutableBufferPointer<Float>) -> Void
    ) {
        description = ValueDescription(
            name: name, key: key, array: array, shape: shape, summary: summary, columns: columns ?? shape.columns,
            columnOrder: columnOrder, points: points)
        self.isPresent = isPresent
        self.write = write
    }

    /// The value, which a subject may lack.
    package var optionalForSubjects: Self {
        var copy = self
        copy.description.isOptional = true
        return copy
    }

    /// Returns the numbers of a face or person in an image of a size, NaN where unknown.
    package func numbers(of subject: Subject, in size: CGSize) -> [Float] {
        let count = description.shape.count
        return [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.initialize(repeating: .nan)
            write(subject, size, UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
            initialized = count
        }
    }
}

extension UnsafeMutableBufferPointer<Float> {
    /// Writes numbers, as many as there is room for.
    package func write(_ numbers: some Sequence<Float>) {
        for (index, number) in zip(indices, numbers) { self[index] = number }
    }

    /// Writes the left and upper edge, width and height of a box.
    package func write(_ box: CGRect) {
        write([box.minX, box.minY, box.width, box.height].lazy.map { Float($0) })
    }

    /// Writes points one after the other, as many as there is room for.
    package func write<Point>(_ points: some Sequence<Point>, _ axes: KeyPath<Point, Float>...) {
        var index = 0
        for point in points {
            guard index + axes.count <= count else { return }
            for axis in axes {
                self[index] = point[keyPath: axis]
                index += 1
            }
        }
    }
}
