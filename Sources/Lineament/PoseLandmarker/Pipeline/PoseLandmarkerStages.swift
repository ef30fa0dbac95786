// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The stages of the pose landmarker and their models: detection, and landmarks with the mask.
///
/// The stages keep no state; ``PoseLandmarkerPipeline`` connects them and ``PoseTracks`` holds what a video needs in
/// between.
struct PoseLandmarkerStages: Sendable {
    let detector: BlazePoseDetector
    let landmarkModel: PoseLandmarkModel
    /// The runs of the landmark model.
    let landmarkRuns: ParallelRuns
    /// Detects people by their faces; `nil` unless `separation = .distinct` and the model is installed.
    let faceSearch: PyramidFaceSearch?
    private let minDetectionScore: Float
    private let minPresence: Float

    /// The maximum number of pixels searched for faces. Faces that only a larger budget would reveal belong to people
    /// too small for the pose model.
    private static let maxSearchedPixels = 8_000_000

    /// Loads and compiles the models that the options require.
    /// - Throws: ``LineamentError`` if the bundle or the runtime cannot be loaded, or the bundle lacks a member.
    init(_ options: PoseLandmarkerOptions) throws {
        // A local scope, so that the bundle's memory is released before the models are compiled.
        let models = try Models(ModelFile.read(options.baseOptions, default: options.model.file).bundle())
        self = try mappingRuntimeErrors { try PoseLandmarkerStages(models, options: options) }
    }

    /// Compiles the models that the options require.
    /// - Parameters:
    ///   - models: The models.
    ///   - options: The options.
    ///   - iouThreshold: The intersection over union above which two detections are merged.
    init(
        _ models: Models, options: PoseLandmarkerOptions, iouThreshold: Float = BlazePoseDetector.defaultIOUThreshold
    ) throws {
        let threading = try Threading(options.baseOptions)
        landmarkRuns = ParallelRuns(threading)
        detector = try BlazePoseDetector(
            models.detector, iouThreshold: iouThreshold, threading: threading, style: .tasks)
        landmarkModel = try PoseLandmarkModel(
            models.landmarks, hasMask: options.shouldOutputSegmentationMasks, threading: threading, style: .tasks)
        faceSearch =
            options.separation == .distinct
            ? try FaceDetectorFactory.pyramidSearch(threading: threading, maxSearchedPixels: Self.maxSearchedPixels)
            : nil
        minDetectionScore = options.minPoseDetectionConfidence
        minPresence = options.minPosePresenceConfidence
    }

    /// Detects people in the whole image.
    func people(in pixels: PixelBuffer, rotation: Float) throws -> BlazePoseDetector.People {
        try people(in: pixels, part: .wholeImage(pixels.size, rotation: rotation))
    }

    /// Detects people in a part of the image.
    func people(in pixels: PixelBuffer, part: RotatedRect) throws -> BlazePoseDetector.People {
        try detector.people(in: pixels, part: part, minScore: minDetectionScore)
    }

    /// Returns the person in a region; `nil` if the landmark model sees none.
    /// - Parameters:
    ///   - pixels: The image.
    ///   - region: The region, in fractions of the image.
    ///   - usesAllThreads: Whether this inference may use all threads.
    func pose(in pixels: PixelBuffer, region: RotatedRect, usesAllThreads: Bool = true) throws -> DetectedPose? {
        try landmarkModel.predict(pixels, in: region, minPresence: minPresence, usesAllThreads: usesAllThreads)
    }

    /// The models of a bundle, loaded but not compiled.
    struct Models {
        let detector: Model
        let landmarks: Model

        init(_ bundle: ModelBundle) throws {
            (detector, landmarks) = try mappingRuntimeErrors {
                (try bundle.model("pose_detector.tflite"), try bundle.model("pose_landmarks_detector.tflite"))
            }
        }
    }
}
