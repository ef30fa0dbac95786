// SPDX-License-Identifier: Apache-2.0

/// Reduces a `.tflite` model to the operators that some of its outputs depend on.
///
/// The runtime executes every operator of a graph, needed or not. Here, the list of outputs is shortened and the list
/// of operators compacted in place, which is safe because nothing in the file refers to operators by position. The
/// remaining operators are unchanged, so the kept outputs are equal bit for bit.
enum OutputPruning {
    /// Returns the changes that leave only the outputs at `kept`, in that order.
    /// - Returns: `nil` if the model cannot be pruned safely: it is corrupt, has several graphs or named signatures,
    ///   lacks one of the outputs, or shares a vector between two tables.
    static func keeping(outputs kept: [Int], of bytes: ModelBytes) -> [ModelMemory.Write]? {
        guard let model = FlatBufferTable(root: bytes, identifier: ModelSchema.identifier),
            model.tables(ModelSchema.Model.signatures).isEmpty,
            let graph = model.tables(ModelSchema.Model.subgraphs).first,
            model.tables(ModelSchema.Model.subgraphs).count == 1,
            let outputs = graph.vector(ModelSchema.Subgraph.outputs),
            let operators = graph.vector(ModelSchema.Subgraph.operators)
        else { return nil }
        let steps = graph.tables(ModelSchema.Subgraph.operators)
        let outputTensors = graph.integers(ModelSchema.Subgraph.outputs)
        guard steps.count == operators.count, Set(kept).count == kept.count,
            kept.allSatisfy(outputTensors.indices.contains),
            !isShared(outputs.position, by: steps, of: graph)
        else { return nil }
        let keptTensors = kept.map { outputTensors[$0] }
        let keptSteps = dependencies(of: keptTensors, among: steps)

        var writes = [
            ModelMemory.Write(position: outputs.position, value: keptTensors.count),
            ModelMemory.Write(position: operators.position, value: keptSteps.count),
        ]
        for (index, tensor) in keptTensors.enumerated() {
            writes.append(.init(position: outputs.element(index), value: Int(tensor)))
        }
        for (index, step) in keptSteps.enumerated() {
            // Offsets are relative to their own position.
            let position = operators.element(index)
            writes.append(.init(position: position, value: steps[step].position - position))
        }
        return writes
    }

    /// Returns the positions of the operators that the tensors depend on, in order of execution.
    private static func dependencies(of tensors: [Int32], among steps: [FlatBufferTable]) -> [Int] {
        var wanted = Set(tensors)
        var kept: [Int] = []
        for (index, step) in steps.enumerated().reversed() {
            guard step.integers(ModelSchema.Operator.outputs).contains(where: wanted.contains) else { continue }
            wanted.formUnion(step.integers(ModelSchema.Operator.inputs))
            kept.append(index)
        }
        return kept.reversed()
    }

    /// Returns whether anything other than the graph's list of outputs refers to the vector at `position`.
    private static func isShared(_ position: Int, by steps: [FlatBufferTable], of graph: FlatBufferTable) -> Bool {
        graph.vector(ModelSchema.Subgraph.inputs)?.position == position
            || steps.contains { step in
                step.vector(ModelSchema.Operator.inputs)?.position == position
                    || step.vector(ModelSchema.Operator.outputs)?.position == position
            }
    }
}
