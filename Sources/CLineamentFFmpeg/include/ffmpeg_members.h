// SPDX-License-Identifier: Apache-2.0
// Where the members of FFmpeg's structures are. FFmpeg moves them in major versions only; the columns are those of FFmpeg
// 4, 5, 6, 7, 8 and 9. Tests/CTestSupport/ffmpeg_headers.c compares them with FFmpeg's headers, and members.c compares some
// with what the library itself says. Scripts/tests/ffmpeg_headers.sh writes a column for other headers.
#ifndef LINEAMENT_FFMPEG_MEMBERS_H
#define LINEAMENT_FFMPEG_MEMBERS_H

#include "ffmpeg_types.h"

// The major version of libavformat in the first column, and the number of columns.
#define LINEAMENT_FIRST_AVFORMAT 58
#define LINEAMENT_VERSION_COUNT 6

#define LINEAMENT_IN_ALL(number) number, number, number, number, number, number
// For a member that a version does not have, and that must not be used there.
#define LINEAMENT_ABSENT UINT16_MAX

// Structure, type, name, and offsets in bytes.
#define LINEAMENT_MEMBERS(each) \
    each(AVCodecContext, enum LineamentAVChromaLocation, chroma_sample_location, 388, 340, 340, 164, 160, 160) \
    each(AVCodecContext, uint32_t, codec_tag, LINEAMENT_IN_ALL(28)) \
    each(AVCodecContext, enum LineamentAVColorPrimaries, color_primaries, 372, 324, 324, 148, 144, 144) \
    each(AVCodecContext, enum LineamentAVColorRange, color_range, 384, 336, 336, 160, 156, 156) \
    each(AVCodecContext, enum LineamentAVColorTransferCharacteristic, color_trc, 376, 328, 328, 152, 148, 148) \
    each(AVCodecContext, enum LineamentAVColorSpace, colorspace, 380, 332, 332, 156, 152, 152) \
    each(AVCodecContext, enum LineamentAVFieldOrder, field_order, 396, 348, 348, 168, 164, 164) \
    each(AVCodecContext, int, flags, 76, 76, 76, 64, 64, 64) \
    each(AVCodecContext, LineamentAVRational, framerate, 872, 712, 704, 100, 100, 100) \
    each(AVCodecContext, int, height, 120, 120, 120, 120, 116, 116) \
    each(AVCodecContext, int64_t, max_pixels, 1024, 864, 856, 792, 792, 792) \
    each(AVCodecContext, enum LineamentAVPixelFormat, pix_fmt, 136, 136, 136, 140, 136, 136) \
    each(AVCodecContext, LineamentAVRational, sample_aspect_ratio, 232, 216, 216, 132, 128, 128) \
    each(AVCodecContext, int, thread_count, 784, 636, 636, 656, 656, 656) \
    each(AVCodecContext, LineamentAVRational, time_base, 100, 100, 100, 84, 84, 84) \
    each(AVCodecContext, int, width, 116, 116, 116, 116, 112, 112) \
    each(AVCodecParameters, int, bits_per_raw_sample, 44, 44, 44, 60, 60, 60) \
    each(AVCodecParameters, enum LineamentAVChromaLocation, chroma_location, 92, 92, 92, 116, 116, 116) \
    each(AVCodecParameters, enum LineamentAVCodecID, codec_id, LINEAMENT_IN_ALL(4)) \
    each(AVCodecParameters, uint32_t, codec_tag, LINEAMENT_IN_ALL(8)) \
    each(AVCodecParameters, enum LineamentAVMediaType, codec_type, LINEAMENT_IN_ALL(0)) \
    each(AVCodecParameters, enum LineamentAVColorPrimaries, color_primaries, 80, 80, 80, 104, 104, 104) \
    each(AVCodecParameters, enum LineamentAVColorRange, color_range, 76, 76, 76, 100, 100, 100) \
    each(AVCodecParameters, enum LineamentAVColorSpace, color_space, 88, 88, 88, 112, 112, 112) \
    each(AVCodecParameters, enum LineamentAVColorTransferCharacteristic, color_trc, 84, 84, 84, 108, 108, 108) \
    each(AVCodecParameters, uint8_t *_Nullable, extradata, LINEAMENT_IN_ALL(16)) \
    each(AVCodecParameters, int, extradata_size, LINEAMENT_IN_ALL(24)) \
    each(AVCodecParameters, enum LineamentAVFieldOrder, field_order, 72, 72, 72, 96, 96, 96) \
    each(AVCodecParameters, int, format, 28, 28, 28, 44, 44, 44) \
    each(AVCodecParameters, int, frame_size, 124, 124, 124, 160, 160, 160) \
    each(AVCodecParameters, int, height, 60, 60, 60, 76, 76, 76) \
    each(AVCodecParameters, int, initial_padding, 128, 128, 128, 164, 164, 164) \
    each(AVCodecParameters, int, profile, 48, 48, 48, 64, 64, 64) \
    each(AVCodecParameters, int, sample_rate, 116, 116, 116, 152, 152, 152) \
    each(AVCodecParameters, int, width, 56, 56, 56, 72, 72, 72) \
    each(AVDictionaryEntry, char *_Nullable, value, LINEAMENT_IN_ALL(8)) \
    each(AVFormatContext, int64_t, duration, 1096, 72, 72, 104, 104, 104) \
    each(AVFormatContext, enum LineamentAVDurationEstimationMethod, duration_estimation_method, \
        1296, 272, 272, 300, 300, 300) \
    each(AVFormatContext, int, flags, 1120, 96, 96, 128, 128, 128) \
    each(AVFormatContext, int, flush_packets, 1320, 296, 296, 320, 320, 320) \
    each(AVFormatContext, LineamentAVInputFormat _Nonnull, iformat, LINEAMENT_IN_ALL(8)) \
    each(AVFormatContext, LineamentAVIOInterruptCB, interrupt_callback, 1224, 200, 200, 216, 216, 216) \
    each(AVFormatContext, unsigned, nb_streams, LINEAMENT_IN_ALL(44)) \
    each(AVFormatContext, LineamentAVOutputFormat _Nonnull, oformat, LINEAMENT_IN_ALL(16)) \
    each(AVFormatContext, LineamentAVIOContext _Nullable, pb, LINEAMENT_IN_ALL(32)) \
    each(AVFormatContext, int64_t, start_time, 1088, 64, 64, 96, 96, 96) \
    each(AVFormatContext, LineamentAVStream _Nullable *_Nonnull, streams, LINEAMENT_IN_ALL(48)) \
    each(AVFormatContext, int, strict_std_compliance, 1256, 232, 232, 272, 272, 272) \
    each(AVFrame, int64_t, best_effort_timestamp, 408, 344, 344, 320, 304, 304) \
    each(AVFrame, enum LineamentAVChromaLocation, chroma_location, 400, 336, 336, 312, 296, 296) \
    each(AVFrame, enum LineamentAVColorPrimaries, color_primaries, 388, 324, 324, 300, 284, 284) \
    each(AVFrame, enum LineamentAVColorRange, color_range, 384, 320, 320, 296, 280, 280) \
    each(AVFrame, enum LineamentAVColorTransferCharacteristic, color_trc, 392, 328, 328, 304, 288, 288) \
    each(AVFrame, enum LineamentAVColorSpace, colorspace, 396, 332, 332, 308, 292, 292) \
    each(AVFrame, int, decode_error_flags, 440, 376, 376, 344, 320, 320) \
    each(AVFrame, int, flags, 380, 316, 316, 292, 276, 276) \
    each(AVFrame, int, format, LINEAMENT_IN_ALL(116)) \
    each(AVFrame, int, height, LINEAMENT_IN_ALL(108)) \
    each(AVFrame, int64_t, pts, LINEAMENT_IN_ALL(136)) \
    each(AVFrame, int, width, LINEAMENT_IN_ALL(104)) \
    each(AVInputFormat, const char *_Nullable, name, LINEAMENT_IN_ALL(0)) \
    each(AVIOContext, uint8_t *_Nullable, buffer, LINEAMENT_IN_ALL(8)) \
    each(AVIOContext, int, eof_reached, LINEAMENT_IN_ALL(80)) \
    each(AVIOContext, int, error, 120, 84, 84, 84, 84, 84) \
    each(AVIOContext, int, seekable, LINEAMENT_IN_ALL(144)) \
    each(AVOutputFormat, int, flags, LINEAMENT_IN_ALL(44)) \
    each(AVOutputFormat, const char *_Nullable, name, LINEAMENT_IN_ALL(0)) \
    each(AVPacket, uint8_t *_Null_unspecified, data, LINEAMENT_IN_ALL(24)) \
    each(AVPacket, int64_t, dts, LINEAMENT_IN_ALL(16)) \
    each(AVPacket, int64_t, duration, LINEAMENT_IN_ALL(64)) \
    each(AVPacket, int, flags, LINEAMENT_IN_ALL(40)) \
    each(AVPacket, int64_t, pos, LINEAMENT_IN_ALL(72)) \
    each(AVPacket, int64_t, pts, LINEAMENT_IN_ALL(8)) \
    each(AVPacket, int, size, LINEAMENT_IN_ALL(32)) \
    each(AVPacket, int, stream_index, LINEAMENT_IN_ALL(36)) \
    each(AVPixFmtDescriptor, uint64_t, flags, LINEAMENT_IN_ALL(16)) \
    each(AVPixFmtDescriptor, uint8_t, log2_chroma_h, LINEAMENT_IN_ALL(10)) \
    each(AVPixFmtDescriptor, uint8_t, log2_chroma_w, LINEAMENT_IN_ALL(9)) \
    each(AVPixFmtDescriptor, const char *_Null_unspecified, name, LINEAMENT_IN_ALL(0)) \
    each(AVPixFmtDescriptor, uint8_t, nb_components, LINEAMENT_IN_ALL(8)) \
    each(AVProgram, unsigned, nb_stream_indexes, LINEAMENT_IN_ALL(24)) \
    each(AVProgram, unsigned *_Nullable, stream_index, LINEAMENT_IN_ALL(16)) \
    each(AVStream, LineamentAVRational, avg_frame_rate, 80, 72, 88, 88, 88, 88) \
    each(AVStream, LineamentAVCodecParameters _Nonnull, codecpar, 208, 208, 16, 16, 16, 16) \
    each(AVStream, enum LineamentAVDiscard, discard, 60, 52, 68, 68, 68, 68) \
    each(AVStream, int, disposition, 56, 48, 64, 64, 64, 64) \
    each(AVStream, int, index, 0, 0, 8, 8, 8, 8) \
    each(AVStream, LineamentAVDictionary _Nullable, metadata, 72, 64, 80, 80, 80, 80) \
    each(AVStream, int64_t, nb_frames, 48, 40, 56, 56, 56, 56) \
    each(AVStream, LineamentAVRational, sample_aspect_ratio, 64, 56, 72, 72, 72, 72) \
    each(AVStream, int64_t, start_time, 32, 24, 40, 40, 40, 40) \
    each(AVStream, LineamentAVRational, time_base, 24, 16, 32, 32, 32, 32)

