// SPDX-License-Identifier: Apache-2.0

/// An operator of a model while it is converted.
struct ConvertedOperator {
    let kind: Int
    let inputs: [Int32]
    let output: Int32
    let options: FlatBufferTable?

    /// Returns a flag of the options.
    func flag(_ option: Int) -> Bool { options?.byte(option) ?? 0 != 0 }

    /// Returns a whole number of the options.
    func number(_ option: Int, default value: Int = 0) -> Int {
        options?.unsigned32(option).map { Int(Int32(bitPattern: $0)) } ?? value
    }

    /// The name, as TensorFlow Lite's schema has it; its number if no model of the tasks has such an operator.
    static func name(of kind: Int) -> String { names[kind] ?? "number \(kind)" }

    private static let names: [Int: String] = [
        ModelSchema.Kind.add: "ADD", ModelSchema.Kind.averagePool2D: "AVERAGE_POOL_2D",
        ModelSchema.Kind.concatenation: "CONCATENATION", ModelSchema.Kind.conv2D: "CONV_2D",
        ModelSchema.Kind.densify: "DENSIFY",
        ModelSchema.Kind.depthToSpace: "DEPTH_TO_SPACE", ModelSchema.Kind.depthwiseConv2D: "DEPTHWISE_CONV_2D",
        ModelSchema.Kind.dequantize: "DEQUANTIZE", ModelSchema.Kind.div: "DIV",
        ModelSchema.Kind.fullyConnected: "FULLY_CONNECTED", ModelSchema.Kind.hardSwish: "HARD_SWISH",
        ModelSchema.Kind.logistic: "LOGISTIC", ModelSchema.Kind.maxPool2D: "MAX_POOL_2D",
        ModelSchema.Kind.mean: "MEAN", ModelSchema.Kind.mul: "MUL", ModelSchema.Kind.neg: "NEG",
        ModelSchema.Kind.pad: "PAD", ModelSchema.Kind.prelu: "PRELU", ModelSchema.Kind.relu: "RELU",
        ModelSchema.Kind.reshape: "RESHAPE", ModelSchema.Kind.resizeBilinear: "RESIZE_BILINEAR",
        ModelSchema.Kind.resizeNearestNeighbor: "RESIZE_NEAREST_NEIGHBOR", ModelSchema.Kind.rsqrt: "RSQRT",
        ModelSchema.Kind.sqrt: "SQRT", ModelSchema.Kind.squaredDifference: "SQUARED_DIFFERENCE",
        ModelSchema.Kind.stridedSlice: "STRIDED_SLICE", ModelSchema.Kind.sub: "SUB", ModelSchema.Kind.sum: "SUM",
        ModelSchema.Kind.transpose: "TRANSPOSE",
    ]
}

extension ONNXConversion {
    private typealias Kind = ModelSchema.Kind

    /// Adds what computes the output of an operator.
    mutating func convert(_ step: FlatBufferTable) throws(Failure) {
        let outputs = step.integers(ModelSchema.Operator.outputs)
        guard let kind = model.kind(of: step), outputs.count == 1 else {
            throw Failure(reason: "its tables are damaged")
        }
        let name = model.customName(of: step) ?? ConvertedOperator.name(of: kind)
        let step = ConvertedOperator(
            kind: kind, inputs: step.integers(ModelSchema.Operator.inputs), output: outputs[0],
            options: step.table(ModelSchema.Operator.options))
        let isConverted: Bool
        do throws(Failure) {
            isConverted = try convert(step)
        } catch {
            throw Failure(reason: "\(error.reason) (operator \(name))")
        }
        guard isConverted else {
            throw Failure(reason: "there is no conversion for the operator \(name)")
        }
    }

    /// Returns whether the kind of operator, with as many inputs, is known.
    private mutating func convert(_ step: ConvertedOperator) throws(Failure) -> Bool {
        switch (step.kind, step.inputs.count) {
        case (Kind.conv2D, 2...3): try convertConvolution(step)
        case (Kind.depthwiseConv2D, 2...3): try convertDepthwiseConvolution(step)
        case (Kind.fullyConnected, 2...3): try convertFullyConnected(step)
        case (Kind.maxPool2D, 1): try convertPooling(step, "MaxPool")
        case (Kind.averagePool2D, 1): try convertPooling(step, "AveragePool")
        case (Kind.depthToSpace, 1): try convertDepthToSpace(step)
        case (Kind.resizeBilinear, 2): try convertBilinearResizing(step)
        case (Kind.resizeNearestNeighbor, 2): try convertNearestResizing(step)
        case (Kind.add, 2): try convertArithmetic(step, "Add")
        case (Kind.sub, 2): try convertArithmetic(step, "Sub")
        case (Kind.mul, 2): try convertArithmetic(step, "Mul")
        case (Kind.div, 2): try convertArithmetic(step, "Div")
        case (Kind.squaredDifference, 2): try convertSquaredDifference(step)
        case (Kind.prelu, 2): try convertPReLU(step)
        case (Kind.relu, 1): try convertElements(step, ["Relu"])
        case (Kind.logistic, 1): try convertElements(step, ["Sigmoid"])
        case (Kind.neg, 1): try convertElements(step, ["Neg"])
        case (Kind.sqrt, 1): try convertElements(step, ["Sqrt"])
        case (Kind.rsqrt, 1): try convertElements(step, ["Sqrt", "Reciprocal"])
        case (Kind.hardSwish, 1): try convertElements(step, ["HardSwish"])
        case (Kind.dequantize, 1): try convertDequantization(step)
        case (Kind.mean, 2): try convertReduction(step, "ReduceMean")
        case (Kind.sum, 2): try convertReduction(step, "ReduceSum")
        case (Kind.concatenation, 1...): try convertConcatenation(step)
        case (Kind.pad, 2): try convertPadding(step)
        case (Kind.reshape, 1...2): try convertReshaping(step)
        case (Kind.transpose, 2): try convertTransposition(step)
        case (Kind.stridedSlice, 4): try convertSlice(step)
        default: return false
        }
        return true
    }
}
