internal import LiteRT

/// The models of a pose landmarker bundle.
struct PoseAnalyzer: Sendable {
    private enum Member {
        static let detector = "pose_detector.tflite"
        static let landmarks = "pose_landmarks_detector.tflite"
    }

    let finder: PoseFinder
    let model: PoseModel
    private let minDetectionScore: Float
    private let minPresence: Float

    init(bundle: ModelBundle, options: PoseLandmarkerOptions) throws {
        let threads = try ThreadPlan(requested: options.baseOptions.numThreads)
        let runtime = try ModelFile.runtime()
        func model(_ member: String) throws -> Model {
            try Model(bytes: bundle.required(member), name: "\(bundle.name)/\(member)", runtime: runtime)
        }
        finder = try PoseFinder(model(Member.detector), threads: threads)
        self.model = try PoseModel(
            model(Member.landmarks), hasMask: options.shouldOutputSegmentationMasks, threads: threads)
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

    /// The person in a region; nil if there is none.
    /// - Parameter isAlone: whether no other region is worked on meanwhile.
    func body(in pixels: PixelBuffer, region: RotatedRect, isAlone: Bool = true) throws -> Body? {
        try model.predict(pixels, in: region, minPresence: minPresence, isAlone: isAlone)
    }
}
