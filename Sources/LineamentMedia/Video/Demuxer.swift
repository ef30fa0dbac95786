internal import CFFmpeg
internal import CMediaShims
internal import Foundation
internal import Lineament

/// Takes packets of video out of a container, camera or network stream.
final class Demuxer {
    let name: String
    /// Whether the source goes on as time goes on, so that single faults are passed over.
    let isLive: Bool
    /// Called with packets of other streams, for copying sound.
    var onOtherPacket: ((UnsafeMutablePointer<AVPacket>) throws -> Void)?

    private(set) var context: UnsafeMutablePointer<AVFormatContext>
    private let videoIndex: Int32
    private let packet: UnsafeMutablePointer<AVPacket>
    private var videoPackets: Int64 = 0
    private var end = 0.0
    /// Lengths in headers are this exact, in seconds.
    private static let slack = 0.25
    private var wasSought = false

    init(_ source: String) throws {
        try FFmpeg.start()
        name = source
        let place = try Place(source)
        isLive = place.isLive
        var opened: UnsafeMutablePointer<AVFormatContext>?
        var settings = place.settings
        defer { av_dict_free(&settings) }
        let status = avformat_open_input(&opened, place.url, place.format, &settings)
        guard status == 0, let context = opened else { throw Self.openingError(source, status) }
        do {
            guard avformat_find_stream_info(context, nil) >= 0 else {
                throw LineamentError.damaged(source, "what it holds cannot be found out")
            }
            let index = av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
            guard index >= 0 else {
                throw LineamentError(.unimplemented, "\(source) holds no video.")
            }
            guard let packet = av_packet_alloc() else {
                throw LineamentError(.resourceExhausted, "There is no memory to read \(source).")
            }
            self.packet = packet
            videoIndex = index
        } catch {
            avformat_close_input(&opened)
            throw error
        }
        self.context = context
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        var context: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&context)
    }

    var videoStream: UnsafeMutablePointer<AVStream> {
        // The index came from FFmpeg for this very list.
        context.pointee.streams[Int(videoIndex)].unsafelyUnwrapped
    }

    /// In seconds; nil if not known.
    var duration: Double? {
        let ticks = context.pointee.duration
        return isLive || ticks == lineament_av_no_time() || ticks <= 0 ? nil : Double(ticks) / Double(AV_TIME_BASE)
    }

    /// The time of the first frame, in seconds.
    var startTime: Double {
        let stream = videoStream.pointee
        return stream.start_time == lineament_av_no_time() ? 0 : Double(stream.start_time) * av_q2d(stream.time_base)
    }

    /// Goes to the last key frame before `seconds` after the start.
    func seek(to seconds: Double) throws {
        guard !isLive else { throw LineamentError(.invalidArgument, "\(name) is live and has no --start.") }
        let ticks = Int64((startTime + seconds) / av_q2d(videoStream.pointee.time_base))
        guard av_seek_frame(context, videoIndex, ticks, AVSEEK_FLAG_BACKWARD) >= 0 else {
            throw LineamentError(.invalidArgument, "\(name) has nothing \(seconds) s after its start.")
        }
        wasSought = true
    }

    /// The next packet of the video, valid until the next call; nil at the end.
    /// - Throws: ``LineamentError`` with code `dataLoss` where the file is cut or damaged.
    func nextVideoPacket() throws -> UnsafeMutablePointer<AVPacket>? {
        while true {
            av_packet_unref(packet)
            let status = av_read_frame(context, packet)
            if status == lineament_av_error_end() {
                try checkIsWhole()
                return nil
            }
            guard status >= 0 else { throw LineamentError.damaged(name, FFmpeg.text(status)) }
            noteEnd()
            if packet.pointee.stream_index != videoIndex {
                try onOtherPacket?(packet)
                continue
            }
            if packet.pointee.flags & AV_PKT_FLAG_CORRUPT != 0, !isLive {
                throw LineamentError.damaged(name, "it is cut")
            }
            videoPackets += 1
            return packet
        }
    }

    /// Keeps the latest time that any packet reaches.
    private func noteEnd() {
        guard let stream = context.pointee.streams[Int(packet.pointee.stream_index)],
            packet.pointee.pts != lineament_av_no_time()
        else { return }
        end = max(end, Double(packet.pointee.pts + packet.pointee.duration) * av_q2d(stream.pointee.time_base))
    }

    /// Some containers say how many frames they have or how long they are; a cut file ends before.
    private func checkIsWhole() throws {
        let fileStart = context.pointee.start_time
        let start = fileStart == lineament_av_no_time() ? 0 : Double(fileStart) / Double(AV_TIME_BASE)
        let isGuess = context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE
        if let duration, !isGuess, end - start < duration - Self.slack {
            throw LineamentError.damaged(
                name, String(format: "it is cut: it ends after %.2f of %.2f s", end - start, duration))
        }
        let promised = videoStream.pointee.nb_frames
        if !isLive, !wasSought, promised > 0, videoPackets < promised {
            throw LineamentError.damaged(name, "it is cut: it has \(videoPackets) of \(promised) frames")
        }
        if let reader = context.pointee.pb, reader.pointee.error < 0, reader.pointee.error != lineament_av_error_end() {
            throw LineamentError.damaged(name, FFmpeg.text(reader.pointee.error))
        }
    }

    private static func openingError(_ source: String, _ status: Int32) -> LineamentError {
        let reason = FFmpeg.text(status)
        if status == -ENOENT { return LineamentError(.notFound, "\(source): there is no such file.") }
        if status == -EACCES { return LineamentError(.permissionDenied, "\(source) cannot be read: \(reason).") }
        return LineamentError(.unimplemented, "\(source) cannot be opened as a video: \(reason).")
    }
}

