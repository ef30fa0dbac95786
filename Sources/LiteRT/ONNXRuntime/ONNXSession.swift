// SPDX-License-Identifier: Apache-2.0
internal import CLineamentONNX
internal import Foundation

/// A model that ONNX Runtime has compiled, for any number of inputs at once. Runs may overlap.
final class ONNXSession: @unchecked Sendable {
    // Sound: the handle never changes, and the runtime's sessions are thread-safe.

    /// The model.
    let model: Model
    /// The dimensions of each input and output, without the first.
    let inputShapes: [[Int]]
    let outputShapes: [[Int]]

    /// The part of the device's memory that it may take; `nil` if that is not bounded.
    let memory: DeviceMemory.Share?

    private let runtime: ONNXRuntime
    private let provider: ONNXRuntime.Provider
    private let handle: ONNXSessionHandle
    private let inputNames: CStrings
    private let outputNames: CStrings
    /// Memory that the device reads and writes by itself; `nil` if there is none, or it is not to be tried.
    private let pinned: PinnedMemory?

    private var library: ONNXLibrary { runtime.library }

    /// Converts and compiles a model.
    /// - Parameters:
    ///   - model: The model.
    ///   - runtime: The runtime.
    ///   - provider: The device that computes it.
    ///   - threads: The number of threads of one run on the CPU.
    ///   - deviceMemory: Where the model takes its share of the device's memory; `nil` for no bound.
    ///   - maxBatch: The most inferences at once that the share is to be large enough for.
    ///   - pinsMemory: Whether batches are to be in pinned memory, if the provider has it.
    /// - Throws: ``LiteRTError`` with code ``LiteRTError/Code/gpuUnusable`` if it has an operator that cannot be converted, there
    ///   is no memory left for it, or the provider cannot be used.
    init(
        _ model: Model, runtime: ONNXRuntime, provider: ONNXRuntime.Provider, threads: Int,
        deviceMemory: DeviceMemory? = nil, maxBatch: Int = 1, pinsMemory: Bool = false
    ) throws(LiteRTError) {
        let bytes = (model.expandingSparseWeights() ?? model).memory.readable
        let graph: ONNXGraph
        do throws(ONNXConversion.Failure) {
            graph = try ONNXConversion.graph(of: bytes)
        } catch {
            throw .gpu("\(model.name) cannot be converted for ONNX Runtime: \(error.reason)")
        }
        if let deviceMemory, let need = ModelGraph(bytes).map(ModelMemoryNeed.init) {
            memory = try deviceMemory.share(for: need, maxBatch: maxBatch, of: model.name)
        } else {
            memory = nil
        }
        self.model = model
        self.runtime = runtime
        self.provider = provider
        inputNames = CStrings(graph.inputs.map(\.name))
        outputNames = CStrings(graph.outputs.map(\.name))
        inputShapes = graph.inputs.map(\.shape)
        outputShapes = graph.outputs.map(\.shape)
        handle = try Self.compile(
            graph.file(), model.name, runtime, provider, threads: threads, memoryLimit: memory?.size)
        pinned = pinsMemory ? PinnedMemory(of: handle, provider) : nil
        model.memory.giveBack()
    }

    /// Compiles a graph of one operator, for a first try of a provider.
    /// - Throws: ``LiteRTError`` with code ``LiteRTError/Code/gpuUnusable`` if it cannot be used.
    static func tryOut(_ provider: ONNXRuntime.Provider, of runtime: ONNXRuntime) throws(LiteRTError) {
        var graph = ONNXGraph()
        let input = graph.addInput(shape: [1])
        graph.addOutput(graph.add("Relu", [input]), shape: [1])
        _ = try compile(graph.file(), "a first model", runtime, provider, threads: 1, memoryLimit: nil)
    }

