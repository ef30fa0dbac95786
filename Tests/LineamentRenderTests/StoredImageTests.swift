// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@testable import LineamentRender

/// Each overlay of the sample photo's results, drawn on gray, against the picture of it that was looked at and stored.
///
/// A drawing that is moved to the side by one pixel differs by as much as neighboring pixels of it do. Other releases of
/// Cairo and of the font smooth edges differently, so a third of that is allowed: a shift of a pixel, another color or a
/// missing part is more. After a deliberate change, store new pictures with `LINEAMENT_STORE_IMAGES=1`, and look at them.
@Suite struct StoredImageTests {
    /// The largest difference, relative to that of a shift by one pixel.
    private static let limit = 0.3

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Stored")

    private func check(_ overlay: any Overlay, _ name: String, side: Int = 256) throws {
        let gray = try PixelBuffer(
            copying: [UInt8](repeating: 110, count: side * side), width: side, height: side, format: .gray8)
        let drawn = try overlay.drawn(over: gray)
        let url = Self.folder.appending(path: "\(name).png")
        if ProcessInfo.processInfo.environment["LINEAMENT_STORE_IMAGES"] != nil {
            try ImageEncoder().encode(drawn, as: .png).write(to: url)
        }
        let stored = try ImageDecoder().decode(contentsOf: url)
        try #require(stored.width == drawn.width)
        try #require(stored.height == drawn.height)
        let (expected, actual) = (stored.rgbBytes, drawn.rgbBytes)
        let difference = Self.difference(expected, actual)
        let shift = Self.difference(expected.dropLast(3), expected.dropFirst(3))
        #expect(shift > 0, "\(name): \(difference / shift)")
        #expect(difference <= Self.limit * shift, "\(name): \(difference / shift)")
    }

    private static func difference(_ one: some Sequence<UInt8>, _ other: some Sequence<UInt8>) -> Double {
        zip(one, other).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) }
    }

    @Test func faceDetections() throws {
        let detector = try FaceDetector(options: FaceDetectorOptions())
        let result = try detector.detect(image: MPImage(pixelBuffer: Sample.pixels()))
        try check(FaceDetectionOverlay(result), "detections", side: 512)
    }

    @Test func faceMesh() throws {
        let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
        let session = landmarker.makeSession()
        let image = try MPImage(pixelBuffer: Sample.pixels())
        let result = try session.detect(videoFrame: image, timestampInMilliseconds: 0)
        try check(FaceMeshOverlay(result), "mesh", side: 1024)
        try check(FaceMeshOverlay(result), "mesh-small", side: 256)
    }

    @Test func wholePersons() throws {
        let landmarker = try HolisticLandmarker(options: HolisticLandmarkerOptions())
        let result = try landmarker.detect(image: MPImage(pixelBuffer: Sample.pixels()))
        try check(HolisticOverlay(result), "holistic", side: 512)
    }

    @Test func posesWithMask() throws {
        let result = try posesOfTheSample(hasMask: true)
        try check(PoseOverlay(result), "pose", side: 512)
        let pair = PoseLandmarkerResult(poses: result.poses + result.poses, timestampInMilliseconds: 0)
        try check(PoseOverlay(pair, labels: .all, style: OverlayStyle(parts: [.skeleton, .labels])), "pose-pair")
    }

    @Test func worldLandmarksBesideTheImage() throws {
        let result = try posesOfTheSample(hasMask: false)
        try check(WorldLandmarksOverlay(result), "world")
        let pair = PoseLandmarkerResult(poses: result.poses + result.poses, timestampInMilliseconds: 0)
        try check(WorldLandmarksOverlay(pair), "world-pair")
    }

    @Test func facesWithContours() throws {
        func face(x: Double, side: Double, labelLines: [String]) -> FaceDrawing {
            let points = (0..<12).map { index in
                let angle = Double(index) * .pi / 6
                return Point(x: x + side / 2 * (1 + cos(angle)), y: 100 + side / 2 * (1 + sin(angle)))
            }
            return FaceDrawing(
                box: CGRect(x: x, y: 100, width: side, height: side),
                paths: [FaceDrawing.Path(points: points, isClosed: true)], dots: points, labelLines: labelLines)
        }
        let large = face(x: 20, side: 100, labelLines: ["smile 0.06", "yaw 19° pitch 8° roll −4°"])
        let small = face(x: 180, side: 30, labelLines: ["smile 0.90"])
        try check(FaceContourOverlay([large, small]), "contours")
    }

    private func posesOfTheSample(hasMask: Bool) throws -> PoseLandmarkerResult {
        let options = PoseLandmarkerOptions()
        options.shouldOutputSegmentationMasks = hasMask
        return try PoseLandmarker(options: options).detect(image: MPImage(pixelBuffer: Sample.pixels()))
    }
}
