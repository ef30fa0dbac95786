/// Smooths the landmarks of one object from frame to frame.
struct LandmarkSmoother: Sendable {
    /// Objects smaller than this, in pixels, are left as they are.
    private static let smallestScale: Float = 1e-6

    private var filter: OneEuroFilter

    init(_ parameters: OneEuroFilter.Parameters) { filter = OneEuroFilter(parameters) }

    /// - Parameter timestamp: in milliseconds.
    mutating func smooth(_ landmarks: LandmarkSet, in size: ImageSize, timestamp: Int) -> LandmarkSet {
        let pixels = SIMD3(size.width, size.height, size.width)
        let points = landmarks.map { $0 * pixels }
        let low = points.reduce(SIMD3<Float>(repeating: .infinity), pointwiseMin)
        let high = points.reduce(SIMD3<Float>(repeating: -.infinity), pointwiseMax)
        let scale = ((high.x - low.x) + (high.y - low.y)) / 2
        guard scale >= Self.smallestScale else { return landmarks }
        var values = points.flatMap { [$0.x, $0.y, $0.z] }
        filter.apply(to: &values, time: Int64(timestamp) * 1_000_000, scale: Double(1 / scale))
        return landmarks.indices.map { index in
            SIMD3(values[3 * index], values[3 * index + 1], values[3 * index + 2]) / pixels
        }
    }
}
