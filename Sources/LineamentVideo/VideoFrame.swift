internal import Dispatch
public import Lineament

/// A frame of a video.
public struct VideoFrame: TimedFrame {
    /// The image to pass to a task.
    public let image: MPImage
    /// The pixels, upright according to the video's metadata, which may rotate and mirror them; usually in the decoder's
    /// planes.
    public let pixels: PixelBuffer
    /// The presentation time in milliseconds since the first frame of the video, also if reading began later. Strictly
    /// increasing.
    public let timestampInMilliseconds: Int
    /// The presentation time in seconds since the first frame of the video, also if reading began later, with the full
    /// precision of the video.
    public let time: Double
    /// The index of the frame, counted from 0 at the first frame of the chosen range.
    public let index: Int

    /// Creates a frame from its parts.
    package init(pixels: PixelBuffer, timestampInMilliseconds: Int, time: Double, index: Int) throws {
        image = try MPImage(pixelBuffer: pixels)
        self.pixels = pixels
        self.timestampInMilliseconds = timestampInMilliseconds
        self.time = time
        self.index = index
    }
}

/// The frames of a video as an asynchronous sequence.
///
/// Frames are read on demand, on a queue of their own. Canceling the consuming task ends the sequence and its reader,
/// even while a source does not answer; other readers go on. The sequence continues at the reader's position, so iterate
/// over it only once.
public struct VideoFrames: AsyncSequence, Sendable {
    /// The type of the elements.
    public typealias Element = VideoFrame
    /// The errors of ``VideoReader/next()``, or `CancellationError`.
    public typealias Failure = any Error

    private let source: Source

    init(_ reader: VideoReader) { source = Source(reader) }

    /// Returns an iterator over the remaining frames.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source) }

    /// An iterator that reads each frame on demand.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let source: Source

        /// Returns the next frame, or `nil` at the end.
        public mutating func next() async throws -> VideoFrame? { try await source.next() }
    }
}

/// A reader that is confined to one queue.
private final class Source: @unchecked Sendable {
    // @unchecked Sendable: `reader` is only used on `queue`.

    private let reader: VideoReader
    private let cancellation: ReadCancellation
    private let queue = DispatchQueue(label: "lineament.video", qos: .userInitiated)

    init(_ reader: VideoReader) {
        self.reader = reader
        cancellation = reader.cancellation
    }

    func next() async throws -> VideoFrame? {
        try Task.checkCancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { [self] in continuation.resume(with: Result { try reader.next() }) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}
