internal import CLineamentLiteRT
package import Foundation
internal import Locking

/// The GPU of the process: LiteRT's WebGPU accelerator, and an environment of the runtime that it belongs to.
///
/// The accelerator reaches the GPU through Vulkan. It is loaded when a GPU is first asked for, and chooses the device
/// when the first model is compiled.
package final class GPU: Sendable {
    /// The file name of the accelerator.
    package static let libraryName = "libLiteRtWebGpuAccelerator.so"
    /// The file name of Vulkan's loader, which the system provides.
    package static let loaderName = "libvulkan.so.1"

    /// The environment in which models for the GPU are compiled.
    let environment: EnvironmentHandle
    private let process = getpid()
    private let turn = DispatchSemaphore(value: 1)
    private let failure = Locked<LiteRTError?>(nil)

    private static let loaded = Locked<GPU?>(nil)

    /// Returns the GPU, loading the accelerator on first use.
    /// - Parameters:
    ///   - runtime: The runtime.
    ///   - accelerator: The accelerator's file, which stands in a folder that is trusted.
    /// - Throws: ``LiteRTError`` with code ``LiteRTError/Code/gpuUnusable`` if there is no Vulkan loader, the file is no
    ///   accelerator, or no device was found earlier.
    package static func shared(_ runtime: Runtime, accelerator: URL) throws -> GPU {
        let gpu = try loaded.withLock { loaded in
            if let loaded { return loaded }
            let gpu = try GPU(runtime, accelerator: accelerator)
            loaded = gpu
            return gpu
        }
        guard gpu.isUsable else {
            throw LiteRTError.gpu(
                "this process was forked from one that used the GPU, and the device's threads are not here")
        }
        if let failure = gpu.failure.withLock({ $0 }) { throw failure }
        return gpu
    }

    private init(_ runtime: Runtime, accelerator: URL) throws {
        guard dlopen(Self.loaderName, RTLD_NOW | RTLD_LOCAL) != nil else {
            throw LiteRTError.gpu(
                "there is no Vulkan loader (\(Self.loaderName)). Install the package libvulkan1 (Debian, Ubuntu) or "
                    + "vulkan-loader (Fedora, Alpine), and the Vulkan driver of the GPU")
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
        environment = try Self.environment(runtime, folder: accelerator.deletingLastPathComponent().path)
    }

    private static func environment(_ runtime: Runtime, folder: String) throws -> EnvironmentHandle {
        // The runtime keeps the address of the folder's name, so the copy is never freed.
        let name = Int64(Int(bitPattern: strdup(folder)))
        func option(_ tag: Int, _ type: Int, _ value: Int64) -> LiteRtEnvironmentOption {
            LiteRtEnvironmentOption(tag: Int32(tag), value: LiteRtAny(type: Int32(type), int_value: value))
        }
        let accelerators = Int64(LITERT_ACCELERATOR_CPU | LITERT_ACCELERATOR_GPU)
        let options = [
            option(
                LITERT_ENVIRONMENT_MINIMUM_LOG_SEVERITY, LITERT_ANY_TYPE_INT,
                Int64(LITERT_LOG_SILENT)),
            option(LITERT_ENVIRONMENT_RUNTIME_LIBRARY_FOLDER, LITERT_ANY_TYPE_STRING, name),
            option(LITERT_ENVIRONMENT_ACCELERATORS, LITERT_ANY_TYPE_INT, accelerators),
        ]
        var handle: LiteRtEnvironment?
        let status = runtime.library.createEnvironment(Int32(options.count), options, &handle)
        guard status == 0, let handle else {
            throw LiteRTError.gpu("the runtime has no environment for it (status \(status))")
        }
        return EnvironmentHandle(pointer: handle)
    }

    /// The device that was chosen; `nil` until a model has been compiled.
    package static var device: GPUDevice? { GPUMessages.device }

    /// Whether this process is the one that loaded the accelerator: a forked process has none of its threads.
    package var isUsable: Bool { getpid() == process }

    /// Calls `body` while nothing else uses the device.
    func exclusively<Result>(_ body: () throws(LiteRTError) -> Result) throws(LiteRTError) -> Result {
        turn.wait()
        defer { turn.signal() }
        return try body()
    }

    /// Compiles a model for the GPU. What the runtime and the accelerator print meanwhile goes to ``GPUMessages``.
    /// - Returns: The compiled model, and how many of its operations the GPU runs.
    func compile(
        _ model: Model, options: LiteRtOptions
    ) throws(LiteRTError) -> (handle: LiteRtCompiledModel, delegation: GPUDelegation) {
        try exclusively { () throws(LiteRTError) in
            GPUMessages.begin()
            lineament_capture_messages(GPUMessages.receiver)
            defer { lineament_capture_messages(nil) }
            let library = model.runtime.library
            var compiled: LiteRtCompiledModel?
            let status = library.createCompiledModel(environment.pointer, model.handle, options, &compiled)
            guard status == 0, let compiled else { throw compilationError(model, status: status) }
            var isWhole = false
            let known = library.isWhollyOnGPU(compiled, &isWhole) == 0
            return (compiled, known && isWhole ? .whole : GPUMessages.delegation)
        }
    }

    private func compilationError(_ model: Model, status: LiteRtStatus) -> LiteRTError {
        let lines = GPUMessages.recent
        let reported =
            lines.first { $0.contains("VK_ERROR") } ?? lines.last { $0.contains("Failed") } ?? "status \(status)"
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

    fileprivate static func damagedAccelerator(_ file: URL, because reason: String) -> LiteRTError {
        .gpu("\(file.path) is not a usable accelerator: \(reason). Run `lineament models fetch gpu` again")
    }
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
    /// What kind of device it is, such as discrete GPU, or CPU for a driver in software.
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

/// What the accelerator prints, and the runtime while it compiles a model for a GPU.
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
