internal import CLineamentLiteRT

/// Memory for a model, aligned as the runtime wants it.
final class AlignedMemory: @unchecked Sendable {
    // Sound: the memory is written only by the initializer of ``ModelMemory``, before it is shared.

    let bytes: UnsafeMutableRawBufferPointer

    /// Allocates memory and copies `source` to it.
    init(copying source: some Collection<UInt8>) {
        bytes = .allocate(byteCount: source.count, alignment: Int(LITERT_HOST_MEMORY_ALIGNMENT))
        bytes.copyBytes(from: source)
    }

    deinit { bytes.deallocate() }
}
