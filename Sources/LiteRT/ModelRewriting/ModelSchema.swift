/// The field slots of TensorFlow Lite's `schema.fbs` that are read or rewritten here.
enum ModelSchema {
    static let identifier = "TFL3"

    enum Model { static let operatorCodes = 1, subgraphs = 2, buffers = 4, signatures = 7 }
    enum OperatorCode { static let oldCode = 0, customCode = 1, version = 2, code = 3 }
    enum Subgraph { static let tensors = 0, inputs = 1, outputs = 2, operators = 3 }
    enum Tensor { static let shape = 0, type = 1, buffer = 2, sparsity = 6 }
    enum Sparsity { static let traversalOrder = 0, blockMap = 1, levels = 2 }
    /// `DimensionMetadata`, and the values of its format.
    enum Level {
        static let format = 0, denseSize = 1, segments = 2, indices = 4
        static let dense: UInt8 = 0, sparse: UInt8 = 1
    }
    enum Operator { static let code = 0, inputs = 1, outputs = 2, optionsKind = 3, options = 4 }
    enum ReducerOptions { static let keepsDimensions = 0 }
    enum Buffer { static let data = 0 }

    /// Values of `BuiltinOperator`.
    enum Kind {
        static let depthwiseConv2D = 4, dequantize = 6, reshape = 22, mean = 40, div = 42, stridedSlice = 45, prelu = 54
        static let sum = 74, sqrt = 75, densify = 124
    }

    /// Values of `BuiltinOptions`.
    enum OptionsKind { static let reshape: UInt8 = 17 }

    /// Values of `TensorType`.
    enum ElementType { static let int32: UInt8 = 2 }

    /// The bytes of an element, by `TensorType`: float32, float16, int32, uint8, int64, bool, int8.
    static let elementSizes: [UInt8: Int] = [0: 4, 1: 2, 2: 4, 3: 1, 4: 8, 6: 1, 9: 1]

    /// The `BuiltinOperator` of an operator code. Files from before there were 128 kinds have only the old field.
    static func kind(of code: FlatBufferTable) -> Int {
        max(Int(code.unsigned32(OperatorCode.code) ?? 0), Int(code.byte(OperatorCode.oldCode) ?? 0))
    }
}
