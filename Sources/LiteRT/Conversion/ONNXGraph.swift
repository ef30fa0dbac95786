// SPDX-License-Identifier: Apache-2.0

/// A graph of ONNX operators, whose tensors all have a first dimension of any size, and its file.
struct ONNXGraph {
    /// The version of the operators, which every ONNX Runtime since 1.12 has.
    private static let operatorSet = 17
    /// The version of the file's format that belongs to it.
    private static let formatVersion = 8

    enum Attribute {
        case integer(Int)
        case integers([Int])
        case text(String)
    }

    /// An input or output: its name, and its dimensions after the first.
    struct End {
        let name: String
        let shape: [Int]
    }

    private struct Node {
        let kind: String
        let inputs: [String]
        let output: String
        let attributes: [(name: String, value: Attribute)]
    }

    private struct Constant {
        let name: String
        let type: Int
        let shape: [Int]
        let data: [UInt8]
    }

    private var nodes: [Node] = []
    private var constants: [Constant] = []
    private var integerConstants: [[Int]: String] = [:]
    private(set) var inputs: [End] = []
    private(set) var outputs: [End] = []

    /// Adds an operator with one output.
    /// - Parameters:
    ///   - kind: The name of the operator.
    ///   - inputs: The names of its inputs; empty for one that is left out.
    ///   - attributes: Its attributes.
    /// - Returns: The name of the output.
    mutating func add(
        _ kind: String, _ inputs: [String], _ attributes: KeyValuePairs<String, Attribute> = [:]
    ) -> String {
        let output = "t\(nodes.count)"
        nodes.append(
            Node(kind: kind, inputs: inputs, output: output, attributes: attributes.map { ($0.key, $0.value) }))
        return output
    }

    /// Adds a constant of floats, and returns its name.
    mutating func addConstant(_ values: [Float], shape: [Int]) -> String {
        let data = values.withUnsafeBytes { Array($0) }
        return addConstant(data, type: FileFormat.ElementType.float32, shape: shape)
    }

    /// Adds a list of integers, and returns its name.
    mutating func addConstant(_ values: [Int]) -> String {
        if let known = integerConstants[values] { return known }
        let data = values.map(Int64.init).withUnsafeBytes { Array($0) }
        let name = addConstant(data, type: FileFormat.ElementType.int64, shape: [values.count])
        integerConstants[values] = name
        return name
    }

    private mutating func addConstant(_ data: [UInt8], type: Int, shape: [Int]) -> String {
        let name = "c\(constants.count)"
        constants.append(Constant(name: name, type: type, shape: shape, data: data))
        return name
    }

    /// Adds an input, and returns its name.
    /// - Parameter shape: The dimensions after the first.
    mutating func addInput(shape: [Int]) -> String {
        inputs.append(End(name: "i\(inputs.count)", shape: shape))
        return "i\(inputs.count - 1)"
    }

    /// Makes a tensor an output.
    /// - Parameter shape: Its dimensions after the first.
    mutating func addOutput(_ tensor: String, shape: [Int]) {
        let name = "o\(outputs.count)"
        nodes.append(Node(kind: "Identity", inputs: [tensor], output: name, attributes: []))
        outputs.append(End(name: name, shape: shape))
    }

    /// Returns the bytes of an `.onnx` file.
    func file() -> [UInt8] {
        var file = ProtobufWriter()
        file.write(Self.formatVersion, to: FileFormat.Model.formatVersion)
        file.writeMessage(to: FileFormat.Model.operatorSet) { set in
            set.write(Self.operatorSet, to: FileFormat.OperatorSet.version)
        }
        file.writeMessage(to: FileFormat.Model.graph) { graph in
            for node in nodes { graph.writeMessage(to: FileFormat.Graph.node) { write(node, to: &$0) } }
            graph.write("main", to: FileFormat.Graph.name)
            for constant in constants {
                graph.writeMessage(to: FileFormat.Graph.constant) { write(constant, to: &$0) }
            }
            for end in inputs { graph.writeMessage(to: FileFormat.Graph.input) { write(end, to: &$0) } }
            for end in outputs { graph.writeMessage(to: FileFormat.Graph.output) { write(end, to: &$0) } }
        }
        return file.bytes
    }

    private func write(_ node: Node, to message: inout ProtobufWriter) {
        for input in node.inputs { message.write(input, to: FileFormat.Node.input) }
        message.write(node.output, to: FileFormat.Node.output)
        message.write(node.kind, to: FileFormat.Node.kind)
        for (name, value) in node.attributes {
            message.writeMessage(to: FileFormat.Node.attribute) { attribute in
                attribute.write(name, to: FileFormat.Attribute.name)
                write(value, to: &attribute)
            }
        }
    }

    private func write(_ value: Attribute, to message: inout ProtobufWriter) {
        let type: Int
        switch value {
        case .integer(let value):
            message.write(value, to: FileFormat.Attribute.integer)
            type = FileFormat.AttributeType.integer
        case .text(let text):
            message.write(text, to: FileFormat.Attribute.text)
            type = FileFormat.AttributeType.text
        case .integers(let values):
            for value in values { message.write(value, to: FileFormat.Attribute.integers) }
            type = FileFormat.AttributeType.integers
        }
        message.write(type, to: FileFormat.Attribute.type)
    }

    private func write(_ constant: Constant, to message: inout ProtobufWriter) {
        for side in constant.shape { message.write(side, to: FileFormat.Tensor.dimension) }
        message.write(constant.type, to: FileFormat.Tensor.type)
        message.write(constant.name, to: FileFormat.Tensor.name)
        message.write(constant.data, to: FileFormat.Tensor.data)
    }

    private func write(_ end: End, to message: inout ProtobufWriter) {
        message.write(end.name, to: FileFormat.Value.name)
        message.writeMessage(to: FileFormat.Value.type) { type in
            type.writeMessage(to: FileFormat.ValueType.tensor) { tensor in
                tensor.write(FileFormat.ElementType.float32, to: FileFormat.TensorType.element)
                tensor.writeMessage(to: FileFormat.TensorType.shape) { shape in
                    shape.writeMessage(to: FileFormat.Shape.dimension) { $0.write("N", to: FileFormat.Dimension.name) }
                    for side in end.shape {
                        shape.writeMessage(to: FileFormat.Shape.dimension) {
                            $0.write(side, to: FileFormat.Dimension.value)
                        }
                    }
                }
            }
        }
    }
}

/// The numbers of the fields of ONNX's `onnx.proto` that are written, and of the values of its enumerations.
private enum FileFormat {
    enum Model { static let formatVersion = 1, graph = 7, operatorSet = 8 }
    enum OperatorSet { static let version = 2 }
    enum Graph { static let node = 1, name = 2, constant = 5, input = 11, output = 12 }
    enum Node { static let input = 1, output = 2, kind = 4, attribute = 5 }
    enum Attribute { static let name = 1, integer = 3, text = 4, integers = 8, type = 20 }
    enum AttributeType { static let integer = 2, text = 3, integers = 7 }
    enum Tensor { static let dimension = 1, type = 2, name = 8, data = 9 }
    enum ElementType { static let float32 = 1, int64 = 7 }
    enum Value { static let name = 1, type = 2 }
    enum ValueType { static let tensor = 1 }
    enum TensorType { static let element = 1, shape = 2 }
    enum Shape { static let dimension = 1 }
    enum Dimension { static let value = 1, name = 2 }
}
