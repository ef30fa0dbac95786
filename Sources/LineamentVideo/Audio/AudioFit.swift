// SPDX-License-Identifier: Apache-2.0
internal import CLineamentFFmpeg
internal import Lineament

/// Whether a container can hold the audio of a video.
struct AudioFit {
    /// A container that copies are written to.
    private struct Container {
        let pathExtension: String
        /// FFmpeg's name.
        let format: String
        let name: String
    }

    private static let containers = [
        Container(pathExtension: "mp4", format: "mp4", name: "MP4"),
        Container(pathExtension: "mov", format: "mov", name: "MOV"),
        Container(pathExtension: "mkv", format: "matroska", name: "MKV"),
        Container(pathExtension: "webm", format: "webm", name: "WebM"),
    ]

    private let demuxer: Demuxer
    private let ffmpeg: LineamentFFmpeg

    init(_ demuxer: Demuxer) {
        self.demuxer = demuxer
        ffmpeg = demuxer.ffmpeg
    }

    /// Returns the streams that a copy has.
    /// - Parameters:
    ///   - format: FFmpeg's name of the container.
    ///   - path: The name of the copy in errors.
    /// - Throws: `LineamentError` with code `unimplemented` if the container cannot hold one of them. It names those that
    ///   can.
    func streams(in format: String, of path: String) throws -> [Int32] {
        let known = demuxer.audioBacklog.streams.filter(isKnown)
        guard let refused = known.first(where: { !accepts($0, format) }) else { return known }
        let others = Self.containers.filter { other in
            other.format != format && known.allSatisfy { accepts($0, other.format) }
        }
        let container = Self.containers.first { $0.format == format }
        let name = container?.name ?? format
        let extensions = others.map { ".\($0.pathExtension)" }
        let write =
            extensions.dropLast().joined(separator: ", ") + (extensions.count > 1 ? " or " : "")
            + (extensions.last ?? "")
        let remedy = others.isEmpty ? "Leave" : "Write \(write), or leave"
        throw LineamentError(
            .unimplemented,
            "\(path): \(name) cannot hold the audio of \(demuxer.name) (\(codecName(of: refused))). \(remedy) the audio out "
                + "(VideoWriter.Options.copiesAudio, --sound drop, sound=drop).")
    }

    /// The number of streams that no copy has, as it is not known what they are.
    var unknownCount: Int { demuxer.audioBacklog.streams.filter { !isKnown($0) }.count }

    /// Whether it is known what a stream is. Some files have a track of a codec of the maker's own beside one for everyone.
    private func isKnown(_ index: Int32) -> Bool {
        guard let stream = demuxer.context.streams[Int(index)] else { return false }
        let parameters = stream.codecpar
        return parameters.codec_id != AV_CODEC_ID_NONE && parameters.sample_rate > 0
            && lineament_av_channel_count(parameters) > 0
    }

    private func codecName(of index: Int32) -> String {
        let codec = demuxer.context.streams[Int(index)]?.codecpar.codec_id
        return codec.flatMap { ffmpeg.avcodec_get_name($0) }.map { String(cString: $0) } ?? "unknown"
    }

    /// The codecs that MP4 and MOV hold so that they can be read again, beside PCM. They take more, such as the ADPCM
    /// and the WMA of AVI and WMV, and then fail at its packets, or write what nothing decodes.
    private static let codecsOfMOV: Set<AVCodecID> = [
        AV_CODEC_ID_AAC, AV_CODEC_ID_MP1, AV_CODEC_ID_MP2, AV_CODEC_ID_MP3, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3,
        AV_CODEC_ID_DTS, AV_CODEC_ID_TRUEHD, AV_CODEC_ID_ALAC, AV_CODEC_ID_FLAC, AV_CODEC_ID_OPUS, AV_CODEC_ID_VORBIS,
        AV_CODEC_ID_ADPCM_IMA_QT, AV_CODEC_ID_AMR_NB, AV_CODEC_ID_AMR_WB,
    ]

    /// Whether a stream of a container can be read again.
    static func plays(_ codec: AVCodecID, in format: String) -> Bool {
        guard ["mp4", "mov"].contains(format) else { return true }
        let pcm = AV_CODEC_ID_PCM_S16LE.rawValue..<AV_CODEC_ID_ADPCM_IMA_QT.rawValue
        return codecsOfMOV.contains(codec) || pcm.contains(codec.rawValue)
    }

    /// Returns whether a container takes a stream, as the beginning of a file shows: the muxers' own tables also name
    /// codecs that they refuse.
    private func accepts(_ index: Int32, _ format: String) -> Bool {
        var made: AVFormatContext?
        guard ffmpeg.avformat_alloc_output_context2(&made, nil, format, nil) >= 0, let trial = made else {
            return false
        }
        defer {
            _ = ffmpeg.avio_closep(&trial.pb)
            ffmpeg.avformat_free_context(trial)
        }
        trial.strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL
        guard let source = demuxer.context.streams[Int(index)], Self.plays(source.codecpar.codec_id, in: format),
            let stream = ffmpeg.avformat_new_stream(trial, nil),
            ffmpeg.copyAudioParameters(source.codecpar, to: stream.codecpar),
            ffmpeg.avio_open(&trial.pb, "file:/dev/null", AVIO_FLAG_WRITE) >= 0
        else { return false }
        return ffmpeg.avformat_write_header(trial, nil) >= 0
    }
}

extension LineamentFFmpeg {
    /// Copies what a decoder of audio needs to know, and nothing else.
    func copyAudioParameters(
        _ source: AVCodecParameters, to target: AVCodecParameters
    ) -> Bool {
        guard avcodec_parameters_copy(target, source) >= 0 else { return false }
        lineament_av_remove_side_data(target)
        target.codec_tag = 0
        let header = UnsafeBufferPointer(start: source.extradata, count: Int(source.extradata_size))
        let cleaned = AudioHeader.cleaned(Array(header), of: source.codec_id)
        // The copy has as much room, followed by zeros as FFmpeg wants them.
        guard let copy = target.extradata else { return true }
        let room = UnsafeMutableBufferPointer(start: copy, count: header.count)
        for index in room.indices { room[index] = index < cleaned.count ? cleaned[index] : 0 }
        target.extradata_size = Int32(min(cleaned.count, room.count))
        return true
    }
}
