// SPDX-License-Identifier: Apache-2.0

/// The values of a model's constant, as 32-bit floats, in row-major order.
struct ConstantTensor {
    var shape: [Int]
    var values: [Float]

    /// Returns the constant with at least as many dimensions, the new ones being 1 and before the others.
    func padded(toRank rank: Int) -> ConstantTensor {
        ConstantTensor(shape: [Int](repeating: 1, count: max(0, rank - shape.count)) + shape, values: values)
    }

    /// Returns the constant with its dimensions in another order.
    /// - Parameter order: The present position of each dimension of the result.
    func transposed(_ order: [Int]) -> ConstantTensor {
        var strides = [Int](repeating: 1, count: shape.count)
        for dimension in shape.indices.dropLast().reversed() {
            strides[dimension] = strides[dimension + 1] * shape[dimension + 1]
        }
        let sides = order.map { shape[$0] }
        let steps = order.map { strides[$0] }
        var index = [Int](repeating: 0, count: sides.count)
        var place = 0
        var result: [Float] = []
        result.reserveCapacity(values.count)
        for _ in values.indices {
            result.append(values[place])
            // The last dimension counts first.
            for dimension in sides.indices.reversed() {
                index[dimension] += 1
                place += steps[dimension]
                if index[dimension] < sides[dimension] { break }
                place -= steps[dimension] * sides[dimension]
                index[dimension] = 0
            }
        }
        return ConstantTensor(shape: sides, values: result)
    }
}

extension ModelGraph {
    /// Returns a constant of 32-bit or 16-bit floats; `nil` if the tensor is something else, or sparse.
    func constant(_ tensor: Int32) -> ConstantTensor? {
        guard let shape = shape(of: tensor)?.map(Int.init), let count = Self.count(of: shape, upTo: bytes.count),
            tensors[Int(tensor)].reference(to: ModelSchema.Tensor.sparsity) == nil,
            let buffer = tensors[Int(tensor)].unsigned32(ModelSchema.Tensor.buffer),
            buffers.indices.contains(Int(buffer)),
            let data = buffers[Int(buffer)].vector(ModelSchema.Buffer.data, elementSize: 1), data.count > 0
        else { return nil }
        let type = tensors[Int(tensor)].byte(ModelSchema.Tensor.type) ?? ModelSchema.ElementType.float32
        let start = data.position + 4 - bytes.startIndex
        let values: [Float]?? = bytes.withContiguousStorageIfAvailable { all -> [Float]? in
            let raw = UnsafeRawBufferPointer(all)
            switch type {
            case ModelSchema.ElementType.float32 where data.count == 4 * count:
                return (0..<count).map {
                    let bits = raw.loadUnaligned(fromByteOffset: start + 4 * $0, as: UInt32.self)
                    return Float(bitPattern: UInt32(littleEndian: bits))
                }
            case ModelSchema.ElementType.float16 where data.count == 2 * count:
                return (0..<count).map {
                    let bits = raw.loadUnaligned(fromByteOffset: start + 2 * $0, as: UInt16.self)
                    return Float(halfBits: UInt16(littleEndian: bits))
                }
            default: return nil
            }
        }
        guard let values = values ?? nil else { return nil }
        return ConstantTensor(shape: shape, values: values)
    }
}

extension Float {
    /// Widens a 16-bit float, a type that Swift does not have on every platform.
    init(halfBits: UInt16) {
        let sign = UInt32(halfBits & 0x8000) << 16
        let rest = UInt32(halfBits & 0x7FFF) << 13
        guard halfBits & 0x7C00 != 0x7C00 else {
            self.init(bitPattern: sign | 0x7F80_0000 | rest & 0x007F_FFFF)
            return
        }
        // Moves the exponent from the bias of 16-bit floats to that of 32-bit ones, of subnormal numbers as well.
        self.init(bitPattern: sign | (Float(bitPattern: rest) * 0x1p112).bitPattern)
    }
}
