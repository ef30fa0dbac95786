// SPDX-License-Identifier: Apache-2.0
// Declarations of our own of FFmpeg's types: what Lineament needs of them, without FFmpeg's headers. C's names have a prefix,
// so that a program can import FFmpeg's headers as well; Swift sees FFmpeg's names.
#ifndef LINEAMENT_FFMPEG_TYPES_H
#define LINEAMENT_FFMPEG_TYPES_H

#include <stddef.h>
#include <stdint.h>

#define LINEAMENT_SWIFT(name) __attribute__((swift_name(name)))

// A structure of FFmpeg's, whose members are in ffmpeg_members.h. In Swift it is a type that refers to the structure.
#define LINEAMENT_HANDLE(name) \
    typedef struct Lineament##name *Lineament##name __attribute__((swift_wrapper(struct))) LINEAMENT_SWIFT(#name);

LINEAMENT_HANDLE(AVCodec)
LINEAMENT_HANDLE(AVCodecContext)
LINEAMENT_HANDLE(AVCodecParameters)
LINEAMENT_HANDLE(AVDictionary)
LINEAMENT_HANDLE(AVDictionaryEntry)
LINEAMENT_HANDLE(AVFormatContext)
LINEAMENT_HANDLE(AVFrame)
LINEAMENT_HANDLE(AVInputFormat)
LINEAMENT_HANDLE(AVIOContext)
LINEAMENT_HANDLE(AVOutputFormat)
LINEAMENT_HANDLE(AVPacket)
LINEAMENT_HANDLE(AVPixFmtDescriptor)
LINEAMENT_HANDLE(AVProgram)
LINEAMENT_HANDLE(AVStream)

/// A scaler of libswscale.
typedef struct LineamentSwsContext *LineamentScaler __attribute__((swift_wrapper(struct)));

// Structures that are the same in all versions.

typedef struct {
    int num;
    int den;
} LineamentAVRational LINEAMENT_SWIFT("AVRational");

typedef struct {
    int (*_Nullable callback)(void *_Nullable);
    void *_Nullable opaque;
} LineamentAVIOInterruptCB LINEAMENT_SWIFT("AVIOInterruptCB");

/// Since FFmpeg 5.1.
typedef struct {
    int order;
    int nb_channels;
    uint64_t mask;
    void *_Nullable opaque;
} LineamentAVChannelLayout;

/// Since FFmpeg 5.
typedef struct {
    uint8_t *_Nullable data;
    size_t size;
    int type;
} LineamentAVPacketSideData;

/// A component of a pixel format. In FFmpeg 4 it is larger, so that only the first is where an array has it.
typedef struct {
    int plane;
    int step;
    int offset;
    int shift;
    int depth;
} LineamentAVComponentDescriptor LINEAMENT_SWIFT("AVComponentDescriptor");

/// The beginning of a frame's side data.
typedef struct {
    int type;
    const void *_Nullable data;
} LineamentAVFrameSideData;

/// The display for which a video was made.
typedef struct {
    LineamentAVRational display_primaries[3][2];
    LineamentAVRational white_point[2];
    LineamentAVRational min_luminance;
    LineamentAVRational max_luminance;
    int has_primaries;
    int has_luminance;
} LineamentAVMasteringDisplayMetadata;

/// The luminance of a video's brightest pixel and frame.
typedef struct {
    unsigned MaxCLL;
    unsigned MaxFALL;
} LineamentAVContentLightMetadata;

/// The beginning of an option's description.
typedef struct {
    const char *_Nonnull name;
    const char *_Nullable help;
    /// The place of its value in the structure, in bytes.
    int offset;
} LineamentAVOption;

// Numbers that are the same in all versions.

#define LINEAMENT_PIXEL_FORMATS(each) \
    each(AV_PIX_FMT_NONE, -1) each(AV_PIX_FMT_YUV420P, 0) each(AV_PIX_FMT_RGB24, 2) each(AV_PIX_FMT_GRAY8, 8) \
    each(AV_PIX_FMT_YUVJ420P, 12) each(AV_PIX_FMT_YUVJ422P, 13) each(AV_PIX_FMT_YUVJ444P, 14) each(AV_PIX_FMT_RGB8, 20) \
    each(AV_PIX_FMT_NV12, 23) each(AV_PIX_FMT_ARGB, 25) each(AV_PIX_FMT_RGBA, 26) each(AV_PIX_FMT_BGRA, 28) \
    each(AV_PIX_FMT_YUVJ440P, 32) each(AV_PIX_FMT_YUVA420P, 33)

