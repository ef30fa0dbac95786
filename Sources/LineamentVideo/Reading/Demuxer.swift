// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

/// A reader of video packets from a container, camera or network stream.
final class Demuxer {
    let name: String
    /// Whether the source is a camera or live stream.
    let isLive: Bool
    /// Whether damage to single frames is ignored, as in live streams and recordings of broadcasts.
    var toleratesDamage: Bool { isLive || isTransportStream }
    /// Whether the container is an MPEG transport stream, which may be cut and joined anywhere.
    var isTransportStream: Bool { isContainer("mpegts") }
    /// Whether the clock may be set back midway: by a cut, an advertisement, or a camera that corrects its time.
    var clockMayGoBack: Bool { isTransportStream || isLive || isPlaylist }
    private var isPlaylist: Bool { isContainer("hls") }
    /// Whether the container is MP4, MOV or a relative of theirs, which have an index.
    var isMOV: Bool { isContainer("mov,mp4,m4a,3gp,3g2,mj2") }
    /// A callback that receives the packets of other streams, for copying audio. It is set and called by the thread that
    /// reads.
    var onOtherPacket: ((AVPacket) -> Void)?
    /// The audio packets that arrived before the callback was set.
    let audioBacklog: AudioBacklog
    /// The animated WebP file whose pictures are read; `nil` for all else.
    let animation: WebPAnimation?
    /// The clock of the packets.
    private(set) var clock: PacketClock

    let ffmpeg: LineamentFFmpeg
    private(set) var context: AVFormatContext
    private let videoIndex: Int32
    private let packet: AVPacket
    private var tally = PacketTally()
    /// The time between two looks at a camera without a frame, in microseconds.
    private static let pollInterval: UInt32 = 1000
    /// The time by which audio may be stored after the frames it belongs to, in seconds.
    private static let maxLag = 2.0
    private let watchdog: ReadWatchdog
    /// The time that a read may take, in seconds; `nil` for files.
    private let readLimit: Double?

    init(_ origin: VideoSource, name: String, options: VideoReader.Options, cancellation: ReadCancellation) throws {
        ffmpeg = try FFmpeg.library()
        self.name = name
        let relay: PipeRelay? =
            if case .file(let path) = origin { try PipeRelay(of: path, until: cancellation) } else { nil }
        animation = if case .file(let path) = origin { try WebPAnimation(path, name: name) } else { nil }
        let place = if let animation { Place(animation, ffmpeg) } else { try Place(origin, ffmpeg) }
        isLive = place.isLive
        readLimit = place.isFile ? nil : options.dataTimeout
        watchdog = ReadWatchdog(cancellation)
        watchdog.begin(limit: place.isFile ? nil : options.connectionTimeout)
        context = try Self.open(origin, place, relay, name: name, watchdog, ffmpeg)
        do {
            watchdog.begin(limit: readLimit)
            videoIndex = try Self.videoIndex(in: context, name: name, watchdog, ffmpeg)
            guard let packet = ffmpeg.av_packet_alloc() else {
                throw LineamentError(.resourceExhausted, "There is not enough memory to read \(name).")
            }
            self.packet = packet
        } catch {
            var opened: AVFormatContext? = context
            ffmpeg.avformat_close_input(&opened)
            throw error
        }
        audioBacklog = AudioBacklog(
            streams: Self.audioStreams(of: videoIndex, in: context, ffmpeg), policy: options.waitingAudio, ffmpeg)
        clock = PacketClock(mayGoBack: false)
        clock = PacketClock(mayGoBack: clockMayGoBack)
        if isPlaylist { discardOtherStreams() }
    }

    /// Opens a file, camera or address.
    private static func open(
        _ origin: VideoSource, _ place: Place, _ relay: PipeRelay?, name: String, _ watchdog: ReadWatchdog,
        _ ffmpeg: LineamentFFmpeg
    ) throws -> AVFormatContext {
        var opened = ffmpeg.avformat_alloc_context()
        opened?.interrupt_callback = AVIOInterruptCB(
            callback: ReadWatchdog.callback, opaque: Unmanaged.passUnretained(watchdog).toOpaque())
        // A camera that hangs would block in the kernel, where FFmpeg cannot ask the watchdog.
        if place.isCamera { opened?.flags |= AVFMT_FLAG_NONBLOCK }
        var settings = place.settings
        defer { ffmpeg.av_dict_free(&settings) }
        let status = ffmpeg.avformat_open_input(&opened, relay?.url ?? place.url, place.format, &settings)
        relay?.handOver()
        guard status == 0, let context = opened else {
            throw watchdog.error(for: name, "it does not answer")
                ?? openingError(origin, name, status, ffmpeg.text(status))
        }
        return context
    }

