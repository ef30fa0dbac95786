// SPDX-License-Identifier: Apache-2.0
internal import CLineamentLiteRT

/// The memory from which the runtime reads a model: the mapped file, or a copy.
///
/// Rewritten models share the pages of the file that they do not change.
final class ModelMemory: @unchecked Sendable {
    // Sound: the memory is written only by the initializer; releasing pages does not change what is read.

    /// A 32-bit integer to be changed, at a position within the model.
    struct Write: Sendable {
        let position: Int
        let value: Int
    }

    /// The bytes of the model, with the changes applied.
    let bytes: UnsafeRawBufferPointer
    private let place: Place
    private let writes: [Write]

    private enum Place {
        case file(MappedFile, part: Range<Int>)
        case heap(UnsafeMutableRawBufferPointer)

        var bytes: UnsafeMutableRawBufferPointer {
            switch self {
            case .file(let file, let part): UnsafeMutableRawBufferPointer(rebasing: file.memory[part])
            case .heap(let memory): memory
            }
        }

        static func copying(_ source: some Collection<UInt8>) -> Place {
            let memory = UnsafeMutableRawBufferPointer.allocate(
                byteCount: source.count, alignment: Int(LITERT_HOST_MEMORY_ALIGNMENT))
            memory.copyBytes(from: source)
            return .heap(memory)
        }
    }

    convenience init(_ source: ModelBytes) {
        self.init(Self.place(of: source), writes: [])
    }

    private init(_ place: Place, writes: [Write]) {
        self.place = place
        self.writes = writes
        let memory = place.bytes
        for write in writes {
            memory.storeBytes(
                of: UInt32(truncatingIfNeeded: write.value).littleEndian, toByteOffset: write.position, as: UInt32.self)
        }
        bytes = UnsafeRawBufferPointer(memory)
    }

    deinit {
        if case .heap(let memory) = place { memory.deallocate() }
    }

    /// Returns the same bytes with some integers changed.
    func copy(writing new: [Write]) -> ModelMemory {
        guard case .file(let file, let part) = place, let fresh = file.fresh() else {
            return ModelMemory(.copying(bytes), writes: new)
        }
        return ModelMemory(.file(fresh, part: part), writes: writes + new)
    }

    /// The bytes, for analysis. They are not copied.
    var readable: ModelBytes { ModelBytes(self) }

    /// Whether the memory is still valid: a mapped file must not have been modified.
    var isIntact: Bool {
        if case .file(let file, _) = place { file.isUnchanged } else { true }
    }

    /// Releases pages that the runtime has copied; if they are read again, they come from the file.
    func giveBack() {
        guard case .file(let file, let part) = place else { return }
        file.giveBack(part, keeping: writes.map { part.lowerBound + $0.position })
    }

    private static func place(of source: ModelBytes) -> Place {
        guard case .file(let file) = source.storage else { return .copying(source) }
        let part = source.startIndex..<source.endIndex
        // FlatBuffers require aligned data; members of bundles may not be.
        if part.lowerBound % 16 == 0 { return .file(file, part: part) }
        defer { file.giveBack(part, keeping: []) }
        return .copying(source)
    }
}
