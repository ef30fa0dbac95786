// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreGraphics)
    public import simd
#endif

/// A circle.
public final class VNCircle: NSObject, Sendable {
    /// The center.
    public let center: VNPoint
    /// The radius, in the unit of the center's coordinates.
    public let radius: Double
    /// Twice the radius.
    public var diameter: Double { radius * 2 }

    /// The circle without extent at the origin.
    public class var zero: VNCircle { VNCircle(center: .zero, radius: 0) }

    /// Creates a circle from its center and radius.
    public init(center: VNPoint, radius: Double) {
        self.center = center
        self.radius = radius
        super.init()
    }

    /// Creates a circle from its center and diameter.
    public convenience init(center: VNPoint, diameter: Double) { self.init(center: center, radius: diameter / 2) }

    /// Returns whether a point is inside of the circle or on it.
    public func contains(_ point: VNPoint) -> Bool { center.distance(point) <= radius }

    /// Returns whether a point is in a ring of this width, half of which is inside of the circle.
    public func contains(_ point: VNPoint, inCircumferentialRingOfWidth ringWidth: Double) -> Bool {
        abs(center.distance(point) - radius) <= ringWidth / 2
    }

    /// Returns whether `object` is a circle with the same center and radius.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? VNCircle else { return false }
        return center == other.center && radius == other.radius
    }

    /// The hash value of center and radius.
    public override var hash: Int {
        var hasher = Hasher()
        hasher.combine(center)
        hasher.combine(radius)
        return hasher.finalize()
    }

    /// The center and the radius.
    public override var description: String { "\(center) radius \(radius)" }
}

/// Sizes of contours, and circles around points.
///
/// A normalized length is another number of pixels along the width of an image than along its height. Where a contour is
/// given, its horizontal coordinates are therefore multiplied by its ``VNContour/aspectRatio`` first, so that the unit of
/// results is the height of the image.
public final class VNGeometryUtils: NSObject {
    /// Returns the smallest circle around a contour. Divide the horizontal coordinate of its center by
    /// ``VNContour/aspectRatio`` to normalize it to the image again.
    public class func boundingCircle(for contour: VNContour) throws -> VNCircle {
        try circle(around: correctedPoints(of: contour))
    }

    /// Returns the smallest circle around points, whose coordinates are taken as they are.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if there are none or one of them is not finite.
    public class func boundingCircle(for points: [VNPoint]) throws -> VNCircle {
        try circle(around: points.map { SIMD2($0.x, $0.y) })
    }

    /// Returns the smallest circle around points, whose coordinates are taken as they are.
    /// - Parameters:
    ///   - points: The points.
    ///   - pointCount: Their number.
    /// - Throws: an `NSError` with ``VNErrorCode/invalidArgument`` if there are none or one of them is not finite.
    public class func boundingCircle(
        forSIMDPoints points: UnsafePointer<simd_float2>, pointCount: Int
    ) throws -> VNCircle {
        try circle(around: UnsafeBufferPointer(start: points, count: max(0, pointCount)).map { SIMD2<Double>($0) })
    }

    /// Computes the area inside of a contour, in squares of the image's height. That of holes is not subtracted.
    /// - Parameters:
    ///   - area: Where to write the area.
    ///   - contour: The contour. If its line crosses itself, the result has no meaning.
    ///   - orientedArea: Whether the area of a contour whose points are in clockwise order is negative.
    public class func calculateArea(
        _ area: UnsafeMutablePointer<Double>, for contour: VNContour, orientedArea: Bool
    ) throws {
        let sum = sides(of: contour).reduce(0) { $0 + $1.start.x * $1.end.y - $1.start.y * $1.end.x }
        area.pointee = orientedArea ? sum / 2 : abs(sum / 2)
    }

    /// Computes the length of a contour's closed line, in heights of the image.
    /// - Parameters:
    ///   - perimeter: Where to write the length.
    ///   - contour: The contour.
    public class func calculatePerimeter(_ perimeter: UnsafeMutablePointer<Double>, for contour: VNContour) throws {
        perimeter.pointee = sides(of: contour).reduce(0) { $0 + hypot($1.end.x - $1.start.x, $1.end.y - $1.start.y) }
    }

    private class func circle(around points: [SIMD2<Double>]) throws -> VNCircle {
        guard let circle = BoundingCircle(around: points) else {
            throw NSError(vision: VisionError.invalidArgument("A circle needs points, all of them finite."))
        }
        return VNCircle(center: VNPoint(x: circle.center.x, y: circle.center.y), radius: circle.radius)
    }

    private class func correctedPoints(of contour: VNContour) -> [SIMD2<Double>] {
        let aspectRatio = Double(contour.aspectRatio)
        return contour.normalizedPoints.map { SIMD2(Double($0.x) * aspectRatio, Double($0.y)) }
    }

    /// Returns the sides of the closed line.
    private class func sides(of contour: VNContour) -> [(start: SIMD2<Double>, end: SIMD2<Double>)] {
        let points = correctedPoints(of: contour)
        return zip(points, points.dropFirst() + points.prefix(1)).map { (start: $0, end: $1) }
    }
}