    /// Reads until the streams are known, and returns the index of the best video.
    private static func videoIndex(
        in context: AVFormatContext, name: String, _ watchdog: ReadWatchdog,
        _ ffmpeg: LineamentFFmpeg
    ) throws -> Int32 {
        for index in 0..<Int(context.nb_streams) {
            if let stream = context.streams[index] { try AnimatedPNG.prepare(stream, of: name) }
        }
        let status = ffmpeg.avformat_find_stream_info(context, nil)
        guard status >= 0 else {
            throw watchdog.error(for: name, "no data arrives") ?? LineamentError.shortage(name, status)
                ?? LineamentError.damaged(name, "its contents cannot be determined")
        }
        if let error = watchdog.error(for: name, "no data arrives") { throw error }
        let index = ffmpeg.av_find_best_stream(context, AVMEDIA_TYPE_VIDEO, -1, -1, nil, 0)
        guard index >= 0 else { throw LineamentError(.unimplemented, "\(name) contains no video stream.") }
        return index
    }

    /// Returns the audio streams that belong to a video: those of its program, or all if the container has no programs.
    /// In a playlist, only the best one is returned.
    private static func audioStreams(
        of video: Int32, in context: AVFormatContext, _ ffmpeg: LineamentFFmpeg
    ) -> [Int32] {
        let best = ffmpeg.av_find_best_stream(context, AVMEDIA_TYPE_AUDIO, -1, video, nil, 0)
        guard best >= 0 else { return [] }
        if isContainer("hls", context) { return [best] }
        var candidates = Array(0..<Int32(clamping: context.nb_streams))
        if let program = ffmpeg.av_find_program_from_stream(context, nil, video) {
            let ofProgram = UnsafeBufferPointer(
                start: program.stream_index, count: Int(program.nb_stream_indexes))
            candidates = ofProgram.map { Int32(clamping: $0) }.sorted()
        }
        let audio = candidates.filter { index in
            context.streams[Int(index)]?.codecpar.codec_type == AVMEDIA_TYPE_AUDIO
        }
        return audio.contains(best) ? audio : [best]
    }

    /// Keeps the other bit rates of a playlist from being downloaded.
    private func discardOtherStreams() {
        for index in 0..<Int32(clamping: context.nb_streams)
        where index != videoIndex && !audioBacklog.streams.contains(index) {
            context.streams[Int(index)]?.discard = AVDISCARD_ALL
        }
    }

    deinit {
        var packet: AVPacket? = packet
        ffmpeg.av_packet_free(&packet)
        var context: AVFormatContext? = context
        ffmpeg.avformat_close_input(&context)
    }

    var videoStream: AVStream {
        // The index is valid because FFmpeg returned it for this list.
        context.streams[Int(videoIndex)].unsafelyUnwrapped
    }

    /// Returns the shape of the pixels, width by height, of a frame as stored; 0 by something if unknown.
    /// - Parameter frame: The frame; `nil` for the properties of the stream.
    func pixelShape(of frame: AVFrame?) -> AVRational {
        ffmpeg.av_guess_sample_aspect_ratio(context, videoStream, frame)
    }

    /// The duration in seconds; `nil` if unknown.
    var duration: Double? {
        let ticks = context.duration
        return isLive || ticks == lineament_av_no_time() || ticks <= 0 ? nil : Double(ticks) / Double(AV_TIME_BASE)
    }

    /// Whether the duration is a guess from the size of the file.
    var hasGuessedDuration: Bool { context.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE }

    /// The time of the first frame, in seconds.
    var startTime: Double {
        let stream = videoStream
        return ContainerTime.seconds(stream.start_time, stream.time_base) ?? 0
    }

    /// Seeks to a frame at or before `seconds` after the start, which may be negative. It is a key frame if the container
    /// knows which frames are.
    /// - Returns: false if the source, such as a pipe, can only be read from where it is.
    func seek(to seconds: Double) throws -> Bool {
        guard !isLive else {
            throw LineamentError(
                .invalidArgument,
                "\(name) is live and cannot be read from a start time. Leave VideoReader.Options.start (--start) at 0.")
        }
        if let source = context.pb, source.seekable == 0, !isPlaylist { return false }
        // In streams without an index, times are those of decoding, which are earlier than those of display.
        let hasIndex = !isTransportStream && !isContainer("mpeg")
        let target = startTime + (hasIndex ? max(0, seconds) : seconds)
        guard let ticks = ContainerTime.ticks(target, videoStream.time_base),
            ffmpeg.av_seek_frame(context, videoIndex, ticks, AVSEEK_FLAG_BACKWARD) >= 0
        else {
            throw LineamentError(.invalidArgument, "\(name) has no frames \(seconds) s after its start.")
        }
        tally.isPartial = true
        audioBacklog.reset()
        clock = PacketClock(mayGoBack: clockMayGoBack)
        return true
    }

    /// Starts the time within which a frame must arrive. A stream that sends everything but frames is silent, too.
    func beginFrame() { watchdog.begin(limit: readLimit) }

