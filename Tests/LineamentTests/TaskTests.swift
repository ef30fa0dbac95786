// SPDX-License-Identifier: Apache-2.0
import Foundation
import Locking
import TestSupport
import Testing

@testable import Lineament

@Suite struct TaskTests {
    @Test func optionsHaveMediaPipesDefaults() {
        let landmarker = FaceLandmarkerOptions()
        #expect(landmarker.numFaces == 1)
        #expect(landmarker.runningMode == .image)
        #expect(landmarker.minFaceDetectionConfidence == 0.5)
        #expect(landmarker.minFacePresenceConfidence == 0.5)
        #expect(landmarker.minTrackingConfidence == 0.5)
        #expect(!landmarker.outputFaceBlendshapes)
        #expect(!landmarker.outputFacialTransformationMatrixes)
        let detector = FaceDetectorOptions()
        #expect(detector.minDetectionConfidence == 0.5)
        #expect(detector.minSuppressionThreshold == 0.3)
        #expect(detector.baseOptions.modelAssetPath == "")
        #expect(detector.baseOptions.delegate == .CPU)
    }

    @Test func copiesOfOptionsAreIndependent() throws {
        let options = FaceLandmarkerOptions()
        options.numFaces = 3
        options.baseOptions.modelAssetPath = "a"
        let copy = try #require(options.copy() as? FaceLandmarkerOptions)
        options.numFaces = 4
        options.baseOptions.modelAssetPath = "b"
        #expect(copy.numFaces == 3)
        #expect(copy.baseOptions.modelAssetPath == "a")
    }

    /// A detector that closes its task and returns a face.
    private final class ClosingDetector: FaceDetecting {
        let landmarker = Locked<FaceLandmarker?>(nil)

        func faces(in image: MPImage) throws -> [Detection] {
            landmarker.withLock { $0 }?.close()
            return [
                Detection(categories: [], boundingBox: CGRect(x: 177, y: 82, width: 95, height: 95), keypoints: nil)
            ]
        }
    }

    /// A call that runs ends with the error of a closed task before its next inference.
    @Test func closingEndsACallThatRuns() throws {
        let detector = ClosingDetector()
        let options = FaceLandmarkerOptions()
        options.faceDetector = detector
        let landmarker = try FaceLandmarker(options: options)
        #expect(try landmarker.detect(image: Sample.image()).faces.count == 1)
        detector.landmarker.withLock { $0 = landmarker }
        // The landmarker and its detector hold each other.
        defer { detector.landmarker.withLock { $0 = nil } }
        let error = #expect(throws: LineamentError.self) { try landmarker.detect(image: Sample.image()) }
        #expect(error?.code == .failedPrecondition)
    }

    /// Memory grows with the models in use, not with the tasks; a model in memory belongs to its task.
    @Test func tasksShareCompiledModels() throws {
        func pool(_ configure: (FaceLandmarkerOptions) throws -> Void) throws -> ObjectIdentifier {
            let options = FaceLandmarkerOptions()
            try configure(options)
            let stages = try FaceLandmarker(options: options).task.pipeline.stages
            tasks.append(stages)
            return ObjectIdentifier(stages.landmarkModel.model.pools.wide)
        }
        var tasks: [FaceLandmarkerStages] = []
        let shared = try pool { _ in }
        #expect(try pool { $0.minFacePresenceConfidence = 0.3 } == shared)
        // More than the default, which is the number of cores, at most four.
        #expect(try pool { $0.baseOptions.numThreads = 5 } != shared)
        let file = try #require(AssetFolders.find("models", "face_landmarker.task"))
        #expect(try pool { $0.baseOptions.modelAssetPath = file.path } == shared)
        #expect(try pool { $0.baseOptions.modelAssetBuffer = try Data(contentsOf: file) } != shared)
    }

    @Test func aMissingModelPathIsTreatedAsEmpty() {
        let options = BaseOptions()
        options.modelAssetPath = Bundle.main.path(forResource: "no such resource", ofType: "task")
        #expect(options.modelAssetPath == "")
    }

    @Test(arguments: [Float(-0.1), 1.1, .nan, .infinity])
    func thresholdsMustBeFractions(value: Float) {
        let detector = FaceDetectorOptions()
        detector.minDetectionConfidence = value
        let error = #expect(throws: LineamentError.self) { try FaceDetector(options: detector) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("minDetectionConfidence") == true)
        let landmarker = FaceLandmarkerOptions()
        landmarker.minFacePresenceConfidence = value
        #expect(throws: LineamentError.self) { try FaceLandmarker(options: landmarker) }
    }

    @Test func errorsNameInvalidOptions() {
        let faces = FaceLandmarkerOptions()
        faces.numFaces = 0
        #expect(throws: LineamentError.self) { try FaceLandmarker(options: faces) }
        let threads = FaceDetectorOptions()
        threads.baseOptions.numThreads = -1
        #expect(throws: LineamentError.self) { try FaceDetector(options: threads) }
    }

