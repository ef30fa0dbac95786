// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LiteRT
internal import Locking
internal import Logging
internal import Synchronization

/// Access to an NVIDIA GPU through ONNX Runtime and CUDA.
///
/// The library is the one that `LINEAMENT_ONNXRUNTIME` names, as a file or a folder, or one of an asset folder, where
/// `lineament models fetch cuda` puts it with CUDA's own, or the system's. The device is the one of the number
/// `LINEAMENT_CUDA_DEVICE`, 0 by default, among those that `CUDA_VISIBLE_DEVICES` leaves; `LINEAMENT_CUDA_MEMORY` bounds how much
/// of its memory the models take, in megabytes, which is half of it by default. `LINEAMENT_CUDA_PINNED=1` puts batches into pinned
/// memory. With `LINEAMENT_ONNXRUNTIME_PROVIDER=cpu`, ONNX Runtime's kernels for the CPU stand in for
/// a GPU, for tests.
enum CUDAAccess {
    /// An engine that can be used, and where it computes.
    struct Found: Sendable {
        let engine: ONNXEngine
        let device: String
        let driver: String
        let kind: String
        /// The memory of the device, in bytes; `nil` if it is unknown.
        let deviceMemory: Int?
    }

    private static let folderVariable = "LINEAMENT_ONNXRUNTIME"
    private static let deviceVariable = "LINEAMENT_CUDA_DEVICE"
    private static let memoryVariable = "LINEAMENT_CUDA_MEMORY"
    /// The most that the models take on a device whose size is unknown, in bytes.
    private static let defaultBound = 4 << 30
    private static let pinningVariable = "LINEAMENT_CUDA_PINNED"
    private static let providerVariable = "LINEAMENT_ONNXRUNTIME_PROVIDER"

    private static let found = Locked<Result<Found?, LiteRTError>?>(nil)
    private static let isFound = Atomic(false)
    private static let process = ForkGuard()

    /// Returns the engine, looking for it once; `nil` if there is none. That it cannot be used although it is there is logged.
    /// - Throws: ``LiteRTError`` in a process that was forked from one that has an engine.
    static func engine() throws(LiteRTError) -> ONNXEngine? {
        guard process.isOriginalProcess else {
            // The lock may be held forever by a thread of the parent.
            if isFound.load(ordering: .acquiring) { throw .forked }
            return nil
        }
        let result = found.withLock { found in
            if let found { return found }
            let result = Result { () throws(LiteRTError) in try look() }
            found = result
            if case .success(.some) = result { isFound.store(true, ordering: .releasing) }
            return result
        }
        switch result {
        case .success(let found): return found?.engine
        case .failure(let error):
            Logger.lineament.warnOnce("CUDA is not used: \(error.message). Vulkan is tried instead.")
            return nil
        }
    }

    /// The engine that this process uses, and where it computes; `nil` if none was looked for or found.
    static var used: Found? { process.isOriginalProcess ? try? found.withLock { $0 }?.get() : nil }

    /// Whether an ONNX Runtime is there for Lineament; one of the system's does not count, as other programs may have brought it.
    static var isInstalled: Bool { value(of: folderVariable) != nil || installed != nil }

    private static func look() throws(LiteRTError) -> Found? {
        ONNXMessages.send { Logger.lineament.debug("ONNX Runtime: \($0)") }
        guard let runtime = try ONNXRuntime.shared(try candidates()) else { return nil }
        let provider = try provider()
        guard try runtime.has(provider) else {
            // A library of the system may have been installed for something else.
            guard isInstalled else { return nil }
            throw .gpu("ONNX Runtime \(runtime.version) was built without it; `onnxruntime-gpu` has it")
        }
        let number: Int? = if case .cuda(let number) = provider { number } else { nil }
        let device = number.flatMap(CUDADevice.init)
        let engine = try ONNXEngine(
            runtime, provider: provider, memory: DeviceMemory(bound: try bound(of: device)),
            pinsMemory: value(of: pinningVariable) == "1")
        guard let number else {
            return Found(engine: engine, device: "CPU", driver: "no driver", kind: "CPU", deviceMemory: nil)
        }
        return Found(
            engine: engine, device: device?.name ?? "CUDA device \(number)", driver: "CUDA", kind: "discrete GPU",
            deviceMemory: device?.memory)
    }

    /// Returns how many bytes of a device's memory the models may take.
    private static func bound(of device: CUDADevice?) throws(LiteRTError) -> Int {
        guard let text = value(of: memoryVariable) else { return device.map { $0.memory / 2 } ?? defaultBound }
        guard let megabytes = Int(text), (1...1 << 30).contains(megabytes) else {
            throw .gpu("\(memoryVariable) must be a number of megabytes, not \(text)")
        }
        return megabytes * 1_000_000
    }

    /// The libraries to try, in order.
    private static func candidates() throws(LiteRTError) -> [String] {
        let file: URL?
        if let path = value(of: folderVariable) {
            guard let named = library(at: URL(fileURLWithPath: path)) else {
                throw .gpu("\(folderVariable) is \(path), where there is no libonnxruntime.so")
            }
            file = named
        } else {
            file = installed
        }
        guard let file else { return ONNXRuntime.names }
        let libraries = CUDALibraries.files(beside: file)
        do {
            for file in [file] + libraries { try AssetFolders.checkIsTrusted(file) }
        } catch {
            throw .gpu((error as? LineamentError)?.message ?? "\(error)")
        }
        CUDALibraries.open(libraries)
        return [file.path]
    }

    private static var installed: URL? {
        for folder in ["lib/cuda", "lib"] {
            if let file = ONNXRuntime.names.lazy.compactMap({ AssetFolders.find(folder, $0) }).first { return file }
        }
        return nil
    }

    /// Returns the library at a path, which may be a folder, also that of the Python package.
    private static func library(at place: URL) -> URL? {
        let folders = [place, place.appendingPathComponent("capi"), place.appendingPathComponent("onnxruntime/capi")]
        for folder in folders {
            guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { continue }
            if let name = files.sorted().first(where: { $0.hasPrefix("libonnxruntime.so") }) {
                return folder.appendingPathComponent(name)
            }
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder), !isFolder.boolValue else {
            return nil
        }
        return place
    }

    private static func provider() throws(LiteRTError) -> ONNXRuntime.Provider {
        if value(of: providerVariable) == "cpu" { return .cpu }
        guard let text = value(of: deviceVariable) else { return .cuda(device: 0) }
        guard let device = Int(text), device >= 0 else {
            throw .gpu("\(deviceVariable) must be the number of a device, not \(text)")
        }
        return .cuda(device: device)
    }

    private static func value(of variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }
}
