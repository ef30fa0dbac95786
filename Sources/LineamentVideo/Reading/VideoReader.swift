// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
public import Foundation
package import Lineament

/// A reader of frames from a video file, a camera or a network stream.
///
/// Frames stay in the decoder's planes, and tasks sample them in place. The reader is not thread-safe; its frames are.
///
/// ```swift
/// let reader = try VideoReader(URL(fileURLWithPath: "clip.mp4"))
/// for try await result in landmarker.results(for: reader.frames) {
///     print(result.timestampInMilliseconds, result.faces.count)
/// }
/// ```
public final class VideoReader {
    /// The options of a reader, which select the part of the video to read.
    public struct Options: Sendable, Hashable {
        /// The time to skip at the beginning, in seconds. Timestamps still count from the video's first frame. Default:
        /// 0.
        public var start = 0.0
        /// The duration to read, in seconds; `nil`, the default, reads to the end.
        public var duration: Double?
        /// The sampling interval: only every *n*th frame of the chosen range is read, beginning with its first. Default:
        /// 1, the least that is valid.
        public var every = 1
        /// The maximum number of pixels per frame; larger videos are rejected. Default: 256 megapixels.
        public var maxPixels = 256_000_000
        /// Whether the frames of videos whose pixels are not square, such as those of DV and many broadcasts, are scaled to
        /// the shape in which players show them, by enlarging one side. Coordinates then refer to the scaled frames.
        /// Default: false, which leaves frames as they are stored.
        public var squaresPixels = false
        /// The treatment of audio that is read before a ``VideoWriter`` copies it. Default: `.limited`.
        public var waitingAudio = WaitingAudio.limited

        /// The time to wait for a camera or server to answer, in seconds. Default: 10.
        public var connectionTimeout = 10.0
        /// The time to wait for the next frame of a camera or network stream, in seconds. Default: 30.
        public var dataTimeout = 30.0
        /// The switch that ends reading with an error of code `cancelled`, even while a source does not answer.
        ///
        /// It ends every reader made from these options or a copy of them. Lineament never sets it: canceling a task that
        /// iterates over ``VideoReader/frames`` ends that reader alone.
        public var cancellation = ReadCancellation()

        /// Creates the default options, which read the whole video.
        public init() {}

        /// - Throws: `LineamentError` with code `invalidArgument` if they say no part of a video.
        fileprivate func check() throws {
            guard every > 0 else {
                throw LineamentError(.invalidArgument, "VideoReader.Options.every must be at least 1, not \(every).")
            }
            guard start >= 0, start.isFinite else {
                throw LineamentError(.invalidArgument, "VideoReader.Options.start must be at least 0 s, not \(start).")
            }
            if let duration, !(duration > 0) {
                throw LineamentError(
                    .invalidArgument, "VideoReader.Options.duration must be more than 0 s, not \(duration).")
            }
        }
    }

    /// The name of the video in errors.
    public let name: String
    /// The width of the upright frames, in pixels. Some streams change their size midway.
    public let width: Int
    /// The height of the upright frames, in pixels.
    public let height: Int
    /// The average frame rate, in frames per second; `nil` if unknown.
    public let frameRate: Double?
    /// The duration in seconds; `nil` if unknown or for a live source.
    public let duration: Double?

    /// The difference, in seconds, below which times are considered equal: no video has a thousand frames per second.
    private static let tolerance = 0.0005

