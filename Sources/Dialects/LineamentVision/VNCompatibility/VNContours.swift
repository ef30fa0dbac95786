// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreGraphics)
    public import CoreGraphics
    public import simd
#endif

/// The revision of ``VNDetectContoursRequest``.
public let VNDetectContourRequestRevision1 = 1

/// A request that follows the borders between dark and light in an image; see ``DetectContoursRequest`` for how, and for
/// what differs from Apple's.
///
/// ```swift
/// let request = VNDetectContoursRequest()
/// request.contrastPivot = nil
/// try VNImageRequestHandler(url: url).perform([request])
/// let outline = request.results?.first?.normalizedPath
/// ```
open class VNDetectContoursRequest: VNImageBasedRequest {
    /// The factor by which the contrast is raised, 0 to 3. Default: 2. With 1, it stays as it is.
    public var contrastAdjustment: Float = 2
    /// The level of gray, 0 to 1, that the contrast is raised around; `nil` for the one that separates dark and light pixels
    /// of the image best. Default: 0.5.
    public var contrastPivot: NSNumber? = NSNumber(value: 0.5)
    /// Whether objects are darker than their background. Default: true.
    public var detectsDarkOnLight = true
    /// The number of pixels, at least 64, that the longer side of the region is scaled down to if it has more. Default: 512.
    public var maximumImageDimension = 512

    /// The older name of ``detectsDarkOnLight``.
    @available(*, deprecated, renamed: "detectsDarkOnLight")
    public var detectDarkOnLight: Bool {
        get { detectsDarkOnLight }
        set { detectsDarkOnLight = newValue }
    }

    /// The contours of the last run, a single observation; `nil` before the first one and after a failure.
    public var results: [VNContoursObservation]? { lastResults as? [VNContoursObservation] }

    /// The revisions that this module implements.
    open override class var supportedRevisions: IndexSet { [1] }
    /// The revision of a new request.
    open override class var defaultRevision: Int { 1 }

    override func observations(in requestImage: RequestImage) throws -> [VNObservation] {
        var request = DetectContoursRequest()
        request.regionOfInterest = NormalizedRect(normalizedRect: regionOfInterest)
        request.contrastAdjustment = contrastAdjustment
        request.contrastPivot = contrastPivot?.floatValue
        request.detectsDarkOnLight = detectsDarkOnLight
        request.maximumImageDimension = maximumImageDimension
        return [VNContoursObservation(try request.perform(on: requestImage))]
    }
}

/// The contours of an image; see ``ContoursObservation``.
public final class VNContoursObservation: VNObservation, @unchecked Sendable {
    // @unchecked Sendable: all properties are immutable.

    let contours: ContoursObservation

    init(_ contours: ContoursObservation) {
        self.contours = contours
        super.init(uuid: contours.uuid, confidence: contours.confidence)
    }

    /// The number of contours, whether others surround them or not.
    public var contourCount: Int { contours.contourCount }
    /// The number of contours that no other surrounds.
    public var topLevelContourCount: Int { contours.tree.roots.count }
    /// The contours that no other surrounds, in the order in which a scan from the top meets them.
    public var topLevelContours: [VNContour] { contours.topLevelContours.map(VNContour.init) }
    /// All contours as closed lines, normalized to the upright image, from its lower left corner.
    public var normalizedPath: CGPath { contours.normalizedPath }

    /// Returns a contour by its place among all of them, from 0 on, in the order in which a scan from the top meets them.
    /// - Throws: an `NSError` with ``VNErrorCode/outOfBoundsError`` if there is none.
    public func contour(at contourIndex: Int) throws -> VNContour {
        guard let contour = contours.contourAtIndex(contourIndex) else {
            throw NSError(
                vision: VisionError.outOfBoundsError("There is no contour \(contourIndex) of \(contourCount)."))
        }
        return VNContour(contour)
    }

    /// Returns a contour by its ``VNContour/indexPath``.
    /// - Throws: an `NSError` with ``VNErrorCode/outOfBoundsError`` if there is none.
    public func contour(at indexPath: IndexPath) throws -> VNContour {
        guard let contour = contours.countourAtIndexPath(indexPath) else {
            throw NSError(vision: VisionError.outOfBoundsError("There is no contour at \(Array(indexPath))."))
        }
        return VNContour(contour)
    }
}

extension ContoursObservation {
    /// Creates the equivalent of a `VNContoursObservation`.
    public init(_ observation: VNContoursObservation) { self = observation.contours }
}

/// A closed line along the border of an object or of a hole; see ``ContoursObservation/Contour``.
public final class VNContour: NSObject, Sendable {
    private let contour: ContoursObservation.Contour

    init(_ contour: ContoursObservation.Contour) {
        self.contour = contour
        super.init()
    }

    /// The places of the contour and those around it among their siblings, from 0 on, outermost first.
    public var indexPath: IndexPath { contour.indexPath }
    /// The number of contours inside of this one, without those inside of them.
    public var childContourCount: Int { contour.childContours.count }
    /// The contours inside of this one, without those inside of them.
    public var childContours: [VNContour] { contour.childContours.map(VNContour.init) }
    /// The number of points, at least 1.
    public var pointCount: Int { contour.pointCount }
    /// The points in order, normalized to the upright image, from its lower left corner. The last is connected with the
    /// first, which is not repeated.
    public var normalizedPoints: [simd_float2] { contour.normalizedPoints }
    /// The contour as a closed line, normalized to the upright image, from its lower left corner.
    public var normalizedPath: CGPath { contour.normalizedPath }
    /// The width of the image divided by its height, in pixels.
    public var aspectRatio: Float { contour.aspectRatio }

    /// Returns a contour inside of this one by its place, from 0 on.
    /// - Throws: an `NSError` with ``VNErrorCode/outOfBoundsError`` if there is none.
    public func childContour(at childContourIndex: Int) throws -> VNContour {
        let inner = contour.childContours
        guard inner.indices.contains(childContourIndex) else {
            throw NSError(
                vision: VisionError.outOfBoundsError("There is no contour \(childContourIndex) of \(inner.count)."))
        }
        return VNContour(inner[childContourIndex])
    }

    /// Returns the contour with fewer points, chosen by the Ramer-Douglas-Peucker algorithm so that none of the others is
    /// further than `epsilon` away from the line.
    /// - Parameter epsilon: The distance in normalized coordinates, at least 0.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if `epsilon` is negative or not a number.
    public func polygonApproximation(epsilon: Float) throws -> VNContour {
        do {
            return VNContour(try contour.polygonApproximation(epsilon: epsilon))
        } catch {
            throw NSError(vision: error)
        }
    }

    /// Returns whether `object` is the same contour with the same points.
    public override func isEqual(_ object: Any?) -> Bool { (object as? VNContour)?.contour == contour }

    /// A hash of the contour.
    public override var hash: Int { contour.hashValue }

    /// A description with the number of points and of contours inside.
    public override var description: String { contour.description }
}
