internal import CLineamentFFmpeg
public import Foundation
internal import Lineament

/// Reads the frames of a video file, a camera or a network stream.
///
/// Frames stay in the planes that the decoder made, and a task samples them from there. Not for several threads at once;
/// the frames are.
///
/// ```swift
/// let reader = try VideoReader(URL(fileURLWithPath: "clip.mp4"))
/// for try await result in landmarker.results(for: reader.frames) {
///     print(result.timestampInMilliseconds, result.faces.count)
/// }
/// ```
public final class VideoReader {
    /// The part of a video that is read.
    public struct Options: Sendable, Hashable {
        /// Seconds to skip at the beginning. Default: 0. Times still count from the video's first frame.
        public var start = 0.0
        /// Seconds to read. Default: nil, all.
        public var duration: Double?
        /// Yields every *n*th frame. Default: 1.
        public var every = 1
        /// Videos with more pixels a frame are refused. Default: 256 megapixels.
        public var maxPixels = 256_000_000

        /// The whole video.
        public init() {}
    }

    /// The name of the video in errors.
    public let name: String
    /// The width of the frames as shown, in pixels.
    public let width: Int
    /// The height of the frames as shown, in pixels.
    public let height: Int
    /// Frames a second, on average; nil if the video does not tell.
    public let frameRate: Double?
    /// The length in seconds; nil for a live source, or if the video does not tell.
    public let duration: Double?

    /// Times that differ by less, in seconds, are taken for equal: no video has a thousand frames a second.
    private static let tolerance = 0.0005

    let demuxer: Demuxer
    private let decoder: VideoDecoder
    private let options: Options
    private let turn: QuarterTurn
    private var firstTime: Double?
    private var lastTimestamp = -1
    private var nextIndex = 0
    private var damage: LineamentError?

    /// Opens a video file.
    /// - Throws: `LineamentError`, as for a path.
    public convenience init(_ url: URL, options: Options = Options()) throws {
        try self.init(url.path, options: options)
    }

    /// The frames that have not been read yet, as an asynchronous sequence. Use the reader for nothing else meanwhile.
    public var frames: VideoFrames { VideoFrames(self) }

    /// Opens a file's path, `camera:` and a device (`camera:/dev/video0`), or an `rtsp://` or `http(s)://` address.
    /// - Throws: `LineamentError` that names the source: `notFound`, `unimplemented` if no video is in it or its
    ///   kind is not supported, `dataLoss` if it is damaged, `resourceExhausted` beyond a limit.
    public init(_ source: String, options: Options = Options()) throws {
        name = source
        self.options = options
        demuxer = try Demuxer(source)
        let stream = demuxer.videoStream
        decoder = try VideoDecoder(stream, name: source, demuxer.ffmpeg)
        turn = stream.pointee.turn(demuxer.ffmpeg)
        let parameters = stream.pointee.codecpar.pointee
        let (stored, lines) = (Int(parameters.width), Int(parameters.height))
        width = turn.swapsSides ? lines : stored
        height = turn.swapsSides ? stored : lines
        frameRate = stream.pointee.averageRate
        duration = demuxer.duration
        try PixelBuffer.checkSize(width: width, height: height, maxPixels: options.maxPixels, of: source)
        if options.start > 0 { try demuxer.seek(to: options.start) }
    }

    /// The next frame; nil at the end.
    /// - Throws: `LineamentError` with code `dataLoss` where a file is cut or damaged, after every frame before.
    public func next() throws -> VideoFrame? {
        while let (frame, index) = try nextDecoded() {
            let time = seconds(of: frame)
            if time < options.start - Self.tolerance { continue }
            if let duration = options.duration, time >= options.start + duration - Self.tolerance { return nil }
            if index % max(1, options.every) != 0 { continue }
            let timestamp = max(lastTimestamp + 1, Int((time * 1000).rounded()))
            lastTimestamp = timestamp
            return try VideoFrame(
                pixels: try frame.pixelBuffer(turn: turn), timestampInMilliseconds: timestamp,
                time: time, index: index)
        }
        return nil
    }

    /// The next decoded frame and its number. Damage is reported once all frames before it are out.
    private func nextDecoded() throws -> (frame: DecodedFrame, index: Int)? {
        while true {
            if let frame = try decoder.receive() {
                if frame.isDamaged, !demuxer.isLive { throw LineamentError.damaged(name, "a frame is damaged") }
                defer { nextIndex += 1 }
                return (frame, nextIndex)
            }
            if decoder.isDrained {
                if let damage { throw damage }
                return nil
            }
            try feedDecoder()
        }
    }

    private func feedDecoder() throws {
        do {
            guard let packet = try demuxer.nextVideoPacket() else { return decoder.drain() }
            // A live stream goes on after a packet that cannot be decoded, but not after a read that failed.
            let isSent = decoder.send(packet)
            guard isSent || demuxer.isLive else { throw LineamentError.damaged(name, "a frame cannot be decoded") }
        } catch let error as LineamentError {
            damage = error
            decoder.drain()
        }
    }

    /// The time of a frame, counted from the first.
    private func seconds(of frame: DecodedFrame) -> Double {
        let time = frame.time ?? (firstTime ?? 0) + Double(nextIndex) / (frameRate ?? 30)
        let first = firstTime ?? (options.start > 0 ? demuxer.startTime : time)
        firstTime = first
        return time - first
    }
}
