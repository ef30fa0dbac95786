// SPDX-License-Identifier: Apache-2.0
import MediaPipeTasksVision
import UIKit

/// Tests of what the model finds on a portrait, against stored numbers.
class FaceMeshTests {
    enum Accuracy {
        static let landmark: Float = 0.015
        static let blendshape: Float = 0.1
        static let matrix: Float = 0.5
        static let pixels: CGFloat = 5
    }

    static let expectedLandmarks: [Int: NormalizedLandmark] = [
        1: NormalizedLandmark(x: 0.4366, y: 0.2560, z: -0.0447, visibility: nil, presence: nil),
        10: NormalizedLandmark(x: 0.4415, y: 0.1411, z: 0, visibility: nil, presence: nil),
        33: NormalizedLandmark(x: 0.3814, y: 0.1964, z: 0, visibility: nil, presence: nil),
        61: NormalizedLandmark(x: 0.3951, y: 0.2718, z: 0, visibility: nil, presence: nil),
        152: NormalizedLandmark(x: 0.4325, y: 0.3465, z: 0, visibility: nil, presence: nil),
        263: NormalizedLandmark(x: 0.4987, y: 0.2027, z: 0, visibility: nil, presence: nil),
        291: NormalizedLandmark(x: 0.4775, y: 0.2745, z: 0, visibility: nil, presence: nil),
        468: NormalizedLandmark(x: 0.3974, y: 0.1975, z: 0, visibility: nil, presence: nil),
        473: NormalizedLandmark(x: 0.4805, y: 0.2022, z: 0, visibility: nil, presence: nil),
    ]
    /// The numbers of the matrix as it is stored, column by column.
    static let expectedMatrix: [Float] = [
        0.998, -0.061, -0.011, 0, 0.062, 0.964, 0.257, 0, -0.005, -0.257, 0.966, 0, -5.01, 22.73, -70.05, 1,
    ]
    static let expectedDetection = Detection(
        categories: [ResultCategory(index: 0, score: 0.9217, categoryName: nil, displayName: nil)],
        boundingBox: CGRect(x: 177, y: 82, width: 95, height: 95), keypoints: nil)

    let image: UIImage
    let models: URL

    init(photo: String, models: String) throws {
        let file = URL(fileURLWithPath: photo)
        let folder = try XCTUnwrap(Bundle(path: file.deletingLastPathComponent().path))
        image = try XCTUnwrap(UIImage(named: file.lastPathComponent, in: folder, compatibleWith: nil))
        self.models = URL(fileURLWithPath: models, isDirectory: true)
        let byPath = try XCTUnwrap(UIImage(contentsOfFile: photo))
        XCTAssertEqual(byPath.size, image.size)
    }

    private func options(_ mode: RunningMode) -> FaceLandmarkerOptions {
        let options = FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = models.appendingPathComponent("face_landmarker.task").path
        options.runningMode = mode
        options.outputFaceBlendshapes = true
        options.outputFacialTransformationMatrixes = true
        return options
    }

    private func assertPortrait(_ result: FaceLandmarkerResult) throws {
        XCTAssertEqual(result.faceLandmarks.count, 1)
        let landmarks = try XCTUnwrap(result.faceLandmarks.first)
        XCTAssertEqual(landmarks.count, 478)
        for (index, expected) in Self.expectedLandmarks {
            XCTAssertEqual(landmarks[index].x, expected.x, accuracy: Accuracy.landmark, "x of \(index)")
            XCTAssertEqual(landmarks[index].y, expected.y, accuracy: Accuracy.landmark, "y of \(index)")
        }
        XCTAssertEqual(landmarks[1].z, -0.0447, accuracy: 0.02)

        let shapes = try XCTUnwrap(result.faceBlendshapes.first)
        XCTAssertEqual(shapes.headIndex, 0)
        XCTAssertEqual(shapes.categories.count, 52)
        XCTAssertEqual(shapes.categories[0].categoryName, "_neutral")
        let smile = try XCTUnwrap(shapes.categories.first { $0.categoryName == "mouthSmileRight" })
        XCTAssertEqual(smile.score, 0.904, accuracy: Accuracy.blendshape)
    }

