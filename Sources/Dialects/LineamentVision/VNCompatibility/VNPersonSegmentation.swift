// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreVideo)
    public import CoreVideo
#endif

/// The revision of ``VNGeneratePersonSegmentationRequest``.
public let VNGeneratePersonSegmentationRequestRevision1 = 1

/// An image that a request made, such as the mask of the people; see ``PixelBufferObservation``.
public final class VNPixelBufferObservation: VNObservation, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    let image: PixelBufferObservation
    /// The pixels. Treat them as read-only.
    public var pixelBuffer: CVPixelBuffer { image.pixelBuffer }
    /// Always `nil`, because the image is not the output of a Core ML model.
    public var featureName: String? { nil }

    init(_ image: PixelBufferObservation) {
        self.image = image
        super.init(uuid: image.uuid, confidence: image.confidence)
    }
}

extension PixelBufferObservation {
    /// Creates the equivalent of a `VNPixelBufferObservation`.
    public init(_ observation: VNPixelBufferObservation) { self = observation.image }
}

/// A request that separates people from the background; see ``GeneratePersonSegmentationRequest`` for what differs from
/// Apple's.
///
/// ```swift
/// let request = VNGeneratePersonSegmentationRequest()
/// request.outputPixelFormat = kCVPixelFormatType_OneComponent8
/// try VNImageRequestHandler(url: url).perform([request])
/// let mask = request.results?.first?.pixelBuffer
/// ```
open class VNGeneratePersonSegmentationRequest: VNImageBasedRequest {
    /// A balance of speed and accuracy.
    public enum QualityLevel: UInt, Sendable {
        case accurate = 0
        case balanced = 1
        case fast = 2
    }

    /// Has no effect, because there is only one model. Default: `.accurate`.
    public var qualityLevel = QualityLevel.accurate
    /// The pixel format of the mask: `kCVPixelFormatType_OneComponent8`, the default, or
    /// `kCVPixelFormatType_OneComponent32Float`.
    public var outputPixelFormat = kCVPixelFormatType_OneComponent8

    /// The mask of the last run, a single observation; `nil` before the first one and after a failure.
    public var results: [VNPixelBufferObservation]? { lastResults as? [VNPixelBufferObservation] }

    /// The revisions that this module implements.
    open override class var supportedRevisions: IndexSet { [1] }
    /// The revision of a new request.
    open override class var defaultRevision: Int { 1 }

    /// Returns the pixel formats that the mask can have.
    public func supportedOutputPixelFormats() throws -> [NSNumber] { MaskBuffer.formats.map { NSNumber(value: $0) } }

    override func observations(in requestImage: RequestImage) throws -> [VNObservation] {
        let request = GeneratePersonSegmentationRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        request.outputPixelFormatType = outputPixelFormat
        return [VNPixelBufferObservation(try request.perform(on: requestImage))]
    }
}
