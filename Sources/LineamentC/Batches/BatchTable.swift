// SPDX-License-Identifier: Apache-2.0
internal import CLineament
internal import Lineament
internal import LineamentTools

extension ValueShape {
    /// Whether Arrow's tables hold the numbers of a face or person as a list.
    fileprivate var isList: Bool {
        switch self {
        case .number, .box: false
        case .numbers, .scores, .points, .numberPerPoint, .matrix: true
        }
    }
}

/// The result of one image of a batch.
struct BatchRow: Sendable {
    let arrays: ResultArrays
    /// The crops of its faces, one after the other; empty unless requested.
    let crops: [UInt8]
}

/// The result table of a batch: a row for each image, with the faces or people in it as a list of structures.
struct BatchTable {
    private let rows: [Result<ResultArrays, any Error>]
    private let results: [LineamentResult]
    private let kind: TaskKind
    /// The crops of all faces, if they were requested.
    private let crops: (bytes: [UInt8], size: Int)?

    /// Creates a table.
    /// - Parameters:
    ///   - kind: The task.
    ///   - rows: The results of the images, or their errors.
    ///   - template: How the faces of ``BatchRow/crops`` are placed; `nil` without them.
    init(_ kind: TaskKind, _ rows: [Result<BatchRow, any Error>], crops template: CropTemplate?) {
        self.kind = kind
        self.rows = rows.map { $0.map(\.arrays) }
        results = rows.compactMap { try? $0.get().arrays.result }
        crops = template.map { (rows.flatMap { (try? $0.get().crops) ?? [] }, $0.byteCount) }
    }

    /// Creates the table of the faces without landmarks of others' rows, as a face detector has them.
    private init(facesWithoutLandmarksOf rows: [Result<ResultArrays, any Error>]) {
        kind = .faceDetector
        self.rows = []
        results = rows.compactMap { try? $0.get().facesWithoutLandmarks?.result }
        crops = nil
    }

    /// Returns the table as one column of structures, which is how Arrow passes tables between libraries.
    /// - Throws: `LineamentError` with code `resourceExhausted` if it is too large.
    func column() throws -> ArrowColumn {
        let arrays = rows.map { try? $0.get().result }
        let subjects = ArrowColumn.structure("item", length: subjectCount, try fields())
        let columns: [ArrowColumn] = try [
            .text("error", rows.map(Self.message)),
            .integers("width", arrays.map { $0?.width }),
            .integers("height", arrays.map { $0?.height }),
            .list(kind.column, counts: arrays.map { $0.map { Int($0.count) } }, subjects),
        ]
        return try .structure("", length: rows.count, columns + facesWithoutLandmarks())
    }

    /// A column of the faces without landmarks, if there are some.
    private func facesWithoutLandmarks() throws -> [ArrowColumn] {
        let others = BatchTable(facesWithoutLandmarksOf: rows)
        guard others.subjectCount > 0 else { return [] }
        let counts = rows.map { row in
            (try? row.get()).map { Int($0.facesWithoutLandmarks?.result.count ?? 0) }
        }
        let faces = ArrowColumn.structure("item", length: others.subjectCount, try others.fields())
        return [try .list("faces_without_landmarks", counts: counts, faces)]
    }

    private static func message(_ row: Result<ResultArrays, any Error>) -> String? {
        guard case .failure(let error) = row else { return nil }
        return "\(error)"
    }

    private var subjectCount: Int { results.reduce(0) { $0 + Int($1.count) } }

    /// The fields of a face or person.
    private func fields() throws -> [ArrowColumn] {
        let values = kind.values
        let fields = try values.filter { $0.points == nil }.map { value in
            try field(value, with: values.filter { $0.points == value.name })
        }
        guard let crops else { return fields }
        return fields + [.fixedSizeBytes("crop", crops.bytes, size: crops.size, count: subjectCount)]
    }

    /// Returns a field. Points have further numbers beside their coordinates.
    private func field(_ value: ValueDescription, with others: [ValueDescription]) throws -> ArrowColumn {
        let numbers = numbers(of: value)
        switch value.shape {
        case .number: return .floats(value.name, numbers)
        case .box: return .structure(value.name, length: subjectCount, components(numbers, value.shape.fields))
        case .points(let count, let axes):
            let pointCount = numbers.count / axes.count
            let columns = components(numbers, axes) + others.map { .floats($0.name, self.numbers(of: $0)) }
            return try list(value.name, of: count, .structure("item", length: pointCount, columns))
        case .numbers, .scores, .matrix, .numberPerPoint:
            return try list(value.name, of: value.shape.count, .floats("item", numbers))
        }
    }

    /// A list for each subject; null lists if the value was not requested.
    private func list(_ name: String, of count: Int, _ elements: ArrowColumn) throws -> ArrowColumn {
        try .list(
            name, counts: Array(repeating: elements.length == 0 ? nil : count, count: subjectCount), elements)
    }

    /// Separates numbers that follow each other in turns.
    private func components(_ values: [Float], _ names: [String]) -> [ArrowColumn] {
        names.enumerated().map { place, name in
            .floats(name, stride(from: place, to: values.count, by: names.count).map { values[$0] })
        }
    }

    /// Returns the numbers of all subjects; none of a list that no result has, which becomes null.
    ///
    /// A result without the value, among others that have it, has NaN.
    private func numbers(of value: ValueDescription) -> [Float] {
        let place = value.array.place
        guard results.contains(where: { $0[keyPath: place] != nil }) || !value.shape.isList else { return [] }
        var numbers: [Float] = []
        numbers.reserveCapacity(subjectCount * value.shape.count)
        for result in results {
            let count = Int(result.count) * value.shape.count
            if let block = result[keyPath: place] {
                numbers += UnsafeBufferPointer(start: block, count: count)
            } else {
                numbers += repeatElement(.nan, count: count)
            }
        }
        return numbers
    }
}
