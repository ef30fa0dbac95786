internal import Foundation
internal import LiteRT
internal import Locking
internal import Logging

/// Whether the models of a task run on a GPU.
package enum GPUUse: Sendable, Hashable {
    /// They run on the CPU, and nothing for GPUs is loaded.
    case never
    /// They do if there is one and it computes them correctly.
    case ifPossible
    /// They do, or the task cannot be made.
    case required
}

/// The way to the GPU of the process: where the accelerator is, and what is said if there is none.
package enum GPUAccess {
    /// Whether the models of tasks run on a GPU whose options do not say so, for programs that decide it for all.
    package static var programUse: GPUUse {
        get { use.withLock { $0 } }
        set { use.withLock { $0 = newValue } }
    }

    private static let use = Locked(GPUUse.never)

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
        return try GPU.shared(ModelFile.runtime(), accelerator: file)
    }

    /// Returns the compiled model for the GPU.
    /// - Parameters:
    ///   - model: The model.
    ///   - cpu: The same model on the CPU, with which it is compared.
    ///   - use: Whether it must run on a GPU.
    /// - Returns: `nil` if it runs on the CPU; that it does so in spite of the wish is logged.
    /// - Throws: ``LineamentError`` with code `failedPrecondition` if it must run on a GPU and cannot.
    static func model(_ model: Model, cpu: CompiledModelPool, use: GPUUse) throws -> GPUModel? {
        guard use != .never else { return nil }
        do {
            return GPUModel(try GPUModels.pool(model, gpu: gpu(), cpu: cpu), isRequired: use == .required)
        } catch let error as LiteRTError where error.code == .gpuUnusable {
            try fall(back: error, isRequired: use == .required)
            return nil
        }
    }

    /// Logs that models run on the CPU in spite of the wish.
    /// - Throws: ``LineamentError`` with code `failedPrecondition` if they must not.
    fileprivate static func fall(back error: LiteRTError, isRequired: Bool) throws {
        let device = GPU.device.map { " (\($0.name))" } ?? ""
        guard !isRequired else {
            throw LineamentError(
                .failedPrecondition, "The GPU\(device) cannot be used: \(error.message).", underlyingError: error)
        }
        Logger.lineament.warnOnce("The CPU is used in the place of the GPU\(device): \(error.message).")
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
        let models = GPUModels.probes.sorted { $0.key < $1.key }.map { Model(name: $0.key, $0.value) }
        return GPUStatus(
            device: device.name,
            driver: [device.vendor, device.architecture, device.driver].filter { !$0.isEmpty }.joined(separator: " "),
            kind: device.kind, models: models)
    }

    /// Looks for a GPU by compiling the face detector for it.
    /// - Throws: ``LineamentError`` with the reason if there is none.
    package static func found() throws -> GPUStatus {
        let options = FaceDetectorOptions()
        options.range = .short
        options.baseOptions.delegate = .GPU
        options.baseOptions.requiresDelegate = true
        _ = try FaceDetector(options: options)
        guard let current else { throw LineamentError(.internal, "The accelerator named no device.") }
        return current
    }

    /// Whether the accelerator for GPUs is installed.
    package static var isInstalled: Bool { AssetFolders.find("lib", GPU.libraryName) != nil }
}

extension GPUStatus.Model {
    fileprivate init(name: String, _ probe: GPUProbe) {
        self.name = name
        if case .part(let gpu, let processor) = probe.delegation {
            delegated = (gpu, processor)
        } else {
            delegated = nil
        }
        difference = probe.difference
        largest = probe.largest
        isTrusted = probe.passes
    }
}
