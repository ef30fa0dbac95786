// SPDX-License-Identifier: Apache-2.0
internal import CLineamentLiteRT
internal import Foundation

/// A model that LiteRT has compiled for the CPU or, through its accelerator, for a GPU.
package final class LiteRTCompiledModel: CompiledModel, @unchecked Sendable {
    // Sound: a pool lends each instance to one caller at a time, and only the borrower touches its tensors.

    package let model: Model
    package let inputs: [Tensor]
    package let outputs: [Tensor]

    let handle: LiteRtCompiledModel
    /// The operators that are not the runtime's own, which it refers to as long as the model exists.
    private let operators: [CustomOperators]
    /// The GPU that runs it; `nil` if the CPU does.
    private let gpu: GPU?
    package let delegation: GPUDelegation
    private let buffers: [LiteRTBuffer]
    private var inputBuffers: [LiteRtTensorBuffer?]
    private var outputBuffers: [LiteRtTensorBuffer?]

    /// Compiles `model` for `threads` threads, which takes a few milliseconds.
    package convenience init(_ model: Model, threads: Int) throws(LiteRTError) {
        try self.init(model, threads: threads, weights: nil)
    }

    /// Compiles `model`.
    /// - Parameters:
    ///   - model: The model.
    ///   - threads: The number of threads of one inference.
    ///   - weights: The packed weights shared with other copies of the same model; `nil` to keep a private copy.
    convenience init(_ model: Model, threads: Int, weights: SharedWeights?) throws(LiteRTError) {
        let operators = model.hasCustomOperators ? CustomOperators.all(library: model.runtime.library) : []
        let handle = try Self.compile(model, threads: threads, weights: weights, operators: operators)
        try self.init(model, handle: handle, operators: operators, gpu: nil, delegation: .none)
    }

    /// Compiles `model` for a GPU; the CPU runs what the GPU has no kernel for.
    /// - Throws: ``LiteRTError`` with code ``LiteRTError/Code/gpuUnusable`` if there is no device, or it runs no part of
    ///   the model.
    convenience init(_ model: Model, threads: Int, gpu: GPU, precision: GPUPrecision) throws(LiteRTError) {
        guard !model.hasCustomOperators else { throw .gpu("\(model.name) has operators that only the CPU has") }
        let (handle, delegation) = try Self.compile(model, threads: threads, gpu: gpu, precision: precision)
        try self.init(model, handle: handle, operators: [], gpu: gpu, delegation: delegation)
        guard delegation != .none else { throw .gpu("it has no kernel for any operation of \(model.name)") }
    }

    private init(
        _ model: Model, handle: LiteRtCompiledModel, operators: [CustomOperators], gpu: GPU?,
        delegation: GPUDelegation
    ) throws(LiteRTError) {
        self.model = model
        self.operators = operators
        self.handle = handle
        self.gpu = gpu
        self.delegation = delegation
        do throws(LiteRTError) {
            let tensors = CompiledTensors(model: model, handle: handle)
            let inputs = try tensors.inputs()
            let outputs = try tensors.outputs()
            buffers = inputs + outputs
            self.inputs = inputs.map(\.tensor)
            self.outputs = outputs.map(\.tensor)
            inputBuffers = inputs.map(\.handle)
            outputBuffers = outputs.map(\.handle)
        } catch {
            Self.destroy(handle, of: model, gpu: gpu)
            throw error
        }
    }

    deinit { Self.destroy(handle, of: model, gpu: gpu) }

    private static func destroy(_ handle: LiteRtCompiledModel, of model: Model, gpu: GPU?) {
        guard let gpu else { return model.runtime.library.destroyCompiledModel(handle) }
        gpu.destroy(handle)
    }

    package func run() throws(LiteRTError) {
        guard let gpu else { return try runOnce() }
        do throws(LiteRTError) {
            try gpu.run { () throws(LiteRTError) in try runOnce() }
        } catch {
            throw .gpu("it failed to run \(model.name): \(GPUMessages.vulkanError ?? error.message)")
        }
        guard outputs.allSatisfy(\.isFinite) else {
            throw .gpu("it computed values for \(model.name) that are not numbers")
        }
    }

    private func runOnce() throws(LiteRTError) {
        try check(
            model.runtime.library.run(
                handle, 0, inputBuffers.count, &inputBuffers, outputBuffers.count, &outputBuffers),
            "LiteRtRunCompiledModel", model: model.name)
        // The runtime does not heed what operators report.
        for kind in operators { try kind.check(model: model.name) }
    }

    private static func compile(
        _ model: Model, threads: Int, weights: SharedWeights?, operators: [CustomOperators]
    ) throws(LiteRTError) -> LiteRtCompiledModel {
        let library = model.runtime.library
        try checkIsIntact(model)
        let options = try options(library, accelerators: [LITERT_ACCELERATOR_CPU], model: model.name) {
            options throws(LiteRTError) in
            var settings = "num_threads = \(max(1, threads))\n"
            if let weights { settings += "weight_cache_file_path = \"\(weights.path)\"\n" }
            try add(settings, for: "xnnpack", to: options, library, model: model.name)
        }
        defer { library.destroyOptions(options) }
        for kind in operators { try kind.add(to: options, model: model.name) }
        var compiled: LiteRtCompiledModel?
        try check(
            library.createCompiledModel(model.runtime.environment.pointer, model.handle, options, &compiled),
            "LiteRtCreateCompiledModel", model: model.name)
        guard let compiled else { throw .empty("LiteRtCreateCompiledModel", model: model.name) }
        model.memory.giveBack()
        return compiled
    }

    private static func compile(
        _ model: Model, threads: Int, gpu: GPU, precision: GPUPrecision
    ) throws(LiteRTError) -> (handle: LiteRtCompiledModel, delegation: GPUDelegation) {
        let library = model.runtime.library
        try checkIsIntact(model)
        defer { model.memory.giveBack() }
        let floats = precision == .half ? LITERT_PRECISION_FLOAT16 : LITERT_PRECISION_FLOAT32
        return try gpu.compile(model) { settings throws(LiteRTError) in
            try options(
                library, accelerators: [LITERT_ACCELERATOR_CPU, LITERT_ACCELERATOR_GPU], model: model.name
            ) { options throws(LiteRTError) in
                try add("num_threads = \(max(1, threads))\n", for: "xnnpack", to: options, library, model: model.name)
                try add(
                    "precision = \(floats)\n" + settings, for: "gpu_options", to: options, library, model: model.name)
            }
        }
    }

    private static func checkIsIntact(_ model: Model) throws(LiteRTError) {
        guard model.memory.isIntact else {
            throw LiteRTError(
                code: .modelUnusable,
                message: "\(model.name) was modified while in use. To replace a model, rename another file "
                    + "over it and restart.")
        }
    }

    private static func options(
        _ library: RuntimeLibrary, accelerators: [Int], model: String,
        adding settings: (LiteRtOptions) throws(LiteRTError) -> Void
    ) throws(LiteRTError) -> LiteRtOptions {
        var options: LiteRtOptions?
        try check(library.createOptions(&options), "LiteRtCreateOptions", model: model)
        guard let options else { throw .empty("LiteRtCreateOptions", model: model) }
        do throws(LiteRTError) {
            try check(
                library.setAccelerators(options, Int32(accelerators.reduce(0, |))),
                "LiteRtSetOptionsHardwareAccelerators", model: model)
            try settings(options)
        } catch {
            library.destroyOptions(options)
            throw error
        }
        return options
    }

    /// Adds the settings of a part of the runtime, which are TOML.
    private static func add(
        _ settings: String, for part: String, to options: LiteRtOptions, _ library: RuntimeLibrary, model: String
    ) throws(LiteRTError) {
        // The payload belongs to the opaque options once they exist, and these to the options once they are added.
        let payload = strdup(settings)
        var opaque: LiteRtOpaqueOptions?
        let created = library.createOpaqueOptions(part, payload, { free($0) }, &opaque)
        if created != 0 { free(payload) }
        try check(created, "LiteRtCreateOpaqueOptions", model: model)
        let added = library.addOpaqueOptions(options, opaque)
        if added != 0 { library.destroyOpaqueOptions(opaque) }
        try check(added, "LiteRtAddOpaqueOptions", model: model)
    }
}

