// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import TestSupport
import Testing

/// Detection of small, large and numerous faces with `range = .auto`.
@Suite struct SmallFacesTests {
    private func detector(_ range: DetectionRange, change: (FaceDetectorOptions) -> Void = { _ in }) throws
        -> FaceDetector
    {
        let options = FaceDetectorOptions()
        options.range = range
        change(options)
        return try FaceDetector(options: options)
    }

    /// On a portrait, `.auto` gives the same detections as `.short`, MediaPipe's detector.
    @Test func autoEqualsShortOnAPortrait() throws {
        let image = try Sample.image()
        let (short, auto) = try (detector(.short).detect(image: image), detector(.auto).detect(image: image))
        #expect(short.detections == auto.detections)
        #expect(!short.detections.isEmpty)
    }

    @Test func errorsNameInvalidLimits() throws {
        let error = #expect(throws: LineamentError.self) { try detector(.auto) { $0.maxSearchedPixels = 0 } }
        #expect(error?.message.contains("maxSearchedPixels") == true)
    }

    @Test func unusualImageSizesDoNotFail() throws {
        let detector = try detector(.auto)
        for (width, height) in [(1, 1), (1, 3000), (3000, 2), (33, 47), (641, 481)] {
            let noise = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
            let pixels = try PixelBuffer(copying: noise, width: width, height: height, format: .rgb8)
            #expect(try detector.detect(image: MPImage(pixelBuffer: pixels)).detections.isEmpty)
        }
    }

    /// All pixel formats give the same faces.
    @Test(arguments: [PixelFormat.bgra8, .nv12FullRange])
    func formatsAgree(format: PixelFormat) throws {
        let pixels = try Sample.pixels()
        let other = try format == .bgra8 ? pixels.converted(to: format) : pixels.convertedToChroma(format)
        let found = try [pixels, other].map { try detector(.auto).detect(image: MPImage(pixelBuffer: $0)).detections }
        // Without YuNet, a wrong detection with a low score depends on the last bit of a color.
        let (faces, others) = (found[0].filter { $0.score > 0.8 }, found[1].filter { $0.score > 0.8 })
        #expect(!faces.isEmpty)
        #expect(faces.count == others.count)
        for (face, other) in zip(faces, others) {
            let (box, otherBox) = (face.boundingBox, other.boundingBox)
            #expect(abs(box.minX - otherBox.minX) < 3)
            #expect(abs(box.maxY - otherBox.maxY) < 3)
        }
    }

    /// A face that extends beyond the image.
    @Test func veryLargeFacesAreDetected() throws {
        let photo = try DerivedInputs.image("scaled-1024")
        let face = try #require(try detector(.short).detect(image: photo.image()).detections.first?.boundingBox)
        for share in [1.0, 0.9] {
            let side = Int(Double(face.width) * share)
            let cut = photo.cropped(
                x: Int(face.midX) - side / 2, y: Int(face.midY) - side / 2, width: side, height: side)
            #expect(try detector(.auto).detect(image: cut.image()).detections.count == 1, "\(share)")
        }
    }

    /// Any number of faces have landmarks, and IDs that they keep.
    @Test func aGroupHasLandmarks() throws {
        let options = FaceLandmarkerOptions()
        options.range = .auto
        options.numFaces = .max
        let landmarker = try FaceLandmarker(options: options)
        let name = "group-100"
        let count = try #require(try DerivedInputs.images.get().groups.first { $0.image.name == name }).faces.count
        let image = try DerivedInputs.image(name).image()
        #expect(try landmarker.detect(image: image).faceLandmarks.count == count)
        let session = landmarker.makeSession()
        for frame in 0..<3 {
            let result = try session.detect(videoFrame: image, timestampInMilliseconds: frame * 33)
            #expect(result.trackIDs.count == count)
            #expect(Set(result.trackIDs) == Set(1...count))
        }
    }
}
