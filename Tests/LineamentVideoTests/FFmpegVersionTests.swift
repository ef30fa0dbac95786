// SPDX-License-Identifier: Apache-2.0
import CLineamentFFmpeg
import Testing

@testable import LineamentVideo

/// The numbers that FFmpeg's headers would tell, against what the library that is open says. The tests' C code compares
/// all of them with the headers of the version that is installed.
@Suite struct FFmpegVersionTests {
    @Test func theOpenVersionIsInTheTable() throws {
        _ = try FFmpeg.library()
        #expect((58...63).contains(lineament_ffmpeg_version()))
    }

    @Test func codecsHaveTheNumbersOfTheirNames() throws {
        let ffmpeg = try FFmpeg.library()
        let codecs = [
            "h264": AV_CODEC_ID_H264, "hevc": AV_CODEC_ID_HEVC, "vp8": AV_CODEC_ID_VP8, "vp9": AV_CODEC_ID_VP9,
            "av1": AV_CODEC_ID_AV1, "mjpeg": AV_CODEC_ID_MJPEG, "gif": AV_CODEC_ID_GIF, "png": AV_CODEC_ID_PNG,
            "apng": AV_CODEC_ID_APNG, "webp": AV_CODEC_ID_WEBP, "prores": AV_CODEC_ID_PRORES, "hap": AV_CODEC_ID_HAP,
            "cfhd": AV_CODEC_ID_CFHD, "ffv1": AV_CODEC_ID_FFV1, "utvideo": AV_CODEC_ID_UTVIDEO,
            "qtrle": AV_CODEC_ID_QTRLE, "aac": AV_CODEC_ID_AAC, "mp1": AV_CODEC_ID_MP1, "mp2": AV_CODEC_ID_MP2,
            "mp3": AV_CODEC_ID_MP3, "opus": AV_CODEC_ID_OPUS, "vorbis": AV_CODEC_ID_VORBIS, "flac": AV_CODEC_ID_FLAC,
            "alac": AV_CODEC_ID_ALAC, "ac3": AV_CODEC_ID_AC3, "eac3": AV_CODEC_ID_EAC3, "dts": AV_CODEC_ID_DTS,
            "pcm_s16le": AV_CODEC_ID_PCM_S16LE, "adpcm_ima_qt": AV_CODEC_ID_ADPCM_IMA_QT,
        ]
        for (name, codec) in codecs {
            let found = ffmpeg.avcodec_get_name(codec).map { String(cString: $0) }
            #expect(found == name)
        }
    }

    @Test func pixelFormatsHaveTheNumbersOfTheirNames() throws {
        let ffmpeg = try FFmpeg.library()
        let formats = [
            "yuv420p": AV_PIX_FMT_YUV420P, "nv12": AV_PIX_FMT_NV12, "gray": AV_PIX_FMT_GRAY8, "rgb24": AV_PIX_FMT_RGB24,
            "rgba": AV_PIX_FMT_RGBA, "bgra": AV_PIX_FMT_BGRA, "argb": AV_PIX_FMT_ARGB, "rgb0": AV_PIX_FMT_RGB0,
            "bgr0": AV_PIX_FMT_BGR0, "rgb8": AV_PIX_FMT_RGB8, "yuva420p": AV_PIX_FMT_YUVA420P,
            "yuva444p10le": AV_PIX_FMT_YUVA444P10LE, "yuvj420p": AV_PIX_FMT_YUVJ420P, "yuvj422p": AV_PIX_FMT_YUVJ422P,
            "yuvj444p": AV_PIX_FMT_YUVJ444P, "yuvj440p": AV_PIX_FMT_YUVJ440P, "yuvj411p": AV_PIX_FMT_YUVJ411P,
        ]
        for (name, format) in formats {
            #expect(ffmpeg.av_get_pix_fmt(name) == format, "\(name)")
        }
    }

    @Test func framesHaveTheirPlanesWhereFFmpegPutsThem() throws {
        let ffmpeg = try FFmpeg.library()
        let decoded = try DecodedFrame(ffmpeg)
        try withExtendedLifetime(decoded) {
            let frame = decoded.pointer
            frame.format = AV_PIX_FMT_NV12.rawValue
            frame.width = 64
            frame.height = 48
            try #require(ffmpeg.av_frame_get_buffer(frame, 0) == 0)
            #expect(frame.data[0] != nil)
            #expect(frame.data[1] != nil)
            #expect(frame.data[2] == nil)
            #expect(frame.linesize[0] >= 64)
            #expect(frame.linesize[1] >= 64)
            #expect(frame.linesize[2] == 0)
        }
    }

    @Test func parametersOfACodecAreThoseOfItsContext() throws {
        let ffmpeg = try FFmpeg.library()
        var made: AVFormatContext?
        try #require(ffmpeg.avformat_alloc_output_context2(&made, nil, "matroska", nil) >= 0)
        let file = try #require(made)
        defer { ffmpeg.avformat_free_context(file) }
        let stream = try #require(ffmpeg.avformat_new_stream(file, nil))
        var opened = ffmpeg.avcodec_alloc_context3(ffmpeg.avcodec_find_encoder_by_name("rawvideo"))
        defer { ffmpeg.avcodec_free_context(&opened) }
        let encoder = try #require(opened)
        encoder.width = 320
        encoder.height = 240
        encoder.pix_fmt = AV_PIX_FMT_RGB24
        try #require(ffmpeg.avcodec_parameters_from_context(stream.codecpar, encoder) >= 0)
        #expect(file.nb_streams == 1)
        #expect(file.streams[0] == stream)
        #expect(stream.index == 0)
        #expect(stream.start_time == lineament_av_no_time())
        #expect(stream.codecpar.codec_type == AVMEDIA_TYPE_VIDEO)
        #expect(stream.codecpar.width == 320)
        #expect(stream.codecpar.height == 240)
        #expect(stream.codecpar.format == AV_PIX_FMT_RGB24.rawValue)
        lineament_av_set_mono(stream.codecpar)
        #expect(lineament_av_channel_count(stream.codecpar) == 1)
    }
}
