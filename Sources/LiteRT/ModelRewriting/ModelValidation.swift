// SPDX-License-Identifier: Apache-2.0

/// Checks a `.tflite` model of unknown origin before the runtime compiles it.
///
/// The runtime trusts the file, and a wrong index or size can crash the process. As far as TensorFlow Lite's schema
/// allows, this checks the number of tables, every index, the shapes of constants against their data, the order of
/// operators, their inputs and outputs, strides and filter sizes, the layout of sparse weights, and that the
/// models of faces, bodies and hands use such operators. What only the kernels can check is not covered.
struct ModelValidation {
    /// The maximum number of tensors or operators, which bounds the time of the check. The supported models have fewer.
    private static let maxTables = 4096
    /// The maximum number of inputs or outputs of an operator or of the graph.
    private static let maxInputs = 64
    /// The maximum number of dimensions of a tensor.
    private static let maxDimensions = 8
    /// The maximum number of elements of a tensor.
    private static let maxElements = 1 << 26
    /// The valid strides, dilations and sizes of filters, in elements.
    private static let validOptions: ClosedRange<UInt32> = 1...4096
    /// The maximum size of all computed tensors together.
    private static let maxBytes = 1 << 30

    private let graph: FlatBufferTable
    private let tensors: [FlatBufferTable]
    private let operators: [FlatBufferTable]
    private let kinds: [Int]
    private let buffers: [FlatBufferTable]

    /// Returns the problem with a model, as a clause without a subject; `nil` if it passes.
    static func problem(in bytes: ModelBytes) -> String? {
        guard let model = FlatBufferTable(root: bytes, identifier: ModelSchema.identifier) else {
            return "its root table is damaged"
        }
        guard let validation = ModelValidation(model) else { return "its tables are damaged" }
        return validation.problem()
    }

    private init?(_ model: FlatBufferTable) {
        func tables(
            _ parent: FlatBufferTable, _ field: Int, most: Int = ModelValidation.maxTables
        ) -> [FlatBufferTable]? {
            guard let vector = parent.vector(field), vector.count <= most else { return nil }
            let tables = parent.tables(field)
            return tables.count == vector.count ? tables : nil
        }
        guard let graphs = tables(model, ModelSchema.Model.subgraphs, most: 1), let graph = graphs.first,
            let codes = tables(model, ModelSchema.Model.operatorCodes),
            let buffers = tables(model, ModelSchema.Model.buffers),
            let tensors = tables(graph, ModelSchema.Subgraph.tensors),
            let operators = tables(graph, ModelSchema.Subgraph.operators)
        else { return nil }
        self.graph = graph
        self.tensors = tensors
        self.operators = operators
        self.buffers = buffers
        kinds = codes.map(ModelSchema.kind)
    }

    private func problem() -> String? {
        var bytes = 0
        var sparseIndices = Self.maxElements
        for index in tensors.indices {
            guard let size = size(of: index) else { return "tensor \(index) has an invalid shape or type" }
            if !isConstant(index) { bytes += size }
            guard bytes <= Self.maxBytes else { return "its tensors take more than a gigabyte" }
            guard hasFittingData(index, size: size, sparseIndices: &sparseIndices) else {
                return "the data of tensor \(index) does not match its shape"
            }
        }
        guard let inputs = indices(graph, ModelSchema.Subgraph.inputs),
            let outputs = indices(graph, ModelSchema.Subgraph.outputs), !inputs.isEmpty, !outputs.isEmpty
        else { return "its inputs or outputs are damaged" }
        var available = Set(inputs).union(tensors.indices.filter(isConstant))
        for (number, step) in operators.enumerated() {
            if let problem = problem(of: step, available: &available) { return "operator \(number) \(problem)" }
        }
        let areComputed = outputs.allSatisfy { available.contains($0) && !isSparse($0) }
        return areComputed ? nil : "an output is never computed"
    }

    // MARK: - Tensors

    private func shape(of index: Int) -> [Int] { tensors[index].integers(ModelSchema.Tensor.shape).map(Int.init) }

    /// Returns the size of a tensor in bytes, with dynamic dimensions as 1; `nil` if its shape or type is invalid.
    private func size(of index: Int) -> Int? {
        let tensor = tensors[index]
        guard (tensor.vector(ModelSchema.Tensor.shape)?.count ?? 0) <= Self.maxDimensions,
            let elementSize = ModelSchema.elementSizes[tensor.byte(ModelSchema.Tensor.type) ?? 0]
        else { return nil }
        var count = 1
        for length in shape(of: index) {
            guard length >= -1 else { return nil }
            let (product, overflows) = count.multipliedReportingOverflow(by: max(length, length == -1 ? 1 : 0))
            guard !overflows, product <= Self.maxElements else { return nil }
            count = product
        }
        return count * elementSize
    }

