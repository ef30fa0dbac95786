// SPDX-License-Identifier: Apache-2.0

/// Operators on images, whose channels come before the rows.
extension ONNXConversion {
    private typealias Conv2D = ModelSchema.Conv2DOptions
    private typealias Depthwise = ModelSchema.DepthwiseConv2DOptions
    private typealias Pool2D = ModelSchema.Pool2DOptions

    /// A size or a step of a window, in rows and columns.
    private struct Pair {
        let height: Int
        let width: Int

        var list: [Int] { [height, width] }
    }

    /// Where a window of a convolution or a pooling stands.
    private struct Window {
        let size: Pair
        let step: Pair
        var dilation = Pair(height: 1, width: 1)
        let padding: UInt8

        /// Returns the rows and columns to add above, to the left, below and to the right.
        func pads(image: [Int]) -> [Int] {
            guard padding == ModelSchema.Padding.same else { return [0, 0, 0, 0] }
            let rows = Self.pads(image[1], size.height, step.height, dilation.height)
            let columns = Self.pads(image[2], size.width, step.width, dilation.width)
            return [rows.before, columns.before, rows.after, columns.after]
        }

        private static func pads(_ side: Int, _ size: Int, _ step: Int, _ dilation: Int) -> (before: Int, after: Int) {
            let places = (side + step - 1) / step
            let total = max(0, (places - 1) * step + (size - 1) * dilation + 1 - side)
            return (total / 2, total - total / 2)
        }
    }

    mutating func convertConvolution(_ step: ConvertedOperator) throws(Failure) {
        let weights = try weights(of: step)
        let window = Window(
            size: Pair(height: weights.shape[1], width: weights.shape[2]),
            step: Pair(height: step.number(Conv2D.strideHeight), width: step.number(Conv2D.strideWidth)),
            dilation: Pair(
                height: step.number(Conv2D.dilationHeight, default: 1),
                width: step.number(Conv2D.dilationWidth, default: 1)),
            padding: step.options?.byte(Conv2D.padding) ?? 0)
        let channels = try value(of: step.inputs[0]).shape.last ?? 0
        guard channels % weights.shape[3] == 0 else { throw Failure(reason: "its weights do not match its input") }
        try addConvolution(
            step, weights.transposed(ImageAxes.firstFromLast), window, groups: channels / weights.shape[3],
            activation: step.options?.byte(Conv2D.activation))
    }

    mutating func convertDepthwiseConvolution(_ step: ConvertedOperator) throws(Failure) {
        let weights = try weights(of: step)
        let window = Window(
            size: Pair(height: weights.shape[1], width: weights.shape[2]),
            step: Pair(height: step.number(Depthwise.strideHeight), width: step.number(Depthwise.strideWidth)),
            dilation: Pair(
                height: step.number(Depthwise.dilationHeight, default: 1),
                width: step.number(Depthwise.dilationWidth, default: 1)),
            padding: step.options?.byte(Depthwise.padding) ?? 0)
        let channels = try value(of: step.inputs[0]).shape.last ?? 0
        guard weights.shape[0] == 1, channels > 0, weights.shape[3] % channels == 0 else {
            throw Failure(reason: "its weights do not match its input")
        }
        // From [1, rows, columns, channels] to [channels, 1, rows, columns].
        try addConvolution(
            step, weights.transposed([3, 0, 1, 2]), window, groups: channels,
            activation: step.options?.byte(Depthwise.activation))
    }

    private func weights(of step: ConvertedOperator) throws(Failure) -> ConstantTensor {
        guard let weights = constant(step.inputs[1]), weights.shape.count == 4 else {
            throw Failure(reason: "its weights are not constant")
        }
        return weights
    }

    private mutating func addConvolution(
        _ step: ConvertedOperator, _ weights: ConstantTensor, _ window: Window, groups: Int, activation: UInt8?
    ) throws(Failure) {
        let image = try value(of: step.inputs[0]).shape
        var inputs = [
            try name(of: step.inputs[0], .channelsFirst), graph.addConstant(weights.values, shape: weights.shape),
        ]
        if step.inputs.count > 2, step.inputs[2] >= 0 { inputs.append(try list(step.inputs[2])) }
        guard window.step.list.allSatisfy({ $0 > 0 }), window.dilation.list.allSatisfy({ $0 > 0 }) else {
            throw Failure(reason: "it has a step of 0")
        }
        let result = graph.add(
            "Conv", inputs,
            [
                "kernel_shape": .integers(window.size.list), "strides": .integers(window.step.list),
                "dilations": .integers(window.dilation.list), "pads": .integers(window.pads(image: image)),
                "group": .integer(groups),
            ])
        try set(step.output, .channelsFirst, activated(result, activation))
    }