    private static func compile(
        _ file: [UInt8], _ name: String, _ runtime: ONNXRuntime, _ provider: ONNXRuntime.Provider, threads: Int,
        memoryLimit: Int?
    ) throws(LiteRTError) -> ONNXSessionHandle {
        let library = runtime.library
        let functions = library.functions
        let subject = "ONNX Runtime \(library.version) cannot prepare \(name)"
        let options = try library.created(subject) { functions.CreateSessionOptions($0) }
        defer { functions.ReleaseSessionOptions(options) }
        try library.check(
            functions.SetSessionGraphOptimizationLevel(options, Int32(LINEAMENT_ONNX_OPTIMIZE_ALL)), subject)
        try library.check(functions.SetIntraOpNumThreads(options, Int32(max(1, threads))), subject)
        // Idle threads that spin take the cores from decoding and sampling.
        try library.check(functions.AddSessionConfigEntry(options, "session.intra_op.allow_spinning", "0"), subject)
        if case .cuda(let device) = provider { try add(device, memoryLimit: memoryLimit, to: options, library) }
        let pointer: LineamentONNXSessionHandle = try library.created(subject) {
            functions.CreateSessionFromArray(runtime.environment, file, file.count, options, $0)
        }
        return ONNXSessionHandle(pointer: pointer, library: library)
    }

    /// Makes a GPU the first choice.
    private static func add(
        _ device: Int, memoryLimit: Int?, to options: LineamentONNXSessionOptionsHandle, _ library: ONNXLibrary
    ) throws(LiteRTError) {
        let functions = library.functions
        let subject = "the CUDA provider of ONNX Runtime \(library.version) cannot be used"
        _ = ONNXMessages.take()
        do throws(LiteRTError) {
            let cuda = try library.created(subject) { functions.CreateCUDAProviderOptions($0) }
            defer { functions.ReleaseCUDAProviderOptions(cuda) }
            // TF32 and a search for the fastest algorithm with every size of batch are not what is wanted.
            let settings =
                [
                    ("device_id", "\(device)"), ("use_tf32", "0"), ("cudnn_conv_algo_search", "HEURISTIC"),
                    ("arena_extend_strategy", "kSameAsRequested"),
                ] + (memoryLimit.map { [("gpu_mem_limit", "\($0)")] } ?? [])
            let keys = CStrings(settings.map(\.0))
            let values = CStrings(settings.map(\.1))
            let status = withExtendedLifetime((keys, values)) {
                functions.UpdateCUDAProviderOptions(cuda, keys.pointers, values.pointers, settings.count)
            }
            try library.check(status, subject)
            try library.check(functions.SessionOptionsAppendExecutionProvider_CUDA_V2(options, cuda), subject)
        } catch {
            // The loader's own words are at the end, in the error or in a message before it.
            let reports = [error.message, ONNXMessages.take()].compactMap { $0 }
            let cause = reports.lazy.compactMap { Self.loaderError(in: $0) ?? Self.driverError(in: $0) }.first
            throw .gpu(
                (cause.map { "\(subject): \($0)" } ?? reports.joined(separator: "; "))
                    + ". It needs the GPU's driver (for CUDA 13, version 580 or newer), and CUDA's libraries and cuDNN 9, which "
                    + "`lineament models fetch cuda` installs")
        }
    }

    /// Returns the error that the system's loader reported; `nil` if the message is about something else.
    static func loaderError(in message: String) -> String? {
        guard let start = message.range(of: "with error: ", options: .backwards)?.upperBound else { return nil }
        return message[start...].trimmingCharacters(in: CharacterSet(charactersIn: "? \n"))
    }

    /// Returns the error that CUDA reported; `nil` if the message is about something else.
    static func driverError(in message: String) -> String? {
        guard let start = message.range(of: "CUDA failure ", options: .backwards)?.upperBound else { return nil }
        return message[start...].components(separatedBy: " ; ").first?.trimmingCharacters(in: .whitespaces)
    }

