// SPDX-License-Identifier: Apache-2.0

/// Lets a mean be computed along the last axis where it is taken over one that only a dimension of size 1 follows.
///
/// XNNPACK adds values along the last axis in several lanes, and along another axis one after the other, so the last bits
/// differ. Newer versions of it, such as the one in MediaPipe 1.2.3, take an axis before dimensions of size 1 for the last.
/// Here the runtime is led to do so as well: a sum, which keeps its axis as one of size 1, drops it instead.
struct ContiguousMean {
    private let model: ModelGraph
    /// The operators from the sum to the mean, each of which reads what the one before it writes.
    private let chain: [FlatBufferTable]

    /// Returns the changes that make the first such mean one over the last axis.
    /// - Returns: `nil` if the model has none, it cannot be changed safely, or the model is corrupt.
    static func writes(in bytes: ModelBytes) -> [ModelMemory.Write]? {
        guard let model = ModelGraph(bytes) else { return nil }
        return model.steps.lazy.compactMap { ContiguousMean(endingIn: $0, of: model)?.writes() }.first
    }

    /// Finds the operators before a mean; `nil` if it is another operator or not such a mean.
    private init?(endingIn mean: FlatBufferTable, of model: ModelGraph) {
        guard model.kind(of: mean) == ModelSchema.Kind.mean, Self.axis(of: mean, in: model) == -2 else { return nil }
        var chain = [mean]
        while let first = chain.first, let read = first.integers(ModelSchema.Operator.inputs).first {
            let writers = model.steps.filter { $0.integers(ModelSchema.Operator.outputs) == [read] }
            guard writers.count == 1, model.shape(of: read)?.last == 1, model.readers(of: read) == 1 else { return nil }
            chain.insert(writers[0], at: 0)
            switch model.kind(of: writers[0]) {
            case ModelSchema.Kind.sqrt: continue
            case ModelSchema.Kind.sum where Self.axis(of: writers[0], in: model) == -1:
                self.model = model
                self.chain = chain
                return
            default: return nil
            }
        }
        return nil
    }

    /// Returns the axis, counted from the last, -1, that an operator reduces and keeps; `nil` unless it is a single one.
    private static func axis(of step: FlatBufferTable, in model: ModelGraph) -> Int? {
        let inputs = step.integers(ModelSchema.Operator.inputs)
        guard inputs.count == 2, step.integers(ModelSchema.Operator.outputs).count == 1,
            let rank = model.shape(of: inputs[0])?.count, let axes = model.integers(of: inputs[1]), axes.count == 1,
            step.table(ModelSchema.Operator.options)?.byte(ModelSchema.ReducerOptions.keepsDimensions) == 1
        else { return nil }
        return axes[0] < 0 ? axes[0] : axes[0] - rank
    }

    /// Returns the changes: the sum drops its axis, the mean is over that of the sum, and shapes lose their last dimension.
    private func writes() -> [ModelMemory.Write]? {
        guard let sum = chain.first, let mean = chain.last,
            let keeps = sum.table(ModelSchema.Operator.options)?.reference(
                to: ModelSchema.ReducerOptions.keepsDimensions),
            keeps + 4 <= model.bytes.count, optionsAreUnshared(of: sum),
            let inputs = mean.vector(ModelSchema.Operator.inputs), model.isUnshared(inputs),
            let axis = sum.integers(ModelSchema.Operator.inputs).last,
            // The axis -1 is the last one of both; as a number from 0 it is another.
            model.integers(of: axis) == [-1], resultIsBroadcast(from: mean)
        else { return nil }
        var writes = [
            ModelMemory.Write(position: keeps, value: model.bytes.integer(at: keeps) & ~0xff),
            ModelMemory.Write(position: inputs.element(1), value: Int(axis)),
        ]
        for step in chain {
            guard let output = step.integers(ModelSchema.Operator.outputs).first,
                let shape = model.tensors[Int(output)].vector(ModelSchema.Tensor.shape), shape.count > 1,
                model.tensors.filter({ $0.vector(ModelSchema.Tensor.shape)?.position == shape.position }).count == 1
            else { return nil }
            writes.append(.init(position: shape.position, value: shape.count - 1))
        }
        return writes
    }

    private func optionsAreUnshared(of sum: FlatBufferTable) -> Bool {
        let position = sum.table(ModelSchema.Operator.options)?.position
        return model.steps.filter { $0.table(ModelSchema.Operator.options)?.position == position }.count == 1
    }

    /// Whether the mean is a single number, by which other operators divide tensors of at least its dimensions.
    private func resultIsBroadcast(from mean: FlatBufferTable) -> Bool {
        guard let output = mean.integers(ModelSchema.Operator.outputs).first, let shape = model.shape(of: output),
            shape.allSatisfy({ $0 == 1 }), !model.graph.integers(ModelSchema.Subgraph.outputs).contains(output)
        else { return false }
        return model.steps.allSatisfy { step in
            let inputs = step.integers(ModelSchema.Operator.inputs)
            guard inputs.contains(output) else { return true }
            return model.kind(of: step) == ModelSchema.Kind.div && inputs.last == output
                && inputs.first != output && (model.shape(of: inputs[0])?.count ?? 0) >= shape.count
        }
    }
}
