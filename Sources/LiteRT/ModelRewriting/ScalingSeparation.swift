// SPDX-License-Identifier: Apache-2.0

/// Replaces depthwise convolutions of single pixels, which multiply each channel by a weight and add a bias, by a
/// multiplication and an addition.
///
/// XNNPACK has a kernel for them, which in MediaPipe 0.10.21 rounds the product before it adds the bias. The kernel of today's
/// runtime does not, so the last bits differ.
struct ScalingSeparation {
    private let model: ModelGraph
    private let root: FlatBufferTable

    /// Returns the model with multiplications and additions in the place of such convolutions.
    /// - Returns: `nil` if it has none, they cannot be replaced safely, or the model is corrupt.
    static func separated(in bytes: ModelBytes) -> [UInt8]? {
        guard let model = ModelGraph(bytes),
            let root = FlatBufferTable(root: bytes, identifier: ModelSchema.identifier)
        else { return nil }
        let separation = ScalingSeparation(model: model, root: root)
        let scalings = model.steps.map(separation.scaling)
        guard scalings.contains(where: { $0 != nil }), separation.isComplete else { return nil }
        return FlatBufferPrefix.adding(to: bytes) { separation.write(scalings, into: &$0) }
    }

    /// A convolution that only scales.
    private struct Scaling {
        let input: Int32
        let weights: Int32
        let bias: Int32
        let output: Int32
        /// The dimensions of the input, and of the output.
        let shape: [Int32]
    }

    /// Returns the scaling of a step; `nil` if it is another operator, or does more than that.
    private func scaling(_ step: FlatBufferTable) -> Scaling? {
        let inputs = step.integers(ModelSchema.Operator.inputs)
        let outputs = step.integers(ModelSchema.Operator.outputs)
        guard model.kind(of: step) == ModelSchema.Kind.depthwiseConv2D, inputs.count == 3, outputs.count == 1,
            let shape = model.shape(of: inputs[0]), shape.count == 4, shape == model.shape(of: outputs[0]),
            model.shape(of: inputs[1]) == [1, 1, 1, shape[3]], model.shape(of: inputs[2]) == [shape[3]],
            (inputs + outputs).allSatisfy(isFloat32),
            let options = step.table(ModelSchema.Operator.options),
            options.unsigned32(ModelSchema.DepthwiseConv2DOptions.strideWidth) == 1,
            options.unsigned32(ModelSchema.DepthwiseConv2DOptions.strideHeight) == 1,
            options.byte(ModelSchema.DepthwiseConv2DOptions.activation) ?? 0 == 0
        else { return nil }
        return Scaling(input: inputs[0], weights: inputs[1], bias: inputs[2], output: outputs[0], shape: shape)
    }

    private func isFloat32(_ tensor: Int32) -> Bool {
        model.tensors[Int(tensor)].byte(ModelSchema.Tensor.type) ?? 0 == ModelSchema.ElementType.float32
    }

    /// Whether the model has all that its copy refers to.
    private var isComplete: Bool {
        [ModelSchema.Model.operatorCodes, ModelSchema.Model.subgraphs, ModelSchema.Model.buffers]
            .allSatisfy { root.vector($0) != nil }
            && [
                ModelSchema.Subgraph.tensors, ModelSchema.Subgraph.inputs, ModelSchema.Subgraph.outputs,
                ModelSchema.Subgraph.operators,
            ].allSatisfy { model.graph.vector($0) != nil }
    }
}

// MARK: - The tables before the model

