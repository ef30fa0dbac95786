internal import CLineamentLiteRT

/// A float32 tensor in memory that the runtime reads and writes in place.
package final class Tensor: @unchecked Sendable {
    // Sound: a tensor belongs to one compiled model, which is used by one caller at a time.

    /// The dimensions, outermost first.
    package let shape: [Int]
    /// The number of elements.
    package var count: Int { elements.count }

    let buffer: LiteRtTensorBuffer
    private let elements: UnsafeMutableBufferPointer<Float>
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

    /// A copy of the elements, in row-major order.
    package var values: [Float] { withElements { Array($0) } }

    /// Whether no element is infinite or not a number.
    var isFinite: Bool { withElements { $0.reduce(0) { $0 + $1 * 0 } == 0 } }

    /// Accesses the element at a position in row-major order.
    package subscript(position: Int) -> Float {
        get { withElements { $0[position] } }
        set { withElements { $0[position] = newValue } }
    }

    /// Calls `body` with the elements in row-major order.
    package func withElements<Result>(_ body: (UnsafeMutableBufferPointer<Float>) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(self) { try body(elements) }
    }

    /// Calls `body` with the elements of several tensors, each in row-major order.
    package static func withElements<Result>(
        _ tensors: [Tensor], _ body: ([UnsafeMutableBufferPointer<Float>]) throws -> Result
    ) rethrows -> Result {
        try withExtendedLifetime(tensors) { try body(tensors.map(\.elements)) }
    }

    deinit {
        library.destroyBuffer(buffer)
        memory.deallocate()
    }
}
