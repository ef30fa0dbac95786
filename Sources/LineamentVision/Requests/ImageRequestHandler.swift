public import Foundation
public import Lineament

#if canImport(CoreImage)
    public import CoreImage
#endif
#if canImport(CoreMedia)
    public import CoreMedia
#endif

/// Performs requests on one image, which is decoded once and whose faces are found once.
///
/// ```swift
/// let handler = ImageRequestHandler(url)
/// let (faces, quality) = try await handler.perform(DetectFaceLandmarksRequest(), DetectFaceCaptureQualityRequest())
/// ```
public final class ImageRequestHandler: Sendable {
    private let picture: RequestImage

    /// An image file. EXIF says how it is turned, unless `orientation` does.
    public init(_ url: URL, orientation: CGImagePropertyOrientation? = nil) {
        picture = RequestImage(.url(url, orientation))
    }

    /// The bytes of an image file. EXIF says how it is turned, unless `orientation` does.
    public init(_ data: Data, orientation: CGImagePropertyOrientation? = nil) {
        picture = RequestImage(.data(data, orientation))
    }

    /// A decoded image, upright unless `orientation` says otherwise.
    public init(_ image: CGImage, orientation: CGImagePropertyOrientation? = nil) {
        picture = RequestImage(.pixels(orientation) { try image.pixels() })
    }

    /// A decoded image, upright unless `orientation` says otherwise.
    public init(_ image: CIImage, orientation: CGImagePropertyOrientation? = nil) {
        picture = RequestImage(.pixels(orientation) { try image.pixels() })
    }

    /// A frame, upright unless `orientation` says otherwise.
    public init(_ buffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) {
        picture = RequestImage(.pixels(orientation) { try buffer.pixels() })
    }

    /// A frame of a camera, upright unless `orientation` says otherwise.
    public init(_ sample: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) {
        picture = RequestImage(.pixels(orientation) { try sample.pixels() })
    }

    /// - Throws: ``VisionError``
    public func perform<T: VisionRequest>(_ request: T) async throws -> T.Result {
        try Self.checkCancellation()
        do {
            return try await BlockingExecutor.shared.run { [picture] in try request.perform(on: picture) }
        } catch is CancellationError {
            throw VisionError.requestCancelled("The task was cancelled.")
        }
    }

    /// Performs several requests; the results are in their order.
    /// - Throws: ``VisionError`` of the first request that fails.
    public func perform<each T: VisionRequest>(_ request: repeat each T) async throws -> (repeat (each T).Result) {
        try await (repeat perform(each request))
    }

    /// Performs several requests and gives each result as it comes; a failure is a result, too.
    public func performAll(_ requests: some Collection<any VisionRequest>) -> some AsyncSequence<VisionResult, Never> {
        let requests = Array(requests)
        return AsyncStream { continuation in
            let work = Task {
                for request in requests where !Task.isCancelled {
                    continuation.yield(await self.result(of: request))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in work.cancel() }
        }
    }

    private func result(of request: any VisionRequest) async -> VisionResult {
        do {
            switch request {
            case let request as DetectFaceRectanglesRequest:
                return .detectFaceRectangles(request, try await perform(request))
            case let request as DetectFaceLandmarksRequest:
                return .detectFaceLandmarks(request, try await perform(request))
            case let request as DetectFaceCaptureQualityRequest:
                return .detectFaceCaptureQuality(request, try await perform(request))
            case let request as DetectHumanBodyPoseRequest:
                return .detectHumanBodyPose(request, try await perform(request))
            default:
                return .failed(request.descriptor, .unsupportedRequest("\(request) is no request of this module."))
            }
        } catch {
            return .failed(request.descriptor, error as? VisionError ?? .internalError("\(error)"))
        }
    }

    private static func checkCancellation() throws {
        if Task.isCancelled { throw VisionError.requestCancelled("The task was cancelled.") }
    }
}

/// What a request gave.
public enum VisionResult: Sendable {
    case detectFaceRectangles(DetectFaceRectanglesRequest, [FaceObservation])
    case detectFaceLandmarks(DetectFaceLandmarksRequest, [FaceObservation])
    case detectFaceCaptureQuality(DetectFaceCaptureQualityRequest, [FaceObservation])
    case detectHumanBodyPose(DetectHumanBodyPoseRequest, [HumanBodyPoseObservation])
    case failed(RequestDescriptor, VisionError)
}
