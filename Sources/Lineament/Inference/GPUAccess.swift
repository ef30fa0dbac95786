// SPDX-License-Identifier: Apache-2.0
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
                "\(GPU.libraryName) is not installed. Run `lineament models fetch gpu`, or for an NVIDIA GPU "
                    + "`lineament models fetch cuda`")
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
    static func model(_ model: Model, cpu: any ModelPool, use: GPUUse?) throws -> GPUModel? {
        guard let use else { return nil }
        do {
            return GPUModel(
                try pool(model, cpu: cpu, allowsHalf: use.allowsHalfPrecision), isRequired: use.isRequired)
        } catch let error as LiteRTError where error.code == .gpuUnusable {
            try fall(back: error, isRequired: use.isRequired)
            return nil
        }
    }

    /// Compiles a model for the GPU: for CUDA if that is installed, otherwise for Vulkan, with 16-bit floats if they are
    /// allowed and good enough.
    private static func pool(_ model: Model, cpu: any ModelPool, allowsHalf: Bool) throws -> any ModelPool {
        if let engine = try CUDAAccess.engine() {
            let pool = try GPUModels.pool(model, engine: engine, precision: .single, cpu: cpu)
            Logger.lineament.debug("GPU: \(engine.name) runs \(model.name).")
            return pool
        }
        let gpu = try gpu()
        do {
            return try pool(model, gpu, allowsHalf ? .half : .single, cpu: cpu)
        } catch let error as LiteRTError where error.code == .gpuUnusable && allowsHalf {
            // If that is not for the floats' sake, it fails again.
            let pool = try pool(model, gpu, .single, cpu: cpu)
            Logger.lineament.warnOnce(
                "The GPU\(deviceName) computes \(model.name) with 32-bit floats in the place of 16-bit ones, with which "
                    + "\(error.message).")
            return pool
        }
    }

    private static func pool(
        _ model: Model, _ gpu: GPU, _ precision: GPUPrecision, cpu: any ModelPool
    ) throws -> any ModelPool {
        let engine = AcceleratorEngine(gpu, precision: precision)
        let pool = try GPUModels.pool(model, engine: engine, precision: precision, cpu: cpu)
        Logger.lineament.debug("GPU: \(engine.name) runs \(model.name).")
        return pool
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
    private let pool: any ModelPool
    private let isRequired: Bool
    private let isLost = Locked(false)
    private let process = ForkGuard()

    init(_ pool: any ModelPool, isRequired: Bool) {
        self.pool = pool
        self.isRequired = isRequired
    }

    /// Passes the compiled model, which no other caller uses meanwhile, and its number of threads to `body`.
    /// - Returns: The result; `nil` if the CPU has to do the work.
    /// - Throws: The error of `body` or of the limit; ``LineamentError`` if the device is required, and is lost or is
    ///   the parent process's.
    func withModel<Result>(
        waiting limit: WaitLimit, _ body: (_ compiled: any CompiledModel, _ threads: Int) throws -> Result
    ) throws -> Result? {
        guard process.isOriginalProcess else {
            try GPUAccess.fall(back: .forked, isRequired: isRequired)
            return nil
        }
        guard !isLost.withLock({ $0 }) else { return nil }
        do {
            return .some(try pool.withModel(waiting: limit) { try body($0, pool.threads) })
        } catch let error as LiteRTError where error.code == .gpuUnusable {
            try GPUAccess.fall(back: error, isRequired: isRequired)
            isLost.withLock { $0 = true }
            return nil
        }
    }
}
