internal import CLineamentFFmpeg
internal import Foundation
internal import Lineament

/// A copy of a video's audio packets to another file, without reencoding.
final class AudioPassthrough {
    private let demuxer: Demuxer

    /// Starts copying, or returns nil if there is no audio or the container does not support its codec.
    /// - Parameter muxing: the lock that is held while a packet is written to the file.
    init?(from reader: VideoReader, to file: UnsafeMutablePointer<AVFormatContext>, muxing: NSLock) {
        demuxer = reader.demuxer
        let ffmpeg = demuxer.ffmpeg
        let index = ffmpeg.av_find_best_stream(demuxer.context, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0)
        guard index >= 0, let source = demuxer.context.pointee.streams[Int(index)],
            ffmpeg.avformat_query_codec(
                file.pointee.oformat, source.pointee.codecpar.pointee.codec_id, FF_COMPLIANCE_NORMAL) == 1,
            let target = ffmpeg.avformat_new_stream(file, nil),
            ffmpeg.avcodec_parameters_copy(target.pointee.codecpar, source.pointee.codecpar) >= 0
        else { return nil }
        target.pointee.codecpar.pointee.codec_tag = 0
        target.pointee.time_base = source.pointee.time_base
        let start = ContainerTime.ticks(demuxer.startTime, source.pointee.time_base) ?? 0
        demuxer.onOtherPacket = { packet in
            guard packet.pointee.stream_index == index, let copy = ffmpeg.av_packet_clone(packet) else { return }
            var owned: UnsafeMutablePointer<AVPacket>? = copy
            defer { ffmpeg.av_packet_free(&owned) }
            // The copy begins at the video's first frame.
            copy.pointee.pts &-= copy.pointee.pts == lineament_av_no_time() ? 0 : start
            copy.pointee.dts &-= copy.pointee.dts == lineament_av_no_time() ? 0 : start
            ffmpeg.av_packet_rescale_ts(copy, source.pointee.time_base, target.pointee.time_base)
            copy.pointee.stream_index = target.pointee.index
            copy.pointee.pos = -1
            _ = muxing.withLock { ffmpeg.av_interleaved_write_frame(file, copy) }
        }
    }

    deinit { demuxer.onOtherPacket = nil }
}
