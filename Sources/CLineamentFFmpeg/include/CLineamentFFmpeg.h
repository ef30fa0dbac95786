// FFmpeg 4.3 or later, opened on demand. Its types come from its headers, its functions from a table of pointers.
#ifndef LINEAMENT_FFMPEG_H
#define LINEAMENT_FFMPEG_H

#if __has_include(<libavcodec/avcodec.h>) && __has_include(<libavformat/avformat.h>) && \
    __has_include(<libavutil/avutil.h>) && __has_include(<libswscale/swscale.h>)

#include <errno.h>
#include <stdbool.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// Since FFmpeg 6.1, the side data of a stream is part of its codec parameters. Where the function is missing, the library
// is an older one of the same major version, and its parameters end before that member.
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
#define LINEAMENT_SIDE_DATA(each) each(av_packet_side_data_free)
#else
#define LINEAMENT_SIDE_DATA(each)
#endif

// FFmpeg 4 scales planes only.
#if LIBSWSCALE_VERSION_MAJOR >= 6
#define LINEAMENT_SCALE_FRAME(each) each(sws_scale_frame)
#else
#define LINEAMENT_SCALE_FRAME(each)
#endif

// FFmpeg 4 has a member instead.
#if LIBAVFORMAT_VERSION_MAJOR >= 59
#define LINEAMENT_INDEX_COUNT(each) each(avformat_index_get_entries_count)
#else
#define LINEAMENT_INDEX_COUNT(each)
#endif

#define LINEAMENT_AVUTIL(each) \
    each(av_d2q) each(av_dict_free) each(av_dict_get) each(av_dict_set) each(av_frame_alloc) \
    each(av_frame_free) each(av_frame_get_buffer) each(av_free) each(av_log_set_level) each(av_malloc) each(av_opt_set) \
    each(av_pix_fmt_desc_get) each(av_strerror)

#define LINEAMENT_AVCODEC(each) \
    each(av_new_packet) each(av_packet_alloc) each(av_packet_clone) each(av_packet_free) each(av_packet_free_side_data) \
    each(av_packet_make_writable) each(av_packet_new_side_data) each(av_packet_rescale_ts) each(av_packet_unref) \
    each(avcodec_alloc_context3) each(avcodec_find_decoder) each(avcodec_find_decoder_by_name) \
    each(avcodec_find_encoder_by_name) \
    each(avcodec_flush_buffers) each(avcodec_free_context) each(avcodec_get_name) each(avcodec_open2) each(avcodec_parameters_copy) \
    each(avcodec_parameters_from_context) each(avcodec_parameters_to_context) each(avcodec_receive_frame) \
    each(avcodec_receive_packet) each(avcodec_send_frame) each(avcodec_send_packet) LINEAMENT_SIDE_DATA(each)

#define LINEAMENT_AVFORMAT(each) \
    each(av_find_best_stream) each(av_find_input_format) each(av_find_program_from_stream) \
    each(av_guess_sample_aspect_ratio) each(av_interleaved_write_frame) each(av_read_frame) \
    each(av_seek_frame) each(av_write_frame) each(av_write_trailer) each(avformat_alloc_context) each(avformat_alloc_output_context2) \
    each(avformat_close_input) each(avformat_find_stream_info) each(avformat_free_context) each(avformat_new_stream) \
    each(avformat_open_input) each(avformat_query_codec) each(avformat_write_header) each(avio_alloc_context) \
    each(avio_closep) each(avio_context_free) each(avio_open) LINEAMENT_INDEX_COUNT(each)

#define LINEAMENT_SWSCALE(each) \
    each(sws_freeContext) each(sws_getCoefficients) each(sws_getContext) each(sws_scale) \
    each(sws_setColorspaceDetails) LINEAMENT_SCALE_FRAME(each)

#define LINEAMENT_MEMBER(name) __typeof__(name) *_Nonnull name;

/// The functions of FFmpeg that Lineament calls.
typedef struct {
    LINEAMENT_AVUTIL(LINEAMENT_MEMBER)
    LINEAMENT_AVCODEC(LINEAMENT_MEMBER)
    LINEAMENT_AVFORMAT(LINEAMENT_MEMBER)
    LINEAMENT_SWSCALE(LINEAMENT_MEMBER)
#if LIBSWSCALE_VERSION_MAJOR < 6
    int (*_Nonnull sws_scale_frame)(struct SwsContext *_Nonnull, AVFrame *_Nonnull, const AVFrame *_Nonnull);
#endif
#if LIBAVFORMAT_VERSION_MAJOR < 59
    int (*_Nonnull avformat_index_get_entries_count)(const AVStream *_Nonnull);
#endif
} LineamentFFmpeg;

