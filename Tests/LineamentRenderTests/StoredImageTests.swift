import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

@testable import LineamentRender

/// Each overlay of the sample photo's results, drawn on gray, against the picture of it that was looked at and stored.
///
/// Other releases of Cairo and of the font smooth edges differently, so pictures may differ at edges but not in what
/// they show. Drawing lines half as wide again, or moved by two pixels, is beyond these limits. After a deliberate
/// change, store new pictures with `LINEAMENT_STORE_IMAGES=1`, and look at them.
@Suite(.timeLimit(.minutes(10))) struct StoredImageTests {
    /// The largest mean difference of a channel, 0 to 255: six times that of moving the drawing by a tenth of a pixel.
    private static let meanLimit = 1.0
    /// A difference that is seen, 0 to 255, and the largest share of pixels with one.
    private static let (visible, shareLimit) = (64, 0.004)

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
        try #require(stored.width == drawn.width && stored.height == drawn.height)
        let differences = zip(stored.rgbBytes, drawn.rgbBytes).map { abs(Int($0) - Int($1)) }
        let mean = Double(differences.reduce(0, +)) / Double(differences.count)
        let share = Double(differences.count { $0 > Self.visible }) / Double(differences.count)
        #expect(mean <= Self.meanLimit && share <= Self.shareLimit, "\(name): mean \(mean), visible \(share)")
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
        try check(FaceMeshOverlay(result), "mesh", side: 512)
    }

    @Test func posesWithMask() throws {
        let result = try posesOfTheSample(hasMask: true)
        try check(PoseOverlay(result), "pose", side: 512)
    }

    @Test func worldLandmarksBesideTheImage() throws {
        let result = try posesOfTheSample(hasMask: false)
        try check(WorldLandmarksOverlay(result), "world")
        let pair = PoseLandmarkerResult(poses: result.poses + result.poses, timestampInMilliseconds: 0)
        try check(WorldLandmarksOverlay(pair), "world-pair")
    }

    @Test func facesWithContours() throws {
        func face(x: Double, side: Double, words: [String]) -> FaceDrawing {
            let points = (0..<12).map { index in
                let angle = Double(index) * .pi / 6
                return Point(x: x + side / 2 * (1 + cos(angle)), y: 100 + side / 2 * (1 + sin(angle)))
            }
            return FaceDrawing(
                box: CGRect(x: x, y: 100, width: side, height: side),
                paths: [FaceDrawing.Path(points: points, isClosed: true)], dots: points, words: words)
        }
        let large = face(x: 20, side: 100, words: ["#1", "smile 0.06", "yaw 19° pitch 8° roll −4°"])
        let small = face(x: 180, side: 30, words: ["#2", "smile 0.90"])
        try check(FaceContourOverlay([large, small]), "contours")
    }

    private func posesOfTheSample(hasMask: Bool) throws -> PoseLandmarkerResult {
        let options = PoseLandmarkerOptions()
        options.shouldOutputSegmentationMasks = hasMask
        return try PoseLandmarker(options: options).detect(image: MPImage(pixelBuffer: Sample.pixels()))
    }
}