// Members that not all versions have.
#define LINEAMENT_PARTIAL_MEMBERS(each) \
    each(AVCodecParameters, LineamentAVChannelLayout, ch_layout, LINEAMENT_ABSENT, 144, 144, 128, 128, 128) \
    each(AVCodecParameters, int, channels, 112, 112, 112, LINEAMENT_ABSENT, LINEAMENT_ABSENT, LINEAMENT_ABSENT) \
    each(AVCodecParameters, LineamentAVPacketSideData *_Nullable, coded_side_data, \
        LINEAMENT_ABSENT, LINEAMENT_ABSENT, 176, 32, 32, 32) \
    each(AVCodecParameters, int, nb_coded_side_data, LINEAMENT_ABSENT, LINEAMENT_ABSENT, 184, 40, 40, 40) \
    each(AVFrame, int, interlaced_frame, 252, 188, 188, 180, LINEAMENT_ABSENT, LINEAMENT_ABSENT) \
    each(AVFrame, int, top_field_first, 256, 192, 192, 184, LINEAMENT_ABSENT, LINEAMENT_ABSENT) \
    each(AVStream, int, nb_index_entries, \
        464, LINEAMENT_ABSENT, LINEAMENT_ABSENT, LINEAMENT_ABSENT, LINEAMENT_ABSENT, LINEAMENT_ABSENT)

