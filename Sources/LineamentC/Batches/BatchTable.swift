internal import CLineament
internal import Lineament

/// The result table of a batch: a row for each image, with the faces or people in it as a list of structures.
struct BatchTable {
    private let rows: [Result<ResultArrays, any Error>]
    private let results: [LineamentResult]
    private let kind: TaskKind

    init(_ kind: TaskKind, _ rows: [Result<ResultArrays, any Error>]) {
        self.kind = kind
        self.rows = rows
        results = rows.compactMap { try? $0.get().result }
    }

    /// Returns the table as one column of structures, which is how Arrow passes tables between libraries.
    /// - Throws: `LineamentError` with code `resourceExhausted` if it is too large.
    func column() throws -> ArrowColumn {
        let arrays = rows.map { try? $0.get().result }
        let subjects = ArrowColumn.structure("item", length: subjectCount, try fields())
        return try .structure(
            "", length: rows.count,
            [
                .text("error", rows.map(Self.message)),
                .integers("width", arrays.map { $0?.width }),
                .integers("height", arrays.map { $0?.height }),
                .list(
                    kind.column, counts: arrays.map { $0.map { Int($0.count) } }, subjects),
            ])
    }

    private static func message(_ row: Result<ResultArrays, any Error>) -> String? {
        guard case .failure(let error) = row else { return nil }
        return "\(error)"
    }

    private var subjectCount: Int { results.reduce(0) { $0 + Int($1.count) } }

    /// The fields of a face or person.
    private func fields() throws -> [ArrowColumn] {
        switch kind {
        case .faceDetector: try [score, storedBox, points("landmarks", \.landmarks, ["x", "y"])]
        case .faceLandmarker:
            try [
                score, landmarkBox, points("landmarks", \.landmarks, ["x", "y", "z"]),
                numbers("blendshapes", \.blendshapes, Blendshape.allCases.count), numbers("matrix", \.matrices, 16),
            ]
        case .poseLandmarker:
            try [
                landmarkBox,
                points(
                    "landmarks", \.landmarks, ["x", "y", "z"],
                    [("visibility", \.visibilities), ("presence", \.presences)]),
                points("world_landmarks", \.world_landmarks, ["x", "y", "z"]),
            ]
        case .faces:
            try [
                storedBox, numbers("angles", \.angles, 3), numbers("expressions", \.expressions, 3),
                points("landmarks", \.landmarks, ["x", "y"]),
            ]
        }
    }

    private typealias Values = KeyPath<LineamentResult, UnsafePointer<Float>?>

    private var score: ArrowColumn { .floats("score", gather(\.scores, each: 1)) }

    private var storedBox: ArrowColumn { box(gather(\.boxes, each: 4)) }

    /// The smallest boxes that contain all landmarks, in pixels.
    private var landmarkBox: ArrowColumn {
        box(
            results.flatMap { result in
                (0..<Int(result.count)).flatMap { subject -> [Float] in
                    let width = Int(result.landmark_count * result.landmark_dimensions)
                    return Self.box(of: result, from: subject * width, width)
                }
            })
    }

    private static func box(of result: LineamentResult, from start: Int, _ width: Int) -> [Float] {
        guard let landmarks = result.landmarks else { return [0, 0, 0, 0] }
        let indices = stride(from: start, to: start + width, by: Int(result.landmark_dimensions))
        let (across, down) = (indices.map { landmarks[$0] }, indices.map { landmarks[$0 + 1] })
        let (left, right) = (across.min() ?? 0, across.max() ?? 0)
        let (top, bottom) = (down.min() ?? 0, down.max() ?? 0)
        let size = (width: Float(result.width), height: Float(result.height))
        return [left * size.width, top * size.height, (right - left) * size.width, (bottom - top) * size.height]
    }

    private func box(_ values: [Float]) -> ArrowColumn {
        .structure("box", length: subjectCount, components(values, ["x", "y", "width", "height"]))
    }

    /// A list of numbers for each subject; null lists if they were not requested.
    private func numbers(_ name: String, _ values: Values, _ count: Int) throws -> ArrowColumn {
        let numbers = gather(values, each: count)
        let isMissing = numbers.isEmpty
        return try .list(
            name, counts: Array(repeating: isMissing ? nil : count, count: subjectCount), .floats("item", numbers))
    }

    /// A list of points for each subject.
    /// - Parameters:
    ///   - name: The name of the list.
    ///   - values: The coordinates of all points.
    ///   - axes: The names of a point's coordinates.
    ///   - others: Further numbers of each point, by name.
    private func points(
        _ name: String, _ values: Values, _ axes: [String], _ others: [(String, Values)] = []
    ) throws -> ArrowColumn {
        let count = Int(results.first?.landmark_count ?? 0)
        let coordinates = components(gather(values, each: count * axes.count), axes)
        let more = others.map { ArrowColumn.floats($0, gather($1, each: count)) }
        return try .list(
            name, counts: Array(repeating: count, count: subjectCount),
            .structure("item", length: subjectCount * count, coordinates + more))
    }

    /// Separates numbers that follow each other in turns.
    private func components(_ values: [Float], _ names: [String]) -> [ArrowColumn] {
        names.enumerated().map { place, name in
            .floats(name, stride(from: place, to: values.count, by: names.count).map { values[$0] })
        }
    }

    /// Returns the numbers of all subjects; empty if they were not requested.
    private func gather(_ values: Values, each count: Int) -> [Float] {
        results.flatMap { result in
            UnsafeBufferPointer(
                start: result[keyPath: values], count: result[keyPath: values] == nil ? 0 : Int(result.count) * count)
        }
    }
}
