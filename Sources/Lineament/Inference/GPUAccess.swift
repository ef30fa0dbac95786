internal import Foundation
internal import LiteRT
internal import Locking
internal import Logging

/// The way to the GPU of the process: where the accelerator is, and what is said if there is none.
package enum GPUAccess {
    /// Returns the GPU, loading the accelerator on first use.
    /// - Throws: `LiteRTError` with the reason if there is none, or ``LineamentError`` if the file must not be trusted.
    static func gpu() throws -> GPU {
        guard let file = AssetFolders.find("lib", GPU.libraryName) else {
            throw LiteRTError.gpu(
                "\(GPU.libraryName) is not installed. Run `lineament models fetch gpu` (in a package, "
                    + "`swift run lineament models fetch gpu`)")
        }
        try AssetFolders.checkIsTrusted(file)
        GPUMessages.send { Logger.lineament.debug("GPU: \($0)") }
        return try GPU.shared(ModelFile.runtime(), accelerator: file, shaders: shaderFolder)
    }

    /// The folder for compiled shaders, in the user's folder for what can be made again.
    private static var shaderFolder: URL {
        let cache = ProcessInfo.processInfo.environment["XDG_CACHE_HOME"].flatMap {
            // The specification has relative paths ignored.
            $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil
        }
        let folder = cache ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".cache")
        return folder.appendingPathComponent("lineament/gpu", isDirectory: true)
    }

    /// Returns the compiled model for the GPU.
    /// - Parameters:
    ///   - model: The model.
    ///   - cpu: The same model on the CPU, with which it is compared.
    ///   - use: How it runs on a GPU; `nil` if it does not.
    /// - Returns: `nil` if it runs on the CPU; that it does so in spite of the wish is logged.
    /// - Throws: ``LineamentError`` with code `failedPrecondition` if it must run on a GPU and cannot.
    static func model(_ model: Model, cpu: CompiledModelPool, use: GPUUse?) throws -> GPUModel? {
        guard let use else { return nil }
        do {
            return GPUModel(
                try pool(model, cpu: cpu, allowsHalf: use.allowsHalfPrecision), isRequired: use.isRequired)
        } catch let error as LiteRTError where error.code == .gpuUnusable {
            try fall(back: error, isRequired: use.isRequired)
            return nil
        }
    }

    /// Compiles a model for the GPU, with 16-bit floats if they are allowed and good enough.
    private static func pool(_ model: Model, cpu: CompiledModelPool, allowsHalf: Bool) throws -> CompiledModelPool {
        let gpu = try gpu()
        do {
            return try GPUModels.pool(model, gpu: gpu, precision: allowsHalf ? .half : .single, cpu: cpu)
        } catch let error as LiteRTError where error.code == .gpuUnusable && allowsHalf {
            // If that is not for the floats' sake, it fails again.
            let pool = try GPUModels.pool(model, gpu: gpu, precision: .single, cpu: cpu)
            Logger.lineament.warnOnce(
                "The GPU\(deviceName) computes \(model.name) with 32-bit floats in the place of 16-bit ones, with which "
                    + "\(error.message).")
            return pool
        }
    }

    /// The name of the device in parentheses, once it is known.
    private static var deviceName: String { GPU.device.map { " (\($0.name))" } ?? "" }

    /// Logs that models run on the CPU in spite of the wish.
    /// - Throws: ``LineamentError`` with code `failedPrecondition` if they must not.
    fileprivate static func fall(back error: LiteRTError, isRequired: Bool) throws {
        guard !isRequired else {
            throw LineamentError(
                .failedPrecondition, "The GPU\(deviceName) cannot be used: \(error.message).", underlyingError: error)
        }
        Logger.lineament.warnOnce("The CPU is used in the place of the GPU\(deviceName): \(error.message).")
    }
}

/// A model on the GPU. If the device is lost, the CPU takes over.
final class GPUModel: Sendable {
    private let pool: CompiledModelPool
    private let isRequired: Bool
    private let isLost = Locked(false)
    private let process = ForkGuard()

    init(_ pool: CompiledModelPool, isRequired: Bool) {
        self.pool = pool
        self.isRequired = isRequired
    }

    /// Passes the compiled model, which nobody else uses meanwhile, and its number of threads to `body`.
    /// - Returns: The result; `nil` if the CPU has to do the work.
    /// - Throws: What `body` throws; ``LineamentError`` if the device is lost and is required.
    func withModel<Result>(
        _ body: (_ compiled: CompiledModel, _ threads: Int) throws -> Result
    ) throws -> Result? {
        guard process.isOriginalProcess, !isLost.withLock({ $0 }) else { return nil }
        do {
            return .some(try pool.withModel { try body($0, pool.threads) })
        } catch let error as LiteRTError where error.code == .gpuUnusable {
            try GPUAccess.fall(back: error, isRequired: isRequired)
            isLost.withLock { $0 = true }
            return nil
        }
    }
}

/// What is known about the GPU of this machine.
package struct GPUStatus: Sendable {
    /// What a probe of a model found.
    package struct Model: Sendable {
        /// The name of the model.
        package let name: String
        /// Whether it runs with 16-bit floats.
        package let isHalfPrecision: Bool
        /// How many of its operations the GPU runs; `nil` if all.
        package let delegated: (gpu: Int, processor: Int)?
        /// The largest difference from the CPU's outputs.
        package let difference: Float
        /// The largest value of the output that differs most.
        package let largest: Float
        /// Whether the model is trusted to the GPU.
        package let isTrusted: Bool
    }

    /// The name of the device, such as "NVIDIA A10G".
    package let device: String
    /// The vendor, the architecture and the interface of the driver, as far as they are known.
    package let driver: String
    /// What kind of device it is, such as "discrete GPU".
    package let kind: String
    /// The models that were probed in this process.
    package let models: [Model]

    /// The GPU that this process uses; `nil` if it uses none.
    package static var current: GPUStatus? {
        guard let device = GPU.device else { return nil }
        let models = GPUModels.probes.map { Model($0.key, $0.value) }.sorted { $0.name < $1.name }
        return GPUStatus(
            device: device.name,
            driver: [device.vendor, device.architecture, device.driver].filter { !$0.isEmpty }.joined(separator: " "),
            kind: device.kind, models: models)
    }

    /// Whether the accelerator for GPUs is installed.
    package static var isInstalled: Bool { AssetFolders.find("lib", GPU.libraryName) != nil }
}

extension GPUStatus.Model {
    fileprivate init(_ use: GPUModels.Use<String>, _ probe: GPUProbe) {
        name = use.model
        isHalfPrecision = use.precision == .half
        if case .part(let gpu, let processor) = probe.delegation {
            delegated = (gpu, processor)
        } else {
            delegated = nil
        }
        difference = probe.difference
        largest = probe.largest
        isTrusted = probe.passes(use.precision)
    }
}
