// SPDX-License-Identifier: Apache-2.0

/// The memory that a model needs on a GPU.
struct ModelMemoryNeed: Sendable, Hashable {
    /// The memory that kernels need besides, such as the workspaces of convolutions, in bytes.
    private static let workspace = 64 << 20
    /// How often the values of an inference are held: as they are, in the order that a kernel takes, in the order that it gives,
    /// and in the gaps of the allocator.
    private static let copies = 4

    /// The weights, in bytes.
    let weights: Int
    /// The most that the values of one inference take at any time, in bytes.
    let values: Int

    /// Returns the bytes for a number of inferences at once.
    func bytes(batch: Int) -> Int { Self.workspace + weights + Self.copies * values * batch }
}

extension ModelMemoryNeed {
    /// Adds up the tensors of a model.
    init(_ model: ModelGraph) {
        let tally = TensorTally(model)
        weights = tally.weightCount() * MemoryLayout<Float>.stride
        values = tally.peak() * MemoryLayout<Float>.stride
    }
}

/// The sizes of a model's tensors, in numbers of values.
private struct TensorTally {
    /// More values than a tensor of any model that is converted.
    private static let maxCount = 1 << 26

    private let model: ModelGraph
    private let inputs: [[Int32]]
    private let outputs: [[Int32]]
    /// The tensors that depend on an input of the model.
    private var computed: Set<Int32>

    init(_ model: ModelGraph) {
        self.model = model
        inputs = model.steps.map { $0.integers(ModelSchema.Operator.inputs) }
        outputs = model.steps.map { $0.integers(ModelSchema.Operator.outputs) }
        computed = Set(model.graph.integers(ModelSchema.Subgraph.inputs))
        for (inputs, outputs) in zip(inputs, outputs) where inputs.contains(where: computed.contains) {
            computed.formUnion(outputs)
        }
    }

    /// The constants that operators read which compute something; others only widen constants, before the model runs.
    func weightCount() -> Int {
        var weights: Set<Int32> = []
        for (inputs, outputs) in zip(inputs, outputs) where outputs.contains(where: computed.contains) {
            weights.formUnion(inputs.filter { !computed.contains($0) })
        }
        return count(weights)
    }

    /// The most values that are needed at the same time: those that an operator reads or computes, and those that later ones
    /// read.
    func peak() -> Int {
        var last: [Int32: Int] = [:]
        for (step, inputs) in inputs.enumerated() {
            for tensor in inputs { last[tensor] = step }
        }
        for tensor in model.graph.integers(ModelSchema.Subgraph.outputs) { last[tensor] = inputs.count }
        var alive = Set(model.graph.integers(ModelSchema.Subgraph.inputs))
        var peak = 0
        for (step, outputs) in outputs.enumerated() {
            alive.formUnion(outputs.filter(computed.contains))
            peak = max(peak, count(alive))
            alive = alive.filter { last[$0, default: 0] > step }
        }
        return peak
    }

    private func count(_ tensors: Set<Int32>) -> Int {
        tensors.reduce(0) { sum, tensor in
            let shape = (model.shape(of: tensor) ?? []).map { $0 == -1 ? 1 : Int($0) }
            return sum + (ModelGraph.count(of: shape, upTo: Self.maxCount) ?? 0)
        }
    }
}