extension Demuxer {
    /// What a source's text means to FFmpeg.
    private struct Place {
        var url: String
        var format: UnsafePointer<AVInputFormat>?
        var settings: OpaquePointer?
        var isLive = false

        init(_ source: String) throws {
            url = source
            if let device = source.dropping(prefix: "camera:") {
                FFmpeg.cameras
                guard let cameras = av_find_input_format("v4l2") else {
                    throw LineamentError(.unimplemented, "This system's FFmpeg has no cameras (v4l2).")
                }
                url = device.isEmpty ? "/dev/video0" : device
                format = cameras
                isLive = true
            } else if source.hasPrefix("rtsp://") || source.hasPrefix("rtsps://") {
                isLive = true
                av_dict_set(&settings, "rtsp_transport", "tcp", 0)
                av_dict_set(&settings, "timeout", Self.microsecondsToWait, 0)
            } else if source.hasPrefix("http://") || source.hasPrefix("https://") {
                av_dict_set(&settings, "rw_timeout", Self.microsecondsToWait, 0)
            } else {
                // Only what the name says: no lists of other files, no pipes, no network.
                url = "file:" + source
                av_dict_set(&settings, "protocol_whitelist", "file", 0)
            }
        }

        private static let microsecondsToWait = "15000000"
    }
}

/// FFmpeg as a whole.
enum FFmpeg {
    /// Opens its libraries, quietly, on first use.
    /// - Throws: ``LineamentError`` with code `notFound` where they are not installed.
    static func start() throws {
        if let missing {
            throw LineamentError(
                .notFound,
                "Videos need FFmpeg's libraries, and \(missing) is not there. Install them (`make setup`, or apt-get "
                    + "install libavformat-dev libswscale-dev).")
        }
    }

    /// The library or function that is not there.
    private static let missing: String? = {
        if let missing = lineament_ffmpeg_load() { return String(cString: missing) }
        av_log_set_level(AV_LOG_QUIET)
        return nil
    }()

    /// Makes cameras known to FFmpeg. Their library brings some eighty others with it, which take longer to load than a
    /// face to find, so it is loaded only when a camera is asked for.
    static let cameras: Void = {
        let names = [
            "libavdevice.so", "libavdevice.so.59", "libavdevice.so.60", "libavdevice.so.61", "libavdevice.so.62",
        ]
        guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first,
            let symbol = dlsym(library, "avdevice_register_all")
        else { return }
        unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
    }()

    static func text(_ status: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        av_strerror(status, &buffer, buffer.count)
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension String {
    fileprivate func dropping(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}

extension AVStream {
    /// Frames a second, on average; nil if the stream does not say.
    var averageRate: Double? {
        avg_frame_rate.num > 0 && avg_frame_rate.den > 0 ? av_q2d(avg_frame_rate) : nil
    }

    /// How frames must be turned to be shown upright.
    var turn: QuarterTurn {
        mutating get {
            guard let data = av_stream_get_side_data(&self, AV_PKT_DATA_DISPLAYMATRIX, nil) else { return .none }
            let degrees = data.withMemoryRebound(to: Int32.self, capacity: 9) { av_display_rotation_get($0) }
            guard degrees.isFinite else { return .none }
            let quarters = Int((-degrees / 90).rounded())
            return QuarterTurn(rawValue: ((quarters % 4) + 4) % 4) ?? .none
        }
    }
}
