import Foundation
import Lineament
import LineamentMedia
import TestSupport
import Testing

/// Every photo with a reference, against MediaPipe 1.2.2.
///
/// On equal pixels the tensors are equal bit for bit, and what is left is the order of additions inside the models:
/// about 1e-7 in a detector's output, which can move a region by the last bit of a float, and with it single pixels
/// of the landmark tensor by one level. Measured over all photos with equal pixels, the worst: scores and boxes
/// equal, landmarks 0.0103 px, blendshapes 0.00102 (a face 51 px wide; 0.0004 on all others), rotation 3.4e-5,
/// translation 0.0012 cm. The tolerances are twice that, or the where it is smaller.
@Suite(.enabled(if: TestData.isPresent, "\(TestData.isAbsentMessage)"))
struct FaceParityTests {
    static let pictures = Reference.pictures.good

    /// HEIC and AVIF leave the spread of half-size colour to the decoder, and Debian's libheif takes the nearest
    /// sample where the reference interpolates; no two decoders need to agree.
    private static let formatsDecodedDifferently: Set<String> = ["HEIF", "AVIF"]

    private func pixels(_ picture: Reference.Picture) throws -> PixelBuffer {
        let pixels = try ImageDecoder().decode(contentsOf: TestData.url(picture.path))
        #expect(pixels.width == picture.width && pixels.height == picture.height)
        return pixels
    }

    @Test(arguments: pictures)
    func pixelsEqualTheReferences(picture: Reference.Picture) throws {
        let pixels = try pixels(picture)
        guard !Self.formatsDecodedDifferently.contains(picture.format) else { return }
        #expect(try sha256(pixels.rgbBytes) == picture.sha256)
    }

    @Test(arguments: ["short", "full"])
    func detectorEqualsTheReference(range: String) throws {
        let file = range == "short" ? "face_detection_short_range.tflite" : "face_detection_full_range_sparse.tflite"
        let detector = try FaceDetector(modelPath: TestData.model(file))
        let reference = Reference.detections("face_detector_\(range)_range.json")
        for picture in Self.pictures {
            let expected = try #require(reference[picture.path])
            let found = try detector.detect(image: MPImage(pixelBuffer: pixels(picture))).detections
            #expect(found.count == expected.count, "\(picture.path)")
            var residual = Residual()
            residual.add(found, expected, width: picture.width, height: picture.height)
            let isEqual = !Self.formatsDecodedDifferently.contains(picture.format)
            // Reference numbers have six decimals; a keypoint of a 4482 px wide photo is so known to 0.0023 px.
            #expect(residual.score <= (isEqual ? 2e-6 : 1e-3), "\(picture.path)")
            #expect(residual.box <= (isEqual ? 0 : 1), "\(picture.path)")
            #expect(residual.position <= (isEqual ? 0.005 : 0.15), "\(picture.path)")
        }
    }

    @Test(arguments: [1, 5])
    func landmarksEqualTheReference(numFaces: Int) throws {
        let options = FaceLandmarkerOptions()
        options.numFaces = numFaces
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        let landmarker = try FaceLandmarker(options: options)
        let reference = Reference.faces("face_landmarker_n\(numFaces).json")
        for picture in Self.pictures {
            let expected = try #require(reference[picture.path])
            let found = try landmarker.detect(image: MPImage(pixelBuffer: pixels(picture)))
            try #require(found.faceLandmarks.count == expected.count, "\(picture.path)")
            var residual = Residual()
            residual.add(found, expected, width: picture.width, height: picture.height)
            let isEqual = !Self.formatsDecodedDifferently.contains(picture.format)
            #expect(residual.position <= (isEqual ? 0.02 : 0.05), "\(picture.path)")
            #expect(residual.blendshape <= (isEqual ? 0.0015 : 0.015), "\(picture.path)")
            #expect(residual.rotation <= (isEqual ? 1e-4 : 3e-3), "\(picture.path)")
            #expect(residual.translation <= (isEqual ? 0.003 : 0.05), "\(picture.path)")
        }
    }

    /// Pictures that lie on their side, and an orientation that says so.
    @Test func orientationsEqualTheReference() throws {
        let orientations: [Int: MPImage.Orientation] = [-90: .left, 90: .right, 180: .down]
        let detector = try FaceDetector(options: FaceDetectorOptions())
        let options = FaceLandmarkerOptions()
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        let landmarker = try FaceLandmarker(options: options)
        for (path, degrees, detections, faces) in Reference.rotated() {
            let pixels = try ImageDecoder().decode(contentsOf: TestData.url(path))
            let image = try MPImage(pixelBuffer: pixels, orientation: #require(orientations[degrees]))
            let found = try detector.detect(image: image).detections
            let landmarks = try landmarker.detect(image: image)
            try #require(found.count == detections.count && landmarks.faceLandmarks.count == faces.count, "\(path)")
            var residual = Residual()
            residual.add(found, detections, width: pixels.width, height: pixels.height)
            residual.add(landmarks, faces, width: pixels.width, height: pixels.height)
            #expect(residual.box == 0 && residual.score <= 2e-6, "\(path) \(degrees)")
            #expect(residual.position <= 0.02 && residual.blendshape <= 0.0015, "\(path) \(degrees)")
        }
    }

    /// MediaPipe's own expected files, made by another build, within the margins of its tests.
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
