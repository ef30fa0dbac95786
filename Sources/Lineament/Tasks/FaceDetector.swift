internal import Foundation
internal import LiteRT

/// Finds faces: a box, a score and six keypoints each.
///
/// Immutable after init and safe to use from many threads at once.
///
/// ```swift
/// let detector = try FaceDetector(options: FaceDetectorOptions())
/// let result = try detector.detect(image: image)
/// for face in result.detections {
///     print(face.boundingBox, face.categories[0].score)
/// }
/// ```
public final class FaceDetector: Sendable {
    let task: VisionTask<FaceDetectorWorker>

    /// A detector in image mode with the model at `modelPath`.
    public convenience init(modelPath: String) throws {
        let options = FaceDetectorOptions()
        options.baseOptions.modelAssetPath = modelPath
        try self.init(options: options)
    }

    /// Loads the model. The options are copied.
    /// - Throws: ``LineamentError`` if an option is out of range, or the model or the runtime cannot be loaded.
    public init(options: FaceDetectorOptions) throws {
        try options.check()
        let file = try ModelFile.read(
            path: options.baseOptions.modelAssetPath, default: FaceFinders.defaultModel(of: options.range))
        let threads = try ThreadPlan(requested: options.baseOptions.numThreads)
        let original = try restatingRuntimeErrors {
            try FaceFinder(
                Model(bytes: file.bytes, name: file.name, runtime: ModelFile.runtime()), threads: threads)
        }
        let finder = try FaceFinders.finder(
            for: options.range, original: original, threads: threads, maxSearchedPixels: options.maxSearchedPixels)
        let worker = FaceDetectorWorker(
            finder: finder, minScore: options.minDetectionConfidence,
            suppression: options.minSuppressionThreshold)
        let receiver = options.faceDetectorLiveStreamDelegate.map { delegate in
            LiveReceiver<FaceDetector, FaceDetectorResult>(delegate) { delegate, task, result, timestamp, error in
                (delegate as? any FaceDetectorLiveStreamDelegate)?.faceDetector(
                    task, didFinishDetection: result, timestampInMilliseconds: timestamp, error: error)
            }
        }
        task = try VisionTask(
            worker, mode: options.runningMode, name: "faceDetector",
            delivery: receiver?.delivery)
        receiver?.task = self
    }

    /// Finds the faces in a picture. Waits for the result. Image mode only.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a mirrored orientation or in another mode.
    public func detect(image: MPImage) throws -> FaceDetectorResult { try task.detect(image: image) }

    /// Finds the faces in the next frame of a video. Waits for the result. Video mode only.
    /// - Parameter timestampInMilliseconds: must grow from frame to frame.
    /// - Throws: ``LineamentError`` with code `invalidArgument` for a time that is not later than the last, after
    ///   which the detector goes on as before.
    public func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> FaceDetectorResult {
        try task.detect(videoFrame: videoFrame, timestamp: timestampInMilliseconds)
    }

    /// Hands over a frame of a live stream and returns at once; the result goes to the delegate. Live stream mode only.
    ///
    /// One frame is in work and one waits; a later frame takes the place of the one that waits, for which nothing is
    /// delivered.
    /// - Parameter timestampInMilliseconds: must grow from frame to frame.
    public func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
        try task.detectAsync(image: image, timestamp: timestampInMilliseconds)
    }

    /// Forgets the video so far, in video mode: the next frame may have any time.
    public func reset() { task.reset() }

    /// Ends the task: when this returns nothing is delivered any more, and every further call throws.
    public func close() { task.close() }
}
