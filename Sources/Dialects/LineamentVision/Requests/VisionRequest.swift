// SPDX-License-Identifier: Apache-2.0
#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreML)
    public import CoreML
#endif

/// A stage of a request to which a device can be assigned.
public enum ComputeStage: Sendable, Hashable {
    case main, postProcessing
}

/// A request to analyze an image.
public protocol VisionRequest: CustomStringConvertible, Hashable, Sendable {
    /// The result of the request.
    associatedtype Result: Sendable

    /// The request's kind and revision.
    var descriptor: RequestDescriptor { get }

    /// Performs the request on an image whose faces are detected once for all requests. Only this module's requests
    /// implement it.
    func perform(on requestImage: RequestImage) throws -> Result
}

extension VisionRequest {
    /// Returns the device for a stage, which is always the CPU.
    public func computeDevice(for stage: ComputeStage) -> MLComputeDevice? { .processors.first }

    /// Has no effect, because only the CPU is supported.
    public mutating func setComputeDevice(_ device: MLComputeDevice?, for stage: ComputeStage) {}

    /// The devices that each stage can run on.
    public var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] {
        [.main: MLComputeDevice.processors, .postProcessing: MLComputeDevice.processors]
    }

    /// The kind and revision of the request.
    public var description: String { "\(descriptor)" }
}

extension VisionRequest where Self: AnyObject {
    /// Has no effect, because only the CPU is supported.
    public func setComputeDevice(_ device: MLComputeDevice?, for stage: ComputeStage) {}
}