    let demuxer: Demuxer
    private let decoder: VideoDecoder
    let options: Options
    /// The switch that ends this reader alone. It also counts as on once that of the options is.
    package let cancellation: ReadCancellation
    /// The orientation of the frames as stored. Those that are returned are upright.
    package let orientation: ImageOrientation
    private var timeline: FrameTimeline
    /// The pictures of an animated WebP file, drawn so far.
    private var canvas: AnimationCanvas?
    /// The number of pictures that were drawn.
    private var drawnCount = 0
    /// The origin of the frames' times, in seconds of the source.
    var timeOrigin: Double { timeline.origin ?? demuxer.startTime }
    /// The shape of a pixel, width by height, of the frames that are returned; 0 by something if unknown.
    var pixelShape: AVRational {
        let shape = demuxer.pixelShape(of: nil)
        if options.squaresPixels, !PixelShape(shape).isSquare { return AVRational(num: 1, den: 1) }
        return orientation.swapsSides ? AVRational(num: shape.den, den: shape.num) : shape
    }
    /// The average frame rate as the file declares it; `nil` if it does not.
    var declaredRate: Double? { StreamProperties.declaredRate(demuxer.videoStream) }
    /// The light of the display that the video was made for; `nil` if unknown.
    private(set) var light: DisplayLight?
    /// Whether the upper field of a frame is shown first; `nil` for frames without fields. The frames know it better than the file.
    private(set) var isTopFieldFirst: Bool?
    /// How two views share a frame, in the numbers of H.264; `nil` if the frames do not say it.
    private(set) var framePacking: Int?
    /// Whether frames have a second layer that says how opaque they are.
    var hasOpacityLayer: Bool { decoder.isTransparent }
    private var lastTimestamp = -1
    /// The number of frames in the chosen range that have been decoded.
    private var nextIndex = 0
    private var damage: LineamentError?
    /// Whether a frame after the chosen range was met.
    private var isPastRange = false
    /// How long before the chosen range the reader has sought, in seconds; `nil` once no frame of the range can be
    /// missing.
    private var lead: Double?

    /// Opens a video file.
    /// - Throws: `LineamentError`, as for a path, and `invalidArgument` if the URL is not a file URL.
    public convenience init(_ url: URL, options: Options = Options()) throws {
        guard url.isFileURL else {
            let remedy =
                url.scheme == nil
                ? "For a path, write URL(fileURLWithPath:)." : "Open addresses with VideoReader(address:)."
            throw LineamentError(.invalidArgument, "\(url) is not the URL of a file. \(remedy)")
        }
        try self.init(VideoSource.file(url.path), options: options)
    }

    /// Opens a video file by its path.
    ///
    /// Only files are opened, so a path may come from a user; an address is treated as a file name and gives `notFound`.
    /// - Throws: `LineamentError` that names the file: `notFound`, `invalidArgument` for a folder, `unimplemented` if it
    ///   contains no video or its format is not supported, `dataLoss` if it is damaged, `resourceExhausted` above a
    ///   limit, `cancelled` if reading was canceled.
    public convenience init(_ path: String, options: Options = Options()) throws {
        try self.init(VideoSource.file(path), options: options)
    }

    /// Opens `camera:` followed by a device (`camera:/dev/video0`), or an `rtsp://`, `rtsps://`, `http://` or
    /// `https://` address.
    ///
    /// Do not pass addresses that come from people you do not trust: the process connects to whatever server they name.
    /// - Throws: `LineamentError` that names the address: as for a path, `invalidArgument` for anything else,
    ///   `permissionDenied` if the server denies access, `unavailable` if it cannot be reached or reports an error of its
    ///   own, `deadlineExceeded` if the camera or server does not answer in time.
    public convenience init(address: String, options: Options = Options()) throws {
        try self.init(VideoSource.address(address), options: options)
    }

    /// The remaining frames as an asynchronous sequence. Do not use the reader for anything else during iteration.
    public var frames: VideoFrames { VideoFrames(self) }

    /// Opens a video.
    /// - Parameter name: The name in error messages; `nil` for its path or address.
    package init(_ source: VideoSource, name: String? = nil, options: Options) throws {
        self.name = name ?? source.name
        try options.check()
        self.options = options
        let requested = options.cancellation
        cancellation = ReadCancellation { requested.isCancelled }
        demuxer = try Demuxer(source, name: self.name, options: options, cancellation: cancellation)
        let stream = demuxer.videoStream
        orientation = StreamProperties.orientation(stream)
        isTopFieldFirst = StreamProperties.isTopFieldFirst(stream)
        let parameters = stream.codecpar
        let animation = demuxer.animation
        var size = (
            width: animation?.width ?? Int(parameters.width), height: animation?.height ?? Int(parameters.height)
        )
        if options.squaresPixels {
            size = PixelShape(demuxer.pixelShape(of: nil)).squareSize(width: size.width, height: size.height)
        }
        (width, height) = orientation.swapsSides ? (size.height, size.width) : size
        try PixelBuffer.checkSize(width: width, height: height, maxPixels: options.maxPixels, of: self.name)
        canvas = animation.map(AnimationCanvas.init)
        decoder = try VideoDecoder(stream, maxPixels: options.maxPixels, name: self.name, demuxer.ffmpeg)
        frameRate = animation.map(\.frameRate) ?? StreamProperties.averageRate(stream)
        duration = animation?.duration ?? demuxer.duration
        timeline = FrameTimeline(frameRate: frameRate, clockMayGoBack: demuxer.clockMayGoBack)
        // Where streams have no index of their own, audio may be stored before the frames that it is heard with.
        let margin =
            demuxer.isMOV || demuxer.audioBacklog.absence != nil || demuxer.audioBacklog.streams.isEmpty ? 0 : 1.0
        // Each picture of an animation needs those before it.
        if options.start > 0, animation == nil, try demuxer.seek(to: options.start - margin) { lead = margin }
    }

