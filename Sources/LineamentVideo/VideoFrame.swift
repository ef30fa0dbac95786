internal import Dispatch
public import Lineament

/// One frame of a video.
public struct VideoFrame: TimedFrame {
    /// The frame for a task.
    public let image: MPImage
    /// The pixels, upright as the video's metadata says; usually in planes, as the decoder made them.
    public let pixels: PixelBuffer
    /// The time at which the frame is shown, counted from the first frame; increases from frame to frame.
    public let timestampInMilliseconds: Int
    /// The same time in seconds, as exactly as the video has it.
    public let time: Double
    /// The frame's number, from 0 where reading began.
    public let index: Int

    init(pixels: PixelBuffer, timestampInMilliseconds: Int, time: Double, index: Int) throws {
        image = try MPImage(pixelBuffer: pixels)
        self.pixels = pixels
        self.timestampInMilliseconds = timestampInMilliseconds
        self.time = time
        self.index = index
    }
}

/// The frames of a video as an asynchronous sequence.
///
/// Frames are read as they are asked for, on a thread of the video's own; cancelling the task that asks ends it. The
/// sequence goes on where the reader is, so iterate over it once.
public struct VideoFrames: AsyncSequence, Sendable {
    /// A frame.
    public typealias Element = VideoFrame
    /// What ``VideoReader/next()`` throws, or `CancellationError`.
    public typealias Failure = any Error

    private let source: Source

    init(_ reader: VideoReader) { source = Source(reader) }

    /// An iterator over the frames that have not been read yet.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source) }

    /// Reads a frame each time it is asked for the next.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let source: Source

        /// The next frame; nil at the end.
        public mutating func next() async throws -> VideoFrame? { try await source.next() }
    }
}

/// A reader that is used on one queue only.
private final class Source: @unchecked Sendable {
    // Sound: `reader` is only touched on `queue`.
    private let reader: VideoReader
    private let queue = DispatchQueue(label: "lineament.video", qos: .userInitiated)

    init(_ reader: VideoReader) { self.reader = reader }

    func next() async throws -> VideoFrame? {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in continuation.resume(with: Result { try reader.next() }) }
        }
    }
}
