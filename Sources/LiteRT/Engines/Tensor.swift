// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// A float32 tensor in memory that an engine reads and writes in place.
package final class Tensor: @unchecked Sendable {
    // Sound: a tensor belongs to one compiled model, which is used by one caller at a time.

    /// The dimensions, outermost first.
    package let shape: [Int]
    /// The number of elements.
    package var count: Int { elements.count }

    private let elements: UnsafeMutableBufferPointer<Float>
    let memory: TensorMemory

    /// Wraps a part of some memory.
    /// - Parameters:
    ///   - shape: The dimensions.
    ///   - memory: The memory.
    ///   - index: How many tensors of this shape come before it there.
    init(shape: [Int], memory: TensorMemory, at index: Int = 0) {
        let count = shape.reduce(1, *)
        self.shape = shape
        self.memory = memory
        elements = UnsafeMutableBufferPointer(rebasing: memory.elements((index + 1) * count).suffix(count))
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
}

/// The memory of tensors, filled with zeros at first. What is never touched takes none.
final class TensorMemory: @unchecked Sendable {
    // Sound: the address never changes; who touches the bytes is up to the tensors.

    /// The alignment that engines ask for.
    private static let alignment = 64

    /// The first byte.
    let address: UnsafeMutableRawPointer
    /// The number of bytes.
    let byteCount: Int
    /// The object that has allocated it; `nil` for the process's own memory.
    let owner: AnyObject?
    private let release: () -> Void

    /// Takes memory of zeros that something else has allocated.
    /// - Parameters:
    ///   - address: The first byte.
    ///   - byteCount: The number of bytes.
    ///   - owner: The object that has allocated it.
    ///   - release: Gives the memory back.
    init(address: UnsafeMutableRawPointer, byteCount: Int, owner: AnyObject?, release: @escaping () -> Void) {
        self.address = address
        self.byteCount = byteCount
        self.owner = owner
        self.release = release
    }

    /// Allocates memory.
    /// - Throws: ``LiteRTError`` if there is not enough.
    convenience init(byteCount: Int) throws(LiteRTError) {
        guard byteCount >= 0, let allocated = calloc(1, byteCount + Self.alignment) else {
            throw LiteRTError(code: .callFailed, message: "There is no memory for \(byteCount) bytes of a tensor.")
        }
        self.init(address: allocated.alignedUp(toMultipleOf: Self.alignment), byteCount: byteCount, owner: nil) {
            free(allocated)
        }
    }

    /// Allocates memory for floats.
    convenience init(floatCount: Int) throws(LiteRTError) {
        try self.init(byteCount: floatCount * MemoryLayout<Float>.stride)
    }

    deinit { release() }

    /// Returns the first elements.
    func elements(_ count: Int) -> UnsafeMutableBufferPointer<Float> {
        precondition(count * MemoryLayout<Float>.stride <= byteCount)
        return UnsafeMutableBufferPointer(start: address.bindMemory(to: Float.self, capacity: count), count: count)
    }
}
