// SPDX-License-Identifier: Apache-2.0
internal import Locking

/// The memory of a GPU that the models of a process may take.
///
/// A model takes a share when it is compiled: what it needs for its largest batch, or for a smaller one where memory is short.
/// ONNX Runtime allocates no more than that for it. CUDA's own memory, some hundred megabytes in each process, comes on top.
package final class DeviceMemory: Sendable {
    /// Into how many parts the memory is divided that is left. The tasks of a service have a dozen models.
    private static let parts = 8

    /// The most that all models may take, in bytes.
    package let bound: Int
    private let used = Locked(0)

    /// Creates an account.
    /// - Parameter bound: The most that all models may take, in bytes.
    package init(bound: Int) { self.bound = bound }

    /// The memory that the models have taken, in bytes.
    package var taken: Int { used.withLock { $0 } }

    /// A model's part, which it gives back when it goes.
    final class Share: Sendable {
        /// The size, in bytes.
        let size: Int
        /// The most inferences at once for which that is enough.
        let batch: Int
        private let memory: DeviceMemory

        fileprivate init(size: Int, batch: Int, of memory: DeviceMemory) {
            self.size = size
            self.batch = batch
            self.memory = memory
        }

        deinit { memory.used.withLock { $0 -= size } }
    }

    /// Takes the memory of a model: for the largest batch that needs an eighth of what is left at most, and at least for one
    /// inference. Where there is plenty, the share is up to twice what is needed, as kernels may choose to take more.
    /// - Parameters:
    ///   - need: The memory that the model needs.
    ///   - maxBatch: The most inferences at once, a power of two.
    ///   - name: The name of the model.
    /// - Throws: ``LiteRTError`` with code ``LiteRTError/Code/gpuUnusable`` if not even one inference fits.
    func share(for need: ModelMemoryNeed, maxBatch: Int, of name: String) throws(LiteRTError) -> Share {
        try used.withLock { used throws(LiteRTError) in
            let rest = bound - used
            let part = rest / Self.parts
            var batch = maxBatch
            while batch > 1, need.bytes(batch: batch) > part { batch /= 2 }
            let least = need.bytes(batch: batch)
            let size = min(2 * least, max(least, part))
            guard size <= rest else {
                var error = LiteRTError.gpu(
                    "\(name) needs \(Self.megabytes(size)) of its memory, of which \(Self.megabytes(max(0, rest))) are left of "
                        + "\(Self.megabytes(bound)); raise LINEAMENT_CUDA_MEMORY")
                error.isTemporary = true
                throw error
            }
            used += size
            return Share(size: size, batch: batch, of: self)
        }
    }

    private static func megabytes(_ bytes: Int) -> String { "\((bytes + 999_999) / 1_000_000) MB" }
}
