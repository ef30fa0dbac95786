// SPDX-License-Identifier: Apache-2.0
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

    /// The pixels as players show them, to draw on: those of ``pixels``, whose color matrix is another if the video
    /// declares none. Tasks then take it for ITU-R BT.601, as OpenCV and MediaPipe do; players do so below 720 rows, and
    /// from there on take it for BT.709.
    public let shown: PixelBuffer
    /// The time by the clock of the container; `nil` if the frame has no timestamp.
    package let container: ContainerMoment?
    private let origin: Origin

    /// Where the planes of a frame are that have more than ``pixels``.
    private enum Origin {
        /// There are none: the pixels are drawn, or in RGB.
        case none
        /// The pixels are the planes.
        case pixels
        case decoder(DecodedFrame, ImageOrientation)
        case kept(StoredPlanes, isFullRange: Bool)
    }

    /// Creates a frame that was decoded.
    init(
        pixels: PixelBuffer, of decoded: DecodedFrame?, _ orientation: ImageOrientation, timestampInMilliseconds: Int,
        time: Double, index: Int, container: ContainerMoment?
    ) throws {
        image = try MPImage(pixelBuffer: pixels)
        self.pixels = pixels
        shown = pixels.withColorMatrix(decoded?.shownMatrix ?? pixels.colorMatrix)
        origin =
            if let decoded {
                decoded.isSeenInPlace && decoded.isAsLarge(as: pixels, orientation)
                    ? .pixels : .decoder(decoded, orientation)
            } else { .none }
        self.timestampInMilliseconds = timestampInMilliseconds
        self.time = time
        self.index = index
        self.container = container
    }

    /// Creates a frame that is only drawn over, from its pixels as players show them.
    package init(showing pixels: PixelBuffer, time: Double) throws {
        image = try MPImage(pixelBuffer: pixels)
        self.pixels = pixels
        shown = pixels
        self.time = time
        timestampInMilliseconds = 0
        index = 0
        container = nil
        origin = pixels.format.planeCount > 1 ? .pixels : .none
    }

    /// Creates a frame whose pixels were kept elsewhere.
    /// - Parameter stored: Its planes if it has ``storedPlanes()``.
    package init(_ frame: Description, pixels: PixelBuffer, stored: PixelBuffer?) throws {
        image = try MPImage(pixelBuffer: pixels)
        self.pixels = pixels
        shown = pixels.withColorMatrix(frame.shownMatrix)
        timestampInMilliseconds = frame.timestampInMilliseconds
        time = frame.time
        index = frame.index
        container = nil
        origin =
            if let planes = frame.planes, let stored {
                .kept(StoredPlanes(stored, like: planes), isFullRange: frame.isFullRange)
            } else { frame.hasOwnPlanes ? .pixels : .none }
    }

    /// Whether the copy of the frame can have planes of its own.
    var hasOwnPlanes: Bool {
        if case .none = origin { false } else { true }
    }

    /// The frame as tasks take it.
    package var frame: Frame {
        Frame(image, milliseconds: timestampInMilliseconds, seconds: time, index: index, container: container)
    }

    var isFullRange: Bool {
        switch origin {
        case .decoder(let frame, _): frame.source.isFullRange || PlaneFormat.isFullRange(frame.pixelFormat)
        case .kept(_, let isFullRange): isFullRange
        case .none, .pixels: false
        }
    }

    /// Returns the planes that have more than ``pixels``; `nil` if there are none.
    package func storedPlanes() throws -> StoredPlanes? {
        switch origin {
        case .none, .pixels: nil
        case .decoder(let frame, let orientation): try frame.storedPlanes(orientation)
        case .kept(let planes, _): planes
        }
    }

    /// The properties of a frame whose pixels are kept elsewhere.
    package struct Description: Sendable {
        fileprivate let timestampInMilliseconds: Int
        fileprivate let time: Double
        fileprivate let index: Int
        fileprivate let shownMatrix: ColorMatrix
        fileprivate let hasOwnPlanes: Bool
        fileprivate let isFullRange: Bool
        /// The planes, which this value does not keep.
        fileprivate let planes: StoredPlanes.Layout?
    }

    /// Returns the properties of the frame.
    /// - Parameter stored: Its ``storedPlanes()``.
    package func description(_ stored: StoredPlanes?) -> Description {
        Description(
            timestampInMilliseconds: timestampInMilliseconds, time: time, index: index, shownMatrix: shown.colorMatrix,
            hasOwnPlanes: hasOwnPlanes, isFullRange: isFullRange, planes: stored?.layout)
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
