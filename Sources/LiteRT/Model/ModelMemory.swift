internal import CLineamentLiteRT

/// Where the runtime reads a model: in the mapped file, or in a copy of its own.
final class ModelMemory: @unchecked Sendable {
    /// An integer of 32 bits that differs from the file's, and its position in the model.
    struct Write: Sendable {
        let position: Int
        let value: Int
    }

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

    /// The same bytes but for some integers.
    func copy(writing new: [Write]) -> ModelMemory {
        guard case .file(let file, let part) = place, let fresh = file.fresh() else {
            return ModelMemory(.copying(bytes), writes: new)
        }
        return ModelMemory(.file(fresh, part: part), writes: writes + new)
    }

    /// An array of the bytes, for reading more closely.
    func array() -> [UInt8] {
        defer { giveBack() }
        return Array(bytes)
    }

    /// Whether the runtime may still read it: a file may have been written to meanwhile.
    var isIntact: Bool {
        if case .file(let file, _) = place { file.isUnchanged } else { true }
    }

    /// Gives back what somebody has taken a copy of; should more be read, that comes from the file again.
    func giveBack() {
        guard case .file(let file, let part) = place else { return }
        file.giveBack(part, keeping: writes.map { part.lowerBound + $0.position })
    }

    private static func place(of source: ModelBytes) -> Place {
        guard case .file(let file) = source.storage else { return .copying(source) }
        let part = source.startIndex..<source.endIndex
        // FlatBuffers want their largest numbers at multiples of their size.
        if part.lowerBound % 16 == 0 { return .file(file, part: part) }
        defer { file.giveBack(part, keeping: []) }
        return .copying(source)
    }
}
