/// The field slots of TensorFlow Lite's `schema.fbs` that are read or rewritten here.
enum ModelSchema {
    static let identifier = "TFL3"

    enum Model { static let operatorCodes = 1, subgraphs = 2, buffers = 4, signatures = 7 }
    enum OperatorCode { static let oldCode = 0, code = 3 }
    enum Subgraph { static let tensors = 0, inputs = 1, outputs = 2, operators = 3 }
    enum Tensor { static let shape = 0, type = 1, buffer = 2 }
    enum Operator { static let code = 0, inputs = 1, outputs = 2 }
    enum Buffer { static let data = 0 }

    /// Values of `BuiltinOperator`.
    enum Kind { static let dequantize = 6, prelu = 54 }

    /// Values of `TensorType`.
    enum ElementType { static let int32: UInt8 = 2 }
}
