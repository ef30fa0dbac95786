internal import CLiteRT

/// A float32 tensor in memory that the runtime reads and writes in place.
public final class Tensor: @unchecked Sendable {
    /// Sizes from the outermost dimension inwards.
    public let shape: [Int]
    /// The elements in row-major order. Valid while the tensor lives.
    public let elements: UnsafeMutableBufferPointer<Float>

    let buffer: LiteRtTensorBuffer
    private let memory: UnsafeMutableRawPointer
    private let library: RuntimeLibrary

    init(
        type: LiteRtRankedTensorType, byteCount: Int, library: RuntimeLibrary, model: String
    ) throws(LiteRTError) {
        let shape = type.layout.shape
        let count = shape.reduce(1, *)
        let size = max(byteCount, count * MemoryLayout<Float>.stride)
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: size, alignment: Int(LITERT_HOST_MEMORY_ALIGNMENT))
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        var type = type
        var buffer: LiteRtTensorBuffer?
        do throws(LiteRTError) {
            try check(
                library.createBuffer(&type, memory, size, nil, &buffer),
                "LiteRtCreateTensorBufferFromHostMemory", model: model)
            guard let buffer else { throw LiteRTError.empty("LiteRtCreateTensorBuffer", model: model) }
            self.buffer = buffer
        } catch {
            memory.deallocate()
            throw error
        }
        self.shape = shape
        self.memory = memory
        self.library = library
        elements = UnsafeMutableBufferPointer(
            start: memory.bindMemory(to: Float.self, capacity: count), count: count)
    }

    deinit {
        library.destroyBuffer(buffer)
        memory.deallocate()
    }
}