    @Test func modelFilesAreValidated() throws {
        let missing = #expect(throws: LineamentError.self) { try FaceDetector(modelPath: "/no/such.tflite") }
        #expect(missing?.code == .notFound)
        #expect(missing?.message == "Unable to open file at /no/such.tflite")
        #expect(missing?.recoverySuggestion == "There is no such file.")
        #expect(missing?.description == "Unable to open file at /no/such.tflite\nThere is no such file.")
        let bridged = missing.map { $0 as NSError }
        #expect(bridged?.localizedRecoverySuggestion == "There is no such file.")
        #expect(throws: LineamentError.self) { try FaceLandmarker(modelPath: TestData.packageRoot.path) }
    }

    /// Downloading a model of the wrong kind again would not help.
    @Test func modelsOfTheWrongKindAreNamed() {
        let single = #expect(throws: LineamentError.self) {
            try FaceLandmarker(modelPath: TestData.model("face_detection_short_range.tflite"))
        }
        #expect(single?.code == .notFound)
        #expect(
            single?.recoverySuggestion?.hasSuffix("needs a bundle of models, such as face_landmarker.task.") == true)
        let bundle = #expect(throws: LineamentError.self) {
            try FaceDetector(modelPath: TestData.model("face_landmarker.task"))
        }
        #expect(bundle?.code == .invalidArgument)
        let advice = "needs a single model, such as face_detection_short_range.tflite."
        #expect(bundle?.recoverySuggestion?.hasSuffix(advice) == true)
    }

    @Test func errorsCarryMediaPipesDomainAndCode() {
        let error = LineamentError(.notFound, "gone") as any Error
        #expect((error as NSError).domain == "com.google.mediapipe.tasks")
        #expect((error as NSError).code == Int(TasksErrorCode.notFoundError.rawValue))
        #expect(error.localizedDescription == "gone")
    }

    @Test func mirroredOrientationsAreRejected() throws {
        let detector = try FaceDetector(options: FaceDetectorOptions())
        let image = try MPImage(pixelBuffer: Sample.pixels(), orientation: .leftMirrored)
        let error = #expect(throws: LineamentError.self) { try detector.detect(image: image) }
        #expect(error?.message.contains("Unsupported UIImageOrientation") == true)
    }

    @Test func onlyRequestedOutputsArePresent() throws {
        let result = try FaceLandmarker(options: FaceLandmarkerOptions()).detect(image: Sample.image())
        #expect(result.faceLandmarks.map(\.count) == [478])
        #expect(result.faceBlendshapes.isEmpty)
        #expect(result.facialTransformationMatrixes.isEmpty)
        #expect(result.faceLandmarks[0][0].visibility == nil)
        #expect(result.faceLandmarks[0][0].presence == nil)
    }

    @Test func imagesGetSyntheticTimestamps() throws {
        let detector = try FaceDetector(options: FaceDetectorOptions())
        let image = try Sample.image()
        #expect(try (0..<3).map { _ in try detector.detect(image: image).timestampInMilliseconds } == [0, 1000, 2000])
    }

    @Test func tinyAndEmptyImagesHaveNoFaces() throws {
        let landmarker = try FaceLandmarker(options: FaceLandmarkerOptions())
        for (width, height) in [(1, 1), (1, 3000), (3000, 1), (7, 5)] {
            let buffer = try PixelBuffer(
                copying: [UInt8](repeating: 200, count: width * height), width: width, height: height, format: .gray8)
            #expect(try landmarker.detect(image: MPImage(pixelBuffer: buffer)).faceLandmarks.isEmpty)
        }
    }

    @Test func connectionListsHaveMediaPipesCounts() {
        let counts = [
            FaceLandmarker.lipsConnections(), FaceLandmarker.leftEyeConnections(),
            FaceLandmarker.leftEyebrowConnections(), FaceLandmarker.leftIrisConnections(),
            FaceLandmarker.rightEyeConnections(), FaceLandmarker.rightEyebrowConnections(),
            FaceLandmarker.rightIrisConnections(), FaceLandmarker.faceOvalConnections(),
            FaceLandmarker.contoursConnections(), FaceLandmarker.tesselationConnections(),
            FaceLandmarker.faceConnections(),
        ].map(\.count)
        #expect(counts == [40, 16, 8, 4, 16, 8, 4, 36, 132, 2556, 2728])
        let first = FaceLandmarker.tesselationConnections().prefix(3)
        #expect(Array(first) == [(127, 34), (34, 139), (139, 127)].map { Connection(start: $0, end: $1) })
        #expect(FaceLandmarker.rightIrisConnections().map(\.start) == [469, 470, 471, 472])
    }
}
