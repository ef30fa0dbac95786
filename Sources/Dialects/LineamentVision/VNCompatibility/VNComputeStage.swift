// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreML)
    public import CoreML
#endif

/// A stage of a request to which a device can be assigned.
public struct VNComputeStage: RawRepresentable, Sendable, Hashable {
    /// The name of the stage.
    public let rawValue: String

    /// Creates a stage from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The models.
    public static let main = VNComputeStage(rawValue: "VNComputeStageMain")
    /// The stage after the models.
    public static let postProcessing = VNComputeStage(rawValue: "VNComputeStagePostProcessing")
}

extension VNRequest {
    /// The devices that each stage can run on, which are the CPU.
    public var supportedComputeStageDevices: [VNComputeStage: [MLComputeDevice]] {
        get throws { [.main: MLComputeDevice.processors, .postProcessing: MLComputeDevice.processors] }
    }

    /// Returns the device for a stage, which is always the CPU.
    public func computeDevice(for stage: VNComputeStage) -> MLComputeDevice? { .processors.first }

    /// Has no effect, because only the CPU is supported.
    public func setComputeDevice(_ device: MLComputeDevice?, for stage: VNComputeStage) {}
}
