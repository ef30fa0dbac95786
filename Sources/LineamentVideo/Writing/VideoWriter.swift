// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
public import Foundation
public import Lineament

/// A writer of video files: H.264 in MP4, MOV or MKV, VP9 in WebM, and copies of videos.
///
/// Images of any origin become 8-bit YUV 4:2:0 in ITU-R BT.601's color matrix and video range, labeled so. A copy has
/// the codec of its source where the container and FFmpeg allow it (H.264, HEVC, VP9, AV1, ProRes, Motion JPEG, FFV1), and its
/// bits, its sampling of color, its labels of color and range, its shape of pixels, its fields, and what it says of
/// 360° and 3-D; what it does not keep is in ``notice``.
///
/// Use it from one thread at a time. Nothing may use the audio source while the writer is created; from then on another
/// thread may read from it. Without a call to ``finish()`` the file may not be playable.
public final class VideoWriter {
    /// How the images are compressed.
    public struct Options: Sendable, Hashable {
        /// The constant rate factor: 0 (without any loss) to 51, or 63 in WebM. `nil`, the default, stands for 20 with
        /// H.264, 22 with HEVC, 32 with VP9 and 26 with AV1. ProRes and Motion JPEG have none.
        public var constantRateFactor: Int?
        /// The average bit rate, 1 to 1,000,000,000 bits per second. If set, it replaces the constant rate factor. Default:
        /// `nil`.
        public var bitRate: Int?
        /// Whether the audio of the source is copied, without compressing it anew. Default: `true`.
        public var copiesAudio = true

        /// Creates the default options.
        public init() {}
    }

    /// The file name extensions of the supported containers.
    public static let pathExtensions = ["mp4", "mov", "mkv", "webm"]

    /// A sentence on the properties of its source that a copy does not keep; `nil` if it keeps all.
    public let notice: String?

    private let ffmpeg: LineamentFFmpeg
    private let path: String
    private let destination: VideoDestination
    private let context: AVFormatContext
    private let encoder: VideoEncoder
    private let stream: AVStream
    private let packet: AVPacket
    private var audio: AudioPassthrough?
    /// The lock that is held while anything is written to the file.
    private let muxing = NSLock()
    /// The offset added to the times of frames, in seconds.
    private let shift: Double
    private var lastTime: Int64 = -1
    /// The time between the last two frames, which the last one is shown for.
    private var interval: Int64
    /// The result of the first ``finish()``; `nil` before it.
    private var outcome: Result<Void, any Error>?

    /// The unit of timestamps.
    private let timeBase: AVRational
    /// The size of the packets after which none is held back any more to bring all streams in order, in bytes. A stream
    /// that has ended early would hold back all.
    private static let maxHeldBack = 32 << 20
    private var heldBack = 0

    /// Creates a file.
    /// - Parameters:
    ///   - path: the path of the file, whose extension selects the container.
    ///   - width: the width of the images in pixels, at least 2; if it is odd, the last column is dropped.
    ///   - height: the height of the images in pixels, at least 2; if it is odd, the last row is dropped.
    ///   - frameRate: the nominal frame rate, in frames per second.
    ///   - reader: the video that is copied, whose audio is copied while its frames are read; `nil` for no audio. The
    ///     file begins with the part that it reads.
    ///   - options: how the images are compressed.
    /// - Throws: `LineamentError` if the file cannot be written, `invalidArgument` if its extension is not one of
    ///   ``pathExtensions`` or an option is out of range, `unimplemented` if the container cannot hold the audio,
    ///   `failedPrecondition` if audio was read that the reader did not keep.
    public convenience init(
        path: String, width: Int, height: Int, frameRate: Double, audioFrom reader: VideoReader? = nil,
        options: Options = Options()
    ) throws {
        guard Self.pathExtensions.contains(URL(fileURLWithPath: path).pathExtension.lowercased()) else {
            // FFmpeg accepts many more, including those of images.
            throw Self.unsupportedExtension(path)
        }
        try self.init(
            path: path, temporaryPath: path, width: width, height: height, frameRate: frameRate, audioFrom: reader,
            options: options)
    }

    /// Creates a file with the size, the frame rate and the audio of a video that is read meanwhile.
    /// - Throws: `LineamentError` as the other initializer.
    public convenience init(_ url: URL, matching reader: VideoReader, options: Options = Options()) throws {
        try self.init(
            path: url.path, width: reader.width, height: reader.height, frameRate: reader.frameRate ?? 30,
            audioFrom: reader, options: options)
    }

