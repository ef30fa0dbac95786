#include "CMediaShims.h"

#ifdef __linux__

#include "on_demand.h"

#include <dlfcn.h>
#include <libavcodec/version_major.h>
#include <libavformat/version_major.h>
#include <libavutil/version.h>
#include <libswscale/version.h>

#define AVUTIL(each) \
    each(av_d2q) each(av_dict_free) each(av_dict_set) each(av_display_rotation_get) each(av_frame_alloc) \
    each(av_frame_free) each(av_frame_get_buffer) each(av_log_set_level) each(av_opt_set) each(av_pix_fmt_desc_get) \
    each(av_strerror)

#define AVCODEC(each) \
    each(av_new_packet) each(av_packet_alloc) each(av_packet_clone) each(av_packet_free) each(av_packet_rescale_ts) \
    each(av_packet_unref) each(avcodec_alloc_context3) each(avcodec_find_decoder) \
    each(avcodec_find_encoder_by_name) each(avcodec_free_context) each(avcodec_get_name) each(avcodec_open2) \
    each(avcodec_parameters_copy) each(avcodec_parameters_from_context) each(avcodec_parameters_to_context) \
    each(avcodec_receive_frame) each(avcodec_receive_packet) each(avcodec_send_frame) each(avcodec_send_packet)

#define AVFORMAT(each) \
    each(av_find_best_stream) each(av_find_input_format) each(av_interleaved_write_frame) each(av_read_frame) \
    each(av_seek_frame) each(av_stream_get_side_data) each(av_write_trailer) each(avformat_alloc_output_context2) \
    each(avformat_close_input) each(avformat_find_stream_info) each(avformat_free_context) each(avformat_new_stream) \
    each(avformat_open_input) each(avformat_query_codec) each(avformat_write_header) each(avio_closep) each(avio_open)

#define SWSCALE(each) \
    each(sws_freeContext) each(sws_getCoefficients) each(sws_getContext) each(sws_scale) each(sws_scale_frame) \
    each(sws_setColorspaceDetails)

AVUTIL(FUNCTION) AVCODEC(FUNCTION) AVFORMAT(FUNCTION) SWSCALE(FUNCTION)

const char *lineament_ffmpeg_load(void) {
    void *const util = lineament_open_library("libavutil", LIBAVUTIL_VERSION_MAJOR);
    void *const codec = lineament_open_library("libavcodec", LIBAVCODEC_VERSION_MAJOR);
    void *const format = lineament_open_library("libavformat", LIBAVFORMAT_VERSION_MAJOR);
    void *const scale = lineament_open_library("libswscale", LIBSWSCALE_VERSION_MAJOR);
    if (!util) return "libavutil";
    if (!codec) return "libavcodec";
    if (!format) return "libavformat";
    if (!scale) return "libswscale";
    const char *missing = NULL;
    void *library = util;
    AVUTIL(FIND)
    library = codec;
    AVCODEC(FIND)
    library = format;
    AVFORMAT(FIND)
    library = scale;
    SWSCALE(FIND)
    return missing;
}

#else

const char *lineament_ffmpeg_load(void) { return NULL; }

#endif
