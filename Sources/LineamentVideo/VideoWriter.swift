internal import CLineamentFFmpeg
public import Foundation
public import Lineament

/// A writer of video files: H.264 in MP4, MOV or MKV, VP9 in WebM.
///
/// The video is 8-bit YUV 4:2:0 in ITU-R BT.601's color matrix and video range, and labeled so.
///
/// Use it from one thread at a time. Nothing may use the audio source while the writer is created; from then on another
/// thread may read from it. Without a call to ``finish()`` the file may not be playable.
public final class VideoWriter {
    /// How the images are compressed.
    public struct Options: Sendable, Hashable {
        /// The constant rate factor: 0 (best) to 51 for H.264, 0 to 63 for VP9. `nil`, the default, stands for 20 with
        /// H.264 and 32 with VP9.
        public var constantRateFactor: Int?
        /// The average bit rate, 1 to 1,000,000,000 bits per second. If set, it replaces the constant rate factor. Default:
        /// `nil`.
        public var bitRate: Int?

        /// Creates the default options.
        public init() {}
    }

    /// The file name extensions of the supported containers.
    public static let pathExtensions = ["mp4", "mov", "mkv", "webm"]

    private let ffmpeg: LineamentFFmpeg
    private let path: String
    private let destination: VideoDestination
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let encoder: VideoEncoder
    private let stream: UnsafeMutablePointer<AVStream>
    private let packet: UnsafeMutablePointer<AVPacket>
    private var audio: AudioPassthrough?
    /// The lock that is held while anything is written to the file.
    private let muxing = NSLock()
    private var lastTime: Int64 = -1
    /// The result of the first ``finish()``; `nil` before it.
    private var outcome: Result<Void, any Error>?

    /// The unit of timestamps, 1/90000 s.
    private static let timeBase = AVRational(num: 1, den: 90_000)

    /// Creates a file.
    /// - Parameters:
    ///   - path: the path of the file, whose extension selects the container.
    ///   - width: the width of the images in pixels, at least 2; if it is odd, the last column is dropped.
    ///   - height: the height of the images in pixels, at least 2; if it is odd, the last row is dropped.
    ///   - frameRate: the nominal frame rate, in frames per second.
    ///   - reader: the source of audio, which is copied while its frames are read; `nil` for no audio. Audio that the
    ///     container does not support is dropped.
    ///   - options: how the images are compressed.
    /// - Throws: `LineamentError` if the file cannot be written, `invalidArgument` if its extension is not one of
    ///   ``pathExtensions`` or an option is out of range.
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
    /// - Throws: `LineamentError` if the file cannot be written, `invalidArgument` if its extension is not one of
    ///   ``pathExtensions`` or an option is out of range.
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
        audioFrom reader: VideoReader?
    ) throws {
        try self.init(
            name: name, to: .stream(stream), width: width, height: height, frameRate: frameRate, audioFrom: reader,
            options: Options())
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
                "\(path): a video of \(width)x\(height) pixels and \(frameRate) frames per second cannot be written.")
        }
        let ffmpeg = try FFmpeg.library()
        self.ffmpeg = ffmpeg
        self.path = path
        self.destination = destination
        let context = try Self.makeContainer(path, destination.formatName, ffmpeg)
        self.context = context
        do {
            // Pixels of a video that is copied keep their shape.
            let isCopy = reader?.width == width && reader?.height == height
            encoder = try VideoEncoder(
                VideoEncoder.Settings(
                    path: path, width: width & ~1, height: height & ~1, frameRate: frameRate, timeBase: Self.timeBase,
                    pixelShape: isCopy ? reader?.pixelShape : nil, compression: options,
                    hasGlobalHeader: context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0),
                ffmpeg)
            guard let stream = ffmpeg.avformat_new_stream(context, nil), let packet = ffmpeg.av_packet_alloc() else {
                throw LineamentError(.resourceExhausted, "There is not enough memory to write \(path).")
            }
            self.stream = stream
            self.packet = packet
            encoder.describe(stream)
        } catch {
            ffmpeg.avformat_free_context(context)
            throw error
        }
        // All properties are initialized, so that from here on deinit releases the resources.
        if let reader { audio = AudioPassthrough(from: reader, to: context, path: path, muxing: muxing) }
        guard destination.open(context, ffmpeg) else {
            throw LineamentError(
                .permissionDenied, "\(path) cannot be written. Check that its folder exists and is writable.")
        }
        let status = destination.writeHeader(context, ffmpeg)
        guard status >= 0 else { throw failure(ffmpeg.text(status)) }
        audio?.writeBacklog()
        try audio?.check()
    }

    deinit {
        audio?.close()
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        ffmpeg.av_packet_free(&packet)
        _ = destination.close(context, ffmpeg)
        ffmpeg.avformat_free_context(context)
    }

    /// Adds an image that is displayed from `time` on, in seconds since the beginning of the file.
    ///
    /// Audio is copied with the first frame of its video at 0, so pass ``VideoFrame/time`` as it is, even if reading
    /// began later. Times that are negative or do not increase are replaced by the next possible ones.
    ///
    /// Images may have any format, such as the frames of a ``VideoReader``. Planes in the color matrix and range of the
    /// video are compressed as they are; other images are converted through RGB, with their own color matrix and range.
    /// Images whose size differs from the video's are scaled to it; some streams change their size midway.
    /// - Throws: `LineamentError` with code `invalidArgument` if the time is impossible; `resourceExhausted` if audio
    ///   that was read meanwhile could not be written; another code if the image cannot be converted, encoded or
    ///   written.
    public func write(_ image: PixelBuffer, time: Double) throws {
        guard ContainerTime.believed(time) != nil else {
            throw LineamentError(.invalidArgument, "\(path): \(time) s is not a possible time of a frame.")
        }
        try audio?.check()
        let ticks = Int64((time * Double(Self.timeBase.den)).rounded())
        let frame = try FrameConverter(ffmpeg).planar(
            image, width: encoder.context.pointee.width, height: encoder.context.pointee.height)
        lastTime = max(lastTime + 1, ticks)
        frame.pointer.pointee.pts = lastTime
        guard ffmpeg.avcodec_send_frame(encoder.context, frame.pointer) == 0 else {
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
        let isComplete = muxing.withLock {
            ffmpeg.av_write_trailer(context) >= 0 && destination.close(context, ffmpeg)
        }
        guard isComplete else { throw failure("the end of the file could not be written") }
        try audio?.check()
    }

    /// Writes the packets that the encoder has ready.
    private func writePackets() throws {
        while true {
            let received = ffmpeg.avcodec_receive_packet(encoder.context, packet)
            if received == lineament_av_error_again() || received == lineament_av_error_end() { return }
            guard received == 0 else { throw failure("the encoder failed: \(ffmpeg.text(received))") }
            ffmpeg.av_packet_rescale_ts(packet, Self.timeBase, stream.pointee.time_base)
            packet.pointee.stream_index = stream.pointee.index
            let status = muxing.withLock { ffmpeg.av_interleaved_write_frame(context, packet) }
            guard status == 0 else { throw failure("the disk may be full") }
        }
    }

    private func failure(_ reason: String) -> LineamentError { .unwritable(path, reason) }

    private static func makeContainer(
        _ path: String, _ format: String?, _ ffmpeg: LineamentFFmpeg
    ) throws -> UnsafeMutablePointer<AVFormatContext> {
        var made: UnsafeMutablePointer<AVFormatContext>?
        guard ffmpeg.avformat_alloc_output_context2(&made, nil, format, path) >= 0, let context = made else {
            throw unsupportedExtension(path)
        }
        return context
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
