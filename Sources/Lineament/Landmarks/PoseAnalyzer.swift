internal import LiteRT

/// The models of a pose landmarker bundle, loaded but not compiled: by then the memory of the bundle itself is free again.
struct PoseModels {
    let detector: Model
    let landmarks: Model

    init(_ options: PoseLandmarkerOptions) throws {
        let file = try ModelFile.read(path: options.baseOptions.modelAssetPath, default: .poseLandmarker)
        let bundle = try ModelBundle(bytes: file.bytes, name: file.name)
        let runtime = try ModelFile.runtime()
        func model(_ member: String) throws -> Model {
            try Model(bytes: bundle.required(member), name: "\(bundle.name)/\(member)", runtime: runtime)
        }
        detector = try model("pose_detector.tflite")
        landmarks = try model("pose_landmarks_detector.tflite")
    }
}

/// The models of a pose landmarker, put to work one after the other.
struct PoseAnalyzer: Sendable {
    let threads: ThreadPlan
    let finder: PoseFinder
    let model: PoseModel
    /// Finds people by their faces, where several people are to be told apart and the model for it is there.
    private let faces: FaceSearch?
    private let minDetectionScore: Float
    private let minPresence: Float

    init(_ models: PoseModels, options: PoseLandmarkerOptions) throws {
        threads = try ThreadPlan(requested: options.baseOptions.numThreads)
        finder = try PoseFinder(models.detector, threads: threads)
        model = try PoseModel(models.landmarks, hasMask: options.shouldOutputSegmentationMasks, threads: threads)
        faces =
            options.separation == .distinct
            ? try FaceFinders.search(threads: threads, maxSearchedPixels: Self.maxSearchedPixels) : nil
        minDetectionScore = options.minPoseDetectionConfidence
        minPresence = options.minPosePresenceConfidence
    }

    /// The landmark regions of detected people, best first.
    func detectedRegions(in pixels: PixelBuffer, rotation: Float) throws -> [RotatedRect] {
        try finder.regions(in: pixels, rotation: rotation, minScore: minDetectionScore)
    }

    /// The landmark regions of people in one part of the picture.
    func detectedRegions(in pixels: PixelBuffer, part: RotatedRect) throws -> [RotatedRect] {
        try finder.regions(in: pixels, part: part, minScore: minDetectionScore)
    }

    /// The landmark regions of people whose faces are seen, surest first.
    func regionsBelowFaces(in pixels: PixelBuffer) throws -> [RotatedRect] {
        let found = try faces?.faces(in: pixels).sure ?? []
        return found.map { PoseRegion.below($0, in: pixels.size) }
    }

    /// People whose faces are smaller than what is found in this many pixels are too small for the pose model.
    private static let maxSearchedPixels = 8_000_000

    /// The person in a region; nil if there is none.
    /// - Parameter isAlone: whether no other region is worked on meanwhile.
    func body(in pixels: PixelBuffer, region: RotatedRect, isAlone: Bool = true) throws -> Body? {
        try model.predict(pixels, in: region, minPresence: minPresence, isAlone: isAlone)
    }
}
