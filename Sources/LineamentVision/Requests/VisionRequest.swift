public import Foundation
public import Lineament

#if canImport(CoreImage)
    public import CoreImage
#endif
#if canImport(CoreMedia)
    public import CoreMedia
#endif
#if canImport(CoreML)
    public import CoreML
#endif

/// A part of a request's work that a device can be chosen for.
public enum ComputeStage: Sendable, Hashable {
    case main, postProcessing
}

/// Which request, in which revision, an observation comes from.
public enum RequestDescriptor: Sendable, Hashable, Codable {
    case detectFaceRectanglesRequest(DetectFaceRectanglesRequest.Revision)
    case detectFaceLandmarksRequest(DetectFaceLandmarksRequest.Revision)
    case detectFaceCaptureQualityRequest(DetectFaceCaptureQualityRequest.Revision)
    case detectHumanBodyPoseRequest(DetectHumanBodyPoseRequest.Revision)
}

/// Something to find in images.
public protocol VisionRequest: CustomStringConvertible, Hashable, Sendable {
    associatedtype Result: Sendable

    var descriptor: RequestDescriptor { get }

    /// Looks at an image whose faces are found once for all requests. Implemented by this module's requests only.
    func perform(on picture: RequestImage) throws -> Result
}

extension VisionRequest {
    /// The device for a stage; only the CPU there is.
    public func computeDevice(for stage: ComputeStage) -> MLComputeDevice? { .processors.first }

    /// Has no effect: there is only the CPU.
    public mutating func setComputeDevice(_ device: MLComputeDevice?, for stage: ComputeStage) {}

    public var supportedComputeStageDevices: [ComputeStage: [MLComputeDevice]] {
        [.main: MLComputeDevice.processors, .postProcessing: MLComputeDevice.processors]
    }

    public var description: String { "\(descriptor)" }
}

/// A request that can look at a part of an image.
public protocol ImageProcessingRequest: VisionRequest {
    /// The part of the upright image to look at. Results stay in fractions of the whole image. Default: all of it.
    var regionOfInterest: NormalizedRect { get set }
}

extension ImageProcessingRequest {
    /// Looks at an image file. EXIF says how it is turned, unless `orientation` does.
    /// - Throws: ``VisionError``
    public func perform(on url: URL, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(url, orientation: orientation).perform(self)
    }

    /// Looks at the bytes of an image file. EXIF says how it is turned, unless `orientation` does.
    /// - Throws: ``VisionError``
    public func perform(on data: Data, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(data, orientation: orientation).perform(self)
    }

    /// Looks at a decoded image.
    /// - Throws: ``VisionError``
    public func perform(on image: CGImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    /// Looks at a decoded image.
    /// - Throws: ``VisionError``
    public func perform(on image: CIImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    /// Looks at a frame.
    /// - Throws: ``VisionError``
    public func perform(on buffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) async throws -> Result
    {
        try await ImageRequestHandler(buffer, orientation: orientation).perform(self)
    }

    /// Looks at a frame of a camera.
    /// - Throws: ``VisionError``
    public func perform(on sample: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) async throws
        -> Result
    {
        try await ImageRequestHandler(sample, orientation: orientation).perform(self)
    }
}