    /// The number of audio tracks that no copy has, as FFmpeg does not know their codec.
    package var unknownAudioTrackCount: Int { AudioFit(demuxer).unknownCount }

    /// Checks that a file could hold the audio of this video.
    /// - Parameters:
    ///   - path: The file, whose extension selects the container; what errors call it if there is a `format`.
    ///   - format: FFmpeg's name of the container; `nil` if the extension selects it.
    /// - Throws: `LineamentError` with code `unimplemented` that names containers that could.
    package func checkAudio(fits path: String, format: String? = nil) throws {
        let container = try format ?? VideoWriter.formatName(of: path)
        _ = try AudioFit(demuxer).streams(in: container, of: path)
    }

    /// The extension of the first of MP4, MOV and MKV that can hold the audio of this video; `nil` if none can.
    package var pathExtensionOfCopies: String? {
        ["mp4", "mov", "mkv"].first { (try? checkAudio(fits: "copy.\($0)")) != nil }
    }

    /// Returns the next frame, or `nil` at the end.
    /// - Throws: `LineamentError` with code `dataLoss` if the file is truncated or damaged, after all earlier frames
    ///   have been returned; `cancelled` if reading was canceled.
    public func next() throws -> VideoFrame? {
        // Packets have been skipped since, so that what follows cannot be decoded.
        if isPastRange { return nil }
        while let (frame, time) = try nextTimed() {
            if time < options.start - Self.tolerance { continue }
            if let duration = options.duration, time >= options.start + duration - Self.tolerance {
                isPastRange = true
                demuxer.readAudio(until: timeOrigin + options.start + duration)
                return nil
            }
            let index = nextIndex
            nextIndex += 1
            if index % options.every != 0 { continue }
            let timestamp = max(lastTimestamp + 1, Int((time * 1000).rounded()))
            lastTimestamp = timestamp
            if index == 0 { note(frame) }
            return try VideoFrame(
                pixels: try pixels(of: frame), of: canvas == nil ? frame : nil, orientation,
                timestampInMilliseconds: timestamp, time: time, index: index, container: moment(of: frame))
        }
        return nil
    }

    /// Notes what the first frame says of the video.
    private func note(_ frame: DecodedFrame) {
        light = light ?? DisplayLight(frame)
        let fields = lineament_av_fields(frame.pointer)
        if fields != AV_FIELD_PROGRESSIVE { isTopFieldFirst = fields == AV_FIELD_TT }
        let packing = Int(lineament_av_frame_packing(frame.pointer))
        framePacking = packing < 0 ? nil : packing
    }

    /// Returns the time of a frame by the clock of the container; `nil` without one.
    private func moment(of frame: DecodedFrame) -> ContainerMoment? {
        guard demuxer.animation == nil, let time = frame.time else { return nil }
        return ContainerMoment(
            time: time, duration: demuxer.hasGuessedDuration ? nil : duration, frameRate: frameRate)
    }

    private func pixels(of frame: DecodedFrame) throws -> PixelBuffer {
        do {
            return try canvas?.image() ?? scaled(frame).pixelBuffer(orientation)
        } catch let error as LineamentError {
            throw LineamentError(error.code, "\(name): \(error.message)", underlyingError: error.underlyingError)
        }
    }

