public import Foundation

#if STAND_INS
    public import LineamentAppleTypes
#else
    #if canImport(CoreImage)
        public import CoreImage
    #endif
    #if canImport(CoreMedia)
        public import CoreMedia
    #endif
    #if canImport(CoreML)
        public import CoreML
    #endif
#endif

/// A stage of a request to which a device can be assigned.
public enum ComputeStage: Sendable, Hashable {
    case main, postProcessing
}

/// The kind and revision of the request that produced an observation.
public enum RequestDescriptor: Sendable, Hashable, Codable {
    case detectFaceRectanglesRequest(DetectFaceRectanglesRequest.Revision)
    case detectFaceLandmarksRequest(DetectFaceLandmarksRequest.Revision)
    case detectFaceCaptureQualityRequest(DetectFaceCaptureQualityRequest.Revision)
    case detectHumanRectanglesRequest(DetectHumanRectanglesRequest.Revision)
    case detectHumanBodyPoseRequest(DetectHumanBodyPoseRequest.Revision)
    case detectHumanBodyPose3DRequest(DetectHumanBodyPose3DRequest.Revision)
    case generatePersonSegmentationRequest(GeneratePersonSegmentationRequest.Revision)
    case trackObjectRequest(TrackObjectRequest.Revision)
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

/// A request that can process a region of an image.
public protocol ImageProcessingRequest: VisionRequest {
    /// The region of the upright image to process. Results stay normalized to the whole image. Default: the whole
    /// image.
    var regionOfInterest: NormalizedRect { get set }
}

extension ImageProcessingRequest {
    /// Performs the request on an image file. `orientation` overrides its EXIF orientation.
    /// - Throws: ``VisionError``
    public func perform(on url: URL, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(url, orientation: orientation).perform(self)
    }

    /// Performs the request on the bytes of an image file. `orientation` overrides its EXIF orientation.
    /// - Throws: ``VisionError``
    public func perform(on data: Data, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(data, orientation: orientation).perform(self)
    }

    /// Performs the request on a decoded image.
    /// - Throws: ``VisionError``
    public func perform(on image: CGImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    /// Performs the request on a decoded image.
    /// - Throws: ``VisionError``
    public func perform(on image: CIImage, orientation: CGImagePropertyOrientation? = nil) async throws -> Result {
        try await ImageRequestHandler(image, orientation: orientation).perform(self)
    }

    /// Performs the request on a frame.
    /// - Throws: ``VisionError``
    public func perform(on buffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) async throws -> Result
    {
        try await ImageRequestHandler(buffer, orientation: orientation).perform(self)
    }

    /// Performs the request on a camera frame.
    /// - Throws: ``VisionError``
    public func perform(on sample: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) async throws
        -> Result
    {
        try await ImageRequestHandler(sample, orientation: orientation).perform(self)
    }
}
