// SPDX-License-Identifier: Apache-2.0

/// MediaPipe's `Hands`: `hand_landmark_tracking_cpu.pbtxt`.
///
/// palms → regions → landmark model
///
/// Unlike in the hand landmarker, palms are upright in their regions, a tracked hand takes the place of a detected one, and the
/// same hand may be found twice.
struct HandSolution: SolutionPipeline {
    /// The overlap above which a tracked region and a detected one show the same hand.
    private static let iouThreshold: Float = 0.5

    private let palms: PalmStage
    private let model: HandLandmarkModel
    private let runs: ParallelRuns
    private let options: SolutionOptions

    init(_ options: SolutionOptions) throws {
        self.options = options
        let models = try SolutionModels(options)
        runs = ParallelRuns(models.threading)
        let isLite = options.model == 0
        let detector =
            try isLite ? models.own("palm_detection_lite") : models.member("hand_detector", of: .handLandmarker)
        let landmarks =
            try isLite
            ? models.own("hand_landmark_lite") : models.member("hand_landmarks_detector", of: .handLandmarker)
        palms = try mappingRuntimeErrors { try PalmStage(detector, threading: models.threading) }
        model = try mappingRuntimeErrors {
            try HandLandmarkModel(landmarks, threading: models.threading, style: .solutions)
        }
    }

    func makeMemory() -> [RotatedRect] { [] }

    func process(_ pixels: PixelBuffer, nanoseconds: Int64, memory: inout [RotatedRect]) throws -> SolutionOutput {
        guard options.maxCount >= 1 else { throw LineamentError.noneWanted }
        let tracked = options.isStatic ? [] : memory
        let found =
            tracked.count >= options.maxCount
            ? [] : try palms.regions(in: pixels, minScore: options.minDetectionConfidence)
        let regions = RegionAssociation.merge(
            Array(found.prefix(options.maxCount)), then: tracked, iouThreshold: Self.iouThreshold)
        let hands = try runs.map(regions) { region, usesAllThreads in
            try model.predict(
                pixels, in: region, minPresence: options.minTrackingConfidence, usesAllThreads: usesAllThreads)
        }.compactMap(\.self)
        memory = hands.map(\.nextRegion)
        var output = SolutionOutput()
        output.hands = hands.map {
            SolutionOutput.Hand(landmarks: $0.landmarks, world: $0.world, leftScore: $0.rightScore)
        }
        return output
    }
}

extension LineamentError {
    /// The error of a solution that is to find no hands or faces.
    static let noneWanted = LineamentError(
        .internal, "max_vec_size should be greater than or equal to 1.",
        recoverySuggestion: "The largest number of hands or faces is less than 1.")
}
