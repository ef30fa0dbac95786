// SPDX-License-Identifier: Apache-2.0

/// Resizes a fully convolutional `.tflite` model for images of another size.
///
/// The model must take one image with a border, and the sides of every other image-like tensor must be those of the
/// image divided by some stride. Shapes are rewritten in place: `[1, height, width, channels]` of tensors without data,
/// and constant pairs of integers, which are the sizes of resize operators.
enum InputResizing {
    /// A width and a height, in pixels.
    struct Size: Hashable, Sendable {
        var width: Int
        var height: Int
    }

    /// Returns the model for images of `size`.
    /// - Parameters:
    ///   - bytes: The model.
    ///   - base: The image size for which the file was made.
    ///   - size: The new image size.
    ///   - border: The number of rows and columns by which the input extends beyond the image on each side.
    /// - Returns: `nil` if the model is corrupt, or the size does not fit its strides.
    static func scaled(_ bytes: ModelBytes, from base: Size, to size: Size, border: Int) -> [UInt8]? {
        guard let model = FlatBufferTable(root: bytes, identifier: ModelSchema.identifier),
            let graph = model.tables(ModelSchema.Model.subgraphs).first, base.width > 0, base.height > 0
        else { return nil }
        let buffers = model.tables(ModelSchema.Model.buffers)
        let inputs = Set(graph.integers(ModelSchema.Subgraph.inputs))
        var scaled = bytes.copy()
        for (index, tensor) in graph.tables(ModelSchema.Subgraph.tensors).enumerated() {
            let shape = tensor.integers(ModelSchema.Tensor.shape).map(Int.init)
            let buffer = Int(tensor.unsigned32(ModelSchema.Tensor.buffer) ?? 0)
            guard buffers.indices.contains(buffer) else { return nil }
            let isConstant = (buffers[buffer].vector(ModelSchema.Buffer.data, elementSize: 1)?.count ?? 0) > 0
            if !isConstant, shape.count == 4, let vector = tensor.vector(ModelSchema.Tensor.shape) {
                let extra = inputs.contains(Int32(index)) ? 2 * border : 0
                guard let height = scale(shape[1] - extra, base.height, size.height),
                    let width = scale(shape[2] - extra, base.width, size.width)
                else { return nil }
                scaled.write(height + extra, at: vector.element(1))
                scaled.write(width + extra, at: vector.element(2))
            } else if isConstant, shape == [2], tensor.byte(ModelSchema.Tensor.type) == ModelSchema.ElementType.int32,
                let data = buffers[buffer].vector(ModelSchema.Buffer.data, elementSize: 1), data.count == 8
            {
                guard let height = scale(bytes.integer(at: data.element(0)), base.height, size.height),
                    let width = scale(bytes.integer(at: data.element(1)), base.width, size.width)
                else { return nil }
                scaled.write(height, at: data.element(0))
                scaled.write(width, at: data.element(1))
            }
        }
        return scaled
    }

    /// Returns `length` scaled by `new / base`; `nil` unless the result is a positive integer.
    private static func scale(_ length: Int, _ base: Int, _ new: Int) -> Int? {
        guard length > 0, length <= 1 << 20, new > 0, new <= 1 << 20, length * new % base == 0 else { return nil }
        return length * new / base
    }
}
