// SPDX-License-Identifier: Apache-2.0
public import Foundation

#if STAND_INS
    public import LineamentAppleTypes
#elseif canImport(CoreGraphics)
    public import CoreGraphics
    public import simd
#endif

/// The contours of an image: closed lines along the borders of objects, and of the holes in them.
///
/// A contour's children are the borders of the holes in its object, their children those of the objects in these holes, and
/// so on. Points are centers of pixels of the object, in the resolution in which the image was analyzed, so that the contour
/// of a single pixel is a point.
public struct ContoursObservation: VisionObservation {
    /// The unique identifier of the observation.
    public let uuid: UUID
    /// Always 1.
    public let confidence: Float
    /// The request that produced the observation.
    public let originatingRequestDescriptor: RequestDescriptor?
    let tree: ContourTree

    /// The number of contours, whether others surround them or not.
    public var contourCount: Int { tree.count }
    /// The contours that no other surrounds, in the order in which a scan from the top meets them.
    public var topLevelContours: [Contour] { tree.roots.map { Contour(tree, $0) } }
    /// All contours as closed lines, normalized to the upright image, from its lower left corner.
    public var normalizedPath: CGPath {
        let path = CGMutablePath()
        for index in 0..<tree.count { path.addContour(tree.points(of: index)) }
        return path
    }

    /// Returns a contour by its place among all of them, from 0 on, in the order in which a scan from the top meets them;
    /// `nil` if there is none.
    public func contourAtIndex(_ index: Int) -> Contour? {
        (0..<tree.count).contains(index) ? Contour(tree, index) : nil
    }

    /// Returns a contour by its ``Contour/indexPath``; `nil` if there is none. The name is spelled as Apple's.
    public func countourAtIndexPath(_ indexPath: IndexPath) -> Contour? {
        tree.index(at: indexPath).map { Contour(tree, $0) }
    }

    /// A description with identifier and number of contours.
    public var description: String { "ContoursObservation \(uuid), \(contourCount) contours" }

    init(_ tree: ContourTree, from descriptor: RequestDescriptor?) {
        uuid = UUID()
        confidence = 1
        originatingRequestDescriptor = descriptor
        self.tree = tree
    }
}

extension ContoursObservation {
    /// A closed line along the border of an object or of a hole.
    public struct Contour: Sendable {
        private let tree: ContourTree
        private let index: Int
        /// The points of a simplified contour.
        private let simplified: [SIMD2<Float>]?

        init(_ tree: ContourTree, _ index: Int, simplified: [SIMD2<Float>]? = nil) {
            self.tree = tree
            self.index = index
            self.simplified = simplified
        }

        /// The places of the contour and those around it among their siblings, from 0 on, outermost first.
        public var indexPath: IndexPath { tree.path(to: index) }
        /// The contours inside of this one, without those inside of them. Simplifying this one leaves them as they are.
        public var childContours: [Contour] { tree.children(of: index).map { Contour(tree, $0) } }
        /// The number of points, at least 1.
        public var pointCount: Int { simplified?.count ?? tree.points(of: index).count }
        /// The points in order, normalized to the upright image, from its lower left corner. The last is connected with
        /// the first, which is not repeated.
        public var normalizedPoints: [simd_float2] { simplified ?? Array(tree.points(of: index)) }
        /// The points in order, as ``normalizedPoints``.
        public var points: [NormalizedPoint] {
            normalizedPoints.map { NormalizedPoint(x: CGFloat($0.x), y: CGFloat($0.y)) }
        }
        /// The contour as a closed line, normalized to the upright image, from its lower left corner.
        public var normalizedPath: CGPath {
            let path = CGMutablePath()
            path.addContour(normalizedPoints)
            return path
        }
        /// The width of the image divided by its height, in pixels.
        public var aspectRatio: Float { tree.aspectRatio }
        /// The smallest rectangle around the points, normalized to the upright image, from its lower left corner.
        public var boundingBox: NormalizedRect {
            var low = SIMD2<Float>(repeating: .infinity)
            var high = SIMD2<Float>(repeating: -.infinity)
            for point in normalizedPoints {
                low = pointwiseMin(low, point)
                high = pointwiseMax(high, point)
            }
            let size = high - low
            return NormalizedRect(
                x: CGFloat(low.x), y: CGFloat(low.y), width: CGFloat(size.x), height: CGFloat(size.y))
        }

        /// Returns the contour with fewer points, chosen by the Ramer-Douglas-Peucker algorithm so that none of the others
        /// is further than `epsilon` away from the line.
        /// - Parameter epsilon: The distance in normalized coordinates, at least 0.
        /// - Throws: ``VisionError/invalidArgument(_:)`` if `epsilon` is negative or not a number.
        public func polygonApproximation(epsilon: Float) throws -> Contour {
            guard epsilon >= 0 else {
                throw VisionError.invalidArgument("epsilon must be at least 0, not \(epsilon).")
            }
            return Contour(
                tree, index, simplified: PolygonSimplification.simplified(normalizedPoints, tolerance: epsilon))
        }
    }
}

extension ContoursObservation.Contour: Hashable, CustomStringConvertible {
    /// Returns whether both have the same points and are at the same place of the same observation's contours.
    public static func == (left: ContoursObservation.Contour, right: ContoursObservation.Contour) -> Bool {
        left.index == right.index && left.tree == right.tree && left.simplified == right.simplified
    }

    /// Adds the place and the number of points to a hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(index)
        hasher.combine(pointCount)
    }

    /// A description with the number of points and of contours inside.
    public var description: String {
        "Contour, \(pointCount) points, \(tree.children(of: index).count) contours inside"
    }
}

extension ContoursObservation: Hashable {
    /// Returns whether both are the same observation.
    public static func == (left: ContoursObservation, right: ContoursObservation) -> Bool { left.uuid == right.uuid }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(uuid) }
}

extension ContoursObservation: Codable {
    private enum Key: CodingKey {
        case uuid, confidence, originatingRequestDescriptor, aspectRatio, points, starts, parents
    }

    /// Decodes an observation with all contours.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        uuid = try values.decode(UUID.self, forKey: .uuid)
        confidence = try values.decode(Float.self, forKey: .confidence)
        originatingRequestDescriptor = try values.decodeIfPresent(
            RequestDescriptor.self, forKey: .originatingRequestDescriptor)
        let tree = ContourTree(
            points: try values.decode([SIMD2<Float>].self, forKey: .points),
            starts: try values.decode([Int].self, forKey: .starts),
            parents: try values.decode([Int].self, forKey: .parents),
            aspectRatio: try values.decode(Float.self, forKey: .aspectRatio))
        guard let tree else {
            throw DecodingError.dataCorruptedError(
                forKey: .parents, in: values, debugDescription: "The contours are not inside of one another.")
        }
        self.tree = tree
    }

    /// Encodes the observation with all contours.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(uuid, forKey: .uuid)
        try values.encode(confidence, forKey: .confidence)
        try values.encodeIfPresent(originatingRequestDescriptor, forKey: .originatingRequestDescriptor)
        try values.encode(tree.aspectRatio, forKey: .aspectRatio)
        try values.encode(tree.points, forKey: .points)
        try values.encode(tree.starts, forKey: .starts)
        try values.encode(tree.parents, forKey: .parents)
    }
}

extension CGMutablePath {
    /// Adds a closed line.
    fileprivate func addContour(_ points: some Collection<SIMD2<Float>>) {
        addLines(between: points.map { CGPoint(x: CGFloat($0.x), y: CGFloat($0.y)) })
        closeSubpath()
    }
}
