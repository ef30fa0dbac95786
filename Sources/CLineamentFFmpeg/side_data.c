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

/// Gives a stream side data of its own.
static void add_side_data(
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

void lineament_av_copy_light(LineamentAVStream from, LineamentAVStream to) {
    static const enum LineamentAVPacketSideDataType types[] = {
        LINEAMENT_AV_PKT_DATA_MASTERING_DISPLAY_METADATA, LINEAMENT_AV_PKT_DATA_CONTENT_LIGHT_LEVEL};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t size;
        const void *data = side_data(from, types[i], &size);
        if (data) add_side_data(to, types[i], data, size);
    }
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
