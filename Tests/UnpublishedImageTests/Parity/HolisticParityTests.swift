import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

/// Whole persons in every photo and video with a reference, against MediaPipe 1.2.2.
///
/// On equal pixels everything is equal up to the seven decimals of the reference, in photos and in videos. Other processors
/// multiply in another order; 0.001 px leaves room for that.
@Suite(.timeLimit(.minutes(60)), .enabled(if: HandReference.isPresent, "\(TestData.isAbsentMessage)"))
struct HolisticParityTests {
    @Test func photosEqualTheReference() throws {
        let landmarker = try HolisticLandmarker(options: Self.options(.image))
        var decoder = ImageDecoder()
        decoder.appliesOrientation = false
        let photos = try #require(Self.reference()["holistic"] as? [String: [String: [Double]]])
        try #require(!photos.isEmpty)
        for (path, expected) in photos {
            let pixels = try decoder.decode(contentsOf: TestData.url(path)).convertedToRGB()
            let found = try landmarker.detect(image: MPImage(pixelBuffer: pixels))
            let size = SIMD3(Double(pixels.width), Double(pixels.height), Double(pixels.width))
            func expectEqual(_ part: String, _ points: [NormalizedLandmark], _ limit: Double) throws {
                let theirs = try #require(expected[part])
                #expect(
                    try Self.distance(points.flatMap { [$0.x, $0.y, $0.z] }, theirs, size) < limit, "\(path) \(part)")
            }
            try expectEqual("pose", found.poseLandmarks, 0.001)
            try expectEqual("face", found.faceLandmarks, 0.001)
            try expectEqual("left", found.leftHandLandmarks, 0.001)
            try expectEqual("right", found.rightHandLandmarks, 0.001)
            for (part, points) in [
                ("leftWorld", found.leftHandWorldLandmarks), ("rightWorld", found.rightHandWorldLandmarks),
            ] {
                let theirs = try #require(expected[part])
                let distance = try Self.distance(points.flatMap { [$0.x, $0.y, $0.z] }, theirs, SIMD3(1, 1, 1))
                #expect(distance < 1e-6, "\(path) \(part)")
            }
        }
    }

    @Test(.enabled(if: FFmpegFrames.isInstalled, "needs the program ffmpeg, whose pixels the reference has"))
    func videosEqualTheReference() throws {
        for (path, rows) in try #require(Self.reference()["videos"] as? [String: [Any]]) {
            let landmarker = try HolisticLandmarker(options: Self.options(.video))
            let frames = try FFmpegFrames(TestData.url(path), count: rows.count)
            for (index, row) in rows.enumerated() {
                let pixels = try frames.frame(index)
                let found = try landmarker.detect(
                    videoFrame: MPImage(pixelBuffer: pixels), timestampInMilliseconds: index * 40)
                guard let parts = (row as? [Any])?.last as? [[Double]] else { continue }
                let size = SIMD3(Double(pixels.width), Double(pixels.height), Double(pixels.width))
                for (points, theirs) in zip(
                    [found.poseLandmarks, found.leftHandLandmarks, found.rightHandLandmarks], parts)
                {
                    let distance = try Self.distance(points.flatMap { [$0.x, $0.y, $0.z] }, theirs, size)
                    #expect(distance < 0.001, "\(path), frame \(index)")
                }
            }
        }
    }

    /// The reference was made with the defaults of Python.
    private static func options(_ mode: RunningMode) -> HolisticLandmarkerOptions {
        let options = HolisticLandmarkerOptions()
        options.runningMode = mode
        options.minFaceSuppressionThreshold = 0.5
        options.minPoseSuppressionThreshold = 0.5
        return options
    }

    private static func reference() throws -> [String: Any] {
        let data = try Data(contentsOf: TestData.url("reference/hands/images.json"))
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// Returns the largest distance of two flat lists of x, y and z, which must be equally long, in units of `size`.
    private static func distance(_ mine: [Float], _ theirs: [Double], _ size: SIMD3<Double>) throws -> Double {
        try #require(mine.count == theirs.count)
        return zip(mine, theirs).enumerated().map { abs(Double($1.0) - $1.1) * size[$0 % 3] }.max() ?? 0
    }
}
