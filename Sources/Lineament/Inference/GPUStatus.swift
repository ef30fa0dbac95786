// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import LiteRT

/// The state of the GPU of this machine, as far as it is known.
package struct GPUStatus: Sendable {
    /// The result of probing a model.
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

    /// The memory of the device, in bytes.
    package struct Memory: Sendable {
        /// The memory of the device; `nil` if it is unknown.
        package let device: Int?
        /// The most that the models of the process may take.
        package let bound: Int
        /// The memory that they have taken.
        package let taken: Int
    }

    /// The name of the engine that runs models there, such as "ONNX Runtime 1.31.1".
    package let engine: String
    /// The name of the device, such as "NVIDIA A10G".
    package let device: String
    /// The vendor, the architecture and the interface of the driver, as far as they are known.
    package let driver: String
    /// The kind of device, such as "discrete GPU".
    package let kind: String
    /// The memory; `nil` if the models' part of it is not bounded.
    package let memory: Memory?
    /// The models that were probed in this process.
    package let models: [Model]

    /// The GPU that this process uses; `nil` if it uses none.
    package static var current: GPUStatus? {
        let models = GPUModels.findings.map(Model.init).sorted { $0.name < $1.name }
        if let found = CUDAAccess.used {
            return GPUStatus(
                engine: found.engine.name, device: found.device, driver: found.driver, kind: found.kind,
                memory: found.engine.memory.map {
                    Memory(device: found.deviceMemory, bound: $0.bound, taken: $0.taken)
                }, models: models)
        }
        guard let device = GPU.device else { return nil }
        return GPUStatus(
            engine: "LiteRT's accelerator", device: device.name,
            driver: [device.vendor, device.architecture, device.driver].filter { !$0.isEmpty }.joined(separator: " "),
            kind: device.kind, memory: nil, models: models)
    }

    /// The device, what runs models on it and how much memory that may take, such as "NVIDIA H100 (discrete GPU, CUDA, by ONNX
    /// Runtime 1.31.1); 85.9 GB, of which models may take 42.9 GB".
    package var summary: String {
        let place = "\(device) (\(kind), \(driver), by \(engine))"
        guard let memory else { return place }
        let size = memory.device.map { "\(Self.gigabytes($0)), of which models" } ?? "models"
        return "\(place); \(size) may take \(Self.gigabytes(memory.bound))"
    }

    private static func gigabytes(_ bytes: Int) -> String { String(format: "%.1f GB", Double(bytes) / 1e9) }

    /// Whether something that runs models on GPUs is installed.
    package static var isInstalled: Bool {
        CUDAAccess.isInstalled || AssetFolders.find("lib", GPU.libraryName) != nil
    }
}

extension GPUStatus.Model {
    fileprivate init(_ finding: GPUModels.Finding) {
        name = finding.model
        isHalfPrecision = finding.precision == .half
        if case .part(let gpu, let processor) = finding.probe.delegation {
            delegated = (gpu, processor)
        } else {
            delegated = nil
        }
        difference = finding.probe.difference
        largest = finding.probe.largest
        isTrusted = finding.probe.passes(finding.precision)
    }
}
