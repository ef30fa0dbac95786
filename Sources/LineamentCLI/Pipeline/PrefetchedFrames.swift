// SPDX-License-Identifier: Apache-2.0
internal import Lineament
internal import LineamentVideo

/// The frames of one video in order, with the next few read ahead.
final class PrefetchedFrames {
    let reader: VideoReader
    private let stage: PipelineStage<Void, VideoFrame?>?

    /// The number of frames to read ahead: enough to absorb a slow one, few enough to use little memory.
    private static let capacity = 3

    /// Opens a video.
    /// - Parameters:
    ///   - readsAhead: whether another thread owns ``reader`` until ``stop()`` returns.
    ///   - maxMemory: the memory that frames read ahead may take, in bytes. One may always be.
    init(_ video: VideoSource, options: VideoReader.Options, readsAhead: Bool, maxMemory: Int) throws {
        reader = try VideoReader(video, options: options)
        guard readsAhead else {
            stage = nil
            return
        }
        // Safe because only the stage's single worker uses the reader.
        nonisolated(unsafe) let source = reader
        let fitting = maxMemory / max(1, PixelFormat.rgb8.byteCount(width: source.width, height: source.height))
        let capacity = min(Self.capacity, max(1, fitting))
        let stage = PipelineStage<Void, VideoFrame?>(capacity: capacity, workers: 1) { try source.next() }
        for _ in 0..<capacity { try? stage.put(()) }
        self.stage = stage
    }

    /// Returns the next frame, or `nil` after the last one.
    /// - Throws: ``LineamentError`` if the video is damaged, after all earlier frames have been returned.
    func next() throws -> VideoFrame? {
        guard let stage else { return try reader.next() }
        guard let frame = try stage.next() ?? nil else { return nil }
        // After a read error, the earlier frames still arrive first, then the error.
        try? stage.put(())
        return frame
    }

    /// Stops reading, even while a source does not answer, and discards the frames read ahead.
    func stop() {
        reader.cancellation.cancel()
        stage?.cancel()
    }
}
