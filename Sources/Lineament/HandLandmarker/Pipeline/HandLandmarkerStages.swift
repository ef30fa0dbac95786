// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The stages of the hand landmarker and their models: palms, and landmarks.
///
/// The stages keep no state; ``HandLandmarkerPipeline`` connects them and ``HandTracks`` holds what a video needs in
/// between.
struct HandLandmarkerStages: Sendable {
    let detector: PalmDetector
    let landmarkModel: HandLandmarkModel
    private let landmarkRuns: ParallelRuns
    private let minDetectionScore: Float
    private let minPresence: Float

    /// Loads and compiles the models that the options require.
    /// - Throws: ``LineamentError`` if the bundle or the runtime cannot be loaded, or the bundle lacks a member.
    init(_ options: HandLandmarkerOptions) throws {
        // A local scope, so that the bundle's memory is released before the models are compiled.
        let models = try Models(options)
        self = try mappingRuntimeErrors { try HandLandmarkerStages(models, options: options) }
    }

    private init(_ models: Models, options: HandLandmarkerOptions) throws {
        let threading = try Threading(options.baseOptions)
        landmarkRuns = ParallelRuns(threading)
        detector = try PalmDetector(models.detector, threading: threading)
        landmarkModel = try HandLandmarkModel(models.landmarks, threading: threading, style: .tasks)
        minDetectionScore = options.minHandDetectionConfidence
        minPresence = options.minHandPresenceConfidence
    }

    /// Detects palms in the whole image, and returns the regions of their hands, best first.
    func palms(in pixels: PixelBuffer, rotation: Float) throws -> [RotatedRect] {
        try palms(in: pixels, part: .wholeImage(pixels.size, rotation: rotation))
    }

    /// Detects palms in a part of the image, and returns the regions of their hands, best first.
    func palms(
        in pixels: PixelBuffer, part: RotatedRect, usesAllThreads: Bool = true
    ) throws -> [RotatedRect] {
        try detector.hands(in: pixels, part: part, minScore: minDetectionScore, usesAllThreads: usesAllThreads)
    }

    /// Returns the hands that the landmark model confirms in regions, each once.
    func hands(in pixels: PixelBuffer, regions: some Collection<RotatedRect>) throws -> [DetectedHand] {
        try landmarkRuns.map(Array(regions)) { region, usesAllThreads in
            try hand(in: pixels, region: region, usesAllThreads: usesAllThreads)
        }
        .compactMap(\.self).withoutDuplicates(in: pixels.size)
    }

    /// Returns the hand in a region; `nil` if the landmark model sees none.
    func hand(in pixels: PixelBuffer, region: RotatedRect, usesAllThreads: Bool = true) throws -> DetectedHand? {
        try landmarkModel.predict(pixels, in: region, minPresence: minPresence, usesAllThreads: usesAllThreads)
    }

    /// The models of a bundle, loaded but not compiled.
    private struct Models {
        let detector: Model
        let landmarks: Model

        init(_ options: HandLandmarkerOptions) throws {
            let bundle = try ModelFile.read(options.baseOptions, default: .handLandmarker).bundle()
            (detector, landmarks) = try mappingRuntimeErrors {
                (try bundle.model("hand_detector.tflite"), try bundle.model("hand_landmarks_detector.tflite"))
            }
        }
    }
}