    /// Creates a file at `temporaryPath`, from which the caller moves it; errors name it by `path`. Takes all extensions
    /// that FFmpeg knows.
    package convenience init(
        path: String, temporaryPath: String, width: Int, height: Int, frameRate: Double, audioFrom reader: VideoReader?,
        options: Options = Options()
    ) throws {
        try self.init(
            name: path, to: .file(path: temporaryPath), width: width, height: height, frameRate: frameRate,
            audioFrom: reader, options: options)
    }

    /// Creates a video in fragmented MP4, which can be played while it is written, and in which nothing is changed later.
    /// - Parameter name: what errors call the video.
    package convenience init(
        streamingTo stream: VideoStream, name: String, width: Int, height: Int, frameRate: Double,
        audioFrom reader: VideoReader?, options: Options = Options()
    ) throws {
        try self.init(
            name: name, to: .stream(stream), width: width, height: height, frameRate: frameRate, audioFrom: reader,
            options: options)
    }

    private init(
        name path: String, to destination: VideoDestination, width: Int, height: Int, frameRate: Double,
        audioFrom reader: VideoReader?, options: Options
    ) throws {
        // Half the resolution for chroma needs two pixels each way.
        let sides = 2...PixelBuffer.maximumSide
        guard frameRate.isFinite, frameRate > 0, sides.contains(width), sides.contains(height) else {
            throw LineamentError(
                .invalidArgument,
                "\(path): a video of \(width)x\(height) pixels and \(frameRate) frames per second cannot be written. "
                    + "It needs at least 2 pixels a side, and a rate above 0.")
        }
        // The container.
        let ffmpeg = try FFmpeg.library()
        self.ffmpeg = ffmpeg
        self.path = path
        self.destination = destination
        let context = try Self.makeContainer(path, destination.formatName, ffmpeg)
        self.context = context
        context.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
        // The times, and the video's encoder and stream.
        let source = options.copiesAudio ? reader : nil
        let streams: [Int32]
        do {
            streams = try source.map { try AudioFit($0.demuxer).streams(in: Self.formatName(context), of: path) } ?? []
            let timing = reader.map { CopyTiming($0, streams: streams) }
            shift = timing?.shift ?? 0
            timeBase = Self.timeBase(for: reader)
            interval = Int64(min(1e15, (Double(timeBase.den) / frameRate).rounded()))
            // Pixels of a video that is copied keep their shape.
            let isCopy = reader?.width == width && reader?.height == height
            let copied = reader.map {
                CopySource($0, keepsFrames: isCopy, keepsCodec: destination.formatName == nil)
            }
            encoder = try VideoEncoder.open(
                VideoEncoder.Settings(
                    path: path, width: (isCopy ? copied?.width ?? width : width) & ~1,
                    height: (isCopy ? copied?.height ?? height : height) & ~1,
                    frameRate: frameRate, timeBase: timeBase, source: copied, compression: options,
                    hasGlobalHeader: context.oformat.flags & AVFMT_GLOBALHEADER != 0),
                holds: { Self.holds($0, context, ffmpeg) },
                ffmpeg)
            guard let stream = ffmpeg.avformat_new_stream(context, nil), let packet = ffmpeg.av_packet_alloc() else {
                throw LineamentError(.resourceExhausted, "There is not enough memory to write \(path).")
            }
            self.stream = stream
            self.packet = packet
            encoder.describe(stream, isMOV: ["mp4", "mov"].contains(Self.formatName(context)))
            if let reader, let copied {
                notice = Self.describe(stream, as: copied, of: reader, encoder, in: Self.formatName(context))
            } else {
                notice = nil
            }
        } catch {
            ffmpeg.avformat_free_context(context)
            throw error
        }
        // All properties are initialized, so that from here on deinit releases the resources.
        if let source, !streams.isEmpty {
            audio = try AudioPassthrough(
                of: streams, from: source, CopyTiming(source, streams: streams), to: context, path: path, muxing: muxing
            )
        }
        // The file, which begins with the header that describes all streams; then the audio that has been read already.
        guard destination.open(context, ffmpeg) else {
            throw LineamentError(
                .permissionDenied, "\(path) cannot be written. Check that its folder exists and is writable.")
        }
        // MP4 and MOV would count in finer units.
        let timescale = timeBase.den == Self.millisecond ? timeBase.den : nil
        let status = destination.writeHeader(context, timescale: timescale, ffmpeg)
        guard status >= 0 else { throw failure(ffmpeg.text(status)) }
        if let source { try audio?.begin(source.demuxer) }
        try audio?.check()
    }