    /// Returns the frame with square pixels if they are requested. Broadcasts change the shape of their pixels midway.
    private func scaled(_ frame: DecodedFrame) throws -> DecodedFrame {
        guard options.squaresPixels else { return frame }
        let stored = frame.pointer
        let size = PixelShape(demuxer.pixelShape(of: frame.pointer))
            .squareSize(width: Int(stored.width), height: Int(stored.height))
        try PixelBuffer.checkSize(width: size.width, height: size.height, maxPixels: options.maxPixels, of: name)
        return try frame.scaled(width: size.width, height: size.height)
    }

    /// Returns the next decoded frame and its time, in seconds since the first frame.
    private func nextTimed() throws -> (frame: DecodedFrame, time: Double)? {
        while true {
            let decoded = try nextDecoded()
            if let decoded, let animation = demuxer.animation { return (decoded, try draw(decoded, of: animation)) }
            let time = try decoded.map(seconds(of:))
            if seekFurtherBack(from: time ?? .infinity) { continue }
            return decoded.flatMap { frame in time.map { (frame, $0) } }
        }
    }

    /// Draws the next picture of an animation, and returns its time.
    private func draw(_ frame: DecodedFrame, of animation: WebPAnimation) throws -> Double {
        guard var canvas, drawnCount < animation.pictures.count else {
            throw LineamentError.damaged(name, "it has more pictures than it says")
        }
        let picture = animation.pictures[drawnCount]
        // Otherwise there would be two canvases while one is drawn on.
        self.canvas = nil
        defer { self.canvas = canvas }
        guard try frame.draw(picture, on: &canvas) else {
            throw LineamentError.damaged(name, "a picture has another size than it says")
        }
        drawnCount += 1
        return picture.time
    }

    /// Seeks to an earlier place if the first frame found is later than the beginning of the range: some containers do not
    /// know key frames, and some order them by the time of decoding. Returns whether it has.
    private func seekFurtherBack(from time: Double) -> Bool {
        guard let lead else { return false }
        self.lead = nil
        let longer = max(1, 2 * lead)
        // Frames are decoded up to a second before they are displayed.
        guard time > options.start + Self.tolerance, lead < options.start + 1,
            (try? demuxer.seek(to: options.start - longer)) == true
        else { return false }
        self.lead = longer
        decoder.flush()
        timeline = FrameTimeline(frameRate: frameRate, clockMayGoBack: demuxer.clockMayGoBack)
        damage = nil
        return true
    }

    /// Returns the next decoded frame. Damage is reported after all earlier frames have been returned.
    private func nextDecoded() throws -> DecodedFrame? {
        demuxer.beginFrame()
        while true {
            if let frame = try received() {
                guard demuxer.toleratesDamage || !frame.isDamaged else {
                    throw LineamentError.damaged(name, "a frame is damaged")
                }
                return frame
            }
            if decoder.isDrained {
                if let damage { throw damage }
                if demuxer.animation?.isTruncated == true { throw LineamentError.damaged(name, "it is truncated") }
                return nil
            }
            try feedDecoder()
        }
    }

    /// Returns a frame of the decoder; `nil` also for one that is damaged beyond decoding, where damage is tolerated.
    private func received() throws -> DecodedFrame? {
        do {
            return try decoder.receive()
        } catch let error as LineamentError where error.code == .dataLoss && demuxer.toleratesDamage {
            return nil
        }
    }

    private func feedDecoder() throws {
        do {
            guard let packet = try demuxer.nextVideoPacket() else { return decoder.drain() }
            // A live stream continues after a packet that cannot be decoded, but not after a failed read.
            guard try decoder.send(packet) || demuxer.toleratesDamage else {
                throw LineamentError.damaged(name, "a frame cannot be decoded")
            }
        } catch let error as LineamentError {
            damage = error
            decoder.drain()
        }
    }

    /// Returns the time of a frame, in seconds since the first frame. Frames without timestamps are timed by their
    /// number and the average frame rate.
    /// - Throws: `LineamentError` with code `dataLoss` if the time is impossible.
    private func seconds(of frame: DecodedFrame) throws -> Double {
        let time = timeline.seconds(of: frame.time, since: options.start > 0 ? demuxer.startTime : nil)
        guard let seconds = ContainerTime.believed(time) else {
            throw LineamentError.damaged(name, "a frame has an impossible time")
        }
        return seconds
    }
}
