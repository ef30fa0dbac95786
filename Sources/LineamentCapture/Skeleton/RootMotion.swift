// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Lineament

/// Where a person is in front of the camera: the place of the hips that makes the points in meters appear where they
/// are in the image.
struct RootMotion {
    /// The places, with y up and z toward the viewer, in meters from the camera; NaN where the body is missing.
    let places: [Vector]

    /// The cutoff for the distance, in hertz. It follows from a size in the image, and is the least certain number of
    /// all.
    private static let distanceCutoff = 1.0

    /// - Parameters:
    ///   - sightings: The person's place in each frame.
    ///   - filter: The smoothing of the place in the image.
    init(_ sightings: [Sighting], rate: Double, filter: SmoothingFilter) {
        var distances = sightings.map(\.distance)
        if filter != .none {
            distances = SmoothingFilter.butterworth(cutoff: Self.distanceCutoff).smoothed(distances, rate: rate)
        }
        let sideways = zip(sightings, distances).map { $0.sideways(at: $1) }
        let x = filter.smoothed(sideways.map(\.x), rate: rate)
        let y = filter.smoothed(sideways.map(\.y), rate: rate)
        places = distances.indices.map { frame in
            x[frame].isFinite
                ? Vector(x[frame], -y[frame], -distances[frame]) : Vector(repeating: .nan)
        }
    }
}

/// A person's place according to one frame: the distance, and how the place to the side follows from it.
struct Sighting {
    /// The distance in meters; NaN if the points do not say it.
    let distance: Double
    /// The place to the side is this times the distance, and the offset; NaN without points.
    private var ray = SIMD2<Double>(repeating: .nan)
    private var offset = SIMD2<Double>(repeating: .nan)

    /// A frame without points.
    static let none = Sighting()

    /// The points that say where a body is: shoulders, elbows, hips, knees, ankles.
    private static let landmarks = [11, 12, 13, 14, 23, 24, 25, 26, 27, 28]

    private init() { distance = .nan }

    /// - Parameters:
    ///   - size: The size of the image, in pixels.
    ///   - focal: The focal length, in pixels.
    init(_ body: PointSeries, at frame: Int, imageSize size: SIMD2<Double>, focal: Double) {
        let sights = Self.landmarks.compactMap { Sight(body, $0, frame, size, focal) }
        distance = Self.distance(of: sights)
        let total = sights.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return }
        ray = Self.mean(sights, total, \.ray)
        offset = Self.mean(sights, total, \.gap)
    }

    /// Returns x and y for a known distance; NaN for an unknown one.
    func sideways(at distance: Double) -> SIMD2<Double> { ray * distance + offset }

    /// A point in meters and the ray on which it is seen.
    private struct Sight {
        let point: Vector
        let ray: SIMD2<Double>
        let weight: Double
        /// The place to the side at the distance 0.
        var gap: SIMD2<Double> { ray * point.z - SIMD2(point.x, point.y) }

        init?(_ body: PointSeries, _ landmark: Int, _ frame: Int, _ size: SIMD2<Double>, _ focal: Double) {
            guard let image = body.imagePosition(of: landmark, at: frame),
                let world = body.worldPosition(of: landmark, at: frame)
            else { return nil }
            point = Vector(world)
            ray = (SIMD2(Double(image.x), Double(image.y)) - 0.5) * size / focal
            let seen = body.visibility.isEmpty ? 1 : Double(body.visibility[frame * body.pointCount + landmark])
            weight = max(0.01, seen * seen)
        }
    }

    private static func mean(
        _ sights: [Sight], _ total: Double, _ value: (Sight) -> SIMD2<Double>
    ) -> SIMD2<Double> {
        sights.reduce(.zero) { $0 + value($1) * $1.weight } / total
    }

    /// Solves ray · (z + point.z) = (x, y) + point.xy for x, y and z by least squares, and returns z.
    private static func distance(of sights: [Sight]) -> Double {
        guard sights.count >= 4 else { return .nan }
        let total = sights.reduce(0) { $0 + $1.weight }
        // x and y follow from z: they drop out where means are subtracted.
        let ray = mean(sights, total, \.ray)
        let gap = mean(sights, total, \.gap)
        var product = 0.0
        var square = 0.0
        for sight in sights {
            let rayGap = sight.ray - ray
            product += sight.weight * (rayGap * (sight.gap - gap)).sum()
            square += sight.weight * (rayGap * rayGap).sum()
        }
        guard square > 1e-12 else { return .nan }
        let distance = -product / square
        return distance.isFinite && distance > 0.1 ? distance : .nan
    }
}
