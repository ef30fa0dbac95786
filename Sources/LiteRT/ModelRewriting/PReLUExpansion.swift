/// Gives the slopes of PReLU operators for a whole row of an image where the model gives them for one pixel.
///
/// XNNPACK calls its kernel once for every run of values that the slopes cover: 16,384 times for 8 values each where a
/// image has 128×128 pixels of 8 channels, 128 times for 1,024 values if the slopes are repeated along the row.
/// Of the face landmark model that is a fifth of the time. Each value still meets the same slope, so that all outputs
/// stay equal bit for bit.
struct PReLUExpansion {
    /// Pixels of more channels are runs that are long enough as they are.
    private static let mostChannels = 32
    private static let largestRow = 1 << 16

    private let bytes: [UInt8]
    private let tensors: [FlatBufferTable]
    private let steps: [FlatBufferTable]
    private let buffers: [FlatBufferTable]
    private let kinds: [Int]
    /// Which operator makes a tensor.
    private let makers: [Int32: FlatBufferTable]
    /// How many operators read a tensor; a tensor of the graph's own inputs and outputs has one reader more.
    private let readers: [Int32: Int]
    private let bufferUsers: [UInt32: Int]
    private let shapeUsers: [Int: Int]

    /// The model with slopes for rows.
    /// - Returns: nil if it has no slopes that can be repeated safely, or is damaged.
    static func repeated(in bytes: [UInt8]) -> [UInt8]? {
        guard let reader = PReLUExpansion(bytes) else { return nil }
        let slopes = reader.steps.compactMap(reader.slopes)
        guard !slopes.isEmpty else { return nil }
        return slopes.reduce(into: bytes) { $1.write(into: &$0) }
    }

    private init?(_ bytes: [UInt8]) {
        guard let model = FlatBufferTable(root: bytes, identifier: ModelSchema.identifier),
            let graph = model.tables(ModelSchema.Model.subgraphs).first,
            model.tables(ModelSchema.Model.subgraphs).count == 1
        else { return nil }
        self.bytes = bytes
        tensors = graph.tables(ModelSchema.Subgraph.tensors)
        steps = graph.tables(ModelSchema.Subgraph.operators)
        buffers = model.tables(ModelSchema.Model.buffers)
        kinds = model.tables(ModelSchema.Model.operatorCodes).map(ModelSchema.kind)
        // An element that cannot be read would shift those after it.
        guard tensors.count == graph.vector(ModelSchema.Subgraph.tensors)?.count,
            buffers.count == model.vector(ModelSchema.Model.buffers)?.count,
            kinds.count == model.vector(ModelSchema.Model.operatorCodes)?.count
        else { return nil }
        makers = Dictionary(
            steps.compactMap { step in step.integers(ModelSchema.Operator.outputs).first.map { ($0, step) } },
            uniquingKeysWith: { first, _ in first })
        let read =
            steps.flatMap { $0.integers(ModelSchema.Operator.inputs) }
            + graph.integers(ModelSchema.Subgraph.inputs) + graph.integers(ModelSchema.Subgraph.outputs)
        readers = Dictionary(read.map { ($0, 1) }, uniquingKeysWith: +)
        bufferUsers = Dictionary(
            tensors.compactMap { $0.unsigned32(ModelSchema.Tensor.buffer) }.map { ($0, 1) }, uniquingKeysWith: +)
        shapeUsers = Dictionary(
            tensors.compactMap { $0.vector(ModelSchema.Tensor.shape) }.map { ($0.position, 1) }, uniquingKeysWith: +)
    }

    /// The slopes of one operator, if they are worth repeating and nothing else uses them.
    private func slopes(of step: FlatBufferTable) -> Slopes? {
        let inputs = step.integers(ModelSchema.Operator.inputs)
        guard kind(of: step) == ModelSchema.Kind.prelu, inputs.count == 2, let picture = shape(of: inputs[0]),
            picture.count == 4, picture[3] > 0, picture[3] <= Self.mostChannels,
            picture[2] > 1, picture[2] <= Self.largestRow
        else { return nil }
        let (columns, channels) = (Int(picture[2]), Int(picture[3]))
        // Slopes of half precision are widened by an operator of their own.
        let widening = makers[inputs[1]].flatMap { kind(of: $0) == ModelSchema.Kind.dequantize ? $0 : nil }
        let chain = [inputs[1]] + (widening?.integers(ModelSchema.Operator.inputs) ?? [])
        let shapes = chain.compactMap { ownShape(of: $0, channels: channels) }
        guard shapes.count == chain.count, let constant = chain.last,
            let (reference, data) = ownData(of: constant), [2 * channels, 4 * channels].contains(data.count)
        else { return nil }
        return Slopes(
            columns: columns, columnPositions: shapes.map { $0.element($0.count - 2) },
            dataReference: reference, data: Array(bytes[data.position + 4..<data.position + 4 + data.count]))
    }

    private func kind(of step: FlatBufferTable) -> Int? {
        let code = Int(step.unsigned32(ModelSchema.Operator.code) ?? 0)
        return kinds.indices.contains(code) ? kinds[code] : nil
    }

    private func shape(of tensor: Int32) -> [Int32]? {
        tensors.indices.contains(Int(tensor)) ? tensors[Int(tensor)].integers(ModelSchema.Tensor.shape) : nil
    }

    /// The shape of slopes for one pixel that one operator reads: `[…, 1, channels]`, in a vector of its own.
    private func ownShape(of tensor: Int32, channels: Int) -> FlatBufferTable.Vector? {
        guard let shape = shape(of: tensor), shape.count >= 2, shape.last == Int32(channels),
            shape.dropLast().allSatisfy({ $0 == 1 }), readers[tensor] == 1,
            let vector = tensors[Int(tensor)].vector(ModelSchema.Tensor.shape), shapeUsers[vector.position] == 1
        else { return nil }
        return vector
    }

    /// The values of a constant that shares them with no other, and where the reference to them is.
    private func ownData(of tensor: Int32) -> (reference: Int, data: FlatBufferTable.Vector)? {
        guard let buffer = tensors[Int(tensor)].unsigned32(ModelSchema.Tensor.buffer), bufferUsers[buffer] == 1,
            buffers.indices.contains(Int(buffer)),
            let reference = buffers[Int(buffer)].reference(to: ModelSchema.Buffer.data),
            let data = buffers[Int(buffer)].vector(ModelSchema.Buffer.data, elementSize: 1)
        else { return nil }
        return (reference, data)
    }
}

/// Slopes for one pixel, and where they are to be repeated for a row of pixels.
private struct Slopes {
    let columns: Int
    /// Where the shapes of the tensors that hold them say 1 column.
    let columnPositions: [Int]
    /// Where the offset of their values is stored.
    let dataReference: Int
    let data: [UInt8]

    /// Appends the row to the model: a vector may lie anywhere behind the reference to it.
    func write(into model: inout [UInt8]) {
        for position in columnPositions { model.write(columns, at: position) }
        // The values begin at a multiple of 16 bytes, behind their count of 4 bytes.
        model += [UInt8](repeating: 0, count: 12 - model.count % 16 + (model.count % 16 > 12 ? 16 : 0))
        let vector = model.count
        model += [0, 0, 0, 0]
        model.write(columns * data.count, at: vector)
        for _ in 0..<columns { model += data }
        model.write(vector - dataReference, at: dataReference)
    }
}