extension ScalingSeparation {
    /// Writes a copy of the root and of the graph, with new vectors of operator codes, tensors and operators.
    private func write(_ scalings: [Scaling?], into prefix: inout FlatBufferPrefix) {
        let found = scalings.compactMap(\.self)
        prefix.writeRoot(identifier: ModelSchema.identifier)
        let model = writeCopy(of: root, fields: ModelSchema.Model.count, into: &prefix)
        prefix.refer(from: 0, to: model.position)
        let graphs = prefix.writeVector([0])
        prefix.refer(from: model.fields[ModelSchema.Model.subgraphs], to: graphs)
        let graph = writeCopy(of: self.model.graph, fields: ModelSchema.Subgraph.count, into: &prefix)
        prefix.refer(from: prefix.element(0, of: graphs), to: graph.position)

        let codes = root.tables(ModelSchema.Model.operatorCodes)
        let allCodes = writeVector(of: codes, adding: 2, into: &prefix)
        prefix.refer(from: model.fields[ModelSchema.Model.operatorCodes], to: allCodes)
        for (index, kind) in [ModelSchema.Kind.mul, ModelSchema.Kind.add].enumerated() {
            let code = prefix.writeTable([.integer(kind), .absent, .integer(1), .integer(kind)])
            prefix.refer(from: prefix.element(codes.count + index, of: allCodes), to: code.position)
        }

        let tensors = writeVector(of: self.model.tensors, adding: found.count, into: &prefix)
        prefix.refer(from: graph.fields[ModelSchema.Subgraph.tensors], to: tensors)
        for (index, scaling) in found.enumerated() {
            let tensor = prefix.writeTable([.reference])
            prefix.refer(from: prefix.element(self.model.tensors.count + index, of: tensors), to: tensor.position)
            prefix.refer(from: tensor.fields[0], to: prefix.writeVector(scaling.shape.map(Int.init)))
        }
        let steps = writeSteps(scalings, codes: codes.count, into: &prefix)
        prefix.refer(from: graph.fields[ModelSchema.Subgraph.operators], to: steps)
    }

    /// Writes the vector of operators, with two in the place of each convolution, and returns its position.
    /// - Parameter codes: The index of the code of multiplications; that of additions follows.
    private func writeSteps(_ scalings: [Scaling?], codes: Int, into prefix: inout FlatBufferPrefix) -> Int {
        let count = scalings.count + scalings.count { $0 != nil }
        let steps = prefix.writeVector([Int](repeating: 0, count: count))
        var index = 0
        var product = model.tensors.count
        for (step, scaling) in zip(model.steps, scalings) {
            guard let scaling else {
                prefix.refer(from: prefix.element(index, of: steps), to: prefix.moved(step.position))
                index += 1
                continue
            }
            let operators = [
                (code: codes, inputs: [Int(scaling.input), Int(scaling.weights)], output: product),
                (code: codes + 1, inputs: [product, Int(scaling.bias)], output: Int(scaling.output)),
            ]
            for step in operators {
                let table = prefix.writeTable([.integer(step.code), .reference, .reference])
                prefix.refer(from: prefix.element(index, of: steps), to: table.position)
                prefix.refer(from: table.fields[ModelSchema.Operator.inputs], to: prefix.writeVector(step.inputs))
                prefix.refer(from: table.fields[ModelSchema.Operator.outputs], to: prefix.writeVector([step.output]))
                index += 1
            }
            product += 1
        }
        return steps
    }

    /// Writes a vector of existing tables, with room for others, and returns its position.
    private func writeVector(of tables: [FlatBufferTable], adding count: Int, into prefix: inout FlatBufferPrefix)
        -> Int
    {
        let vector = prefix.writeVector([Int](repeating: 0, count: tables.count + count))
        for (index, table) in tables.enumerated() {
            prefix.refer(from: prefix.element(index, of: vector), to: prefix.moved(table.position))
        }
        return vector
    }

    /// Writes a copy of a table, whose fields are offsets, but that of the version, which is a model's first.
    private func writeCopy(
        of table: FlatBufferTable, fields: Int, into prefix: inout FlatBufferPrefix
    ) -> FlatBufferPrefix.Table {
        let isRoot = table.position == root.position
        let copy = prefix.writeTable(
            (0..<fields).map { field in
                if isRoot, field == 0 { return .integer(Int(table.unsigned32(field) ?? 0)) }
                return table.reference(to: field) == nil ? .absent : .reference
            })
        for field in (isRoot ? 1 : 0)..<fields {
            guard let reference = table.reference(to: field), let offset = table.unsigned32(field) else { continue }
            prefix.refer(from: copy.fields[field], to: prefix.moved(reference + Int(offset)))
        }
        return copy
    }
}