    private func buffer(of index: Int) -> FlatBufferTable? {
        let buffer = Int(tensors[index].unsigned32(ModelSchema.Tensor.buffer) ?? 0)
        return buffers.indices.contains(buffer) ? buffers[buffer] : nil
    }

    private func isConstant(_ index: Int) -> Bool {
        (buffer(of: index)?.vector(ModelSchema.Buffer.data, elementSize: 1)?.count ?? 0) > 0
    }

    private func hasFittingData(_ index: Int, size: Int, sparseIndices: inout Int) -> Bool {
        guard let buffer = buffer(of: index) else { return false }
        guard buffer.reference(to: ModelSchema.Buffer.data) != nil else { return true }
        guard let data = buffer.vector(ModelSchema.Buffer.data, elementSize: 1) else { return false }
        guard isSparse(index) else { return data.count == 0 || data.count == size }
        // Sparse weights take less than their shape says.
        guard let sparsity = tensors[index].table(ModelSchema.Tensor.sparsity),
            let elementSize = ModelSchema.elementSizes[tensors[index].byte(ModelSchema.Tensor.type) ?? 0]
        else { return false }
        return data.count <= size
            && SparsityValidation.isValid(
                sparsity, shape: shape(of: index), storedValues: data.count / elementSize, budget: &sparseIndices)
    }

    private func isSparse(_ index: Int) -> Bool { tensors[index].reference(to: ModelSchema.Tensor.sparsity) != nil }

    // MARK: - Operators

    /// Returns the tensor indices in a field; `nil` if one is out of range. -1, which stands for an omitted input, is dropped.
    private func indices(_ table: FlatBufferTable, _ field: Int) -> [Int]? {
        guard (table.vector(field)?.count ?? 0) <= Self.maxInputs else { return nil }
        let indices = table.integers(field).map(Int.init)
        return indices.allSatisfy { $0 >= -1 && $0 < tensors.count } ? indices.filter { $0 >= 0 } : nil
    }

    private func problem(of step: FlatBufferTable, available: inout Set<Int>) -> String? {
        let code = Int(step.unsigned32(ModelSchema.Operator.code) ?? 0)
        guard kinds.indices.contains(code), let rule = OperatorRule.all[kinds[code]] else {
            return "is not used by the models of faces, bodies or hands"
        }
        guard let inputs = indices(step, ModelSchema.Operator.inputs), rule.inputs.contains(inputs.count),
            let outputs = indices(step, ModelSchema.Operator.outputs), outputs.count == 1
        else { return "has wrong inputs or outputs" }
        guard inputs.allSatisfy(available.contains) else { return "reads a tensor that has not been computed yet" }
        guard kinds[code] == ModelSchema.Kind.densify || !inputs.contains(where: isSparse) else {
            return "reads sparse weights without expanding them"
        }
        guard available.isDisjoint(with: outputs) else { return "writes a tensor that already has a value" }
        available.formUnion(outputs)
        guard rule.positiveOptions.allSatisfy({ isPositive($0, of: step) }) else {
            return "has an invalid stride or filter size"
        }
        let isDepthwise = kinds[code] == ModelSchema.Kind.depthwiseConv2D
        if rule.isConvolution, !isConvolution(inputs, outputs[0], isDepthwise: isDepthwise) {
            return "has weights that do not match its input"
        }
        if rule.isFullyConnected, !isFullyConnected(inputs, outputs[0]) {
            return "has weights that do not match its input"
        }
        return nil
    }

    /// Returns whether an option is one of ``validOptions``; absent dilations count as 1.
    private func isPositive(_ option: Int, of step: FlatBufferTable) -> Bool {
        guard let options = step.table(ModelSchema.Operator.options) else { return false }
        guard let value = options.unsigned32(option) else { return option >= OperatorRule.firstDilation }
        return Self.validOptions.contains(value)
    }

