// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A request that follows the borders between dark and light in an image; see ``ContoursObservation``.
///
/// It needs no model. The image becomes gray, is scaled down to ``maximumImageDimension``, and its contrast is raised; what
/// is then darker than the middle gray is an object if ``detectsDarkOnLight`` is set, otherwise what is lighter. Borders are
/// followed by the algorithm of Suzuki and Abe. Apple does not say how its request decides, so the contours of photos differ
/// from Apple's; those of drawings, whose colors are clearly apart, agree in their shape.
///
/// ```swift
/// var request = DetectContoursRequest()
/// request.contrastPivot = nil
/// let contours = try await request.perform(on: url)
/// for contour in contours.topLevelContours {
///     print(contour.pointCount, contour.childContours.count)
/// }
/// ```
public struct DetectContoursRequest: ImageProcessingRequest {
    /// The revision of the request.
    public enum Revision: Int, Sendable, Hashable, Codable, Comparable {
        case revision1 = 1

        /// Returns whether the left revision is the older one.
        public static func < (left: Revision, right: Revision) -> Bool { left.rawValue < right.rawValue }
    }

    /// The revisions that this module implements.
    public static let supportedRevisions: [Revision] = [.revision1]

    /// The revision to use.
    public let revision: Revision
    /// The region of the upright image to process. Results stay normalized to the whole image. Default: the whole image.
    public var regionOfInterest = NormalizedRect.fullImage
    /// The factor by which the contrast is raised, 0 to 3. Default: 2. With 1, it stays as it is.
    public var contrastAdjustment: Float = 2
    /// The level of gray, 0 to 1, that the contrast is raised around; `nil` for the one that separates dark and light pixels
    /// of the image best, by Otsu's method. Default: 0.5.
    public var contrastPivot: Float? = 0.5
    /// Whether objects are darker than their background. Default: true.
    public var detectsDarkOnLight = true
    /// The number of pixels, at least 64, that the longer side of the region is scaled down to if it has more. Default: 512.
    public var maximumImageDimension = 512

    /// Creates a request; `nil` selects the current revision.
    public init(_ revision: Revision? = nil) { self.revision = revision ?? .revision1 }

    /// The request's kind and revision.
    public var descriptor: RequestDescriptor { .detectContoursRequest(revision) }

    /// Follows the borders in an image.
    /// - Throws: ``VisionError/invalidArgument(_:)`` for settings outside of their ranges.
    public func perform(on requestImage: RequestImage) throws -> ContoursObservation {
        let threshold = try threshold()
        let image = try requestImage.image()
        return try VisionEngine.restating {
            let part = try ImagePart(regionOfInterest, of: image)
            let gray = try GrayImage(part.image.pixels, maximumDimension: maximumImageDimension)
            let borders = BorderTracer.borders(of: threshold.objects(in: gray), width: gray.width)
            let size = SIMD2(Float(gray.width), Float(gray.height))
            guard let tree = ContourTree(borders, size: size, of: part) else {
                throw VisionError.internalError("The contours could not be nested.")
            }
            return ContoursObservation(tree, from: descriptor)
        }
    }

    private func threshold() throws -> ObjectThreshold {
        guard (0...3).contains(contrastAdjustment) else {
            throw VisionError.invalidArgument("contrastAdjustment must be 0 to 3, not \(contrastAdjustment).")
        }
        if let contrastPivot, !(0...1).contains(contrastPivot) {
            throw VisionError.invalidArgument("contrastPivot must be 0 to 1, not \(contrastPivot).")
        }
        guard maximumImageDimension >= 64 else {
            throw VisionError.invalidArgument(
                "maximumImageDimension must be at least 64, not \(maximumImageDimension).")
        }
        return ObjectThreshold(
            contrast: contrastAdjustment, pivot: contrastPivot, isDarkOnLight: detectsDarkOnLight)
    }
}
