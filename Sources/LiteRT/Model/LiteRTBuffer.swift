// SPDX-License-Identifier: Apache-2.0
internal import CLineamentLiteRT

/// The runtime's view of a tensor.
final class LiteRTBuffer: @unchecked Sendable {
    // Sound: the handle never changes, and belongs to one compiled model, which is used by one caller at a time.

    let handle: LiteRtTensorBuffer
    /// The tensor.
    let tensor: Tensor
    private let memory: TensorMemory
    private let library: RuntimeLibrary

    /// Creates a tensor and the runtime's view of it.
    /// - Parameters:
    ///   - type: The shape and element type, which is float32.
    ///   - byteCount: The number of bytes that the runtime asks for.
    ///   - library: The runtime.
    ///   - model: The name of the model, for error messages.
    /// - Throws: ``LiteRTError`` if the runtime reports a failure.
    init(
        type: LiteRtRankedTensorType, byteCount: Int, library: RuntimeLibrary, model: String
    ) throws(LiteRTError) {
        let shape = type.layout.shape
        memory = try TensorMemory(byteCount: max(byteCount, shape.reduce(1, *) * MemoryLayout<Float>.stride))
        var type = type
        var buffer: LiteRtTensorBuffer?
        try check(
            library.createBuffer(&type, memory.address, memory.byteCount, nil, &buffer),
            "LiteRtCreateTensorBufferFromHostMemory", model: model)
        guard let buffer else { throw LiteRTError.empty("LiteRtCreateTensorBuffer", model: model) }
        handle = buffer
        tensor = Tensor(shape: shape, memory: memory)
        self.library = library
    }

    deinit { library.destroyBuffer(handle) }
}
