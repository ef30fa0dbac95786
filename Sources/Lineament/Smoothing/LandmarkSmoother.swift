/// Smooths the landmarks of one object from frame to frame.
struct LandmarkSmoother: Sendable {
    /// Objects smaller than this, in pixels, are left as they are.
    private static let smallestSize: Float = 1e-6

    private var filter: OneEuroFilter

    init(_ parameters: OneEuroFilter.Parameters) { filter = OneEuroFilter(parameters) }

    /// Landmarks in fractions of an image, smoothed in pixels.
    /// - Parameters:
    ///   - objectSize: in pixels; speeds are measured in it.
    ///   - timestamp: in milliseconds.
    mutating func smooth(
        _ landmarks: LandmarkSet, in size: ImageSize, objectSize: Float, timestamp: Int
    ) -> LandmarkSet {
        guard objectSize >= Self.smallestSize else { return landmarks }
        let pixels = SIMD3(size.width, size.height, size.width)
        return filtered(landmarks.map { $0 * pixels }, scale: Double(1 / objectSize), timestamp: timestamp)
            .map { $0 / pixels }
    }

    /// Landmarks in metres.
    mutating func smooth(_ landmarks: LandmarkSet, timestamp: Int) -> LandmarkSet {
        filtered(landmarks, scale: 1, timestamp: timestamp)
    }

    private mutating func filtered(_ points: LandmarkSet, scale: Double, timestamp: Int) -> LandmarkSet {
        var values = points.flatMap { [$0.x, $0.y, $0.z] }
        filter.apply(to: &values, time: Int64(timestamp) * 1_000_000, scale: scale)
        return points.indices.map { SIMD3(values[3 * $0], values[3 * $0 + 1], values[3 * $0 + 2]) }
    }
}

extension LandmarkSet {
    /// The mean of width and height of all points, in pixels.
    func extent(in size: ImageSize) -> Float {
        let pixels = SIMD3(size.width, size.height, size.width)
        let points = map { $0 * pixels }
        let low = points.reduce(SIMD3<Float>(repeating: .infinity), pointwiseMin)
        let high = points.reduce(SIMD3<Float>(repeating: -.infinity), pointwiseMax)
        return ((high.x - low.x) + (high.y - low.y)) / 2
    }
}