#define LINEAMENT_CODEC_IDS(each) \
    each(AV_CODEC_ID_NONE, 0) each(AV_CODEC_ID_MJPEG, 7) each(AV_CODEC_ID_H264, 27) each(AV_CODEC_ID_FFV1, 33) \
    each(AV_CODEC_ID_QTRLE, 55) each(AV_CODEC_ID_PNG, 61) each(AV_CODEC_ID_GIF, 97) each(AV_CODEC_ID_VP8, 139) \
    each(AV_CODEC_ID_PRORES, 147) each(AV_CODEC_ID_UTVIDEO, 152) \
    each(AV_CODEC_ID_PCM_S16LE, 0x10000) each(AV_CODEC_ID_ADPCM_IMA_QT, 0x11000) \
    each(AV_CODEC_ID_AMR_NB, 0x12000) each(AV_CODEC_ID_AMR_WB, 0x12001) each(AV_CODEC_ID_MP2, 0x15000) \
    each(AV_CODEC_ID_MP3, 0x15001) each(AV_CODEC_ID_AAC, 0x15002) each(AV_CODEC_ID_AC3, 0x15003) \
    each(AV_CODEC_ID_DTS, 0x15004) each(AV_CODEC_ID_VORBIS, 0x15005) each(AV_CODEC_ID_FLAC, 0x1500c) \
    each(AV_CODEC_ID_ALAC, 0x15010) each(AV_CODEC_ID_EAC3, 0x15028) each(AV_CODEC_ID_MP1, 0x1502a) \
    each(AV_CODEC_ID_TRUEHD, 0x1502c) each(AV_CODEC_ID_OPUS, 0x1503c)

#define LINEAMENT_MEDIA_TYPES(each) each(AVMEDIA_TYPE_VIDEO, 0) each(AVMEDIA_TYPE_AUDIO, 1)
#define LINEAMENT_DISCARDS(each) each(AVDISCARD_ALL, 48)
#define LINEAMENT_DURATION_SOURCES(each) \
    each(AVFMT_DURATION_FROM_STREAM, 1) each(AVFMT_DURATION_FROM_BITRATE, 2)
#define LINEAMENT_SAMPLE_FORMATS(each) each(AV_SAMPLE_FMT_S16, 1)
#define LINEAMENT_SIDE_DATA_TYPES(each) \
    each(AV_PKT_DATA_DISPLAYMATRIX, 5) each(AV_PKT_DATA_STEREO3D, 6) each(AV_PKT_DATA_SKIP_SAMPLES, 11) \
    each(AV_PKT_DATA_MASTERING_DISPLAY_METADATA, 20) each(AV_PKT_DATA_SPHERICAL, 21) \
    each(AV_PKT_DATA_CONTENT_LIGHT_LEVEL, 22)
#define LINEAMENT_FRAME_SIDE_DATA_TYPES(each) \
    each(AV_FRAME_DATA_STEREO3D, 2) each(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA, 11) each(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL, 14)
#define LINEAMENT_FIELD_ORDERS(each) \
    each(AV_FIELD_UNKNOWN, 0) each(AV_FIELD_PROGRESSIVE, 1) each(AV_FIELD_TT, 2) each(AV_FIELD_BB, 3) \
    each(AV_FIELD_TB, 4) each(AV_FIELD_BT, 5)
#define LINEAMENT_CHROMA_LOCATIONS(each) each(AVCHROMA_LOC_UNSPECIFIED, 0) each(AVCHROMA_LOC_LEFT, 1)
#define LINEAMENT_COLOR_PRIMARIES(each) each(AVCOL_PRI_UNSPECIFIED, 2)
#define LINEAMENT_COLOR_TRANSFERS(each) each(AVCOL_TRC_UNSPECIFIED, 2)
#define LINEAMENT_COLOR_RANGES(each) \
    each(AVCOL_RANGE_UNSPECIFIED, 0) each(AVCOL_RANGE_MPEG, 1) each(AVCOL_RANGE_JPEG, 2)
#define LINEAMENT_COLOR_SPACES(each) \
    each(AVCOL_SPC_BT709, 1) each(AVCOL_SPC_UNSPECIFIED, 2) each(AVCOL_SPC_BT470BG, 5) each(AVCOL_SPC_SMPTE170M, 6) \
    each(AVCOL_SPC_BT2020_NCL, 9) each(AVCOL_SPC_BT2020_CL, 10)