    /// Returns the number of inputs to run for a batch: on a GPU the next power of two, as each other number of inputs makes
    /// it look for algorithms and memory anew.
    func size(for count: Int, upTo capacity: Int) -> Int {
        guard case .cuda = provider else { return count }
        var size = 1
        while size < count { size *= 2 }
        return min(size, capacity)
    }

    /// Compiles the model once more, without a bound of memory.
    func copy(threads: Int) throws(LiteRTError) -> ONNXSession {
        try ONNXSession(
            model, runtime: runtime, provider: provider, threads: threads, pinsMemory: pinned != nil)
    }

    /// Allocates the memory of a batch: pinned, if that is to be tried and the runtime has it.
    func batch(capacity: Int) throws(LiteRTError) -> Batch {
        try Batch(inputShapes: inputShapes, outputShapes: outputShapes, capacity: capacity) {
            size throws(LiteRTError) in
            if let pinned, let memory = pinned.allocate(size) { return memory }
            return try TensorMemory(byteCount: size)
        }
    }

    /// Runs the model.
    /// - Parameters:
    ///   - inputs: The memory of each input, which has those of all inferences one after another.
    ///   - outputs: The memory of each output, likewise.
    ///   - first: The position of the first inference.
    ///   - count: The number of inferences.
    /// - Throws: ``LiteRTError`` with code ``LiteRTError/Code/gpuUnusable`` if the runtime reports a failure.
    func run(
        _ inputs: [TensorMemory], _ outputs: [TensorMemory], from first: Int = 0, count: Int
    ) throws(LiteRTError) {
        let given = try values(inputs, inputShapes, from: first, count: count)
        defer { for value in given { library.functions.ReleaseValue(value) } }
        var made = try values(outputs, outputShapes, from: first, count: count)
        defer { for value in made { library.functions.ReleaseValue(value) } }
        let status = library.functions.Run(
            handle.pointer, nil, inputNames.pointers, given, given.count, outputNames.pointers, outputShapes.count,
            &made)
        try library.check(status, "ONNX Runtime failed to run \(model.name)")
    }

    private func values(
        _ memories: [TensorMemory], _ shapes: [[Int]], from first: Int, count: Int
    ) throws(LiteRTError) -> [LineamentONNXValueHandle?] {
        var values: [LineamentONNXValueHandle?] = []
        do throws(LiteRTError) {
            for (memory, shape) in zip(memories, shapes) {
                let sides = ([count] + shape).map { Int64($0) }
                let stride = shape.reduce(MemoryLayout<Float>.stride, *)
                precondition((first + count) * stride <= memory.byteCount)
                let description = (memory.owner as? PinnedMemory)?.description ?? runtime.hostMemory
                values.append(
                    try library.created("ONNX Runtime has no tensor for \(model.name)") {
                        library.functions.CreateTensorWithDataAsOrtValue(
                            description, memory.address + first * stride, count * stride, sides, sides.count,
                            Int32(LINEAMENT_ONNX_ELEMENT_FLOAT32), $0)
                    })
            }
        } catch {
            for value in values { library.functions.ReleaseValue(value) }
            throw error
        }
        return values
    }
}

/// A compiled model of the runtime, for as long as it or memory of its provider is in use.
final class ONNXSessionHandle: @unchecked Sendable {
    // Sound: the handle never changes, and the runtime's sessions are thread-safe.

    let pointer: LineamentONNXSessionHandle
    let library: ONNXLibrary

    fileprivate init(pointer: LineamentONNXSessionHandle, library: ONNXLibrary) {
        self.pointer = pointer
        self.library = library
    }

    deinit { library.functions.ReleaseSession(pointer) }
}

/// Texts as C has them, for as long as the object lives.
private final class CStrings {
    let pointers: [UnsafePointer<CChar>?]

    init(_ texts: [String]) { pointers = texts.map { UnsafePointer(strdup($0)) } }

    deinit {
        for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
    }
}
