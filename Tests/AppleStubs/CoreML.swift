// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// SPDX-License-Identifier: Apache-2.0
@_exported import Foundation

public final class MLCPUComputeDevice: Sendable {
    init() {}
}

public final class MLGPUComputeDevice: Sendable {
    init() {}
}

public final class MLNeuralEngineComputeDevice: Sendable {
    init() {}
}

@frozen public enum MLComputeDevice: Sendable {
    case cpu(MLCPUComputeDevice)
    case gpu(MLGPUComputeDevice)
    case neuralEngine(MLNeuralEngineComputeDevice)

    public static var allComputeDevices: [MLComputeDevice] { fatalError() }
}
