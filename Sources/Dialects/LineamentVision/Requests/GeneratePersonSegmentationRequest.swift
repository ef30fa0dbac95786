// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Locking

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreMedia)
    public import CoreMedia
    public import CoreVideo
#endif

/// A request that separates people from the background.
///
/// The result is one mask for all people in the image: each pixel has the largest probability with which it belongs to
/// one of them. It is made by the pose model, person by person, and differs from Apple's in this:
/// - The mask has the size of the upright image, at every quality level. Apple's has a size that depends on the level.
/// - It shows people whose pose is detected, at most 16. A person of whom only a hand is visible is missing.
/// - Edges are softer, because the model sees each person in 256 by 256 pixels.
///
/// ```swift
/// let request = GeneratePersonSegmentationRequest()
/// let mask = try await request.perform(on: url)
/// print(mask.pixel(at: NormalizedPoint(x: 0.5, y: 0.5)) > 0.5 ? "person" : "background")
/// ```
public final class GeneratePersonSegmentationRequest: ImageProcessingRequest {
    /// The revision of the request.
    public enum Revision: Int, Sendable, Hashable, Codable, Comparable {
        case revision1 = 1

        /// Returns whether the left revision is the older one.
        public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
    }

    /// A balance of speed and accuracy.
    public enum QualityLevel: Int, Sendable, Hashable, Codable, CaseIterable {
        case accurate, balanced, fast
    }

    private struct Settings: Sendable {
        var qualityLevel = QualityLevel.accurate
        var format = kCVPixelFormatType_OneComponent8
        var region = NormalizedRect.fullImage
    }

    /// The revisions that this module implements.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The revision to use.
    public let revision: Revision
    /// Has no effect, because every image is analyzed.
    public let frameAnalysisSpacing: CMTime
    private let settings = Locked(Settings())

    /// Has no effect, because there is only one model. Default: `.accurate`.
    public var qualityLevel: QualityLevel {
        get { settings.withLock { $0.qualityLevel } }
        set { settings.withLock { $0.qualityLevel = newValue } }
    }

    /// The pixel format of the mask: `kCVPixelFormatType_OneComponent8`, the default, or
    /// `kCVPixelFormatType_OneComponent32Float`.
    public var outputPixelFormatType: OSType {
        get { settings.withLock { $0.format } }
        set { settings.withLock { $0.format = newValue } }
    }

    /// The region of the upright image to process. The mask has the size of the whole image and is 0 outside the
    /// region. Default: the whole image.
    public var regionOfInterest: NormalizedRect {
        get { settings.withLock { $0.region } }
        set { settings.withLock { $0.region = newValue } }
    }

    /// The pixel formats that the mask can have.
    public var supportedOutputPixelFormats: [OSType] { MaskBuffer.formats }
    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .generatePersonSegmentationRequest(revision) }

    /// Creates a request; `nil` selects the current revision. The spacing has no effect.
    public init(_ revision: Revision? = nil, frameAnalysisSpacing: CMTime? = nil) {
        self.revision = revision ?? .revision1
        self.frameAnalysisSpacing = frameAnalysisSpacing ?? .zero
    }

    /// Generates the mask of an image.
    public func perform(on requestImage: RequestImage) throws -> PixelBufferObservation {
        let settings = settings.withLock { $0 }
        try MaskBuffer.check(settings.format)
        let mask = try requestImage.bodyMask(in: settings.region)
        return PixelBufferObservation(try MaskBuffer.buffer(of: mask, format: settings.format), from: descriptor)
    }
}

extension GeneratePersonSegmentationRequest: Hashable {
    /// Returns whether both are the same request.
    public static func == (
        left: GeneratePersonSegmentationRequest, right: GeneratePersonSegmentationRequest
    ) -> Bool { left === right }

    /// Hashes the identity of the request.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
