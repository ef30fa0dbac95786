internal import Lineament
internal import LineamentVideo

/// The frames of one video, in order; the next few are read while the last is worked on.
final class VideoFrames {
    let reader: VideoReader
    private let stage: PipelineStage<Void, VideoFrame?>?

    /// Frames that wait: enough to even out a slow one, few enough to stay small.
    private static let capacity = 3

    /// - Parameter readsAhead: whether ``reader`` is left to another thread until ``stop()`` returns.
    init(_ place: String, options: VideoReader.Options, readsAhead: Bool) throws {
        reader = try VideoReader(place, options: options)
        guard readsAhead else {
            stage = nil
            return
        }
        // Used by one thread at a time: the stage's only worker.
        nonisolated(unsafe) let source = reader
        let stage = PipelineStage<Void, VideoFrame?>(capacity: Self.capacity, workers: 1) { try source.next() }
        for _ in 0..<Self.capacity { try? stage.put(()) }
        self.stage = stage
    }

    /// The next frame; nil after the last.
    /// - Throws: ``LineamentError`` where the video is damaged, after all frames before.
    func next() throws -> VideoFrame? {
        guard let stage else { return try reader.next() }
        guard let frame = try stage.next() ?? nil else { return nil }
        // Where reading has failed, the frames before it still come, and then the error.
        try? stage.put(())
        return frame
    }

    /// Ends reading; frames that wait are lost.
    func stop() { stage?.cancel() }
}
