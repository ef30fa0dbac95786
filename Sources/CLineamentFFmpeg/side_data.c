// SPDX-License-Identifier: Apache-2.0
#include "ffmpeg.h"

#include <stdio.h>
#include <string.h>

/// Returns the side data of a stream, and its size; NULL and 0 if it has none.
static const void *side_data(LineamentAVStream stream, enum LineamentAVPacketSideDataType type, size_t *size) {
    const LineamentFFmpeg *ffmpeg = &lineament_ffmpeg;
    *size = 0;
    if (!ffmpeg->av_packet_side_data_get)
        return ffmpeg->av_stream_get_side_data ? ffmpeg->av_stream_get_side_data(stream, type, size) : NULL;
    LineamentAVCodecParameters parameters = lineament_AVStream_codecpar(stream);
    const LineamentAVPacketSideData *data = ffmpeg->av_packet_side_data_get(
        lineament_AVCodecParameters_coded_side_data(parameters),
        lineament_AVCodecParameters_nb_coded_side_data(parameters), type);
    if (!data) return NULL;
    *size = data->size;
    return data->data;
}

const int32_t *lineament_av_display_matrix(LineamentAVStream stream) {
    size_t size;
    const int32_t *matrix = side_data(stream, LINEAMENT_AV_PKT_DATA_DISPLAYMATRIX, &size);
    return size >= 9 * sizeof(int32_t) ? matrix : NULL;
}

void lineament_av_remove_side_data(LineamentAVCodecParameters parameters) {
    // Parameters of older versions end before these members.
    if (!lineament_ffmpeg.av_packet_side_data_free) return;
    lineament_ffmpeg.av_packet_side_data_free(
        lineament_ffmpeg_member(parameters, LINEAMENT_ROW_AVCodecParameters_coded_side_data),
        lineament_ffmpeg_member(parameters, LINEAMENT_ROW_AVCodecParameters_nb_coded_side_data));
}

void lineament_av_add_side_data(
    LineamentAVStream stream, enum LineamentAVPacketSideDataType type, const void *data, size_t size) {
    const LineamentFFmpeg *ffmpeg = &lineament_ffmpeg;
    uint8_t *copy = NULL;
    if (ffmpeg->av_packet_side_data_new) {
        LineamentAVCodecParameters parameters = lineament_AVStream_codecpar(stream);
        const LineamentAVPacketSideData *added = ffmpeg->av_packet_side_data_new(
            lineament_ffmpeg_member(parameters, LINEAMENT_ROW_AVCodecParameters_coded_side_data),
            lineament_ffmpeg_member(parameters, LINEAMENT_ROW_AVCodecParameters_nb_coded_side_data), type, size, 0);
        if (added) copy = added->data;
    } else if (ffmpeg->av_stream_new_side_data) {
        copy = ffmpeg->av_stream_new_side_data(stream, type, size);
    }
    if (copy) memcpy(copy, data, size);
}

bool lineament_av_has_side_data(LineamentAVStream stream, enum LineamentAVPacketSideDataType type) {
    size_t size;
    return side_data(stream, type, &size);
}

int lineament_av_stereo_type(LineamentAVStream stream, int *flags) {
    size_t size;
    // AVStereo3D begins with these in all versions.
    const int *stereo = side_data(stream, LINEAMENT_AV_PKT_DATA_STEREO3D, &size);
    const bool is_known = stereo && size >= 2 * sizeof(int);
    *flags = is_known ? stereo[1] : 0;
    return is_known ? stereo[0] : 0;
}

void lineament_av_copy_side_data(
    LineamentAVStream from, LineamentAVStream to, enum LineamentAVPacketSideDataType type) {
    size_t size;
    const void *data = side_data(from, type, &size);
    if (data) lineament_av_add_side_data(to, type, data, size);
}

