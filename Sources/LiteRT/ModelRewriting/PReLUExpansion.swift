// SPDX-License-Identifier: Apache-2.0

/// Expands the slopes of PReLU operators from one pixel to a whole row of an image.
///
/// XNNPACK calls its kernel once per run of values that the slopes cover. For an image of 128×128 pixels with 8
/// channels, that is 16,384 calls with 8 values each, but only 128 calls with 1,024 values each if the slopes are
/// repeated along the row. This saves a fifth of the time of the face landmark model. Each value is still multiplied by
/// the same slope, so all outputs are equal bit for bit.
struct PReLUExpansion {
    /// The maximum number of channels; with more, the runs are long enough already.
    private static let maxChannels = 32
    /// The maximum number of pixels in a row.
    private static let maxRow = 1 << 16
    /// The maximum number of bytes of all repeated slopes; the face landmark model's take less than 200,000.
    private static let maxGrowth = 64_000_000

    private let model: ModelGraph
    /// The operator that produces each tensor.
    private let makers: [Int32: FlatBufferTable]
    /// The number of operators that read each tensor; being an input or output of the graph counts as one more.
    private let readers: [Int32: Int]
    private let bufferUsers: [UInt32: Int]
    private let shapeUsers: [Int: Int]

    /// Returns the model with its slopes repeated along rows.
    /// - Returns: `nil` if no slopes can be repeated safely, if they would take too much memory, or the model is corrupt.
    static func repeated(in bytes: ModelBytes) -> [UInt8]? {
        guard let reader = PReLUExpansion(bytes) else { return nil }
        let slopes = reader.model.steps.compactMap(reader.slopes)
        let growth = slopes.reduce(0) { $0 + $1.maxGrowth }
        guard !slopes.isEmpty, growth <= maxGrowth else { return nil }
        return slopes.reduce(into: bytes.copy(reserving: growth)) { $1.write(into: &$0) }
    }

    private init?(_ bytes: ModelBytes) {
        guard let model = ModelGraph(bytes) else { return nil }
        self.model = model
        makers = Dictionary(
            model.steps.compactMap { step in step.integers(ModelSchema.Operator.outputs).first.map { ($0, step) } },
            uniquingKeysWith: { first, _ in first })
        let read =
            model.steps.flatMap { $0.integers(ModelSchema.Operator.inputs) }
            + model.graph.integers(ModelSchema.Subgraph.inputs) + model.graph.integers(ModelSchema.Subgraph.outputs)
        readers = Dictionary(read.map { ($0, 1) }, uniquingKeysWith: +)
        bufferUsers = Dictionary(
            model.tensors.compactMap { $0.unsigned32(ModelSchema.Tensor.buffer) }.map { ($0, 1) }, uniquingKeysWith: +)
        shapeUsers = Dictionary(
            model.tensors.compactMap { $0.vector(ModelSchema.Tensor.shape) }.map { ($0.position, 1) },
            uniquingKeysWith: +)
    }

    /// Returns the slopes of an operator if they are worth repeating and nothing else uses them.
    private func slopes(of step: FlatBufferTable) -> Slopes? {
        let inputs = step.integers(ModelSchema.Operator.inputs)
        guard model.kind(of: step) == ModelSchema.Kind.prelu, inputs.count == 2,
            let image = model.shape(of: inputs[0]),
            image.count == 4, image[3] > 0, image[3] <= Self.maxChannels,
            image[2] > 1, image[2] <= Self.maxRow
        else { return nil }
        let columns = Int(image[2])
        let channels = Int(image[3])
        // Half-precision slopes pass through a dequantize operator of their own.
        let widening = makers[inputs[1]].flatMap { model.kind(of: $0) == ModelSchema.Kind.dequantize ? $0 : nil }
        let chain = [inputs[1]] + (widening?.integers(ModelSchema.Operator.inputs) ?? [])
        let shapes = chain.compactMap { ownShape(of: $0, channels: channels) }
        guard shapes.count == chain.count, let constant = chain.last,
            let (reference, data) = ownData(of: constant), [2 * channels, 4 * channels].contains(data.count)
        else { return nil }
        return Slopes(
            columns: columns, columnPositions: shapes.map { $0.element($0.count - 2) },
            dataReference: reference, data: Array(model.bytes[data.position + 4..<data.position + 4 + data.count]))
    }

    /// Returns the shape `[…, 1, channels]` of a tensor of per-pixel slopes, if a single operator reads the tensor and
    /// nothing shares the vector.
    private func ownShape(of tensor: Int32, channels: Int) -> FlatBufferTable.Vector? {
        guard let shape = model.shape(of: tensor), shape.count >= 2, shape.last == Int32(channels),
            shape.dropLast().allSatisfy({ $0 == 1 }), readers[tensor] == 1,
            let vector = model.tensors[Int(tensor)].vector(ModelSchema.Tensor.shape), shapeUsers[vector.position] == 1
        else { return nil }
        return vector
    }

    /// Returns the data of a constant and the position of the reference to it, if no other tensor shares the buffer.
    private func ownData(of tensor: Int32) -> (reference: Int, data: FlatBufferTable.Vector)? {
        guard let buffer = model.tensors[Int(tensor)].unsigned32(ModelSchema.Tensor.buffer), bufferUsers[buffer] == 1,
            model.buffers.indices.contains(Int(buffer)),
            let reference = model.buffers[Int(buffer)].reference(to: ModelSchema.Buffer.data),
            let data = model.buffers[Int(buffer)].vector(ModelSchema.Buffer.data, elementSize: 1)
        else { return nil }
        return (reference, data)
    }
}

/// Per-pixel slopes, and the positions in the model where they become per-row slopes.
private struct Slopes {
    let columns: Int
    /// The positions of the column counts, which are 1, in the shapes of the tensors that hold the slopes.
    let columnPositions: [Int]
    /// The position of the offset to the slopes' data.
    let dataReference: Int
    let data: [UInt8]

    /// The number of bytes of the repeated slopes.
    var repeatedCount: Int { columns * data.count }

    /// The maximum number of bytes that are appended to the model: the repeated slopes, their count, and up to 15 before it.
    var maxGrowth: Int { repeatedCount + 19 }

    /// Appends the repeated slopes to the model; a vector may be anywhere after the reference to it.
    func write(into model: inout [UInt8]) {
        for position in columnPositions { model.write(columns, at: position) }
        // The data starts at a multiple of 16 bytes, after its count of 4 bytes.
        model += [UInt8](repeating: 0, count: 12 - model.count % 16 + (model.count % 16 > 12 ? 16 : 0))
        let vector = model.count
        model += [0, 0, 0, 0]
        model.write(repeatedCount, at: vector)
        for _ in 0..<columns { model += data }
        model.write(vector - dataReference, at: dataReference)
    }
}