    /// Adds the function that an operator applies to its result.
    mutating func activated(_ result: String, _ activation: UInt8?) throws(Failure) -> String {
        switch activation ?? ModelSchema.Activation.none {
        case ModelSchema.Activation.none: return result
        case ModelSchema.Activation.relu: return graph.add("Relu", [result])
        case ModelSchema.Activation.relu6:
            let least = graph.addConstant([0], shape: [])
            let most = graph.addConstant([6], shape: [])
            return graph.add("Clip", [result, least, most])
        case let other: throw Failure(reason: "it has the activation number \(other)")
        }
    }

    mutating func convertPooling(_ step: ConvertedOperator, _ kind: String) throws(Failure) {
        let window = Window(
            size: Pair(height: step.number(Pool2D.filterHeight), width: step.number(Pool2D.filterWidth)),
            step: Pair(height: step.number(Pool2D.strideHeight), width: step.number(Pool2D.strideWidth)),
            padding: step.options?.byte(Pool2D.padding) ?? 0)
        let image = try value(of: step.inputs[0]).shape
        let input = try name(of: step.inputs[0], .channelsFirst)
        guard (window.size.list + window.step.list).allSatisfy({ $0 > 0 }) else {
            throw Failure(reason: "it has a size or step of 0")
        }
        let result = graph.add(
            kind, [input],
            [
                "kernel_shape": .integers(window.size.list), "strides": .integers(window.step.list),
                "pads": .integers(window.pads(image: image)),
            ])
        try set(step.output, .channelsFirst, activated(result, step.options?.byte(Pool2D.activation)))
    }

    mutating func convertDepthToSpace(_ step: ConvertedOperator) throws(Failure) {
        let input = try name(of: step.inputs[0], .channelsFirst)
        let block = step.number(ModelSchema.DepthToSpaceOptions.blockSize)
        try set(step.output, .channelsFirst, graph.add("DepthToSpace", [input], ["blocksize": .integer(block)]))
    }

    mutating func convertBilinearResizing(_ step: ConvertedOperator) throws(Failure) {
        let centers: String
        switch (
            step.flag(ModelSchema.ResizeBilinearOptions.alignsCorners),
            step.flag(ModelSchema.ResizeBilinearOptions.hasHalfPixelCenters)
        ) {
        case (true, _): centers = "align_corners"
        case (false, true): centers = "half_pixel"
        case (false, false): centers = "asymmetric"
        }
        try addResizing(
            step, ["mode": .text("linear"), "coordinate_transformation_mode": .text(centers)])
    }

    mutating func convertNearestResizing(_ step: ConvertedOperator) throws(Failure) {
        guard !step.flag(ModelSchema.ResizeNearestNeighborOptions.alignsCorners),
            !step.flag(ModelSchema.ResizeNearestNeighborOptions.hasHalfPixelCenters)
        else { throw Failure(reason: "it takes pixels at other places") }
        try addResizing(
            step,
            [
                "mode": .text("nearest"), "coordinate_transformation_mode": .text("asymmetric"),
                "nearest_mode": .text("floor"),
            ])
    }

    /// Returns the factor between two sides. ONNX Runtime rounds the product down, which must not lose the last row.
    private static func scale(from side: Int, to result: Int) -> Float {
        let scale = Float(result) / Float(side)
        return Int(scale * Float(side)) < result ? scale.nextUp : scale
    }

    private mutating func addResizing(
        _ step: ConvertedOperator, _ attributes: KeyValuePairs<String, ONNXGraph.Attribute>
    ) throws(Failure) {
        let image = try value(of: step.inputs[0]).shape
        let result = try computedShape(of: step.output)
        let input = try name(of: step.inputs[0], .channelsFirst)
        guard result.count == 4 else { throw Failure(reason: "its output is no image") }
        let scales = graph.addConstant(
            [1, 1, Self.scale(from: image[1], to: result[1]), Self.scale(from: image[2], to: result[2])], shape: [4])
        try set(step.output, .channelsFirst, graph.add("Resize", [input, "", scales], attributes))
    }
}