bool lineament_av_display_light(LineamentAVFrame frame, char *text, int size) {
    const LineamentAVFrameSideData *data =
        lineament_ffmpeg.av_frame_get_side_data(frame, LINEAMENT_AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
    const LineamentAVMasteringDisplayMetadata *light = data ? data->data : NULL;
    if (!light || !light->has_primaries || !light->has_luminance) return false;
    // In units of 1/50,000 and of 1/10,000 candelas per square meter: SMPTE ST 2086.
    int xy[8];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++) {
            const LineamentAVRational value = i < 3 ? light->display_primaries[i][j] : light->white_point[j];
            xy[2 * i + j] = (int)(lineament_av_q2d(value) * 50000 + 0.5);
        }
    const long long brightest = (long long)(lineament_av_q2d(light->max_luminance) * 10000 + 0.5);
    const long long darkest = (long long)(lineament_av_q2d(light->min_luminance) * 10000 + 0.5);
    const int length = snprintf(
        text, (size_t)size, "G(%d,%d)B(%d,%d)R(%d,%d)WP(%d,%d)L(%lld,%lld)", xy[2], xy[3], xy[4], xy[5], xy[0], xy[1],
        xy[6], xy[7], brightest, darkest);
    return length > 0 && length < size;
}

bool lineament_av_content_light(LineamentAVFrame frame, char *text, int size) {
    const LineamentAVFrameSideData *data =
        lineament_ffmpeg.av_frame_get_side_data(frame, LINEAMENT_AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
    const LineamentAVContentLightMetadata *light = data ? data->data : NULL;
    if (!light) return false;
    const int length = snprintf(text, (size_t)size, "%u,%u", light->MaxCLL, light->MaxFALL);
    return length > 0 && length < size;
}

/// How two views share a frame.
typedef struct {
    /// In FFmpeg's numbers.
    int type;
    /// Whether the views are swapped.
    int flags;
} Packing;

int lineament_av_frame_packing(LineamentAVFrame frame) {
    const LineamentAVFrameSideData *data =
        lineament_ffmpeg.av_frame_get_side_data(frame, LINEAMENT_AV_FRAME_DATA_STEREO3D);
    const Packing *packing = data ? data->data : NULL;
    // From FFmpeg's numbers: one view, side by side, above each other, frames in turn, squares, side by side in quincunx, lines and
    // columns.
    static const int numbers[] = {6, 3, 4, 5, 0, -1, 2, 1};
    if (!packing || packing->type < 0 || packing->type >= (int)(sizeof numbers / sizeof *numbers)) return -1;
    return packing->flags ? -1 : numbers[packing->type];
}

// Flags of frames since FFmpeg 6.1. Before 8, members say the same.
static const int interlaced = 1 << 3;
static const int top_field_first = 1 << 4;

/// Whether members say which fields a frame has.
static bool has_field_members(void) {
    return lineament_ffmpeg_column[LINEAMENT_ROW_AVFrame_interlaced_frame] != LINEAMENT_ABSENT;
}

enum LineamentAVFieldOrder lineament_av_fields(LineamentAVFrame frame) {
    const int flags = lineament_AVFrame_flags(frame);
    const bool members = has_field_members();
    if (!(flags & interlaced) && !(members && lineament_AVFrame_interlaced_frame(frame)))
        return LINEAMENT_AV_FIELD_PROGRESSIVE;
    const bool top = flags & top_field_first || (members && lineament_AVFrame_top_field_first(frame));
    return top ? LINEAMENT_AV_FIELD_TT : LINEAMENT_AV_FIELD_BB;
}

void lineament_av_set_fields(LineamentAVFrame frame, bool is_top_first) {
    if (has_field_members()) {
        lineament_AVFrame_set_interlaced_frame(frame, 1);
        lineament_AVFrame_set_top_field_first(frame, is_top_first);
    }
    const int kept = lineament_AVFrame_flags(frame) & ~(interlaced | top_field_first);
    lineament_AVFrame_set_flags(frame, kept | interlaced | (is_top_first ? top_field_first : 0));
}