// Arrays, of which Swift gets the address of the first element.
#define LINEAMENT_ARRAYS(each) \
    each(AVFrame, uint8_t *_Nullable, data, LINEAMENT_IN_ALL(0)) \
    each(AVFrame, int, linesize, LINEAMENT_IN_ALL(64)) \
    each(AVPixFmtDescriptor, LineamentAVComponentDescriptor, comp, LINEAMENT_IN_ALL(24))

// Constants whose numbers differ: enumeration, name, and numbers.
#define LINEAMENT_VARYING_NUMBERS(each) \
    each(AVPixelFormat, AV_PIX_FMT_RGB0, 121, 119, 119, 119, 119, 119) \
    each(AVPixelFormat, AV_PIX_FMT_BGR0, 123, 121, 121, 121, 121, 121) \
    each(AVPixelFormat, AV_PIX_FMT_YUVA444P10LE, 93, 91, 91, 91, 91, 91) \
    each(AVPixelFormat, AV_PIX_FMT_YUVJ411P, 140, 138, 138, 138, 138, 138) \
    each(AVCodecID, AV_CODEC_ID_VP9, 167, 167, 167, 167, 167, 166) \
    each(AVCodecID, AV_CODEC_ID_WEBP, 171, 171, 171, 171, 171, 170) \
    each(AVCodecID, AV_CODEC_ID_HEVC, 173, 173, 173, 173, 173, 172) \
    each(AVCodecID, AV_CODEC_ID_HAP, 187, 187, 187, 187, 187, 186) \
    each(AVCodecID, AV_CODEC_ID_APNG, 32782, 211, 211, 210, 210, 207) \
    each(AVCodecID, AV_CODEC_ID_CFHD, 32784, 213, 213, 212, 212, 209) \
    each(AVCodecID, AV_CODEC_ID_AV1, 32797, 226, 226, 225, 225, 222)

