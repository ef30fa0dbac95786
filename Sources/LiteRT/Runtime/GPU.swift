// SPDX-License-Identifier: Apache-2.0
internal import CLineamentLiteRT
package import Foundation
internal import Locking

/// The GPU of the process: LiteRT's WebGPU accelerator, and an environment of the runtime that it belongs to.
///
/// The accelerator reaches the GPU through Vulkan. It is loaded when a GPU is first asked for, and chooses the device
/// when the first model is compiled. With the last compiled model, the environment ends, and with that the device, its
/// memory and its threads; the next model begins another.
package final class GPU: Sendable {
    /// The file name of the accelerator.
    package static let libraryName = "libLiteRtWebGpuAccelerator.so"
    /// The file name of Vulkan's loader, which the system provides.
    package static let loaderName = "libvulkan.so.1"

    /// An environment, from its first model to its last.
    private struct Session {
        let environment: EnvironmentHandle
        let shaders: ShaderCache.Loan?
        /// The number of compiled models.
        var models = 0
    }

    private let runtime: Runtime
    /// The address of the name of the accelerator's folder, which the runtime keeps, so it is never freed.
    private let folderName: Int64
    private let shaders: ShaderCache?
    private let process = getpid()
    private let turn = DispatchSemaphore(value: 1)
    /// Changes only during a turn.
    private let session = Locked<Session?>(nil)
    private let failure = Locked<LiteRTError?>(nil)

    private static let loaded = Locked<GPU?>(nil)

    /// Returns the GPU, loading the accelerator on first use.
    /// - Parameters:
    ///   - runtime: The runtime.
    ///   - accelerator: The accelerator's file, which stands in a folder that is trusted.
    ///   - shaders: The folder in which compiled shaders are kept; `nil` to keep none.
    /// - Throws: ``LiteRTError`` with code ``LiteRTError/Code/gpuUnusable`` if there is no Vulkan loader, the file is no
    ///   accelerator, or no device was found earlier.
    package static func shared(_ runtime: Runtime, accelerator: URL, shaders: URL? = nil) throws -> GPU {
        let gpu = try loaded.withLock { loaded in
            if let loaded { return loaded }
            let gpu = try GPU(runtime, accelerator: accelerator, shaders: shaders)
            loaded = gpu
            return gpu
        }
        guard gpu.isUsable else { throw LiteRTError.forked }
        if let failure = gpu.failure.withLock({ $0 }) { throw failure }
        return gpu
    }

    private init(_ runtime: Runtime, accelerator: URL, shaders: URL?) throws {
        guard dlopen(Self.loaderName, RTLD_NOW | RTLD_LOCAL) != nil else {
            throw LiteRTError.gpu(
                "there is no Vulkan loader (\(Self.loaderName)). Install the package libvulkan1 (Debian, Ubuntu) or "
                    + "vulkan-loader (Fedora, Alpine), and the Vulkan driver of the GPU")
        }
        guard !LibraryFile.isTruncated(accelerator.path) else {
            throw LiteRTError.damagedAccelerator(accelerator, because: "the file is truncated")
        }
        guard let library = dlopen(accelerator.path, RTLD_NOW | RTLD_LOCAL) else {
            let reason = dlerror().map { String(cString: $0) } ?? "dlopen failed"
            throw LiteRTError.damagedAccelerator(accelerator, because: reason)
        }
        guard dlsym(library, "LiteRtAcceleratorImpl") != nil else {
            throw LiteRTError.damagedAccelerator(accelerator, because: "it is another library")
        }
        _ = lineament_redirect_messages(library, GPUMessages.receiver)
        _ = lineament_drop_output(runtime.library.handle)
        self.runtime = runtime
        folderName = Int64(Int(bitPattern: strdup(accelerator.deletingLastPathComponent().path)))
        self.shaders = shaders.flatMap { ShaderCache(folder: $0, accelerator: accelerator) }
    }

    private func environment() throws(LiteRTError) -> EnvironmentHandle {
        let folder = LiteRtAny(type: Int32(LITERT_ANY_TYPE_STRING), int_value: folderName)
        let options: [LiteRtEnvironmentOption] = [
            .integer(LITERT_ENVIRONMENT_MINIMUM_LOG_SEVERITY, LITERT_LOG_SILENT),
            LiteRtEnvironmentOption(tag: Int32(LITERT_ENVIRONMENT_RUNTIME_LIBRARY_FOLDER), value: folder),
            .integer(LITERT_ENVIRONMENT_ACCELERATORS, LITERT_ACCELERATOR_CPU | LITERT_ACCELERATOR_GPU),
        ]
        var handle: LiteRtEnvironment?
        let status = runtime.library.createEnvironment(Int32(options.count), options, &handle)
        guard status == 0, let handle else {
            throw LiteRTError.gpu("the runtime has no environment for it (status \(status))")
        }
        return EnvironmentHandle(pointer: handle)
    }

    /// Begins an environment if there is none.
    private func opened() throws(LiteRTError) -> Session {
        if let session = session.withLock({ $0 }) { return session }
        let new = Session(environment: try environment(), shaders: shaders?.lend())
        session.withLock { $0 = new }
        return new
    }

    /// Counts compiled models, and ends the environment after the last.
    private func count(_ change: Int) {
        let ended = session.withLock { session -> Session? in
            session?.models += change
            guard session?.models == 0 else { return nil }
            defer { session = nil }
            return session
        }
        guard let ended else { return }
        // The accelerator writes its shaders now.
        runtime.library.destroyEnvironment(ended.environment.pointer)
        ended.shaders?.giveBack()
    }

    /// The device that was chosen; `nil` until a model has been compiled.
    package static var device: GPUDevice? { GPUMessages.device }

    /// Whether this process is the one that loaded the accelerator: a forked process has none of its threads.
    package var isUsable: Bool { getpid() == process }

    /// Calls `body` while nothing else uses the device. What the runtime prints meanwhile goes to ``GPUMessages``.
    func run<Result>(_ body: () throws(LiteRTError) -> Result) throws(LiteRTError) -> Result {
        turn.wait()
        defer { turn.signal() }
        lineament_capture_messages(GPUMessages.receiver)
        defer { lineament_capture_messages(nil) }
        return try body()
    }

    /// Compiles a model for the GPU. What the runtime and the accelerator print meanwhile goes to ``GPUMessages``.
    /// - Parameters:
    ///   - model: The model.
    ///   - makeOptions: Makes the options, which are destroyed afterwards; its argument are settings for the accelerator.
    /// - Returns: The compiled model, which has to be destroyed with ``destroy(_:)``, and how many of its operations the
    ///   GPU runs.
    func compile(
        _ model: Model, options makeOptions: (_ settings: String) throws(LiteRTError) -> LiteRtOptions
    ) throws(LiteRTError) -> (handle: LiteRtCompiledModel, delegation: GPUDelegation) {
        try run { () throws(LiteRTError) in
            let session = try opened()
            var isCompiled = false
            defer { count(isCompiled ? 1 : 0) }
            let library = runtime.library
            let options = try makeOptions(session.shaders?.settings ?? "")
            defer { library.destroyOptions(options) }
            GPUMessages.begin()
            var compiled: LiteRtCompiledModel?
            let status = library.createCompiledModel(session.environment.pointer, model.handle, options, &compiled)
            guard status == 0, let compiled else { throw compilationError(model, status: status) }
            isCompiled = true
            var isWhole = false
            let known = library.isWhollyOnGPU(compiled, &isWhole) == 0
            return (compiled, known && isWhole ? .whole : GPUMessages.delegation)
        }
    }

    /// Destroys a compiled model; not in a forked process, which has none of the threads that would have to answer.
    func destroy(_ compiled: LiteRtCompiledModel) {
        guard isUsable else { return }
        turn.wait()
        defer { turn.signal() }
        runtime.library.destroyCompiledModel(compiled)
        count(-1)
    }

    private func compilationError(_ model: Model, status: LiteRtStatus) -> LiteRTError {
        let lines = GPUMessages.recent
        let reported =
            GPUMessages.vulkanError ?? lines.first { $0.contains("not supported on this GPU") }
            ?? lines.last { $0.contains("Failed") } ?? "status \(status)"
        guard Self.device == nil else {
            return LiteRTError.gpu("\(model.name) could not be compiled for it: \(reported)")
        }
        let error = LiteRTError.gpu(
            "Vulkan has no device that can be used (\(reported)). Install the Vulkan driver of the GPU; "
                + "`vulkaninfo --summary` lists what there is")
        failure.withLock { $0 = error }
        return error
    }
}