    /// Returns whether a container can hold a video's codec.
    private static func holds(_ codec: AVCodecID, _ context: AVFormatContext, _ ffmpeg: LineamentFFmpeg) -> Bool {
        // Its table names them for MP4 as well, but the muxer refuses them in MOV.
        if [AV_CODEC_ID_VP9, AV_CODEC_ID_AV1].contains(codec), formatName(context) == "mov" { return false }
        return ffmpeg.avformat_query_codec(context.oformat, codec, FF_COMPLIANCE_EXPERIMENTAL) == 1
    }

    /// Returns the unit of timestamps, which is fine enough for the frames of a source.
    private static func timeBase(for reader: VideoReader?) -> AVRational {
        let usual = AVRational(num: 1, den: 90_000)
        guard let reader else { return usual }
        if mayStandStill(reader) { return AVRational(num: 1, den: millisecond) }
        // Every tenth of a tick between two frames more than this would be lost.
        let finest = 9000.0
        guard let rate = reader.declaredRate, rate > finest else { return usual }
        return AVRational(num: 1, den: 90_000 * Int32((min(rate, 1e7) / finest).rounded(.up)))
    }

    private static let millisecond: Int32 = 1000

    /// Returns whether an hour or more may lie between two frames. FFmpeg reads MP4 up to 2^28 units between what is decoded and
    /// what is shown, which is some frames later.
    private static func mayStandStill(_ reader: VideoReader) -> Bool {
        let slowest = 0.05
        let longest = 2900.0
        if let rate = reader.declaredRate, rate < slowest { return true }
        // MKV counts milliseconds, and declares the rate of the frames that follow each other.
        let base = reader.demuxer.videoStream.time_base
        return base.num == 1 && base.den == millisecond && (reader.demuxer.duration ?? 0) > longest
    }

    deinit {
        audio?.close()
        var packet: AVPacket? = packet
        ffmpeg.av_packet_free(&packet)
        _ = destination.close(context, ffmpeg)
        ffmpeg.avformat_free_context(context)
    }

    /// Adds an image that is displayed from `time` on, in seconds since the beginning of the file.
    ///
    /// A copy of a video begins with the part of it that is read, so pass ``VideoFrame/time`` as it is, even if reading
    /// began later: the times of frames and audio are changed alike. Times that are negative or do not increase are replaced
    /// by the next possible ones.
    ///
    /// Images may have any format, such as the frames of a ``VideoReader``. Planes in the color matrix and range of the
    /// video are compressed as they are; other images are converted through RGB, with their own color matrix and range.
    /// For drawings over frames of more than 8 bits, ``write(_:over:covered:)`` keeps more.
    /// Images whose size differs from the video's are scaled to it; some streams change their size midway.
    /// - Throws: `LineamentError` with code `invalidArgument` if the time is impossible; `resourceExhausted` if audio
    ///   that was read meanwhile could not be written; another code if the image cannot be converted, encoded or
    ///   written.
    public func write(_ image: PixelBuffer, time: Double) throws {
        try write(time: time) { try FrameConverter(ffmpeg).encoded(image, encoder.form) }
    }

    /// Adds a frame of the video that is copied, with what was drawn over it, at its own time.
    ///
    /// Where the drawing equals ``VideoFrame/shown``, the copy has the values of the decoder, with all their bits.
    ///
    /// ```swift
    /// let covered = overlay.covered(width: frame.shown.width, height: frame.shown.height)
    /// try writer.write(overlay.drawn(over: frame.shown), over: frame, covered: covered)
    /// ```
    /// - Parameters:
    ///   - drawing: The drawing over ``VideoFrame/shown``. One of another size is shown whole, scaled to the video.
    ///   - frame: The frame.
    ///   - covered: A mask of the size of the drawing. Of its pixels that are not 0 the copy keeps nothing, even where the
    ///     drawing equals the frame: decoders know more than 8 bits of RGB show.
    /// - Throws: `LineamentError` as ``write(_:time:)``.
    public func write(_ drawing: PixelBuffer, over frame: VideoFrame, covered: Mask? = nil) throws {
        try write(DrawnChanges(drawing, over: frame.shown, covered: covered), over: frame)
    }

    /// Adds a frame as ``write(_:over:covered:)``, of whose drawing the changes are known.
    package func write(_ changes: DrawnChanges, over frame: VideoFrame) throws {
        try write(time: frame.time) { try FrameCopier(encoder.form, ffmpeg).copy(of: changes, over: frame) }
    }

