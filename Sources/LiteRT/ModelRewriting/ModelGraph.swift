// SPDX-License-Identifier: Apache-2.0

/// The tables of a `.tflite` model that has a single graph, as the rewritings read them.
struct ModelGraph {
    let bytes: ModelBytes
    let graph: FlatBufferTable
    let tensors: [FlatBufferTable]
    let steps: [FlatBufferTable]
    let buffers: [FlatBufferTable]
    private let kinds: [Int]
    private let codes: [FlatBufferTable]

    /// Reads a model.
    /// - Returns: `nil` if it has several graphs or is corrupt.
    init?(_ bytes: ModelBytes) {
        guard let model = FlatBufferTable(root: bytes, identifier: ModelSchema.identifier),
            let graph = model.tables(ModelSchema.Model.subgraphs).first,
            model.tables(ModelSchema.Model.subgraphs).count == 1
        else { return nil }
        self.bytes = bytes
        self.graph = graph
        tensors = graph.tables(ModelSchema.Subgraph.tensors)
        steps = graph.tables(ModelSchema.Subgraph.operators)
        buffers = model.tables(ModelSchema.Model.buffers)
        codes = model.tables(ModelSchema.Model.operatorCodes)
        kinds = codes.map(ModelSchema.kind)
        // A table that cannot be read is skipped, which would shift the indices of those after it.
        guard tensors.count == graph.vector(ModelSchema.Subgraph.tensors)?.count,
            steps.count == graph.vector(ModelSchema.Subgraph.operators)?.count,
            buffers.count == model.vector(ModelSchema.Model.buffers)?.count,
            kinds.count == model.vector(ModelSchema.Model.operatorCodes)?.count
        else { return nil }
    }

    /// Returns the kind of an operator, a value of ``ModelSchema/Kind``.
    func kind(of step: FlatBufferTable) -> Int? {
        let code = Int(step.unsigned32(ModelSchema.Operator.code) ?? 0)
        return kinds.indices.contains(code) ? kinds[code] : nil
    }

    /// Returns the name of an operator that is not one of TensorFlow Lite's own; `nil` if it is.
    func customName(of step: FlatBufferTable) -> String? {
        let code = Int(step.unsigned32(ModelSchema.Operator.code) ?? 0)
        guard codes.indices.contains(code) else { return nil }
        let bytes = codes[code].unsignedIntegers(ModelSchema.OperatorCode.customCode, size: 1)
        return bytes.isEmpty ? nil : String(decoding: bytes.map { UInt8($0) }, as: UTF8.self)
    }

    /// Returns the index of the first operator code of a kind.
    func code(of kind: Int) -> Int? { kinds.firstIndex(of: kind) }

    /// Returns the dimensions of a tensor; `nil` if there is no such tensor.
    func shape(of tensor: Int32) -> [Int32]? {
        tensors.indices.contains(Int(tensor)) ? tensors[Int(tensor)].integers(ModelSchema.Tensor.shape) : nil
    }

    /// Returns the values of a constant of 32-bit integers; `nil` if the tensor is something else.
    func integers(of tensor: Int32) -> [Int]? {
        guard tensors.indices.contains(Int(tensor)),
            tensors[Int(tensor)].byte(ModelSchema.Tensor.type) == ModelSchema.ElementType.int32,
            let buffer = tensors[Int(tensor)].unsigned32(ModelSchema.Tensor.buffer),
            buffers.indices.contains(Int(buffer)),
            let data = buffers[Int(buffer)].vector(ModelSchema.Buffer.data, elementSize: 1), data.count % 4 == 0
        else { return nil }
        return (0..<data.count / 4).map { bytes.integer(at: data.element($0)) }
    }

    /// Returns how many operators read a tensor, as often as they do; an output of the graph counts as one.
    func readers(of tensor: Int32) -> Int {
        let lists = steps.map { $0.integers(ModelSchema.Operator.inputs) }
        return (lists + [graph.integers(ModelSchema.Subgraph.outputs)]).joined().filter { $0 == tensor }.count
    }

    /// Whether a single operator refers to a list of tensors.
    func isUnshared(_ list: FlatBufferTable.Vector) -> Bool {
        let lists = steps.flatMap { step in
            [ModelSchema.Operator.inputs, ModelSchema.Operator.outputs].map { step.vector($0)?.position }
        }
        let ends = [ModelSchema.Subgraph.inputs, ModelSchema.Subgraph.outputs].map { graph.vector($0)?.position }
        return (lists + ends).filter { $0 == list.position }.count == 1
    }
}

extension ModelGraph {
    /// Returns the number of values of a shape; `nil` if there are none, or more than a limit.
    static func count(of shape: [Int], upTo limit: Int) -> Int? {
        shape.reduce(1) { (count: Int?, side: Int) -> Int? in
            guard let count, side > 0, side <= limit / count else { return nil }
            return count * side
        }
    }
}