/// Creates the tensors of a compiled model, with dynamic dimensions set to 1.
private struct CompiledTensors {
    let model: Model
    let handle: LiteRtCompiledModel

    private var library: RuntimeLibrary { model.runtime.library }
    private var reader: SubgraphReader {
        SubgraphReader(library: library, model: model.handle, name: model.name)
    }

    func inputs() throws(LiteRTError) -> [LiteRTBuffer] {
        var tensors: [LiteRTBuffer] = []
        for (index, type) in try reader.inputTypes().enumerated() {
            var type = type
            type.layout = type.layout.resolved()
            tensors.append(try tensor(type, index: index, library.inputRequirements))
        }
        return tensors
    }

    func outputs() throws(LiteRTError) -> [LiteRTBuffer] {
        let types = try reader.outputTypes()
        var layouts = [LiteRtLayout](repeating: LiteRtLayout(), count: types.count)
        try check(
            library.outputLayouts(handle, 0, layouts.count, &layouts, true),
            "LiteRtGetCompiledModelOutputTensorLayouts", model: model.name)
        var tensors: [LiteRTBuffer] = []
        for (index, layout) in layouts.enumerated() {
            var type = types[index]
            type.layout = layout.resolved()
            tensors.append(try tensor(type, index: index, library.outputRequirements))
        }
        return tensors
    }

    private func tensor(
        _ type: LiteRtRankedTensorType, index: Int,
        _ requirementsOf: LiteRtGetCompiledModelBufferRequirementsFunction
    ) throws(LiteRTError) -> LiteRTBuffer {
        guard type.element_type == Int32(LITERT_ELEMENT_FLOAT32) else {
            throw LiteRTError(
                code: .modelUnusable, message: "\(model.name) has an input or output that is not float32")
        }
        var requirements: LiteRtTensorBufferRequirements?
        try check(
            requirementsOf(handle, 0, index, &requirements),
            "LiteRtGetCompiledModelBufferRequirements", model: model.name)
        var size = 0
        try check(
            library.requiredSize(requirements, &size),
            "LiteRtGetTensorBufferRequirementsBufferSize", model: model.name)
        return try LiteRTBuffer(type: type, byteCount: size, library: library, model: model.name)
    }
}