    /// Returns the next packet of the video, valid until the next call, or `nil` at the end.
    /// - Throws: `LineamentError` with code `dataLoss` if the file is truncated or damaged.
    func nextVideoPacket() throws -> AVPacket? {
        while true {
            ffmpeg.av_packet_unref(packet)
            let status = readPacket()
            if let error = watchdog.error(for: name, "no frame arrives") { throw error }
            if status == lineament_av_error_end() {
                try checkIsWhole()
                return nil
            }
            guard status >= 0 else {
                throw LineamentError.shortage(name, status) ?? LineamentError.damaged(name, ffmpeg.text(status))
            }
            noteEnd()
            if packet.stream_index != videoIndex {
                passOn()
                continue
            }
            if packet.flags & AV_PKT_FLAG_CORRUPT != 0, !toleratesDamage {
                throw LineamentError.damaged(name, isAtEnd ? "it is truncated" : "a frame is incomplete")
            }
            if AnimatedPNG.has(videoStream.codecpar.codec_id) {
                let bytes = UnsafeRawBufferPointer(start: packet.data, count: Int(packet.size))
                try AnimatedPNG.checkTexts(in: bytes, of: name)
            }
            tally.addVideoPacket(decodedAt: packet.dts)
            clock.note(ContainerTime.seconds(packet.dts, videoStream.time_base))
            return packet
        }
    }

    /// Passes on the audio that is stored after the last frame of a range but belongs to it.
    /// - Parameter end: the end of the range, in seconds since the start of the file.
    func readAudio(until end: Double) {
        guard onOtherPacket != nil || audioBacklog.absence == nil, !isLive else { return }
        var unfinished = Set(audioBacklog.streams)
        while !unfinished.isEmpty {
            ffmpeg.av_packet_unref(packet)
            guard readPacket() == 0, let stream = context.streams[Int(packet.stream_index)] else {
                return
            }
            let time = ContainerTime.seconds(packet.dts, stream.time_base) ?? end
            if packet.stream_index != videoIndex { passOn() }
            // A stream that has ended, or whose audio is stored far behind, keeps no reader waiting.
            if time >= end + Self.maxLag { return }
            if time >= end { unfinished.remove(packet.stream_index) }
        }
    }

    /// Passes on a packet that is not of the video.
    private func passOn() {
        if let onOtherPacket { onOtherPacket(packet) } else { audioBacklog.keep(packet) }
    }

    /// Reads the next packet, waiting for a camera until it has one or the watchdog ends the operation.
    private func readPacket() -> Int32 {
        while true {
            let status = ffmpeg.av_read_frame(context, packet)
            guard status == lineament_av_error_again(), !watchdog.isCancelled, !watchdog.isLate else { return status }
            usleep(Self.pollInterval)
        }
    }

    /// - Parameter name: FFmpeg's name of the container.
    private func isContainer(_ name: String) -> Bool { Self.isContainer(name, context) }

    private static func isContainer(_ name: String, _ context: AVFormatContext) -> Bool {
        context.iformat.name.map { strcmp($0, name) == 0 } ?? false
    }

    /// Whether the file has been read to its end.
    private var isAtEnd: Bool { context.pb.map { $0.eof_reached != 0 } ?? false }

    /// Records the latest end time of any packet. Packets of some containers have only a time of decoding.
    private func noteEnd() {
        guard let stream = context.streams[Int(packet.stream_index)] else { return }
        let base = stream.time_base
        guard
            let start = ContainerTime.seconds(packet.pts, base)
                ?? ContainerTime.seconds(packet.dts, base)
        else { return }
        tally.add(
            time: start, decodedAt: ContainerTime.seconds(packet.dts, base) ?? start,
            duration: ContainerTime.seconds(packet.duration, base) ?? 0, of: packet.stream_index)
    }

    /// Throws if the file ends before the duration or the number of frames in its header.
    private func checkIsWhole() throws {
        let fileStart = context.start_time
        let start = fileStart == lineament_av_no_time() ? 0 : Double(fileStart) / Double(AV_TIME_BASE)
        // Other durations are guesses from what is left of the file.
        let isFromHeader = context.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
        if let duration, isFromHeader, let missing = tally.missingTime(duration: duration, start: start) {
            throw LineamentError.damaged(name, "it is truncated: \(missing)")
        }
        try checkFrameCount()
        if let reader = context.pb, reader.error < 0, reader.error != lineament_av_error_end() {
            throw LineamentError.damaged(name, ffmpeg.text(reader.error))
        }
    }

    /// Throws if the video has fewer frames than its header says.
    private func checkFrameCount() throws {
        let stream = videoStream
        // The samples that an edit list leaves out are counted, but not in the index.
        let indexed = isMOV ? Int64(ffmpeg.avformat_index_get_entries_count(videoStream)) : .max
        let missing = tally.missingFrames(promised: min(stream.nb_frames, indexed), countsDropped: isContainer("avi"))
        if !isLive, let missing { throw LineamentError.damaged(name, "it is truncated: \(missing)") }
    }
}

extension ReadWatchdog {
    /// Returns the error of an operation that was ended; `nil` if it was not.
    fileprivate func error(for source: String, _ reason: String) -> LineamentError? {
        if isCancelled { return LineamentError(.cancelled, "Reading \(source) was canceled.") }
        guard isLate else { return nil }
        return LineamentError(
            .deadlineExceeded, "\(source) timed out: \(reason). Check that the source is reachable and sends video.")
    }
}
