// SPDX-License-Identifier: Apache-2.0

/// Converts a `.tflite` model to an ONNX graph that takes any number of its inputs at once.
///
/// Every tensor that is computed has a first dimension of 1 in the model, which becomes that number. Images are kept with
/// their channels before their rows, as ONNX's convolutions take them, and are transposed only where an operator, an input
/// or an output has them behind the columns.
struct ONNXConversion {
    /// Why a model cannot be converted, as a clause.
    struct Failure: Error, Hashable {
        let reason: String
    }

    /// The order of an image's dimensions.
    enum Layout { case channelsLast, channelsFirst }

    /// A tensor that is computed.
    struct Value {
        /// The dimensions in the model; the first is 1.
        let shape: [Int]
        /// Its names in the graph, by the order of its dimensions. Other tensors than images have one.
        var names: [Layout: String]
    }

    /// The most values of a tensor for one input: more than any model of faces, bodies or hands has by far, and few enough for
    /// the memory of a batch.
    private static let maxCount = 1 << 24

    let model: ModelGraph
    var graph = ONNXGraph()
    private var values: [Int32: Value] = [:]
    /// The constants that an operator computes from constants.
    private var widened: [Int32: ConstantTensor] = [:]
    /// Tensors without the first dimension, which only outputs may be.
    private var shortened: Set<Int32> = []

    /// Converts a model without sparse weights.
    static func graph(of bytes: ModelBytes) throws(Failure) -> ONNXGraph {
        guard let model = ModelGraph(bytes) else { throw Failure(reason: "its tables are damaged") }
        var conversion = ONNXConversion(model: model)
        try conversion.addInputs()
        for step in model.steps { try conversion.convert(step) }
        try conversion.addOutputs()
        return conversion.graph
    }

    private init(model: ModelGraph) { self.model = model }

    private mutating func addInputs() throws(Failure) {
        for tensor in model.graph.integers(ModelSchema.Subgraph.inputs) {
            let shape = try computedShape(of: tensor)
            values[tensor] = Value(
                shape: shape, names: [.channelsLast: graph.addInput(shape: Array(shape.dropFirst()))])
        }
    }

    private mutating func addOutputs() throws(Failure) {
        for tensor in model.graph.integers(ModelSchema.Subgraph.outputs) {
            let isShort = shortened.remove(tensor) != nil
            let name = try name(of: tensor, .channelsLast)
            let shape = values[tensor]?.shape ?? []
            graph.addOutput(name, shape: Array(shape.dropFirst()))
            if isShort { shortened.insert(tensor) }
        }
    }

    // MARK: - Tensors

    /// Returns the dimensions of a tensor that is computed, with dynamic ones as 1.
    func computedShape(of tensor: Int32) throws(Failure) -> [Int] {
        guard let shape = model.shape(of: tensor)?.map({ $0 == -1 ? 1 : Int($0) }) else {
            throw Failure(reason: "it lacks a tensor")
        }
        guard shape.first == 1, ModelGraph.count(of: shape, upTo: Self.maxCount) != nil else {
            throw Failure(reason: "a tensor has dimensions \(shape), of which the first is not 1, or too many values")
        }
        return shape
    }

    /// Returns a constant; `nil` if the tensor is computed.
    func constant(_ tensor: Int32) -> ConstantTensor? {
        values[tensor] == nil ? widened[tensor] ?? model.constant(tensor) : nil
    }

    /// Returns a tensor that has been computed.
    func value(of tensor: Int32) throws(Failure) -> Value {
        guard let value = values[tensor], !shortened.contains(tensor) else {
            throw Failure(reason: "an operator reads what is not computed for each input")
        }
        return value
    }

    /// Returns the name of a tensor, which is transposed if it is in the other order.
    mutating func name(of tensor: Int32, _ layout: Layout) throws(Failure) -> String {
        let value = try value(of: tensor)
        if let known = value.names[layout] { return known }
        guard value.shape.count == 4, let other = value.names.values.first else {
            throw Failure(reason: "an operator for images reads a tensor of \(value.shape.count) dimensions")
        }
        let order = layout == .channelsFirst ? ImageAxes.firstFromLast : ImageAxes.lastFromFirst
        let name = graph.add("Transpose", [other], ["perm": .integers(order)])
        values[tensor]?.names[layout] = name
        return name
    }

    /// Sets the name of what an operator computes.
    mutating func set(_ tensor: Int32, _ layout: Layout, _ name: String) throws(Failure) {
        let shape = try computedShape(of: tensor)
        guard layout == .channelsLast || shape.count == 4 else {
            throw Failure(reason: "an operator for images computes a tensor of \(shape.count) dimensions")
        }
        values[tensor] = Value(shape: shape, names: [layout: name])
    }

    /// Sets the name of a tensor that lacks the first dimension in the model; it has it in the graph.
    mutating func setShortened(_ tensor: Int32, _ name: String) throws(Failure) {
        let shape = model.shape(of: tensor)?.map(Int.init) ?? []
        guard ModelGraph.count(of: shape, upTo: Self.maxCount) != nil else {
            throw Failure(reason: "an output has dimensions \(shape)")
        }
        values[tensor] = Value(shape: [1] + shape, names: [.channelsLast: name])
        shortened.insert(tensor)
    }

    /// Sets a constant that an operator computes.
    mutating func setConstant(_ tensor: Int32, _ constant: ConstantTensor) { widened[tensor] = constant }

    /// Returns the order in which an operator that can work in any is to do so: that of its inputs if they agree.
    func layout(of inputs: [Int32], for output: Int32) throws(Failure) -> Layout {
        guard try computedShape(of: output).count == 4 else { return .channelsLast }
        let computed = inputs.compactMap { values[$0] }
        let areImages = computed.allSatisfy { $0.shape.count == 4 }
        return areImages && computed.contains { $0.names[.channelsFirst] != nil } ? .channelsFirst : .channelsLast
    }

    /// Returns the name of an operand, computed or constant, that is combined with others of up to `rank` dimensions.
    mutating func operand(_ tensor: Int32, _ layout: Layout, rank: Int) throws(Failure) -> String {
        guard let constant = constant(tensor) else { return try name(of: tensor, layout) }
        guard layout == .channelsFirst else { return graph.addConstant(constant.values, shape: constant.shape) }
        let ordered = constant.padded(toRank: rank).transposed(ImageAxes.firstFromLast)
        return graph.addConstant(ordered.values, shape: ordered.shape)
    }

    /// Returns the name of a list of floats.
    mutating func list(_ tensor: Int32) throws(Failure) -> String {
        guard let constant = constant(tensor), constant.shape.count == 1 else {
            throw Failure(reason: "a bias is not constant")
        }
        return graph.addConstant(constant.values, shape: constant.shape)
    }
}

/// The dimensions of images in both orders.
enum ImageAxes {
    /// The dimension with channels last of each dimension with channels first.
    static let firstFromLast = [0, 3, 1, 2]
    /// The dimension with channels first of each dimension with channels last.
    static let lastFromFirst = [0, 2, 3, 1]
}