// The rows of the tables, numbered.
#define LINEAMENT_MEMBER_ROW(structure, type, name, ...) LINEAMENT_ROW_##structure##_##name,
#define LINEAMENT_NUMBER_ROW(type, name, ...) LINEAMENT_ROW_##name,
enum {
    LINEAMENT_MEMBERS(LINEAMENT_MEMBER_ROW) LINEAMENT_PARTIAL_MEMBERS(LINEAMENT_MEMBER_ROW)
    LINEAMENT_ARRAYS(LINEAMENT_MEMBER_ROW) LINEAMENT_VARYING_NUMBERS(LINEAMENT_NUMBER_ROW)
    LINEAMENT_ROW_COUNT
};

/// The column of the version that is open: a number for each row.
extern uint16_t lineament_ffmpeg_column[LINEAMENT_ROW_COUNT];

/// Returns the address of a member.
static inline void *_Nonnull lineament_ffmpeg_member(const void *_Nonnull structure, int row) {
    return (char *)structure + lineament_ffmpeg_column[row];
}

// In Swift, members are properties: frame.width.
#define LINEAMENT_ACCESSORS(structure, type, name, ...) \
    LINEAMENT_SWIFT("getter:" #structure "." #name "(self:)") \
    static inline type lineament_##structure##_##name(Lineament##structure _Nonnull self) { \
        return *(type *)lineament_ffmpeg_member(self, LINEAMENT_ROW_##structure##_##name); \
    } \
    LINEAMENT_SWIFT("setter:" #structure "." #name "(self:newValue:)") \
    static inline void lineament_##structure##_set_##name(Lineament##structure _Nonnull self, type value) { \
        *(type *)lineament_ffmpeg_member(self, LINEAMENT_ROW_##structure##_##name) = value; \
    }
LINEAMENT_MEMBERS(LINEAMENT_ACCESSORS)
LINEAMENT_PARTIAL_MEMBERS(LINEAMENT_ACCESSORS)

#define LINEAMENT_ARRAY_ACCESSOR(structure, type, name, ...) \
    LINEAMENT_SWIFT("getter:" #structure "." #name "(self:)") \
    static inline type *_Nonnull lineament_##structure##_##name(Lineament##structure _Nonnull self) { \
        return (type *)lineament_ffmpeg_member(self, LINEAMENT_ROW_##structure##_##name); \
    }
LINEAMENT_ARRAYS(LINEAMENT_ARRAY_ACCESSOR)

#define LINEAMENT_VARYING_NUMBER(type, name, ...) \
    LINEAMENT_SWIFT("getter:" #name "()") \
    static inline enum Lineament##type lineament_##name(void) { \
        return (enum Lineament##type)lineament_ffmpeg_column[LINEAMENT_ROW_##name]; \
    }
LINEAMENT_VARYING_NUMBERS(LINEAMENT_VARYING_NUMBER)

#endif