/// Opens FFmpeg's libraries in the version of the headers. Calls after the first success are free; a failure is retried
/// by the next call. Thread-safe. Returns the functions, which stay valid, or NULL and, in `missing`, the name of the
/// missing library or function.
const LineamentFFmpeg *_Nullable lineament_ffmpeg_open(const char *_Nullable *_Nonnull missing);

/// Registers cameras with FFmpeg by opening libavdevice, which loads some eighty other libraries.
/// Returns whether it succeeded.
bool lineament_ffmpeg_register_devices(void);

// Macros that Swift cannot import.
static inline int64_t lineament_av_no_time(void) { return AV_NOPTS_VALUE; }
static inline int lineament_av_error_again(void) { return AVERROR(EAGAIN); }
static inline int lineament_av_error_end(void) { return AVERROR_EOF; }
static inline int lineament_av_error_http_bad_request(void) { return AVERROR_HTTP_BAD_REQUEST; }
static inline int lineament_av_error_http_not_found(void) { return AVERROR_HTTP_NOT_FOUND; }
static inline int lineament_av_error_http_unauthorized(void) { return AVERROR_HTTP_UNAUTHORIZED; }
static inline int lineament_av_error_http_forbidden(void) { return AVERROR_HTTP_FORBIDDEN; }
static inline int lineament_av_error_http_other(void) { return AVERROR_HTTP_OTHER_4XX; }
static inline int lineament_av_error_http_server(void) { return AVERROR_HTTP_SERVER_ERROR; }

// What differs between FFmpeg's versions.

/// A scaler, whose members FFmpeg hides before version 8.
typedef struct SwsContext *LineamentScaler;

/// A container format. Since FFmpeg 5 it cannot be modified.
#if LIBAVFORMAT_VERSION_MAJOR >= 59
typedef const AVInputFormat *LineamentInputFormat;
#else
typedef AVInputFormat *LineamentInputFormat;
#endif

/// Returns the flags of exact bicubic scaling. They are macros before FFmpeg 8, and then an enumeration.
static inline int lineament_sws_exact_bicubic(void) {
    return SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_BITEXACT;
}

/// Returns the nine numbers of a stream's display matrix, or NULL if it has none. They belong to the stream.
static inline const int32_t *_Nullable lineament_av_display_matrix(const AVStream *_Nonnull stream) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
    const AVPacketSideData *data = stream->codecpar->coded_side_data;
    const int count = stream->codecpar->nb_coded_side_data;
#else
    const AVPacketSideData *data = stream->side_data;
    const int count = stream->nb_side_data;
#endif
    for (int i = 0; i < count; i++) {
        if (data[i].type != AV_PKT_DATA_DISPLAYMATRIX) continue;
        return (size_t)data[i].size >= 9 * sizeof(int32_t) ? (const int32_t *)data[i].data : NULL;
    }
    return NULL;
}

/// Removes the side data of a stream, such as a replay gain or what players show, from a copy of its parameters.
static inline void lineament_av_remove_side_data(
    const LineamentFFmpeg *_Nonnull ffmpeg, AVCodecParameters *_Nonnull parameters) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
    ffmpeg->av_packet_side_data_free(&parameters->coded_side_data, &parameters->nb_coded_side_data);
#else
    (void)ffmpeg;
    (void)parameters;
#endif
}

/// Declares one audio channel.
static inline void lineament_av_set_mono(AVCodecParameters *_Nonnull parameters) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 28, 100)
    parameters->ch_layout = (AVChannelLayout)AV_CHANNEL_LAYOUT_MONO;
#else
    parameters->channels = 1;
#endif
}

/// Returns the number of audio channels.
static inline int lineament_av_channel_count(const AVCodecParameters *_Nonnull parameters) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 28, 100)
    return parameters->ch_layout.nb_channels;
#else
    return parameters->channels;
#endif
}

#else
// Fedora's are not in a folder that compilers search by themselves.
#error "LineamentVideo needs FFmpeg's headers. Debian, Ubuntu: apt-get install libavformat-dev libavcodec-dev libavutil-dev libswscale-dev. Fedora: dnf install ffmpeg-free-devel, and set CPATH=/usr/include/ffmpeg. Arch: pacman -S ffmpeg"
#endif

#endif
