// SPDX-License-Identifier: Apache-2.0

/// The bytes of a model or of a bundle of models: a mapped file, a part of one, an array, or the memory of a loaded model.
/// Subscripts are bounds-checked.
package struct ModelBytes: RandomAccessCollection, Sendable {
    enum Storage: Sendable {
        case array([UInt8])
        case file(MappedFile)
        case memory(ModelMemory)
    }

    let storage: Storage
    /// The index of the first byte.
    package let startIndex: Int
    /// The index after the last byte.
    package let endIndex: Int

    /// Maps a file without copying it. To replace a model file in use, rename another one over it.
    /// - Returns: `nil` if the file cannot be mapped.
    package init?(contentsOf path: String) {
        guard let file = MappedFile.open(path) else { return nil }
        self.init(.file(file), 0..<file.memory.count)
    }

    /// Wraps an array.
    package init(_ bytes: [UInt8]) {
        self.init(.array(bytes), bytes.indices)
    }

    /// Wraps the memory of a model.
    init(_ memory: ModelMemory) {
        self.init(.memory(memory), memory.bytes.indices)
    }

    private init(_ storage: Storage, _ range: Range<Int>) {
        self.storage = storage
        startIndex = range.lowerBound
        endIndex = range.upperBound
    }

    /// The origin of the bytes; `nil` if they are not from a file.
    var identity: ModelIdentity? {
        guard case .file(let file) = storage else { return nil }
        return ModelIdentity(file: file.identity, part: startIndex..<endIndex)
    }

    /// Returns a copy with room to append `growth` bytes without reallocation.
    func copy(reserving growth: Int = 0) -> [UInt8] {
        var copy: [UInt8] = []
        copy.reserveCapacity(count + growth)
        withContiguousStorageIfAvailable { copy.append(contentsOf: $0) }
        return copy
    }

    /// Returns the byte at `position`.
    package subscript(position: Int) -> UInt8 {
        precondition(startIndex <= position && position < endIndex)
        switch storage {
        case .array(let bytes): return bytes[position]
        case .file(let file): return file.memory[position]
        case .memory(let memory): return memory.bytes[position]
        }
    }

    /// Returns a part that shares the storage.
    package subscript(bounds: Range<Int>) -> ModelBytes {
        precondition(startIndex <= bounds.lowerBound && bounds.upperBound <= endIndex)
        return ModelBytes(storage, bounds)
    }

    /// Calls `body` with the bytes, which are always contiguous.
    package func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        switch storage {
        case .array(let bytes): try bytes[startIndex..<endIndex].withContiguousStorageIfAvailable(body)
        case .file(let file):
            try body(UnsafeRawBufferPointer(file.memory)[startIndex..<endIndex].rebased.bindMemory(to: UInt8.self))
        case .memory(let memory):
            try body(memory.bytes[startIndex..<endIndex].rebased.bindMemory(to: UInt8.self))
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate var rebased: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self) }
}
