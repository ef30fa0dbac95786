// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

/// Whole persons in every photo and video with a reference, against MediaPipe 1.2.2.
///
/// On equal pixels everything is equal up to the seven decimals of the reference, in photos and in videos.
@Suite(.enabled(if: HandReference.isPresent, "\(TestData.isAbsentMessage)"))
struct HolisticParityTests {
    @Test func photosEqualTheReference() throws {
        let landmarker = try HolisticLandmarker(options: Self.options(.image))
        var decoder = ImageDecoder()
        decoder.appliesOrientation = false
        let photos = try #require(Self.reference()["holistic"] as? [String: [String: [Double]]])
        try #require(!photos.isEmpty)
        var comparison = ReferenceComparison(isTracked: false)
        for (path, expected) in photos {
            let pixels = try decoder.decode(contentsOf: TestData.url(path)).convertedToRGB()
            let found = try landmarker.detect(image: MPImage(pixelBuffer: pixels))
            let size = SIMD3(Double(pixels.width), Double(pixels.height), Double(pixels.width))
            func expectEqual(_ part: String, _ kind: OutputKind, _ points: [NormalizedLandmark]) throws {
                try comparison.add(kind, points, #require(expected[part]), size, "\(path) \(part)")
            }
            try expectEqual("pose", .bodyDepth, found.poseLandmarks)
            try expectEqual("face", .faceLandmark, found.faceLandmarks)
            try expectEqual("left", .handLandmark, found.leftHandLandmarks)
            try expectEqual("right", .handLandmark, found.rightHandLandmarks)
            for (part, points) in [
                ("leftWorld", found.leftHandWorldLandmarks), ("rightWorld", found.rightHandWorldLandmarks),
            ] {
                let mine = points.flatMap { [$0.x, $0.y, $0.z] }
                let deviations = try pairs(mine, #require(expected[part])).map { Double($0) - $1 }
                comparison.add(.handWorld, deviations, exact: 1e-6, "\(path) \(part)")
            }
        }
        #expect(comparison.problems == [])
    }

    @Test(.enabled(if: FFmpegFrames.isInstalled, "needs the program ffmpeg, whose pixels the reference has"))
    func videosEqualTheReference() throws {
        for (path, rows) in try #require(Self.reference()["videos"] as? [String: [Any]]) {
            let landmarker = try HolisticLandmarker(options: Self.options(.video))
            let frames = try FFmpegFrames(TestData.url(path), count: rows.count)
            var comparison = ReferenceComparison(isTracked: true)
            for (index, row) in rows.enumerated() {
                let pixels = try frames.frame(index)
                let found = try landmarker.detect(
                    videoFrame: MPImage(pixelBuffer: pixels), timestampInMilliseconds: index * 40)
                guard let parts = (row as? [Any])?.last as? [[Double]] else { continue }
                let size = SIMD3(Double(pixels.width), Double(pixels.height), Double(pixels.width))
                let mine: [(OutputKind, [NormalizedLandmark])] = [
                    (.bodyDepth, found.poseLandmarks), (.handLandmark, found.leftHandLandmarks),
                    (.handLandmark, found.rightHandLandmarks),
                ]
                for ((kind, points), theirs) in zip(mine, parts) {
                    try comparison.add(kind, points, theirs, size, "\(path), frame \(index)")
                }
            }
            comparison.finish(path)
            #expect(comparison.problems == [])
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
}

extension ReferenceComparison {
    /// Compares landmarks with a flat list of x, y and z, in units of `size`.
    fileprivate mutating func add(
        _ kind: OutputKind, _ mine: [NormalizedLandmark], _ theirs: [Double], _ size: SIMD3<Double>, _ place: String
    ) throws {
        let coordinates = mine.flatMap { [$0.x, $0.y, $0.z] }
        guard hasSameCount(coordinates.count, theirs.count, place) else { return }
        let deviations = zip(coordinates, theirs).enumerated().map { (Double($1.0) - $1.1) * size[$0 % 3] }
        add(kind, deviations, exact: 0.001, scale: size.max(), place)
    }
}