    func testImage() throws {
        let landmarker = try FaceLandmarker(options: options(.image))
        let result = try landmarker.detect(image: try MPImage(uiImage: image))
        try assertPortrait(result)
        let matrix = try XCTUnwrap(result.facialTransformationMatrixes.first)
        for row in 0..<UInt(4) {
            for column in 0..<UInt(4) {
                XCTAssertEqual(
                    matrix.value(atRow: row, column: column), Self.expectedMatrix[Int(row * 4 + column)],
                    accuracy: Accuracy.matrix)
            }
        }
        XCTAssertTrue(result.faceLandmarks == (try landmarker.detect(image: MPImage(uiImage: image))).faceLandmarks)
    }

    func testVideo() throws {
        let landmarker = try FaceLandmarker(options: options(.video))
        for timestamp in stride(from: 0, to: 100, by: 33) {
            let result = try landmarker.detect(
                videoFrame: MPImage(uiImage: image), timestampInMilliseconds: timestamp)
            try assertPortrait(result)
            XCTAssertEqual(result.timestampInMilliseconds, timestamp)
        }
        XCTAssertThrowsError(
            try landmarker.detect(videoFrame: MPImage(uiImage: image), timestampInMilliseconds: 0)
        ) { error in
            XCTAssertEqual((error as NSError).domain, "com.google.mediapipe.tasks")
            XCTAssertEqual((error as NSError).code, Int(TasksErrorCode.invalidArgumentError.rawValue))
        }
    }

    func testWrongMode() throws {
        let landmarker = try FaceLandmarker(options: options(.image))
        XCTAssertThrowsError(
            try landmarker.detectAsync(image: MPImage(uiImage: image), timestampInMilliseconds: 0)
        ) { error in
            XCTAssertTrue(error.localizedDescription.contains("is not initialized with"), error.localizedDescription)
        }
    }

    func testNoModel() {
        let options = FaceLandmarkerOptions()
        options.baseOptions.modelAssetPath = "/nowhere/face_landmarker.task"
        XCTAssertThrowsError(try FaceLandmarker(options: options)) { error in
            XCTAssertTrue(error.localizedDescription.contains("/nowhere/"), error.localizedDescription)
        }
    }

    func testBox() throws {
        let path = models.appendingPathComponent("face_detection_short_range.tflite").path
        let result = try FaceDetector(modelPath: path).detect(image: MPImage(uiImage: image))
        XCTAssertEqual(result.detections.count, 1)
        let detection = try XCTUnwrap(result.detections.first)
        let expected = Self.expectedDetection
        XCTAssertEqual(detection.boundingBox.minX, expected.boundingBox.minX, accuracy: Accuracy.pixels)
        XCTAssertEqual(detection.boundingBox.minY, expected.boundingBox.minY, accuracy: Accuracy.pixels)
        XCTAssertEqual(detection.boundingBox.maxX, expected.boundingBox.maxX, accuracy: Accuracy.pixels)
        XCTAssertEqual(detection.categories[0].score, expected.categories[0].score, accuracy: 0.02)
        XCTAssertNil(detection.categories[0].categoryName)
        let eye = try XCTUnwrap(detection.keypoints?.first)
        XCTAssertEqual(eye.location.x, 0.394, accuracy: 0.01)
        XCTAssertNil(eye.label)
    }

    func testImages() throws {
        XCTAssertNil(UIImage(named: "nobody"))
        XCTAssertNil(UIImage(contentsOfFile: "/nowhere.png"))
        let wide = try MPImage(uiImage: image, orientation: .left)
        XCTAssertEqual(wide.orientation, .left)
        XCTAssertEqual(wide.width, image.size.width * image.scale)
        XCTAssertEqual(wide.imageSourceType, .image)
        XCTAssertTrue(wide.image === image && wide.pixelBuffer == nil && wide.sampleBuffer == nil)
        let png = try XCTUnwrap(image.pngData().flatMap { UIImage(data: $0) })
        let result = try FaceLandmarker(options: options(.image)).detect(image: MPImage(uiImage: png))
        try assertPortrait(result)
    }
}
