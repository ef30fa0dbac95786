/// The bytes of a model, or of a bundle of models: a file or a part of it, or an array.
package struct ModelBytes: RandomAccessCollection, Sendable {
    enum Storage: Sendable {
        case array([UInt8])
        case file(MappedFile)
    }

    let storage: Storage
    package let startIndex: Int
    package let endIndex: Int

    /// The bytes of a file, which is not copied. Replace a model file that is in use by renaming another over it.
    /// - Returns: nil if the file cannot be mapped into memory.
    package init?(contentsOf path: String) {
        guard let file = MappedFile.open(path) else { return nil }
        self.init(.file(file), 0..<file.memory.count)
    }

    package init(_ bytes: [UInt8]) {
        self.init(.array(bytes), bytes.indices)
    }

    private init(_ storage: Storage, _ range: Range<Int>) {
        self.storage = storage
        startIndex = range.lowerBound
        endIndex = range.upperBound
    }

    package subscript(position: Int) -> UInt8 {
        precondition(startIndex <= position && position < endIndex)
        switch storage {
        case .array(let bytes): return bytes[position]
        case .file(let file): return file.memory[position]
        }
    }

    package subscript(bounds: Range<Int>) -> ModelBytes {
        precondition(startIndex <= bounds.lowerBound && bounds.upperBound <= endIndex)
        return ModelBytes(storage, bounds)
    }

    package func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        switch storage {
        case .array(let bytes): try bytes[startIndex..<endIndex].withContiguousStorageIfAvailable(body)
        case .file(let file):
            try body(UnsafeRawBufferPointer(file.memory)[startIndex..<endIndex].rebased.bindMemory(to: UInt8.self))
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate var rebased: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: self) }
}