extension LiteRTError {
    /// The error for a GPU that cannot be used.
    /// - Parameter reason: Why, as a clause without a trailing period.
    package static func gpu(_ reason: String) -> LiteRTError { LiteRTError(code: .gpuUnusable, message: reason) }

    /// The error for a GPU that the parent process used before it was forked.
    package static let forked = gpu(
        "this process was forked from one that used the GPU, and the device's threads are not here. Start it anew instead, as "
            + "`spawn` and `forkserver` do in Python")

    fileprivate static func damagedAccelerator(_ file: URL, because reason: String) -> LiteRTError {
        .gpu("\(file.path) is not a usable accelerator: \(reason). Run `lineament models fetch gpu` again")
    }
}

/// The floats in which a GPU computes.
package enum GPUPrecision: Sendable, Hashable {
    /// 32 bits, as the CPU.
    case single
    /// 16 bits.
    case half
}

/// How many of a model's operations a GPU runs.
package enum GPUDelegation: Sendable, Hashable {
    /// All.
    case whole
    /// Some; the processor runs the others.
    case part(gpu: Int, processor: Int)
    /// None: there is no kernel for any operation.
    case none
}

/// A GPU, or a driver in software, as the accelerator describes it.
package struct GPUDevice: Sendable, Hashable {
    /// The name of the device.
    package let name: String
    /// The name of the vendor, such as nvidia; empty if unknown.
    package let vendor: String
    /// The architecture, such as ampere; empty if unknown.
    package let architecture: String
    /// The interface of the driver, which is Vulkan on Linux.
    package let driver: String
    /// The kind of device, such as discrete GPU, or CPU for a driver in software.
    package let kind: String

    /// Reads the accelerator's line about the device it has chosen; `nil` if it is another line.
    init?(message: String) {
        guard let start = message.range(of: "Selected adapter: ")?.upperBound else { return nil }
        let parts = message[start...].components(separatedBy: ", ")
        func value(_ key: String) -> String {
            parts.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) } ?? ""
        }
        name = parts.first ?? ""
        vendor = value("vendor")
        architecture = value("arch")
        driver = value("backend")
        kind = value("adapterType")
    }
}

