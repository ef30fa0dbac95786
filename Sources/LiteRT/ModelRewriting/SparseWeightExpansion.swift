// SPDX-License-Identifier: Apache-2.0

/// Expands the sparse weights of a `.tflite` model, and removes the operators that would do it at run time.
///
/// A GPU cannot expand them, and the accelerator computes wrong outputs for what remains. Each value is kept, so all
/// outputs are equal bit for bit where the same kernels run.
struct SparseWeightExpansion {
    /// The maximum number of bytes of all expanded weights; the pose detector's take less than 6,000,000.
    private static let maxGrowth = 256_000_000

    private let model: ModelGraph

    /// Returns the model with dense weights.
    /// - Returns: `nil` if it has no sparse weights, they cannot be expanded safely, or the model is corrupt.
    static func expanded(in bytes: ModelBytes) -> [UInt8]? {
        guard let graph = ModelGraph(bytes) else { return nil }
        let reader = SparseWeightExpansion(model: graph)
        guard let weights = reader.weights, !weights.isEmpty else { return nil }
        let growth = weights.reduce(0) { $0 + $1.data.count }
        guard growth <= maxGrowth else { return nil }
        var model = bytes.copy(reserving: growth + weights.count * ExpandedWeight.maxDescription)
        reader.bypass(weights, in: &model)
        for weight in weights { weight.write(into: &model) }
        return model
    }

    /// The weights of all operators that expand some; `nil` if those of one of them cannot be expanded.
    private var weights: [ExpandedWeight]? {
        var weights: [ExpandedWeight] = []
        for step in model.steps where isExpansion(step) {
            guard let weight = weight(of: step) else { return nil }
            weights.append(weight)
        }
        let outputs = Set(model.graph.integers(ModelSchema.Subgraph.outputs))
        let isSafe =
            Set(weights.map(\.tensor)).count == weights.count
            && Set(weights.map(\.dataReference)).count == weights.count
            && outputs.isDisjoint(with: weights.map(\.output))
        return isSafe ? weights : nil
    }

    private func isExpansion(_ step: FlatBufferTable) -> Bool { model.kind(of: step) == ModelSchema.Kind.densify }

    private func weight(of step: FlatBufferTable) -> ExpandedWeight? {
        let inputs = step.integers(ModelSchema.Operator.inputs)
        let outputs = step.integers(ModelSchema.Operator.outputs)
        guard inputs.count == 1, outputs.count == 1, model.tensors.indices.contains(Int(inputs[0])),
            model.tensors.indices.contains(Int(outputs[0]))
        else { return nil }
        let sparse = model.tensors[Int(inputs[0])]
        let shape = sparse.integers(ModelSchema.Tensor.shape)
        let buffer = sparse.unsigned32(ModelSchema.Tensor.buffer) ?? 0
        guard shape == model.tensors[Int(outputs[0])].integers(ModelSchema.Tensor.shape),
            model.tensors.filter({ $0.unsigned32(ModelSchema.Tensor.buffer) == buffer }).count == 1,
            model.buffers.indices.contains(Int(buffer)),
            let size = ModelSchema.elementSizes[sparse.byte(ModelSchema.Tensor.type) ?? 0],
            let reference = model.buffers[Int(buffer)].reference(to: ModelSchema.Buffer.data),
            let stored = model.buffers[Int(buffer)].vector(ModelSchema.Buffer.data, elementSize: 1),
            let data = dense(sparse, shape: shape.map(Int.init), stored: stored, elementSize: size)
        else { return nil }
        return ExpandedWeight(
            tensor: inputs[0], output: outputs[0], table: sparse, dataReference: reference, data: data)
    }

    /// Returns the values of a sparse tensor at their places, and zeros between them.
    private func dense(
        _ sparse: FlatBufferTable, shape: [Int], stored: FlatBufferTable.Vector, elementSize size: Int
    ) -> [UInt8]? {
        guard let sparsity = sparse.table(ModelSchema.Tensor.sparsity),
            let count = ModelGraph.count(of: shape, upTo: Self.maxGrowth / size),
            let places = SparsityValidation.places(sparsity, shape: shape, storedValues: stored.count / size)
        else { return nil }
        var data = [UInt8](repeating: 0, count: count * size)
        for (value, place) in places.enumerated() {
            guard place < count else { return nil }
            let from = stored.position + 4 + value * size
            for byte in 0..<size { data[place * size + byte] = model.bytes[from + byte] }
        }
        return data
    }

    /// Removes the operators that expand weights; what read their outputs reads their inputs instead.
    private func bypass(_ weights: [ExpandedWeight], in bytes: inout [UInt8]) {
        guard let operators = model.graph.vector(ModelSchema.Subgraph.operators) else { return }
        let replacements = Dictionary(weights.map { ($0.output, $0.tensor) }, uniquingKeysWith: { first, _ in first })
        let kept = model.steps.filter { !isExpansion($0) }
        for step in kept {
            guard let inputs = step.vector(ModelSchema.Operator.inputs) else { continue }
            for (index, tensor) in step.integers(ModelSchema.Operator.inputs).enumerated() {
                if let replacement = replacements[tensor] { bytes.write(Int(replacement), at: inputs.element(index)) }
            }
        }
        bytes.write(kept.count, at: operators.position)
        for (index, step) in kept.enumerated() {
            // Offsets are relative to their own position.
            bytes.write(step.position - operators.element(index), at: operators.element(index))
        }
    }
}

/// A sparse tensor and its dense values.
private struct ExpandedWeight {
    let tensor: Int32
    /// The tensor that the operator wrote.
    let output: Int32
    /// The table of the sparse tensor.
    let table: FlatBufferTable
    /// The position of the offset to the tensor's data.
    let dataReference: Int
    let data: [UInt8]

    /// The usual overhead of an expanded weight, in bytes.
    static let maxDescription = 64

    /// Appends the values to the model, and a description of the tensor's fields that has no sparsity: tables may share
    /// the one that exists.
    func write(into model: inout [UInt8]) {
        if let fields = table.fields(without: ModelSchema.Tensor.sparsity) {
            model += [UInt8](repeating: 0, count: model.count % 2)
            model.write(table.position - model.count, at: table.position)
            model += fields
        }
        // The data starts at a multiple of 16 bytes, after its count of 4 bytes.
        model += [UInt8](repeating: 0, count: (28 - model.count % 16) % 16)
        let vector = model.count
        model += [0, 0, 0, 0]
        model.write(data.count, at: vector)
        model += data
        model.write(vector - dataReference, at: dataReference)
    }
}
