// SPDX-License-Identifier: Apache-2.0

/// ONNX Runtime, on an NVIDIA GPU or, for tests, on the CPU. Tasks with the same number of threads share a compiled model and
/// its batches.
package struct ONNXEngine: Engine {
    /// The most inputs that run at once. Larger batches are faster on large GPUs, but keep their first caller waiting longer.
    static let maxBatch = 32

    private let runtime: ONNXRuntime
    private let provider: ONNXRuntime.Provider
    /// The memory of the device that its models take; `nil` if that is not bounded.
    package let memory: DeviceMemory?
    private let pinsMemory: Bool

    /// Takes a provider of the runtime.
    /// - Parameters:
    ///   - runtime: The runtime.
    ///   - provider: The device that computes.
    ///   - memory: The memory of the device that its models take; `nil` if that is not bounded.
    ///   - pinsMemory: Whether batches are to be in pinned memory, if the provider has it.
    /// - Throws: ``LiteRTError`` with code ``LiteRTError/Code/gpuUnusable`` if it cannot be used, as one of its libraries is
    ///   missing or there is no device.
    package init(
        _ runtime: ONNXRuntime, provider: ONNXRuntime.Provider, memory: DeviceMemory? = nil, pinsMemory: Bool = false
    ) throws(LiteRTError) {
        self.runtime = runtime
        self.provider = provider
        self.memory = memory
        self.pinsMemory = pinsMemory
        try ONNXSession.tryOut(provider, of: runtime)
    }

    package var name: String { "ONNX Runtime \(runtime.version)" }
    package var identity: EngineIdentity { .onnxRuntime(provider) }

    package func pool(of model: Model, threads: Int, capacity: Int) throws -> any ModelPool {
        let session = try ONNXSession(
            model, runtime: runtime, provider: provider, threads: threads, deviceMemory: memory,
            maxBatch: Self.maxBatch,
            pinsMemory: pinsMemory)
        return BatchedModelPool(session, threads: threads, capacity: session.memory?.batch ?? Self.maxBatch)
    }
}
