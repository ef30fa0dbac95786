// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import Locking

/// The models of this process, loaded when a request first needs them. A failed load is retried by the next request.
enum VisionEngine {
    private static let loadedAnalyzer = Locked<FaceAttributeAnalyzer?>(nil)
    private static let loadedPoses = Locked<PoseLandmarker?>(nil)
    private static let loadedSegmentingPoses = Locked<PoseLandmarker?>(nil)
    private static let loadedHands = Locked<HandLandmarker?>(nil)
    private static let loadedTrackedPoses = Locked<PoseLandmarker?>(nil)

    static func analyzer() throws -> FaceAttributeAnalyzer {
        try loaded(loadedAnalyzer) {
            var options = FaceAttributeAnalyzer.Options()
            options.range = .auto
            options.wantsMesh = true
            return try FaceAttributeAnalyzer(options)
        }
    }

    /// Returns the landmarker for all people of an image.
    static func poses() throws -> PoseLandmarker {
        try loaded(loadedPoses) { try PoseLandmarker(options: allPeopleOptions()) }
    }

    /// Returns the landmarker for all people of an image that also gives their masks.
    static func segmentingPoses() throws -> PoseLandmarker {
        try loaded(loadedSegmentingPoses) {
            let options = allPeopleOptions()
            options.shouldOutputSegmentationMasks = true
            return try PoseLandmarker(options: options)
        }
    }

    private static func allPeopleOptions() -> PoseLandmarkerOptions {
        let options = PoseLandmarkerOptions()
        options.numPoses = .max
        options.separation = .distinct
        return options
    }

    /// Returns the landmarker for all hands of an image, also those of people farther away.
    static func hands() throws -> HandLandmarker {
        try loaded(loadedHands) {
            let options = HandLandmarkerOptions()
            options.numHands = .max
            options.range = .auto
            return try HandLandmarker(options: options)
        }
    }

    /// Returns the landmarker for the neighborhood of a person who is followed.
    static func trackedPoses() throws -> PoseLandmarker {
        try loaded(loadedTrackedPoses) {
            let options = PoseLandmarkerOptions()
            options.numPoses = 4
            return try PoseLandmarker(options: options)
        }
    }

    private static func loaded<Models: Sendable>(_ models: Locked<Models?>, _ load: () throws -> Models) throws
        -> Models
    {
        try models.withLock { models in
            if let models { return models }
            let loaded = try loading(load)
            models = loaded
            return loaded
        }
    }

    /// Translates the errors of loading models into ``VisionError``, so that none is taken for an error of the image.
    static func loading<Models>(_ load: () throws -> Models) throws -> Models {
        do {
            return try load()
        } catch let error as LineamentError {
            throw VisionError(ofModels: error)
        }
    }

    /// Translates the engine's errors into ``VisionError``.
    static func restating<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as LineamentError {
            throw VisionError(error)
        }
    }
}
