// SPDX-License-Identifier: Apache-2.0
internal import CLineamentONNX
internal import Foundation

/// Memory of the CPU that is pinned to its place, so that a GPU reads and writes it by itself, without a copy in between.
final class PinnedMemory: @unchecked Sendable {
    // Sound: the handles never change, and the runtime's allocators are thread-safe.

    private let session: ONNXSessionHandle
    private let allocator: LineamentONNXAllocatorHandle
    /// The kind of memory, for the runtime.
    let description: LineamentONNXMemoryInfoHandle

    private var functions: LineamentONNX { session.library.functions }

    /// Asks the provider of a session for its allocator; the CPU's own stands in for one in tests.
    /// - Returns: `nil` if it has none.
    init?(of session: ONNXSessionHandle, _ provider: ONNXRuntime.Provider) {
        let library = session.library
        let functions = library.functions
        let place: (name: String, device: Int, memory: Int) =
            switch provider {
            case .cpu: ("Cpu", 0, Int(LINEAMENT_ONNX_MEMORY_DEFAULT))
            case .cuda(let device): ("CudaPinned", device, Int(LINEAMENT_ONNX_MEMORY_CPU_OUTPUT))
            }
        let subject = "ONNX Runtime has no pinned memory"
        let description: LineamentONNXMemoryInfoHandle? = try? library.created(subject) {
            functions.CreateMemoryInfo(
                place.name, Int32(LINEAMENT_ONNX_DEVICE_ALLOCATOR), Int32(place.device), Int32(place.memory), $0)
        }
        guard let description else { return nil }
        let allocator: LineamentONNXAllocatorHandle? = try? library.created(subject) {
            functions.CreateAllocator(session.pointer, description, $0)
        }
        guard let allocator else {
            functions.ReleaseMemoryInfo(description)
            return nil
        }
        self.session = session
        self.description = description
        self.allocator = allocator
    }

    deinit {
        functions.ReleaseAllocator(allocator)
        functions.ReleaseMemoryInfo(description)
    }

    /// Allocates memory of zeros; `nil` if there is not enough.
    func allocate(_ byteCount: Int) -> TensorMemory? {
        let address: UnsafeMutableRawPointer? = try? session.library.created("there is no pinned memory") {
            functions.AllocatorAlloc(allocator, byteCount, $0)
        }
        guard let address else { return nil }
        memset(address, 0, byteCount)
        return TensorMemory(address: address, byteCount: byteCount, owner: self) { [self] in
            if let status = functions.AllocatorFree(allocator, address) { functions.ReleaseStatus(status) }
        }
    }
}