    /// Returns whether the rows of the weights are as long as those of the input.
    private func isFullyConnected(_ inputs: [Int], _ output: Int) -> Bool {
        let weights = shape(of: inputs[1])
        guard weights.count == 2, weights.allSatisfy({ $0 > 0 }) else { return false }
        guard inputs.count < 3 || shape(of: inputs[2]) == [weights[0]] else { return false }
        let given = shape(of: inputs[0]).reduce(1, *)
        let made = shape(of: output).reduce(1, *)
        return given > 0 && given % weights[1] == 0 && made == given / weights[1] * weights[0]
    }

    private func isConvolution(_ inputs: [Int], _ output: Int, isDepthwise: Bool) -> Bool {
        let image = shape(of: inputs[0])
        let weights = shape(of: inputs[1])
        let result = shape(of: output)
        guard image.count == 4, weights.count == 4, result.count == 4, weights.allSatisfy({ $0 > 0 }) else {
            return false
        }
        let channels = isDepthwise ? weights[3] : weights[0]
        guard result[3] == channels, inputs.count < 3 || shape(of: inputs[2]) == [channels] else { return false }
        return isDepthwise
            ? weights[0] == 1 && image[3] > 0 && channels % image[3] == 0 : image[3] > 0 && image[3] % weights[3] == 0
    }
}

/// The requirements on an operator of one kind.
private struct OperatorRule {
    var inputs: ClosedRange<Int>
    /// The option fields that must be positive.
    var positiveOptions: [Int] = []
    var isConvolution = false
    var isFullyConnected = false

    /// Fields from this one on are dilations, which default to 1.
    static let firstDilation = ModelSchema.Conv2DOptions.dilationWidth

    private typealias Kind = ModelSchema.Kind
    private typealias Conv2D = ModelSchema.Conv2DOptions
    private typealias Depthwise = ModelSchema.DepthwiseConv2DOptions
    private typealias Pool2D = ModelSchema.Pool2DOptions

    private static let conv2DOptions = [
        Conv2D.strideWidth, Conv2D.strideHeight, Conv2D.dilationWidth, Conv2D.dilationHeight,
    ]
    private static let depthwiseConv2DOptions = [
        Depthwise.strideWidth, Depthwise.strideHeight, Depthwise.dilationWidth, Depthwise.dilationHeight,
    ]
    private static let maxPool2DOptions = [
        Pool2D.strideWidth, Pool2D.strideHeight, Pool2D.filterWidth, Pool2D.filterHeight,
    ]

    /// The operators of the supported models by their `BuiltinOperator` code.
    static let all: [Int: OperatorRule] = [
        Kind.add: OperatorRule(inputs: 2...2),
        Kind.concatenation: OperatorRule(inputs: 1...64),
        Kind.conv2D: OperatorRule(inputs: 2...3, positiveOptions: conv2DOptions, isConvolution: true),
        Kind.depthwiseConv2D: OperatorRule(inputs: 2...3, positiveOptions: depthwiseConv2DOptions, isConvolution: true),
        Kind.depthToSpace: OperatorRule(inputs: 1...1),
        Kind.dequantize: OperatorRule(inputs: 1...1),
        Kind.fullyConnected: OperatorRule(inputs: 2...3, isFullyConnected: true),
        Kind.logistic: OperatorRule(inputs: 1...1),
        Kind.maxPool2D: OperatorRule(inputs: 1...1, positiveOptions: maxPool2DOptions),
        Kind.mul: OperatorRule(inputs: 2...2),
        Kind.relu: OperatorRule(inputs: 1...1),
        Kind.reshape: OperatorRule(inputs: 1...2),
        Kind.resizeBilinear: OperatorRule(inputs: 2...2),
        Kind.pad: OperatorRule(inputs: 2...2),
        Kind.transpose: OperatorRule(inputs: 2...2),
        Kind.mean: OperatorRule(inputs: 2...2),
        Kind.sub: OperatorRule(inputs: 2...2),
        Kind.div: OperatorRule(inputs: 2...2),
        Kind.stridedSlice: OperatorRule(inputs: 4...4),
        Kind.prelu: OperatorRule(inputs: 2...2),
        Kind.neg: OperatorRule(inputs: 1...1),
        Kind.sum: OperatorRule(inputs: 2...2),
        Kind.sqrt: OperatorRule(inputs: 1...1),
        Kind.rsqrt: OperatorRule(inputs: 1...1),
        Kind.resizeNearestNeighbor: OperatorRule(inputs: 2...2),
        Kind.squaredDifference: OperatorRule(inputs: 2...2),
        Kind.densify: OperatorRule(inputs: 1...1),
    ]
}
