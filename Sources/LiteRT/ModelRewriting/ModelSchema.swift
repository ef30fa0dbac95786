// SPDX-License-Identifier: Apache-2.0

/// The field slots of TensorFlow Lite's `schema.fbs` that are read or rewritten here.
enum ModelSchema {
    static let identifier = "TFL3"

    enum Model { static let operatorCodes = 1, subgraphs = 2, buffers = 4, signatures = 7, count = 8 }
    enum OperatorCode { static let oldCode = 0, customCode = 1, version = 2, code = 3 }
    /// `count` is that of the fields with offsets.
    enum Subgraph { static let tensors = 0, inputs = 1, outputs = 2, operators = 3, count = 5 }
    enum Tensor { static let shape = 0, type = 1, buffer = 2, sparsity = 6 }
    enum Sparsity { static let traversalOrder = 0, blockMap = 1, levels = 2 }
    /// `DimensionMetadata`, and the values of its format.
    enum Level {
        static let format = 0, denseSize = 1, segments = 2, indices = 4
        static let dense: UInt8 = 0, sparse: UInt8 = 1
    }
    /// The tables of `SparseIndexVector`, all with the same slot, and the values of its type.
    enum IndexVector {
        static let values = 0
        static let int32: UInt8 = 1, uint16: UInt8 = 2, uint8: UInt8 = 3
    }
    enum Operator { static let code = 0, inputs = 1, outputs = 2, optionsKind = 3, options = 4 }
    enum ReducerOptions { static let keepsDimensions = 0 }
    enum Conv2DOptions {
        static let padding = 0, strideWidth = 1, strideHeight = 2, activation = 3, dilationWidth = 4, dilationHeight = 5
    }
    enum DepthwiseConv2DOptions {
        static let padding = 0, strideWidth = 1, strideHeight = 2, activation = 4, dilationWidth = 5, dilationHeight = 6
    }
    enum Pool2DOptions {
        static let padding = 0, strideWidth = 1, strideHeight = 2, filterWidth = 3, filterHeight = 4, activation = 5
    }
    /// Options of additions, subtractions, multiplications and divisions.
    enum ArithmeticOptions { static let activation = 0 }
    enum ConcatenationOptions { static let axis = 0, activation = 1 }
    enum FullyConnectedOptions { static let activation = 0, weightsFormat = 1 }
    enum DepthToSpaceOptions { static let blockSize = 0 }
    enum ResizeBilinearOptions { static let alignsCorners = 2, hasHalfPixelCenters = 3 }
    enum ResizeNearestNeighborOptions { static let alignsCorners = 0, hasHalfPixelCenters = 1 }
    enum StridedSliceOptions { static let begins = 0, ends = 1, ellipsis = 2, newAxes = 3, dropped = 4 }

    /// Values of `Padding`.
    enum Padding { static let same: UInt8 = 0 }
    /// Values of `ActivationFunctionType`.
    enum Activation { static let none: UInt8 = 0, relu: UInt8 = 1, relu6: UInt8 = 3 }
    enum Buffer { static let data = 0 }

    /// Values of `BuiltinOperator`.
    enum Kind {
        static let add = 0, averagePool2D = 1, concatenation = 2, conv2D = 3, depthwiseConv2D = 4, depthToSpace = 5,
            dequantize = 6
        static let fullyConnected = 9, logistic = 14, maxPool2D = 17, mul = 18, relu = 19, reshape = 22
        static let resizeBilinear = 23, pad = 34, transpose = 39, mean = 40, sub = 41, div = 42, stridedSlice = 45
        static let prelu = 54, neg = 59, sum = 74, sqrt = 75, rsqrt = 76, resizeNearestNeighbor = 97
        static let squaredDifference = 99, hardSwish = 117, densify = 124
    }

    /// Values of `BuiltinOptions`.
    enum OptionsKind { static let reshape: UInt8 = 17 }

    /// Values of `TensorType`.
    enum ElementType { static let float32: UInt8 = 0, float16: UInt8 = 1, int32: UInt8 = 2 }

    /// The bytes of an element, by `TensorType`: float32, float16, int32, uint8, int64, bool, int8.
    static let elementSizes: [UInt8: Int] = [0: 4, 1: 2, 2: 4, 3: 1, 4: 8, 6: 1, 9: 1]

    /// The `BuiltinOperator` of an operator code. Files from before there were 128 kinds have only the old field.
    static func kind(of code: FlatBufferTable) -> Int {
        max(Int(code.unsigned32(OperatorCode.code) ?? 0), Int(code.byte(OperatorCode.oldCode) ?? 0))
    }
}
