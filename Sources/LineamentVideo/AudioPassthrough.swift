internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

/// A copy of a video's audio packets to another file, without reencoding.
///
/// The packets arrive in the thread that reads the video, also after the file has been closed. An error ends the copy;
/// the writer throws it, not the reader.
final class AudioPassthrough: @unchecked Sendable {
    // @unchecked Sendable: `file` and what belongs to it, and `failure`, are only used under `muxing`.

    private let ffmpeg: LineamentFFmpeg
    private let path: String
    private let muxing: NSLock
    /// The file, until it is closed.
    private var file: UnsafeMutablePointer<AVFormatContext>?
    private var failure: LineamentError?
    private let target: UnsafeMutablePointer<AVStream>
    private let timeBase: AVRational
    /// The time of the video's first frame, which is 0 in the file.
    private let start: Int64
    /// The part of the video that is read. Audio outside it is not copied.
    private let (rangeStart, rangeEnd): (Int64, Int64)
    private let backlog: AudioBacklog

    /// Starts copying, or returns `nil` if there is no audio or the container does not support its codec.
    /// - Parameters:
    ///   - path: the name of the file in errors.
    ///   - muxing: the lock that is held while a packet is written to the file.
    init?(from reader: VideoReader, to file: UnsafeMutablePointer<AVFormatContext>, path: String, muxing: NSLock) {
        let demuxer = reader.demuxer
        ffmpeg = demuxer.ffmpeg
        let index = demuxer.audioBacklog.index
        guard index >= 0, let source = demuxer.context.pointee.streams[Int(index)],
            Self.isAccepted(source.pointee.codecpar, by: file.pointee.oformat, ffmpeg),
            let target = ffmpeg.avformat_new_stream(file, nil),
            ffmpeg.avcodec_parameters_copy(target.pointee.codecpar, source.pointee.codecpar) >= 0
        else { return nil }
        timeBase = source.pointee.time_base
        target.pointee.codecpar.pointee.codec_tag = 0
        target.pointee.time_base = timeBase
        let origin = reader.timeOrigin
        start = ContainerTime.ticks(origin, timeBase) ?? 0
        let (skipped, duration) = (max(0, reader.options.start), reader.options.duration ?? .infinity)
        let isCut = skipped > 0 || origin > demuxer.startTime
        rangeStart = isCut ? ContainerTime.ticks(origin + skipped, timeBase) ?? .min : .min
        rangeEnd = ContainerTime.ticks(origin + skipped + duration, timeBase) ?? .max
        backlog = demuxer.audioBacklog
        self.path = path
        self.muxing = muxing
        self.file = file
        self.target = target
        demuxer.onOtherPacket = { [self] packet in
            if packet.pointee.stream_index == index { write(packet) }
        }
    }

    /// Returns whether a container takes a codec, as the beginning of a file shows: the muxers' own tables also name codecs
    /// that they refuse.
    private static func isAccepted(
        _ parameters: UnsafeMutablePointer<AVCodecParameters>, by format: UnsafePointer<AVOutputFormat>?,
        _ ffmpeg: LineamentFFmpeg
    ) -> Bool {
        guard ffmpeg.avformat_query_codec(format, parameters.pointee.codec_id, FF_COMPLIANCE_NORMAL) == 1 else {
            return false
        }
        var made: UnsafeMutablePointer<AVFormatContext>?
        guard ffmpeg.avformat_alloc_output_context2(&made, format, nil, nil) >= 0, let trial = made else {
            return false
        }
        defer {
            _ = ffmpeg.avio_closep(&trial.pointee.pb)
            ffmpeg.avformat_free_context(trial)
        }
        guard let stream = ffmpeg.avformat_new_stream(trial, nil),
            ffmpeg.avcodec_parameters_copy(stream.pointee.codecpar, parameters) >= 0,
            ffmpeg.avio_open(&trial.pointee.pb, "file:/dev/null", AVIO_FLAG_WRITE) >= 0
        else { return false }
        stream.pointee.codecpar.pointee.codec_tag = 0
        return ffmpeg.avformat_write_header(trial, nil) >= 0
    }

    /// Writes the packets that were read before the copy began. The header of the file must have been written.
    func writeBacklog() { backlog.drain(write) }

    /// Reports the error that ended the copy.
    /// - Throws: `LineamentError` with code `resourceExhausted` if the file could not be written.
    func check() throws {
        if let failure = muxing.withLock({ failure }) { throw failure }
    }

    /// Ends the copy. Packets that arrive from now on are dropped.
    func close() { muxing.withLock { file = nil } }

    /// Writes a copy of a packet. One that the container refuses, such as one whose time goes back, is dropped.
    private func write(_ packet: UnsafeMutablePointer<AVPacket>) {
        muxing.withLock {
            guard let file else { return }
            let (time, duration) = (packet.pointee.pts, packet.pointee.duration)
            if time != lineament_av_no_time(), time &+ duration <= rangeStart || time >= rangeEnd { return }
            guard let copy = ffmpeg.av_packet_clone(packet) else { return end("there is not enough memory") }
            var owned: UnsafeMutablePointer<AVPacket>? = copy
            defer { ffmpeg.av_packet_free(&owned) }
            copy.pointee.pts &-= copy.pointee.pts == lineament_av_no_time() ? 0 : start
            copy.pointee.dts &-= copy.pointee.dts == lineament_av_no_time() ? 0 : start
            ffmpeg.av_packet_rescale_ts(copy, timeBase, target.pointee.time_base)
            copy.pointee.stream_index = target.pointee.index
            copy.pointee.pos = -1
            let status = ffmpeg.av_interleaved_write_frame(file, copy)
            if status == -ENOMEM { end("there is not enough memory") }
            if file.pointee.pb.pointee.error < 0 { end("the disk may be full") }
        }
    }

    /// Ends the copy with an error. `muxing` must be held.
    private func end(_ reason: String) {
        failure = failure ?? .unwritable(path, reason)
        file = nil
    }
}