#define LINEAMENT_ENUMS(each) \
    each(AVPixelFormat, LINEAMENT_PIXEL_FORMATS) each(AVCodecID, LINEAMENT_CODEC_IDS) \
    each(AVMediaType, LINEAMENT_MEDIA_TYPES) each(AVDiscard, LINEAMENT_DISCARDS) \
    each(AVDurationEstimationMethod, LINEAMENT_DURATION_SOURCES) each(AVSampleFormat, LINEAMENT_SAMPLE_FORMATS) \
    each(AVPacketSideDataType, LINEAMENT_SIDE_DATA_TYPES) each(AVColorRange, LINEAMENT_COLOR_RANGES) \
    each(AVColorSpace, LINEAMENT_COLOR_SPACES) each(AVColorPrimaries, LINEAMENT_COLOR_PRIMARIES) \
    each(AVColorTransferCharacteristic, LINEAMENT_COLOR_TRANSFERS) each(AVChromaLocation, LINEAMENT_CHROMA_LOCATIONS) \
    each(AVFieldOrder, LINEAMENT_FIELD_ORDERS) each(AVFrameSideDataType, LINEAMENT_FRAME_SIDE_DATA_TYPES)

// The values of macros.
#define LINEAMENT_NUMBERS(each) \
    each(AV_TIME_BASE, 1000000) each(AV_OPT_SEARCH_CHILDREN, 1) each(AV_OPT_SEARCH_FAKE_OBJ, 2) \
    each(AV_PKT_FLAG_KEY, 1) each(AV_PKT_FLAG_CORRUPT, 2) each(AV_PKT_FLAG_DISCARD, 4) each(AV_FRAME_FLAG_CORRUPT, 1) \
    each(AVFMT_TS_NONSTRICT, 0x20000) each(AV_DISPOSITION_DEFAULT, 1) each(AV_DISPOSITION_DUB, 2) \
    each(AV_DISPOSITION_ORIGINAL, 4) each(AV_DISPOSITION_COMMENT, 8) each(AV_DISPOSITION_HEARING_IMPAIRED, 0x80) \
    each(AV_DISPOSITION_VISUAL_IMPAIRED, 0x100) \
    each(AV_CODEC_FLAG_INTERLACED_DCT, 1 << 18) each(AV_CODEC_FLAG_GLOBAL_HEADER, 1 << 22) each(AVFMT_FLAG_NONBLOCK, 4) each(AVFMT_GLOBALHEADER, 0x40) \
    each(AVSEEK_FLAG_BACKWARD, 1) each(AVIO_FLAG_WRITE, 2) each(FF_COMPLIANCE_EXPERIMENTAL, -2) each(AV_LOG_QUIET, -8) \
    each(AV_PIX_FMT_FLAG_PAL, 1 << 1) each(AV_PIX_FMT_FLAG_RGB, 1 << 5) each(AV_PIX_FMT_FLAG_ALPHA, 1 << 7) \
    each(SWS_CS_ITU709, 1) each(SWS_CS_ITU601, 5) each(SWS_CS_BT2020, 9) \
    each(SWS_BICUBIC, 4) each(SWS_FULL_CHR_H_INT, 0x2000) each(SWS_ACCURATE_RND, 0x40000) each(SWS_BITEXACT, 0x80000)

#define LINEAMENT_ENUM_CASE(name, value) LINEAMENT_##name LINEAMENT_SWIFT(#name) = value,
#define LINEAMENT_ENUM(name, list) enum LINEAMENT_SWIFT(#name) Lineament##name { list(LINEAMENT_ENUM_CASE) };
LINEAMENT_ENUMS(LINEAMENT_ENUM)

#define LINEAMENT_NUMBER(name, value) static const int LINEAMENT_##name LINEAMENT_SWIFT(#name) = value;
LINEAMENT_NUMBERS(LINEAMENT_NUMBER)

// The error of what FFmpeg names by four letters.
#define LINEAMENT_ERROR_TAG(a, b, c, d) \
    (-(int)((unsigned)(a) | (unsigned)(b) << 8 | (unsigned)(c) << 16 | (unsigned)(d) << 24))

/// Returns a ratio as a number.
LINEAMENT_SWIFT("av_q2d(_:)")
static inline double lineament_av_q2d(LineamentAVRational ratio) { return ratio.num / (double)ratio.den; }

#endif
