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
        var points = landmarks.map { $0 * pixels }
        filter(&points, scale: Double(1 / objectSize), timestamp: timestamp)
        for index in points.indices { points[index] /= pixels }
        return points
    }

    /// Landmarks in metres.
    mutating func smooth(_ landmarks: LandmarkSet, timestamp: Int) -> LandmarkSet {
        var points = landmarks
        filter(&points, scale: 1, timestamp: timestamp)
        return points
    }

    private mutating func filter(_ points: inout LandmarkSet, scale: Double, timestamp: Int) {
        filter.apply(to: &points, time: Int64(timestamp) * 1_000_000, scale: scale)
    }
}

extension LandmarkSet {
    /// The mean of width and height of all points, in pixels.
    func extent(in size: ImageSize) -> Float {
        let pixels = SIMD3(size.width, size.height, size.width)
        let low = reduce(SIMD3<Float>(repeating: .infinity)) { pointwiseMin($0, $1 * pixels) }
        let high = reduce(SIMD3<Float>(repeating: -.infinity)) { pointwiseMax($0, $1 * pixels) }
        return ((high.x - low.x) + (high.y - low.y)) / 2
    }
}
