// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentMLKit
import LineamentMLKitRender
import LineamentRender
import LineamentVision
import LineamentVisionRender
import TestSupport
import Testing

/// The results of ML Kit's and Vision's APIs on the sample photo, drawn where MediaPipe's are.
@Suite struct DialectOverlayTests {
    /// Returns the box of the pixels that an overlay changes on a gray image with the size of the photo, or of those on
    /// its panel that are orange.
    private func drawnBox(_ overlay: any Overlay, onPanel: Bool = false) throws -> CGRect {
        let photo = try Sample.pixels()
        let (width, height) = (photo.width, photo.height)
        let gray = try PixelBuffer(
            copying: [UInt8](repeating: 110, count: width * height), width: width, height: height, format: .gray8)
        let drawn = try overlay.drawn(over: gray)
        let bytes = drawn.rgbBytes
        var box = CGRect.null
        for y in 0..<drawn.height {
            for x in onPanel ? width..<drawn.width : 0..<width {
                let pixel = 3 * (y * drawn.width + x)
                let isDrawn =
                    onPanel
                    ? Int(bytes[pixel]) - Int(bytes[pixel + 2]) > 100
                    : bytes[pixel..<pixel + 3].contains { $0 != 110 }
                if isDrawn { box = box.union(CGRect(x: x, y: y, width: 1, height: 1)) }
            }
        }
        return box
    }

    private func overlap(_ one: CGRect, _ other: CGRect) -> CGFloat {
        let (shared, whole) = (one.intersection(other), one.union(other))
        return shared.isNull ? 0 : shared.width * shared.height / (whole.width * whole.height)
    }

    @Test func facesAreDrawnWhereTheMeshIs() async throws {
        let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
        let mesh = try drawnBox(FaceMeshOverlay(landmarker.detect(image: Sample.image()), labels: .none))
        var shape = OverlayStyle(parts: [.contours])

        let photo = UIImage(pixelBuffer: try Sample.pixels())
        let options = LineamentMLKit.FaceDetectorOptions()
        options.contourMode = .all
        let detector = LineamentMLKit.FaceDetector.faceDetector(options: options)
        let faces = try detector.results(in: VisionImage(image: photo))
        #expect(overlap(try drawnBox(FaceContourOverlay(faces, style: shape)), mesh) > 0.8)

        let observations = try await DetectFaceLandmarksRequest().perform(on: Sample.url)
        // Vision's contours end at the eyebrows.
        let contours = try drawnBox(FaceContourOverlay(observations, style: shape))
        #expect(overlap(contours, mesh) > 0.5)
        #expect(mesh.insetBy(dx: -8, dy: -8).contains(contours))
        shape.parts = .box
        #expect(
            overlap(
                try drawnBox(BoxOverlay(observations, style: shape)),
                try drawnBox(FaceContourOverlay(observations, style: shape))) > 0.9)

        let request = VNDetectFaceLandmarksRequest()
        try VNImageRequestHandler(url: Sample.url).perform([request])
        let older = try drawnBox(FaceContourOverlay(request.results ?? [], labels: .none))
        #expect(overlap(older, try drawnBox(FaceContourOverlay(observations, labels: .none))) > 0.99)
    }

    @Test func bodiesAreDrawnWhereTheSkeletonIs() async throws {
        let landmarker = try PoseLandmarker(options: PoseLandmarkerOptions())
        let expected = try landmarker.detect(image: Sample.image())
        let skeleton = try drawnBox(PoseOverlay(expected))
        let photo = UIImage(pixelBuffer: try Sample.pixels())
        let poses = try PoseDetector.poseDetector(options: AccuratePoseDetectorOptions())
            .results(in: VisionImage(image: photo))
        #expect(overlap(try drawnBox(PoseOverlay(poses)), skeleton) > 0.7)

        let observations = try await DetectHumanBodyPoseRequest().perform(on: Sample.url)
        let drawn = try drawnBox(PoseOverlay(observations))
        #expect(overlap(drawn, skeleton) > 0.5)
        let request = VNDetectHumanBodyPoseRequest()
        try VNImageRequestHandler(url: Sample.url).perform([request])
        #expect(overlap(try drawnBox(PoseOverlay(request.results ?? [])), drawn) > 0.99)

        let people = try await DetectHumanRectanglesRequest().perform(on: Sample.url)
        #expect(try !drawnBox(BoxOverlay(people)).isNull)

        // The left arm and leg, in orange on the panel.
        let space = try await DetectHumanBodyPose3DRequest().perform(on: Sample.url)
        let world = try drawnBox(WorldLandmarksOverlay(expected), onPanel: true)
        #expect(overlap(try drawnBox(WorldLandmarksOverlay(space), onPanel: true), world) > 0.4)
    }
}
