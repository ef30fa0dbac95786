// SPDX-License-Identifier: Apache-2.0
import Foundation
import Lineament
import LineamentImages
import TestSupport
import Testing

/// Every photo with a reference, against MediaPipe 1.2.2.
///
/// On equal pixels, scores, boxes, keypoints and landmarks are bit-exact; reference values have six decimals, so a
/// coordinate is known to 0.5e-6 of the image's side. Blendshapes are those of MediaPipe 1.2.3, which differ from those of
/// 1.2.2 by up to 3.4e-6. Matrices are solved in double precision here and in single precision there: the largest
/// measured difference is 2e-6 in rotation and scale, and 2.3e-4 cm in translation.
@Suite(.enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"))
struct FaceParityTests {
    static let pictures = Reference.photos.good

    /// HEIC and AVIF leave chroma upsampling and rounding to the decoder: one pixel in a hundred (HEIC) or one in ten
    /// (AVIF) differs from the reference's decoder, by one level.
    private static let formatsDecodedDifferently: Set<String> = ["HEIF", "AVIF"]

    private func pixels(_ picture: Reference.Photo) throws -> PixelBuffer {
        let pixels = try ImageDecoder().decode(contentsOf: TestData.url(picture.path))
        #expect(pixels.width == picture.width)
        #expect(pixels.height == picture.height)
        return pixels
    }

    @Test(arguments: pictures)
    func pixelsEqualTheReferences(picture: Reference.Photo) throws {
        let pixels = try pixels(picture)
        guard !Self.formatsDecodedDifferently.contains(picture.format) else { return }
        #expect(try sha256(pixels.rgbBytes) == picture.sha256)
    }

    @Test(arguments: ["short", "full"])
    func detectorEqualsTheReference(range: String) throws {
        let file = range == "short" ? "face_detection_short_range.tflite" : "face_detection_full_range_sparse.tflite"
        let detector = try FaceDetector(modelPath: TestData.model(file))
        let reference = try Reference.detections("face_detector_\(range)_range.json")
        var comparison = ReferenceComparison(isTracked: false)
        for picture in Self.pictures {
            let expected = try #require(reference[picture.path])
            let found = try detector.detect(image: MPImage(pixelBuffer: pixels(picture))).detections
            #expect(found.count == expected.count, "\(picture.path)")
            var residual = Residual()
            try residual.add(found, expected, width: picture.width, height: picture.height)
            let isEqual = !Self.formatsDecodedDifferently.contains(picture.format)
            guard isEqual else {
                #expect(residual.score.largest <= 1e-3, "\(picture.path)")
                #expect(residual.box.largest <= 1, "\(picture.path)")
                #expect(residual.position.largest <= 0.15, "\(picture.path)")
                continue
            }
            residual.compareDetections(side: picture.side, with: &comparison, picture.path)
        }
        #expect(comparison.problems == [])
    }

    @Test(arguments: [1, 5])
    func landmarksEqualTheReference(numFaces: Int) throws {
        let options = FaceLandmarkerOptions()
        options.numFaces = numFaces
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        let landmarker = try FaceLandmarker(options: options)
        let reference = try Reference.faces("face_landmarker_n\(numFaces).json")
        var comparison = ReferenceComparison(isTracked: false)
        for picture in Self.pictures {
            let expected = try #require(reference[picture.path])
            let found = try landmarker.detect(image: MPImage(pixelBuffer: pixels(picture)))
            try #require(found.faceLandmarks.count == expected.count, "\(picture.path)")
            var residual = Residual()
            try residual.add(found, expected, width: picture.width, height: picture.height)
            let isEqual = !Self.formatsDecodedDifferently.contains(picture.format)
            guard isEqual else {
                #expect(residual.position.largest <= 0.05, "\(picture.path)")
                #expect(residual.blendshape.largest <= 0.015, "\(picture.path)")
                #expect(residual.rotation.largest <= 3e-3, "\(picture.path)")
                #expect(residual.translation.largest <= 0.05, "\(picture.path)")
                continue
            }
            residual.compareFaces(side: picture.side, with: &comparison, picture.path)
        }
        #expect(comparison.problems == [])
    }

    /// Rotated images with a matching orientation.
    @Test func orientationsEqualTheReference() throws {
        let orientations: [Int: MPImage.Orientation] = [-90: .left, 90: .right, 180: .down]
        let detector = try FaceDetector(options: FaceDetectorOptions())
        let options = FaceLandmarkerOptions()
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        let landmarker = try FaceLandmarker(options: options)
        for (path, degrees, detections, faces) in try Reference.rotated() {
            let pixels = try ImageDecoder().decode(contentsOf: TestData.url(path))
            let image = try MPImage(pixelBuffer: pixels, orientation: #require(orientations[degrees]))
            let found = try detector.detect(image: image).detections
            let landmarks = try landmarker.detect(image: image)
            try #require(found.count == detections.count, "\(path)")
            try #require(landmarks.faceLandmarks.count == faces.count, "\(path)")
            var residual = Residual()
            try residual.add(found, detections, width: pixels.width, height: pixels.height)
            try residual.add(landmarks, faces, width: pixels.width, height: pixels.height)
            let place = "\(path) \(degrees)"
            #expect(residual.box.largest <= OutputKind.faceBox.limit(0), "\(place)")
            #expect(residual.score.largest <= OutputKind.faceScore.limit(1e-6), "\(place)")
            // Python represents rotations by 90 and 180 degrees as −π/2 and −π, but iOS as 3π/2 and π: the same angles,
            // but with another last bit, which moves landmarks by up to 0.015 px.
            let isEqual = degrees == -90
            let side = Double(max(pixels.width, pixels.height))
            #expect(
                residual.position.largest <= OutputKind.faceLandmark.limit(isEqual ? 0.6e-6 * 1024 : 0.03, scale: side),
                "\(place)")
            #expect(residual.blendshape.largest <= OutputKind.blendshape.limit(isEqual ? 4e-6 : 1e-3), "\(place)")
        }
    }

    /// MediaPipe's own expected values, which come from another build, match within the margins of its tests.
    @Test func officialPortraitIsWithinUpstreamsMargins() throws {
        let detector = try FaceDetector(options: FaceDetectorOptions())
        let pixels = try ImageDecoder().decode(contentsOf: TestData.url("official/portrait.jpg"))
        let found = try detector.detect(image: MPImage(pixelBuffer: pixels)).detections
        try #require(found.count == 1)
        for (side, expected) in zip(
            [found[0].boundingBox.minX, found[0].boundingBox.minY, found[0].boundingBox.width], [283.0, 115, 234])
        {
            #expect(abs(Double(side) - expected) <= 5)
        }
    }
}

extension Reference.Photo {
    /// The longer side, in pixels.
    var side: Double { Double(max(width, height)) }
}

extension Residual {
    /// The tolerance for six decimals, in units of what they are decimals of, plus a little for the comparison's arithmetic.
    static let rounding = 0.6e-6

    /// Compares a detector's results for an image whose longer side is `side`.
    func compareDetections(side: Double, with comparison: inout ReferenceComparison, _ place: String) {
        comparison.add(.faceScore, score, exact: 1e-6, place)
        comparison.add(.faceBox, box, exact: 0, place)
        comparison.add(.faceKeypoint, position, exact: Self.rounding * side, scale: side, place)
    }

    /// Compares faces in an image whose longer side is `side`.
    func compareFaces(
        side: Double, blendshapes: Double = 4e-6, with comparison: inout ReferenceComparison, _ place: String
    ) {
        comparison.add(.faceLandmark, position, exact: Self.rounding * side, scale: side, place)
        comparison.add(.blendshape, blendshape, exact: blendshapes, place)
        comparison.add(.matrixRotation, rotation, exact: 3e-6, place)
        comparison.add(.matrixTranslation, translation, exact: 4e-4, place)
    }
}
