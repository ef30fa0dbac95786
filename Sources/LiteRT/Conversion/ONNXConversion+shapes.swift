// SPDX-License-Identifier: Apache-2.0

/// Operators that move values.
extension ONNXConversion {
    mutating func convertConcatenation(_ step: ConvertedOperator) throws(Failure) {
        let shape = try computedShape(of: step.output)
        let listed = step.number(ModelSchema.ConcatenationOptions.axis)
        let axis = listed < 0 ? listed + shape.count : listed
        let layout = try layout(of: step.inputs, for: step.output)
        guard (1..<shape.count).contains(axis), let computed = step.inputs.first(where: { constant($0) == nil }) else {
            throw Failure(reason: "it combines several inputs, or constants only")
        }
        let like = try name(of: computed, layout)
        var names: [String] = []
        for input in step.inputs {
            let name = try operand(input, layout, rank: shape.count)
            names.append(try constant(input) == nil ? name : repeated(name, input, layout, rank: shape.count, as: like))
        }
        let moved = layout == .channelsFirst ? ImageAxes.lastFromFirst[axis] : axis
        let result = graph.add("Concat", names, ["axis": .integer(moved)])
        try set(
            step.output, layout, activated(result, step.options?.byte(ModelSchema.ConcatenationOptions.activation)))
    }

    /// Repeats a constant as often as there are inputs, which the first dimension of another tensor says.
    private mutating func repeated(
        _ name: String, _ tensor: Int32, _ layout: Layout, rank: Int, as other: String
    ) throws(Failure) -> String {
        guard let constant = constant(tensor), constant.shape.count == rank, constant.shape[0] == 1 else {
            throw Failure(reason: "a constant does not fit")
        }
        let shape = layout == .channelsFirst ? ImageAxes.firstFromLast.map { constant.shape[$0] } : constant.shape
        let count = graph.add("Shape", [other], ["start": .integer(0), "end": .integer(1)])
        let target = graph.add(
            "Concat", [count, graph.addConstant(Array(shape.dropFirst()))], ["axis": .integer(0)])
        return graph.add("Expand", [name, target])
    }

    mutating func convertPadding(_ step: ConvertedOperator) throws(Failure) {
        let rank = try value(of: step.inputs[0]).shape.count
        guard let pads = model.integers(of: step.inputs[1]), pads.count == 2 * rank, pads.allSatisfy({ $0 >= 0 }),
            pads[0] == 0, pads[1] == 0
        else { throw Failure(reason: "it adds inputs, or its numbers are not constant") }
        let layout = values(of: step.inputs[0], hasChannelsFirst: rank == 4)
        let order = layout == .channelsFirst ? ImageAxes.firstFromLast : Array(0..<rank)
        let input = try name(of: step.inputs[0], layout)
        let list = graph.addConstant(order.map { pads[2 * $0] } + order.map { pads[2 * $0 + 1] })
        try set(step.output, layout, graph.add("Pad", [input, list]))
    }

    mutating func convertReshaping(_ step: ConvertedOperator) throws(Failure) {
        let shape = try computedShape(of: step.output)
        let input = try name(of: step.inputs[0], .channelsLast)
        guard try value(of: step.inputs[0]).shape.reduce(1, *) == shape.reduce(1, *) else {
            throw Failure(reason: "it changes the number of values")
        }
        try set(step.output, .channelsLast, reshaped(input, to: shape))
    }

    /// Reshapes a tensor, and leaves its first dimension as it is, for which ONNX has a 0.
    private mutating func reshaped(_ name: String, to shape: [Int]) -> String {
        graph.add("Reshape", [name, graph.addConstant([0] + shape.dropFirst())])
    }

    mutating func convertTransposition(_ step: ConvertedOperator) throws(Failure) {
        let rank = try value(of: step.inputs[0]).shape.count
        guard let order = model.integers(of: step.inputs[1]), order.sorted() == Array(0..<rank), order[0] == 0 else {
            throw Failure(reason: "it moves the first dimension, or its order is not constant")
        }
        let layout = values(of: step.inputs[0], hasChannelsFirst: rank == 4)
        let input = try name(of: step.inputs[0], layout)
        guard layout == .channelsFirst else {
            return try set(step.output, layout, graph.add("Transpose", [input], ["perm": .integers(order)]))
        }
        // From one order with channels first to the other.
        let moved = ImageAxes.firstFromLast.map { ImageAxes.lastFromFirst[order[$0]] }
        try set(step.output, layout, graph.add("Transpose", [input], ["perm": .integers(moved)]))
    }

    mutating func convertSlice(_ step: ConvertedOperator) throws(Failure) {
        typealias Options = ModelSchema.StridedSliceOptions
        let shape = try value(of: step.inputs[0]).shape
        guard let starts = model.integers(of: step.inputs[1]), let ends = model.integers(of: step.inputs[2]),
            let strides = model.integers(of: step.inputs[3]), starts.count == shape.count, ends.count == shape.count,
            strides == [Int](repeating: 1, count: shape.count), step.number(Options.ellipsis) == 0,
            step.number(Options.newAxes) == 0
        else { throw Failure(reason: "its parts are not constant, or it leaves values out between others") }
        let dropped = step.number(Options.dropped)
        let ranges = shape.indices.map { axis in
            slice(
                axis, of: shape[axis], from: starts[axis], to: ends[axis], begins: step.number(Options.begins),
                ends: step.number(Options.ends), dropped: dropped)
        }
        guard ranges.allSatisfy({ !$0.isEmpty }), ranges[0] == 0..<1 else { throw Failure(reason: "a part is empty") }
        let layout = values(of: step.inputs[0], hasChannelsFirst: shape.count == 4 && dropped == 0)
        var result = try name(of: step.inputs[0], layout)
        let cut = shape.indices.filter { ranges[$0].count < shape[$0] }
        if !cut.isEmpty {
            let axes = layout == .channelsFirst ? cut.map { ImageAxes.lastFromFirst[$0] } : cut
            let lists = [cut.map { ranges[$0].lowerBound }, cut.map { ranges[$0].upperBound }, axes]
            result = graph.add("Slice", [result] + lists.map { graph.addConstant($0) })
        }
        guard dropped != 0 else { return try set(step.output, layout, result) }
        guard let target = model.shape(of: step.output)?.map(Int.init) else {
            throw Failure(reason: "it lacks a tensor")
        }
        guard dropped & 1 != 0 else {
            return try set(step.output, .channelsLast, reshaped(result, to: target))
        }
        try setShortened(step.output, reshaped(result, to: [1] + target))
    }

    /// Returns the part of an axis that a slice takes.
    private func slice(
        _ axis: Int, of side: Int, from start: Int, to end: Int, begins: Int, ends: Int, dropped: Int
    ) -> Range<Int> {
        func place(_ index: Int) -> Int { min(max(index < 0 ? index + side : index, 0), side) }
        let first = begins >> axis & 1 != 0 ? 0 : place(start)
        if dropped >> axis & 1 != 0 { return first..<min(first + 1, side) }
        let last = ends >> axis & 1 != 0 ? side : place(end)
        return first..<max(first, last)
    }
}
