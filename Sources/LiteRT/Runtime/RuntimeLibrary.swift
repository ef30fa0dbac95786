// SPDX-License-Identifier: Apache-2.0
internal import CLineamentLiteRT
internal import Foundation

/// The functions of a loaded `libLiteRt`. The library stays loaded for the life of the process.
struct RuntimeLibrary: @unchecked Sendable {
    // Sound: function pointers of a library that is never unloaded.

    /// The handle from dlopen.
    let handle: UnsafeMutableRawPointer
    let createEnvironment: LiteRtCreateEnvironmentFunction
    let destroyEnvironment: LiteRtDestroyEnvironmentFunction
    let createModelFromBuffer: LiteRtCreateModelFromBufferFunction
    let getModelMetadata: LiteRtGetModelMetadataFunction
    let getModelSubgraph: LiteRtGetModelSubgraphFunction
    let getInputCount: LiteRtGetNumSubgraphTensorsFunction
    let getOutputCount: LiteRtGetNumSubgraphTensorsFunction
    let getInput: LiteRtGetSubgraphTensorFunction
    let getOutput: LiteRtGetSubgraphTensorFunction
    let getTensorName: LiteRtGetTensorNameFunction
    let getTensorType: LiteRtGetRankedTensorTypeFunction
    let createOptions: LiteRtCreateOptionsFunction
    let setAccelerators: LiteRtSetOptionsHardwareAcceleratorsFunction
    let createOpaqueOptions: LiteRtCreateOpaqueOptionsFunction
    let addOpaqueOptions: LiteRtAddOpaqueOptionsFunction
    let createCompiledModel: LiteRtCreateCompiledModelFunction
    let inputRequirements: LiteRtGetCompiledModelBufferRequirementsFunction
    let outputRequirements: LiteRtGetCompiledModelBufferRequirementsFunction
    let requiredSize: LiteRtGetTensorBufferRequirementsBufferSizeFunction
    let outputLayouts: LiteRtGetCompiledModelOutputTensorLayoutsFunction
    let createBuffer: LiteRtCreateTensorBufferFromHostMemoryFunction
    let isWhollyOnGPU: LiteRtCompiledModelIsNonCpuFullyAcceleratedFunction
    let run: LiteRtRunCompiledModelFunction
    let addOperator: LiteRtAddCustomOpKernelOptionFunction
    let bufferAddress: LiteRtGetTensorBufferHostMemoryFunction
    let bufferType: LiteRtGetTensorBufferTensorTypeFunction
    let destroyModel: LiteRtDestroyModelFunction
    let destroyOptions: LiteRtDestroyOptionsFunction
    let destroyOpaqueOptions: LiteRtDestroyOpaqueOptionsFunction
    let destroyCompiledModel: LiteRtDestroyCompiledModelFunction
    let destroyBuffer: LiteRtDestroyTensorBufferFunction

    /// Opens the library at `path` and looks up every function that is called.
    /// - Throws: ``LiteRTError`` with code `libraryUnusable` if the file is not a library or lacks a function.
    init(path: String) throws(LiteRTError) {
        guard !LibraryFile.isTruncated(path) else { throw .unusable(path, because: "the file is truncated") }
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw .unusable(path, because: dlerror().map { String(cString: $0) } ?? "dlopen failed")
        }
        self.handle = handle
        _ = lineament_drop_announcements(handle)
        func symbol<Function>(_ name: String) throws(LiteRTError) -> Function {
            guard let address = dlsym(handle, name) else {
                throw .unusable(path, because: "it has no function \(name)")
            }
            return unsafeBitCast(address, to: Function.self)
        }
        createEnvironment = try symbol("LiteRtCreateEnvironment")
        destroyEnvironment = try symbol("LiteRtDestroyEnvironment")
        createModelFromBuffer = try symbol("LiteRtCreateModelFromBuffer")
        getModelMetadata = try symbol("LiteRtGetModelMetadata")
        getModelSubgraph = try symbol("LiteRtGetModelSubgraph")
        getInputCount = try symbol("LiteRtGetNumSubgraphInputs")
        getOutputCount = try symbol("LiteRtGetNumSubgraphOutputs")
        getInput = try symbol("LiteRtGetSubgraphInput")
        getOutput = try symbol("LiteRtGetSubgraphOutput")
        getTensorName = try symbol("LiteRtGetTensorName")
        getTensorType = try symbol("LiteRtGetRankedTensorType")
        createOptions = try symbol("LiteRtCreateOptions")
        setAccelerators = try symbol("LiteRtSetOptionsHardwareAccelerators")
        createOpaqueOptions = try symbol("LiteRtCreateOpaqueOptions")
        addOpaqueOptions = try symbol("LiteRtAddOpaqueOptions")
        createCompiledModel = try symbol("LiteRtCreateCompiledModel")
        inputRequirements = try symbol("LiteRtGetCompiledModelInputBufferRequirements")
        outputRequirements = try symbol("LiteRtGetCompiledModelOutputBufferRequirements")
        requiredSize = try symbol("LiteRtGetTensorBufferRequirementsBufferSize")
        outputLayouts = try symbol("LiteRtGetCompiledModelOutputTensorLayouts")
        createBuffer = try symbol("LiteRtCreateTensorBufferFromHostMemory")
        isWhollyOnGPU = try symbol("LiteRtCompiledModelIsNonCpuFullyAccelerated")
        run = try symbol("LiteRtRunCompiledModel")
        addOperator = try symbol("LiteRtAddCustomOpKernelOption")
        bufferAddress = try symbol("LiteRtGetTensorBufferHostMemory")
        bufferType = try symbol("LiteRtGetTensorBufferTensorType")
        destroyModel = try symbol("LiteRtDestroyModel")
        destroyOptions = try symbol("LiteRtDestroyOptions")
        destroyOpaqueOptions = try symbol("LiteRtDestroyOpaqueOptions")
        destroyCompiledModel = try symbol("LiteRtDestroyCompiledModel")
        destroyBuffer = try symbol("LiteRtDestroyTensorBuffer")
    }
}

extension LiteRTError {
    fileprivate static func unusable(_ path: String, because reason: String) -> LiteRTError {
        LiteRTError(
            code: .libraryUnusable,
            message: "\(path) is not a usable LiteRT 2.3 runtime: \(reason). "
                + "Run `lineament models fetch` (in a package, `swift run lineament models fetch`) to get the right version."
        )
    }
}