    private func write(time: Double, _ makeFrame: () throws -> DecodedFrame) throws {
        guard outcome == nil else {
            throw LineamentError(.failedPrecondition, "\(path) is finished; nothing can be added to it.")
        }
        guard ContainerTime.believed(time) != nil else {
            throw LineamentError(.invalidArgument, "\(path): \(time) s is not a possible time of a frame.")
        }
        try audio?.check()
        guard let ticks = Int64(exactly: ((time + shift) * Double(timeBase.den)).rounded()) else {
            throw LineamentError(.invalidArgument, "\(path): \(time) s is not a possible time of a frame.")
        }
        let frame = try makeFrame()
        let time = max(lastTime + 1, ticks)
        if lastTime >= 0 { interval = time - lastTime }
        lastTime = time
        frame.pointer.pts = lastTime
        guard encoder.send(frame) else {
            throw failure("the encoder rejected a frame")
        }
        try writePackets()
    }

    /// Completes the file. Further calls only rethrow the error of the first.
    /// - Throws: `LineamentError` if the file cannot be written, `resourceExhausted` if its audio could not be written, in
    ///   which case the video may still be complete.
    public func finish() throws {
        let outcome = outcome ?? Result { try complete() }
        self.outcome = outcome
        try outcome.get()
    }

    private func complete() throws {
        audio?.close()
        let status = ffmpeg.avcodec_send_frame(encoder.context, nil)
        guard status == 0 || status == lineament_av_error_end() else {
            throw failure("the encoder failed: \(ffmpeg.text(status))")
        }
        try writePackets()
        let ending = muxing.withLock {
            let written = ffmpeg.av_write_trailer(context)
            return written < 0 ? written : destination.close(context, ffmpeg)
        }
        guard ending >= 0 else {
            throw failure("the end of the file could not be written: \(ffmpeg.text(ending))")
        }
        try audio?.check()
    }

    /// Writes the packets that the encoder has ready.
    private func writePackets() throws {
        while true {
            let received = ffmpeg.avcodec_receive_packet(encoder.context, packet)
            if received == lineament_av_error_again() || received == lineament_av_error_end() { return }
            guard received == 0 else { throw failure("the encoder failed: \(ffmpeg.text(received))") }
            // MP4 would not show the last frame at all; AVI counts durations in frames.
            if packet.duration == 0, ["mp4", "mov"].contains(Self.formatName(context)) {
                packet.duration = interval
            }
            ffmpeg.av_packet_rescale_ts(packet, timeBase, stream.time_base)
            packet.stream_index = stream.index
            heldBack += Int(packet.size)
            let status = muxing.withLock { writePacket() }
            guard status == 0 else {
                // If the file is not at fault, a time or a size does not fit into its container.
                let isFull = status == -ENOSPC || (context.pb?.error ?? 0) < 0
                throw failure(isFull ? "the disk may be full" : ffmpeg.text(status))
            }
        }
    }

    /// Writes a packet, and now and then all that are held back. Returns the status.
    private func writePacket() -> Int32 {
        let status = ffmpeg.av_interleaved_write_frame(context, packet)
        guard status == 0, heldBack > Self.maxHeldBack else { return status }
        heldBack = 0
        let flushed = ffmpeg.av_interleaved_write_frame(context, nil)
        // A stream of fragments would otherwise wait with its beginning for all tracks.
        guard flushed == 0, case .stream = destination else { return flushed }
        return min(0, ffmpeg.av_write_frame(context, nil))
    }

    private func failure(_ reason: String) -> LineamentError { .unwritable(path, reason) }

    private static func makeContainer(
        _ path: String, _ format: String?, _ ffmpeg: LineamentFFmpeg
    ) throws -> AVFormatContext {
        var made: AVFormatContext?
        guard ffmpeg.avformat_alloc_output_context2(&made, nil, format, path) >= 0, let context = made else {
            throw unsupportedExtension(path)
        }
        return context
    }

    /// Returns FFmpeg's name of the container that an extension stands for.
    static func formatName(of path: String) throws -> String {
        let ffmpeg = try FFmpeg.library()
        let context = try makeContainer(path, nil, ffmpeg)
        defer { ffmpeg.avformat_free_context(context) }
        return formatName(context)
    }

    /// Returns FFmpeg's name of a container that is written.
    private static func formatName(_ context: AVFormatContext) -> String {
        context.oformat.name.map { String(cString: $0) } ?? ""
    }

    private static func unsupportedExtension(_ path: String) -> LineamentError {
        LineamentError(
            .invalidArgument,
            "\(path) is not a supported video file. Supported extensions: "
                + "\(pathExtensions.joined(separator: ", ")).")
    }
}

extension LineamentError {
    /// The error of a file that could be created but not be written to the end.
    static func unwritable(_ path: String, _ reason: String) -> LineamentError {
        LineamentError(.resourceExhausted, "\(path) cannot be written: \(reason).")
    }
}
