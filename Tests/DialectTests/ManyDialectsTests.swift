// SPDX-License-Identifier: Apache-2.0
import Lineament
import LineamentImages
import LineamentMLKit
import LineamentVision
import TestSupport
import Testing

/// One file may speak all three dialects: that this one compiles is most of the test.
@Suite struct ManyDialectsTests {
    @Test func theSameFaceByAllThree() async throws {
        let image = UIImage(pixelBuffer: try Sample.pixels())
        let buffer: CVPixelBuffer = try image.pixelBuffer.coreVideoBuffer()
        let width = CGFloat(CVPixelBufferGetWidth(buffer))

        let mediaPipe = try Lineament.FaceDetector(options: Lineament.FaceDetectorOptions())
        let detection = try #require(try mediaPipe.detect(image: MPImage(uiImage: image)).detections.first)

        let options = MLKFaceDetectorOptions()
        options.performanceMode = .accurate
        let face: Face = try #require(
            try MLKFaceDetector.faceDetector(options: options).results(in: VisionImage(image: image)).first)

        let observation: FaceObservation = try #require(
            try await DetectFaceRectanglesRequest().perform(on: buffer).first)
        let box = observation.boundingBox.cgRect

        #expect(abs(face.frame.midX - detection.boundingBox.midX) < 5)
        #expect(abs(box.midX * width - detection.boundingBox.midX) < 5)
    }
}
