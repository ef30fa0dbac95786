// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// A direction from which bodies are seen.
enum WorldView: String, CaseIterable {
    case front, side, above

    /// Returns the position of a joint in meters to the right and down on the panel.
    func position(_ joint: SIMD3<Double>) -> Point {
        switch self {
        case .front: Point(x: joint.x, y: joint.y)
        // Seen from the image's right, so that points near the camera are on the left.
        case .side: Point(x: joint.z, y: joint.y)
        case .above: Point(x: joint.x, y: -joint.z)
        }
    }
}

/// Bodies side by side in one square of the panel.
struct WorldScene {
    let view: WorldView
    /// The upper left corner of the square, in pixels.
    let corner: Point
    /// The distance of the grid's lines, in meters.
    let gridStep: Double

    private let side: Double
    private let pixelsPerMeter: Double
    /// The size of the scene in meters; both are multiples of ``sizeStep``, so that the zoom of a video changes seldom. People
    /// have places of multiples of ``placeStep``.
    private let width: Double
    private let height: Double
    /// The joints of each body in meters from the upper left corner of the scene.
    private let bodies: [[Point]]

    /// The distance between two people and at the edges of the scene, in meters.
    private static let gap = 0.2
    /// The room below the floor, where the title is written, in meters.
    private static let basement = 0.3
    /// The smallest width and height of a scene, in meters.
    private static let smallest = 1.0
    /// Sizes are rounded up to multiples of these, in meters.
    private static let sizeStep = 0.5
    private static let placeStep = 0.25

    /// The distance of a joint from its origin, in meters, from which it is not drawn: no body is that large.
    private static let farthest = 100.0
    private static let nowhere = Point(x: .nan, y: .nan)

    /// Creates a scene.
    /// - Parameters:
    ///   - bodies: The bodies from left to right.
    ///   - view: The direction from which they are seen.
    ///   - corner: The upper left corner of the square in which they are drawn, in pixels.
    ///   - side: The side of the square, in pixels.
    init(_ bodies: [WorldBody], seenFrom view: WorldView, corner: Point, side: Double) {
        let shapes = bodies.map { $0.joints.map { Self.isPlausible($0) ? view.position($0) : Self.nowhere } }
        let boxes = shapes.map { $0.filter(\.x.isFinite).boundingBox }
        let widths = boxes.map { Self.roundedUp($0.width + Self.gap, to: Self.placeStep) }
        let height = max(
            Self.smallest,
            Self.roundedUp((boxes.map(\.height).max() ?? 0) + Self.gap + Self.basement, to: Self.sizeStep))
        let places = widths.reduce(0, +)
        let width = max(Self.smallest, Self.roundedUp(places, to: Self.sizeStep))
        var left = (width - places) / 2
        self.bodies = zip(shapes, zip(boxes, widths)).map { shape, place in
            defer { left += place.1 }
            let x = left + place.1 / 2 - place.0.midX
            // Seen from above, bodies are in the middle; otherwise they stand on the floor.
            let y = view == .above ? height / 2 - place.0.midY : height - Self.basement - place.0.maxY
            return shape.map { Point(x: $0.x + x, y: $0.y + y) }
        }
        (self.view, self.corner, self.side) = (view, corner, side)
        (self.width, self.height) = (width, height)
        let extent = max(width, height)
        gridStep = extent > 4 ? (extent / 8).rounded(.up) : 0.5
        pixelsPerMeter = side / extent
    }

    private static func isPlausible(_ joint: SIMD3<Double>) -> Bool {
        (0..<3).allSatisfy { abs(joint[$0]) < farthest }
    }

    private static func roundedUp(_ meters: Double, to step: Double) -> Double { (meters / step).rounded(.up) * step }

    /// Returns the joints of a body, in pixels.
    func points(ofBodyAt index: Int) -> [Point] { (bodies.element(at: index) ?? []).map(pixel) }

    /// Returns where the title's baseline begins, in pixels: below the floor, where no person is.
    func titleStart(unit: Double) -> Point { Point(x: corner.x + 4 * unit, y: corner.y + side - 4 * unit) }

    /// The floor, in pixels; `nil` seen from above.
    var floor: (from: Point, to: Point)? {
        guard view != .above else { return nil }
        let y = pixel(Point(x: 0, y: height - Self.basement)).y
        return (Point(x: corner.x, y: y), Point(x: corner.x + side, y: y))
    }

    /// The lines of the grid that are inside the square, in pixels; one of them is the floor.
    var gridLines: [(from: Point, to: Point)] {
        let start = pixel(Point(x: 0, y: view == .above ? 0 : height - Self.basement))
        let step = gridStep * pixelsPerMeter
        func places(through start: Double, from low: Double) -> [Double] {
            let first = start - ((start - low) / step).rounded(.down) * step
            return Array(stride(from: first, through: low + side, by: step))
        }
        let columns = places(through: start.x, from: corner.x).map {
            (from: Point(x: $0, y: corner.y), to: Point(x: $0, y: corner.y + side))
        }
        let rows = places(through: start.y, from: corner.y).map {
            (from: Point(x: corner.x, y: $0), to: Point(x: corner.x + side, y: $0))
        }
        return columns + rows
    }

    /// Returns a position of the scene, which is in the middle of the square, in pixels.
    private func pixel(_ position: Point) -> Point {
        let extent = max(width, height)
        return Point(
            x: corner.x + (position.x + (extent - width) / 2) * pixelsPerMeter,
            y: corner.y + (position.y + (extent - height) / 2) * pixelsPerMeter)
    }
}
