// SPDX-License-Identifier: Apache-2.0

/// Operators on single values, and those that combine the values of whole dimensions.
extension ONNXConversion {
    /// Converts an operator that applies functions to each value.
    mutating func convertElements(_ step: ConvertedOperator, _ functions: [String]) throws(Failure) {
        let layout = try layout(of: step.inputs, for: step.output)
        var result = try name(of: step.inputs[0], layout)
        for function in functions { result = graph.add(function, [result]) }
        try set(step.output, layout, result)
    }

    /// Converts an addition, subtraction, multiplication or division, whose operands are repeated to the same shape.
    mutating func convertArithmetic(_ step: ConvertedOperator, _ kind: String) throws(Failure) {
        let (layout, operands) = try operands(of: step)
        let result = graph.add(kind, operands)
        try set(
            step.output, layout, activated(result, step.options?.byte(ModelSchema.ArithmeticOptions.activation)))
    }

    mutating func convertSquaredDifference(_ step: ConvertedOperator) throws(Failure) {
        let (layout, operands) = try operands(of: step)
        let difference = graph.add("Sub", operands)
        try set(step.output, layout, graph.add("Mul", [difference, difference]))
    }

    private mutating func operands(of step: ConvertedOperator) throws(Failure) -> (Layout, [String]) {
        let layout = try layout(of: step.inputs, for: step.output)
        let rank = try computedShape(of: step.output).count
        var names: [String] = []
        for input in step.inputs { names.append(try operand(input, layout, rank: rank)) }
        return (layout, names)
    }

    mutating func convertPReLU(_ step: ConvertedOperator) throws(Failure) {
        guard constant(step.inputs[1]) != nil else { throw Failure(reason: "its slopes are not constant") }
        let (layout, operands) = try operands(of: step)
        try set(step.output, layout, graph.add("PRelu", operands))
    }

    /// Widens a constant; nothing else has 16-bit floats.
    mutating func convertDequantization(_ step: ConvertedOperator) throws(Failure) {
        guard let constant = constant(step.inputs[0]) else {
            throw Failure(reason: "it does not widen constants of 16-bit floats")
        }
        setConstant(step.output, constant)
    }

    mutating func convertFullyConnected(_ step: ConvertedOperator) throws(Failure) {
        guard let weights = constant(step.inputs[1]), weights.shape.count == 2,
            step.options?.byte(ModelSchema.FullyConnectedOptions.weightsFormat) ?? 0 == 0,
            try value(of: step.inputs[0]).shape == [1, weights.shape[1]]
        else { throw Failure(reason: "its input is no row, or its weights are not constant") }
        var inputs = [
            try name(of: step.inputs[0], .channelsLast), graph.addConstant(weights.values, shape: weights.shape),
        ]
        if step.inputs.count > 2, step.inputs[2] >= 0 { inputs.append(try list(step.inputs[2])) }
        let result = graph.add("Gemm", inputs, ["transB": .integer(1)])
        try set(
            step.output, .channelsLast,
            activated(result, step.options?.byte(ModelSchema.FullyConnectedOptions.activation)))
    }

    mutating func convertReduction(_ step: ConvertedOperator, _ kind: String) throws(Failure) {
        let shape = try value(of: step.inputs[0]).shape
        guard let listed = model.integers(of: step.inputs[1]) else {
            throw Failure(reason: "its axes are not constant")
        }
        let axes = listed.map { $0 < 0 ? $0 + shape.count : $0 }
        guard axes.allSatisfy({ $0 > 0 && $0 < shape.count }) else {
            throw Failure(reason: "it combines several inputs")
        }
        let keeps = step.flag(ModelSchema.ReducerOptions.keepsDimensions)
        // Without rows and columns, the order is the same.
        let isOrderFree = keeps || Set(axes).isSuperset(of: [1, 2])
        let given = values(of: step.inputs[0], hasChannelsFirst: shape.count == 4 && isOrderFree)
        let input = try name(of: step.inputs[0], given)
        let moved = given == .channelsFirst ? axes.map { ImageAxes.lastFromFirst[$0] } : axes
        let kept = ONNXGraph.Attribute.integer(keeps ? 1 : 0)
        let result =
            kind == "ReduceSum"
            ? graph.add(kind, [input, graph.addConstant(moved)], ["keepdims": kept])
            : graph.add(kind, [input], ["axes": .integers(moved), "keepdims": kept])
        try set(step.output, keeps ? given : .channelsLast, result)
    }

    /// Returns the order in which a tensor is there already, if any will do; otherwise that of the model.
    func values(of tensor: Int32, hasChannelsFirst isAllowed: Bool) -> Layout {
        let names = (try? value(of: tensor))?.names
        return isAllowed && names?[.channelsFirst] != nil ? .channelsFirst : .channelsLast
    }
}
