public import Foundation

/// Smooths the landmarks of one subject from frame to frame: the slower they move, the more.
///
/// The filter and its parameters are MediaPipe's. It takes landmarks from any source; use one smoother for each track:
///
/// ```swift
/// var smoothers: [Int: LandmarkSmoother] = [:]
/// for face in result.faces {
///     let smooth = smoothers[face.trackID ?? 0, default: LandmarkSmoother()].smooth(
///         face.landmarks.array, in: size, timestampInMilliseconds: result.timestampInMilliseconds)
///     print(smooth[FaceMeshLandmark.noseTip.rawValue])
/// }
/// ```
public struct LandmarkSmoother: Sendable {
    /// Subjects smaller than this, in pixels, are left as they are.
    private static let smallestSize: Float = 1e-6

    private var filter: OneEuroFilter

    /// A smoother for landmarks in an image, with MediaPipe's parameters.
    public init() { self.init(.imageLandmarks) }

    init(_ parameters: OneEuroFilter.Parameters) { filter = OneEuroFilter(parameters) }

    /// The landmarks of the next frame, smoothed.
    /// - Parameters:
    ///   - landmarks: in fractions of the image; as many as in the frame before, or the smoother starts anew.
    ///   - size: of the image, in pixels.
    ///   - timestampInMilliseconds: of the frame. Landmarks that are not later than the last are returned as they are, and
    ///     so are those of a time beyond 285 years.
    public mutating func smooth(
        _ landmarks: [NormalizedLandmark], in size: CGSize, timestampInMilliseconds: Int
    ) -> [NormalizedLandmark] {
        guard FrameClock.range.contains(timestampInMilliseconds) else { return landmarks }
        let points = landmarks.map { SIMD3($0.x, $0.y, $0.z) }
        let size = ImageSize(width: Float(size.width), height: Float(size.height))
        let smooth = smooth(points, in: size, objectSize: points.extent(in: size), timestamp: timestampInMilliseconds)
        return zip(landmarks, smooth).map { landmark, point in
            NormalizedLandmark(
                x: point.x, y: point.y, z: point.z, visibilityValue: landmark.visibilityValue,
                presenceValue: landmark.presenceValue)
        }
    }

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

    /// Landmarks in metres, smoothed.
    mutating func smooth(_ landmarks: LandmarkSet, timestamp: Int) -> LandmarkSet {
        var points = landmarks
        filter(&points, scale: 1, timestamp: timestamp)
        return points
    }

    private mutating func filter(_ points: inout LandmarkSet, scale: Double, timestamp: Int) {
        filter.apply(to: &points, time: Int64(timestamp) * 1_000_000, scale: scale)
    }
}

/// Landmarks of one face or body: x and y in fractions of the image, z on the scale of x; or all in metres.
typealias LandmarkSet = [SIMD3<Float>]

extension LandmarkSet {
    /// The box around x and y of all points.
    var bounds: BoundingBox {
        let (low, high) = corners
        return BoundingBox(minimum: SIMD2(low.x, low.y), maximum: SIMD2(high.x, high.y))
    }

    /// The mean of width and height of all points, in pixels.
    func extent(in size: ImageSize) -> Float {
        let pixels = SIMD3(size.width, size.height, size.width)
        let (low, high) = map { $0 * pixels }.corners
        return ((high.x - low.x) + (high.y - low.y)) / 2
    }

    private var corners: (low: SIMD3<Float>, high: SIMD3<Float>) {
        (
            reduce(SIMD3(repeating: .infinity), pointwiseMin), reduce(SIMD3(repeating: -.infinity), pointwiseMax)
        )
    }
}
