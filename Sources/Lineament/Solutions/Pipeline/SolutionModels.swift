// SPDX-License-Identifier: Apache-2.0
internal import LiteRT

/// The models of the solutions: those of the tasks' bundles, and a bundle of those that only solutions use.
struct SolutionModels {
    /// The threads of models for bodies and hands, which scale.
    let threading: Threading
    /// The threads of models for faces and of those that separate selfies: one, unless the options have a number. An inference
    /// takes a few milliseconds or less; on two cores, two threads gain up to a tenth at twice the processor time, or lose.
    let lightThreading: Threading

    init(_ options: SolutionOptions) throws {
        threading = try Threading(requested: options.threads, gpu: nil)
        lightThreading = options.threads == 0 ? try Threading(requested: 1, gpu: nil) : threading
    }

    /// Returns a model that only solutions use.
    func own(_ name: String) throws -> Model {
        let bundle = try ModelFile.fixed(.solutions).bundle()
        return try bundle.model("\(name).tflite", hasCustomOperators: true)
    }

    /// Returns a model of a task's bundle.
    func member(_ name: String, of file: ModelFile.Default) throws -> Model {
        try ModelFile.fixed(file).bundle().model("\(name).tflite")
    }

    /// Returns the detector of bodies and the landmark model of a complexity from 0 to 2.
    func body(complexity: Int) throws -> (detector: Model, landmarks: Model) {
        let files: [ModelFile.Default] = [.litePoseLandmarker, .poseLandmarker, .heavyPoseLandmarker]
        return (
            try member("pose_detector", of: .poseLandmarker),
            try member("pose_landmarks_detector", of: files[complexity])
        )
    }

    /// Returns the detector of faces within two meters, or five.
    func faceDetector(isFullRange: Bool = false) throws -> BlazeFaceDetector {
        try BlazeFaceDetector(
            ModelFile.fixed(isFullRange ? .fullRangeFaceDetector : .faceDetector),
            threading: lightThreading, style: .solutions)
    }
}
