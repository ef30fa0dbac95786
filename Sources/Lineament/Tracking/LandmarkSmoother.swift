// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Smooths the landmarks of one subject from frame to frame: the slower they move, the more.
///
/// The filter and its parameters are those of MediaPipe. It works with landmarks from any source; use one smoother per
/// track:
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
    /// The size, in pixels, below which a subject is not smoothed.
    private static let minSize: Float = 1e-6

    private let parameters: OneEuroFilter.Parameters
    private var filter: OneEuroFilter
    /// The size of the last image, in whose pixels the filter's values are; `nil` before the first and for meters.
    private var size: ImageSize?

    /// Creates a smoother for landmarks in fractions of an image, with MediaPipe's parameters.
    public init() { self.init(.imageLandmarks) }

    init(_ parameters: OneEuroFilter.Parameters) {
        self.parameters = parameters
        filter = OneEuroFilter(parameters)
    }

    /// Returns the landmarks of the next frame, smoothed.
    /// - Parameters:
    ///   - landmarks: The landmarks, in fractions of the image. If their number changes, the smoother starts over.
    ///   - size: The size of the image, in pixels. If it changes, the smoother starts over, as in MediaPipe.
    ///   - timestampInMilliseconds: The frame's timestamp. If it is not later than the last, or beyond 285 years, the
    ///     landmarks are returned unchanged.
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

    /// Returns landmarks in fractions of an image, smoothed in pixels; the timestamp is in milliseconds.
    mutating func smooth(
        _ landmarks: LandmarkSet, in size: ImageSize, objectSize: Float, timestamp: Int
    ) -> LandmarkSet {
        smooth(landmarks, in: size, objectSize: objectSize, nanoseconds: FrameClock.nanoseconds(timestamp))
    }

    /// Returns landmarks in fractions of an image, smoothed in pixels.
    /// - Parameters:
    ///   - landmarks: The landmarks, in fractions of the image.
    ///   - size: The size of the image, in pixels.
    ///   - objectSize: The size of the subject, in pixels, which speeds are measured relative to.
    ///   - nanoseconds: The frame's timestamp.
    mutating func smooth(
        _ landmarks: LandmarkSet, in size: ImageSize, objectSize: Float, nanoseconds: Int64
    ) -> LandmarkSet {
        if size != self.size {
            filter = OneEuroFilter(parameters)
            self.size = size
        }
        guard objectSize >= Self.minSize else { return landmarks }
        let pixels = SIMD3(size.width, size.height, size.width)
        var points = landmarks.map { $0 * pixels }
        filter.apply(to: &points, time: nanoseconds, scale: Double(1 / objectSize))
        for index in points.indices { points[index] /= pixels }
        return points
    }

    /// Returns landmarks in meters, smoothed; the timestamp is in milliseconds.
    mutating func smooth(_ landmarks: LandmarkSet, timestamp: Int) -> LandmarkSet {
        smooth(landmarks, nanoseconds: FrameClock.nanoseconds(timestamp))
    }

    /// Returns landmarks in meters, smoothed.
    mutating func smooth(_ landmarks: LandmarkSet, nanoseconds: Int64) -> LandmarkSet {
        var points = landmarks
        filter.apply(to: &points, time: nanoseconds, scale: 1)
        return points
    }
}
