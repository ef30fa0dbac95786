// SPDX-License-Identifier: Apache-2.0
#include "ffmpeg.h"

#include <string.h>

#define MEMBER(structure, type, name, ...) {__VA_ARGS__},
#define NUMBER(type, name, ...) {__VA_ARGS__},

static const uint16_t rows[LINEAMENT_ROW_COUNT][LINEAMENT_VERSION_COUNT] = {
    LINEAMENT_MEMBERS(MEMBER) LINEAMENT_PARTIAL_MEMBERS(MEMBER) LINEAMENT_ARRAYS(MEMBER)
    LINEAMENT_VARYING_NUMBERS(NUMBER)
};

// Until a version is open, that of the newest, for callers that ask for a number before.
#define NEWEST(a, b, c, d, e, f) f
#define NEWEST_MEMBER(structure, type, name, ...) NEWEST(__VA_ARGS__),
#define NEWEST_NUMBER(type, name, ...) NEWEST(__VA_ARGS__),

uint16_t lineament_ffmpeg_column[LINEAMENT_ROW_COUNT] = {
    LINEAMENT_MEMBERS(NEWEST_MEMBER) LINEAMENT_PARTIAL_MEMBERS(NEWEST_MEMBER) LINEAMENT_ARRAYS(NEWEST_MEMBER)
    LINEAMENT_VARYING_NUMBERS(NEWEST_NUMBER)
};

void lineament_ffmpeg_set_column(int avformat) {
    for (int row = 0; row < LINEAMENT_ROW_COUNT; row++)
        lineament_ffmpeg_column[row] = rows[row][avformat - LINEAMENT_FIRST_AVFORMAT];
}

/// An option, and the member that has its value.
typedef struct {
    const char *name;
    int row;
} Option;

static bool agree(const LineamentFFmpeg *ffmpeg, const void *class, const Option *options, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const LineamentAVOption *option =
            ffmpeg->av_opt_find(&class, options[i].name, NULL, 0, LINEAMENT_AV_OPT_SEARCH_FAKE_OBJ);
        if (!option || option->offset != lineament_ffmpeg_column[options[i].row]) return false;
    }
    return true;
}

/// Returns whether a new frame has the values that mean that they are unknown.
static bool frames_agree(const LineamentFFmpeg *ffmpeg) {
    LineamentAVFrame frame = ffmpeg->av_frame_alloc();
    if (!frame) return true;
    const bool agrees = lineament_AVFrame_pts(frame) == lineament_av_no_time() &&
        lineament_AVFrame_best_effort_timestamp(frame) == lineament_av_no_time() &&
        lineament_AVFrame_format(frame) == LINEAMENT_AV_PIX_FMT_NONE &&
        lineament_AVFrame_colorspace(frame) == LINEAMENT_AVCOL_SPC_UNSPECIFIED;
    ffmpeg->av_frame_free(&frame);
    return agrees;
}

bool lineament_ffmpeg_agrees(const LineamentFFmpeg *ffmpeg) {
    static const Option ofContainers[] = {
        {"fflags", LINEAMENT_ROW_AVFormatContext_flags},
        {"flush_packets", LINEAMENT_ROW_AVFormatContext_flush_packets},
        {"strict", LINEAMENT_ROW_AVFormatContext_strict_std_compliance},
    };
    static const Option ofCodecs[] = {
        {"flags", LINEAMENT_ROW_AVCodecContext_flags},
        {"time_base", LINEAMENT_ROW_AVCodecContext_time_base},
        {"aspect", LINEAMENT_ROW_AVCodecContext_sample_aspect_ratio},
        {"colorspace", LINEAMENT_ROW_AVCodecContext_colorspace},
        {"color_range", LINEAMENT_ROW_AVCodecContext_color_range},
        {"threads", LINEAMENT_ROW_AVCodecContext_thread_count},
        {"max_pixels", LINEAMENT_ROW_AVCodecContext_max_pixels},
    };
    const char *codec = ffmpeg->avcodec_get_name(lineament_AV_CODEC_ID_AV1());
    return agree(ffmpeg, ffmpeg->avformat_get_class(), ofContainers, sizeof ofContainers / sizeof *ofContainers) &&
        agree(ffmpeg, ffmpeg->avcodec_get_class(), ofCodecs, sizeof ofCodecs / sizeof *ofCodecs) &&
        frames_agree(ffmpeg) && codec && !strcmp(codec, "av1") &&
        ffmpeg->av_get_pix_fmt("bgr0") == lineament_AV_PIX_FMT_BGR0();
}

/// Whether the number of channels has no member of its own.
static bool has_layout(void) {
    return lineament_ffmpeg_column[LINEAMENT_ROW_AVCodecParameters_channels] == LINEAMENT_ABSENT;
}

void lineament_av_set_mono(LineamentAVCodecParameters parameters) {
    // In their native order, the one in front.
    const LineamentAVChannelLayout mono = {.order = 1, .nb_channels = 1, .mask = 4};
    if (has_layout()) lineament_AVCodecParameters_set_ch_layout(parameters, mono);
    else lineament_AVCodecParameters_set_channels(parameters, mono.nb_channels);
}

int lineament_av_channel_count(LineamentAVCodecParameters parameters) {
    if (has_layout()) return lineament_AVCodecParameters_ch_layout(parameters).nb_channels;
    return lineament_AVCodecParameters_channels(parameters);
}
