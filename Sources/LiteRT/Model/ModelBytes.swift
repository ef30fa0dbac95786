/// The bytes of a model or of a bundle of models: a mapped file, a part of one, an array, or memory of the runtime. Every
/// access is checked.
package struct ModelBytes: RandomAccessCollection, Sendable {
    private enum Storage: Sendable {
        case array([UInt8])
        case file(MappedFile)
        case memory(AlignedMemory)
    }

    private let storage: Storage
    /// The position of index 0 in the storage.
    private let origin: Int
    /// The index of the first byte.
    package let startIndex: Int
    /// The index after the last byte.
    package let endIndex: Int

    /// Maps a file without copying it. To replace a model file in use, rename another one over it.
    /// - Returns: `nil` if the file cannot be mapped.
    package init?(contentsOf path: String) {
        guard let file = MappedFile.open(path) else { return nil }
        self.init(.file(file), origin: 0, 0..<file.memory.count)
    }

    /// Wraps a part of a mapped file; its first byte has index 0.
    init(_ file: MappedFile, part: Range<Int>) {
        self.init(.file(file), origin: part.lowerBound, 0..<part.count)
    }

    /// Wraps an array.
    package init(_ bytes: [UInt8]) {
        self.init(.array(bytes), origin: 0, bytes.indices)
    }

    /// Wraps memory, which must not be written any more.
    init(_ memory: AlignedMemory) {
        self.init(.memory(memory), origin: 0, 0..<memory.bytes.count)
    }

    private init(_ storage: Storage, origin: Int, _ range: Range<Int>) {
        self.storage = storage
        self.origin = origin
        startIndex = range.lowerBound
        endIndex = range.upperBound
    }

    /// The mapped file and the part of it that the bytes are; `nil` if they are not from a file.
    var source: (file: MappedFile, part: Range<Int>)? {
        guard case .file(let file) = storage else { return nil }
        return (file, stored)
    }

    /// The origin of the bytes; `nil` if they are not from a file.
    var identity: ModelIdentity? {
        source.map { ModelIdentity(file: $0.file.identity, part: $0.part) }
    }

    /// The positions of the bytes in the storage.
    private var stored: Range<Int> { origin + startIndex..<origin + endIndex }

    /// Returns a copy of the bytes to which `growth` more can be appended without moving it.
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
        case .array(let bytes): return bytes[origin + position]
        case .file(let file): return file.memory[origin + position]
        case .memory(let memory): return memory.bytes[origin + position]
        }
    }

    /// Returns a part that shares the storage.
    package subscript(bounds: Range<Int>) -> ModelBytes {
        precondition(startIndex <= bounds.lowerBound && bounds.upperBound <= endIndex)
        return ModelBytes(storage, origin: origin, bounds)
    }

    /// Calls `body` with the bytes, which are always contiguous.
    package func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        switch storage {
        case .array(let bytes): try bytes[stored].withContiguousStorageIfAvailable(body)
        case .file(let file): try body(file.memory.part(stored))
        case .memory(let memory): try body(memory.bytes.part(stored))
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(rebasing: self[range]).bindMemory(to: UInt8.self)
    }
}