/// The messages of the accelerator, and of the runtime while it compiles a model for a GPU.
package enum GPUMessages {
    private struct Kept {
        var lines: [String] = []
        var device: GPUDevice?
        var log: (@Sendable (String) -> Void)?
    }

    private static let maxLines = 64
    private static let kept = Locked(Kept())

    /// Receives text from C.
    static let receiver: LineamentMessageReceiver = { text, size in
        guard let text else { return }
        let bytes = UnsafeRawBufferPointer(start: text, count: size)
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            GPUMessages.add(line.trimmingCharacters(in: .whitespaces))
        }
    }

    /// Sends every line to a log from now on.
    package static func send(to log: @escaping @Sendable (String) -> Void) { kept.withLock { $0.log = log } }

    /// The lines since the last compilation began.
    static var recent: [String] { kept.withLock { $0.lines } }

    /// The first of them that has an error of Vulkan, without the time and the place.
    static var vulkanError: String? {
        recent.first { $0.contains("VK_ERROR") }?.components(separatedBy: "] ").last
    }

    static var device: GPUDevice? { kept.withLock { $0.device } }

    static func begin() { kept.withLock { $0.lines = [] } }

    /// How many operations of the last model the GPU runs, as the accelerator reports it for models in parts.
    static var delegation: GPUDelegation {
        guard let line = recent.last(where: { $0.contains("operations will run on the GPU") }) else { return .none }
        let numbers = line.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
        guard numbers.count == 2, numbers[0] > 0 else { return .none }
        return .part(gpu: numbers[0], processor: numbers[1])
    }

    private static func add(_ line: String) {
        guard !line.isEmpty else { return }
        let log = kept.withLock { kept in
            kept.lines = kept.lines.suffix(maxLines - 1) + [line]
            if let device = GPUDevice(message: line) { kept.device = device }
            return kept.log
        }
        log?(line)
    }
}
