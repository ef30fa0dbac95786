internal import LiteRT

/// The stages of a pose landmarker, each with its model: detection, and landmarks with the mask.
struct PoseLandmarkerStages: Sendable {
    let threading: Threading
    let detector: BlazePoseDetector
    let landmarkModel: PoseLandmarkModel
    /// Detects people by their faces, where several people are to be told apart and the model for it is there.
    private let faceSearch: PyramidFaceSearch?
    private let minDetectionScore: Float
    private let minPresence: Float

    /// People whose faces are smaller than what is detected in this many pixels are too small for the pose model.
    private static let maxSearchedPixels = 8_000_000

    init(_ options: PoseLandmarkerOptions) throws {
        // The memory of the bundle is free again before the models are compiled.
        let models = try Models(options)
        self = try mappingRuntimeErrors { try PoseLandmarkerStages(models, options: options) }
    }

    private init(_ models: Models, options: PoseLandmarkerOptions) throws {
        threading = try Threading(requested: options.baseOptions.numThreads)
        detector = try BlazePoseDetector(models.detector, threading: threading)
        landmarkModel = try PoseLandmarkModel(
            models.landmarks, hasMask: options.shouldOutputSegmentationMasks, threading: threading)
        faceSearch =
            options.separation == .distinct
            ? try FaceDetectorFactory.pyramidSearch(threading: threading, maxSearchedPixels: Self.maxSearchedPixels)
            : nil
        minDetectionScore = options.minPoseDetectionConfidence
        minPresence = options.minPosePresenceConfidence
    }

    /// The landmark regions of detected people, best first.
    func detectedRegions(in pixels: PixelBuffer, rotation: Float) throws -> [RotatedRect] {
        try detector.regions(in: pixels, rotation: rotation, minScore: minDetectionScore)
    }

    /// The landmark regions of people detected in one part of the image.
    func detectedRegions(in pixels: PixelBuffer, part: RotatedRect) throws -> [RotatedRect] {
        try detector.regions(in: pixels, part: part, minScore: minDetectionScore)
    }

    /// The landmark regions of people whose faces are detected, best first.
    func regionsBelowFaces(in pixels: PixelBuffer) throws -> [RotatedRect] {
        let faces = try faceSearch?.faces(in: pixels).confident ?? []
        return faces.map { PoseRegion.below($0, in: pixels.size) }
    }

    /// The person in a region; nil if there is none.
    /// - Parameter usesAllThreads: whether this inference may use all threads.
    func pose(in pixels: PixelBuffer, region: RotatedRect, usesAllThreads: Bool = true) throws -> DetectedPose? {
        try landmarkModel.predict(pixels, in: region, minPresence: minPresence, usesAllThreads: usesAllThreads)
    }

    /// The models of a bundle, loaded but not compiled.
    private struct Models {
        let detector: Model
        let landmarks: Model

        init(_ options: PoseLandmarkerOptions) throws {
            let bundle = try ModelFile.read(path: options.baseOptions.modelAssetPath, default: .poseLandmarker).bundle()
            (detector, landmarks) = try mappingRuntimeErrors {
                (try bundle.model("pose_detector.tflite"), try bundle.model("pose_landmarks_detector.tflite"))
            }
        }
    }
}
