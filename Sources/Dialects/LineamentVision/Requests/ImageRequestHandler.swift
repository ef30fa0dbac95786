// SPDX-License-Identifier: Apache-2.0
public import Foundation
internal import Lineament

#if STAND_INS
    public import LineamentAppleTypes
#else
    #if canImport(CoreImage)
        public import CoreImage
    #endif
    #if canImport(CoreMedia)
        public import CoreMedia
    #endif
#endif

/// A handler that performs requests on one image, decoding it and detecting its faces only once.
///
/// ```swift
/// let handler = ImageRequestHandler(url)
/// let (faces, quality) = try await handler.perform(DetectFaceLandmarksRequest(), DetectFaceCaptureQualityRequest())
/// ```
public final class ImageRequestHandler: Sendable {
    private let requestImage: RequestImage

    /// Creates a handler for an image file. `orientation` overrides its EXIF orientation.
    public init(_ url: URL, orientation: CGImagePropertyOrientation? = nil) {
        requestImage = RequestImage(.url(url, orientation))
    }

    /// Creates a handler for the bytes of an image file. `orientation` overrides its EXIF orientation.
    public init(_ data: Data, orientation: CGImagePropertyOrientation? = nil) {
        requestImage = RequestImage(.data(data, orientation))
    }

    /// Creates a handler for a decoded image, which is upright unless `orientation` says otherwise.
    public init(_ image: CGImage, orientation: CGImagePropertyOrientation? = nil) {
        requestImage = RequestImage(.pixels(orientation) { try image.pixels() })
    }

    /// Creates a handler for a decoded image, which is upright unless `orientation` says otherwise.
    public init(_ image: CIImage, orientation: CGImagePropertyOrientation? = nil) {
        requestImage = RequestImage(.pixels(orientation) { try image.pixels() })
    }

    /// Creates a handler for a frame, which is upright unless `orientation` says otherwise.
    public init(_ buffer: CVPixelBuffer, orientation: CGImagePropertyOrientation? = nil) {
        requestImage = RequestImage(.pixels(orientation) { try buffer.pixels() })
    }

    /// Creates a handler for a camera frame, which is upright unless `orientation` says otherwise.
    public init(_ sample: CMSampleBuffer, orientation: CGImagePropertyOrientation? = nil) {
        requestImage = RequestImage(.pixels(orientation) { try sample.pixels() })
    }

    /// Performs a request and returns its result.
    /// - Throws: ``VisionError``
    public func perform<T: VisionRequest>(_ request: T) async throws -> T.Result {
        try Self.checkCancellation()
        do {
            return try await BlockingExecutor.shared.run { [requestImage] in try request.perform(on: requestImage) }
        } catch is CancellationError {
            throw VisionError.requestCancelled("The task was canceled.")
        }
    }

    /// Performs several requests and returns their results in the same order.
    /// - Throws: the ``VisionError`` of the first request that fails.
    public func perform<each T: VisionRequest>(_ request: repeat each T) async throws -> (repeat (each T).Result) {
        try await (repeat perform(each request))
    }

    /// Performs several requests and yields each result as it becomes available; a request that fails yields
    /// ``VisionResult/error(_:_:)``.
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
            case let request as DetectContoursRequest:
                return .detectContours(request, try await perform(request))
            case let request as DetectHumanRectanglesRequest:
                return .detectHumanRectangles(request, try await perform(request))
            case let request as DetectHumanBodyPoseRequest:
                return .detectHumanBodyPose(request, try await perform(request))
            case let request as DetectHumanHandPoseRequest:
                return .detectHumanHandPose(request, try await perform(request))
            case let request as DetectHumanBodyPose3DRequest:
                return .detectHumanBodyPose3D(request, try await perform(request))
            case let request as GeneratePersonSegmentationRequest:
                return .generatePersonSegmentation(request, try await perform(request))
            case let request as TrackObjectRequest:
                return .trackObject(request, try await perform(request))
            default:
                throw VisionError.unsupportedRequest("\(request) is not one of this module's requests.")
            }
        } catch {
            return .error(request, error)
        }
    }

    private static func checkCancellation() throws {
        if Task.isCancelled { throw VisionError.requestCancelled("The task was canceled.") }
    }
}

/// The result of a request, with the request.
public enum VisionResult: Sendable {
    case detectFaceRectangles(DetectFaceRectanglesRequest, [FaceObservation])
    case detectFaceLandmarks(DetectFaceLandmarksRequest, [FaceObservation])
    case detectFaceCaptureQuality(DetectFaceCaptureQualityRequest, [FaceObservation])
    case detectContours(DetectContoursRequest, ContoursObservation)
    case detectHumanRectangles(DetectHumanRectanglesRequest, [HumanObservation])
    case detectHumanBodyPose(DetectHumanBodyPoseRequest, [HumanBodyPoseObservation])
    case detectHumanHandPose(DetectHumanHandPoseRequest, [HumanHandPoseObservation])
    case detectHumanBodyPose3D(DetectHumanBodyPose3DRequest, [HumanBodyPose3DObservation])
    case generatePersonSegmentation(GeneratePersonSegmentationRequest, PixelBufferObservation)
    case trackObject(TrackObjectRequest, DetectedObjectObservation?)
    /// The request failed, with a ``VisionError``.
    case error(any VisionRequest, any Error)
}
