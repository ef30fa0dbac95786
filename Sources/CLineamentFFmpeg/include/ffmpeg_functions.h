// SPDX-License-Identifier: Apache-2.0
// The functions of FFmpeg that Lineament calls, declared as in FFmpeg's headers but for const.
#ifndef LINEAMENT_FFMPEG_FUNCTIONS_H
#define LINEAMENT_FFMPEG_FUNCTIONS_H

#include "ffmpeg_types.h"

#define LINEAMENT_OUT(type) Lineament##type _Nullable *_Nonnull

// Returned type, name, parameters.
#define LINEAMENT_AVUTIL(each) \
    each(LineamentAVRational, av_d2q, (double value, int max)) \
    each(void, av_dict_free, (LINEAMENT_OUT(AVDictionary))) \
    each(LineamentAVDictionaryEntry _Nullable, av_dict_get, (LineamentAVDictionary _Nullable, const char *_Nonnull key, \
        LineamentAVDictionaryEntry _Nullable previous, int flags)) \
    each(int, av_dict_set, (LINEAMENT_OUT(AVDictionary), const char *_Nonnull key, const char *_Nullable value, int flags)) \
    each(LineamentAVFrame _Nullable, av_frame_alloc, (void)) \
    each(void, av_frame_free, (LINEAMENT_OUT(AVFrame))) \
    each(int, av_frame_get_buffer, (LineamentAVFrame _Nonnull, int alignment)) \
    each(const LineamentAVFrameSideData *_Nullable, av_frame_get_side_data, (LineamentAVFrame _Nonnull, \
        enum LineamentAVFrameSideDataType)) \
    each(void, av_free, (void *_Nullable)) \
    each(enum LineamentAVPixelFormat, av_get_pix_fmt, (const char *_Nonnull name)) \
    each(void, av_log_set_level, (int level)) \
    each(void *_Nullable, av_malloc, (size_t size)) \
    each(const LineamentAVOption *_Nullable, av_opt_find, (void *_Nonnull object, const char *_Nonnull name, \
        const char *_Nullable unit, int flags, int searchFlags)) \
    each(int, av_opt_set, (LineamentAVCodecContext _Nonnull, const char *_Nonnull name, const char *_Nonnull value, \
        int flags)) \
    each(LineamentAVPixFmtDescriptor _Nullable, av_pix_fmt_desc_get, (enum LineamentAVPixelFormat)) \
    each(int, av_strerror, (int status, char *_Nonnull text, size_t size))

#define LINEAMENT_AVCODEC(each) \
    each(int, av_new_packet, (LineamentAVPacket _Nonnull, int size)) \
    each(LineamentAVPacket _Nullable, av_packet_alloc, (void)) \
    each(LineamentAVPacket _Nullable, av_packet_clone, (LineamentAVPacket _Nonnull)) \
    each(void, av_packet_free, (LINEAMENT_OUT(AVPacket))) \
    each(void, av_packet_free_side_data, (LineamentAVPacket _Nonnull)) \
    /* The size is an int in FFmpeg 4, as in the next function. */ \
    each(uint8_t *_Nullable, av_packet_get_side_data, (LineamentAVPacket _Nonnull, enum LineamentAVPacketSideDataType, \
        size_t *_Nonnull size)) \
    each(uint8_t *_Nullable, av_packet_new_side_data, (LineamentAVPacket _Nonnull, enum LineamentAVPacketSideDataType, \
        size_t size)) \
    each(int, av_packet_make_writable, (LineamentAVPacket _Nonnull)) \
    each(void, av_packet_rescale_ts, (LineamentAVPacket _Nonnull, LineamentAVRational from, LineamentAVRational to)) \
    each(void, av_packet_unref, (LineamentAVPacket _Nonnull)) \
    each(LineamentAVCodecContext _Nullable, avcodec_alloc_context3, (LineamentAVCodec _Nullable)) \
    each(LineamentAVCodec _Nullable, avcodec_find_decoder, (enum LineamentAVCodecID)) \
    each(LineamentAVCodec _Nullable, avcodec_find_decoder_by_name, (const char *_Nonnull)) \
    each(LineamentAVCodec _Nullable, avcodec_find_encoder_by_name, (const char *_Nonnull)) \
    each(void, avcodec_flush_buffers, (LineamentAVCodecContext _Nonnull)) \
    each(void, avcodec_free_context, (LINEAMENT_OUT(AVCodecContext))) \
    each(const void *_Nonnull, avcodec_get_class, (void)) \
    each(const char *_Nullable, avcodec_get_name, (enum LineamentAVCodecID)) \
    each(int, avcodec_open2, (LineamentAVCodecContext _Nonnull, LineamentAVCodec _Nullable, \
        LineamentAVDictionary _Nullable *_Nullable)) \
    each(int, avcodec_parameters_copy, (LineamentAVCodecParameters _Nonnull to, LineamentAVCodecParameters _Nonnull from)) \
    each(int, avcodec_parameters_from_context, (LineamentAVCodecParameters _Nonnull, LineamentAVCodecContext _Nonnull)) \
    each(int, avcodec_parameters_to_context, (LineamentAVCodecContext _Nonnull, LineamentAVCodecParameters _Nonnull)) \
    each(int, avcodec_receive_frame, (LineamentAVCodecContext _Nonnull, LineamentAVFrame _Nonnull)) \
    each(int, avcodec_receive_packet, (LineamentAVCodecContext _Nonnull, LineamentAVPacket _Nonnull)) \
    each(int, avcodec_send_frame, (LineamentAVCodecContext _Nonnull, LineamentAVFrame _Nullable)) \
    each(int, avcodec_send_packet, (LineamentAVCodecContext _Nonnull, LineamentAVPacket _Nullable))

#define LINEAMENT_AVFORMAT(each) \
    each(int, av_find_best_stream, (LineamentAVFormatContext _Nonnull, enum LineamentAVMediaType, int wanted, int related, \
        LineamentAVCodec _Nullable *_Nullable, int flags)) \
    each(LineamentAVInputFormat _Nullable, av_find_input_format, (const char *_Nonnull)) \
    each(LineamentAVProgram _Nullable, av_find_program_from_stream, (LineamentAVFormatContext _Nonnull, \
        LineamentAVProgram _Nullable previous, int stream)) \
    each(LineamentAVRational, av_guess_sample_aspect_ratio, (LineamentAVFormatContext _Nonnull, \
        LineamentAVStream _Nonnull, LineamentAVFrame _Nullable)) \
    each(int, av_interleaved_write_frame, (LineamentAVFormatContext _Nonnull, LineamentAVPacket _Nullable)) \
    each(int, av_read_frame, (LineamentAVFormatContext _Nonnull, LineamentAVPacket _Nonnull)) \
    each(int, av_seek_frame, (LineamentAVFormatContext _Nonnull, int stream, int64_t time, int flags)) \
    each(int, av_write_frame, (LineamentAVFormatContext _Nonnull, LineamentAVPacket _Nullable)) \
    each(int, av_write_trailer, (LineamentAVFormatContext _Nonnull)) \
    each(LineamentAVFormatContext _Nullable, avformat_alloc_context, (void)) \
    each(int, avformat_alloc_output_context2, (LINEAMENT_OUT(AVFormatContext), LineamentAVOutputFormat _Nullable, \
        const char *_Nullable format, const char *_Nullable path)) \
    each(void, avformat_close_input, (LINEAMENT_OUT(AVFormatContext))) \
    each(int, avformat_find_stream_info, (LineamentAVFormatContext _Nonnull, LineamentAVDictionary _Nullable *_Nullable)) \
    each(void, avformat_free_context, (LineamentAVFormatContext _Nullable)) \
    each(const void *_Nonnull, avformat_get_class, (void)) \
    each(LineamentAVStream _Nullable, avformat_new_stream, (LineamentAVFormatContext _Nonnull, LineamentAVCodec _Nullable)) \
    each(int, avformat_open_input, (LINEAMENT_OUT(AVFormatContext), const char *_Nonnull url, \
        LineamentAVInputFormat _Nullable, LineamentAVDictionary _Nullable *_Nullable)) \
    each(int, avformat_query_codec, (LineamentAVOutputFormat _Nonnull, enum LineamentAVCodecID, int strictness)) \
    each(int, avformat_write_header, (LineamentAVFormatContext _Nonnull, LineamentAVDictionary _Nullable *_Nullable)) \
    each(LineamentAVIOContext _Nullable, avio_alloc_context, (uint8_t *_Nonnull buffer, int size, int isWritten, \
        void *_Nullable object, int (*_Nullable read)(void *_Nullable, uint8_t *_Nullable, int), \
        int (*_Nullable write)(void *_Nullable, const uint8_t *_Nullable, int), \
        int64_t (*_Nullable seek)(void *_Nullable, int64_t, int))) \
    each(int, avio_closep, (LINEAMENT_OUT(AVIOContext))) \
    each(void, avio_context_free, (LINEAMENT_OUT(AVIOContext))) \
    each(int, avio_open, (LINEAMENT_OUT(AVIOContext), const char *_Nonnull url, int flags))

#define LINEAMENT_SWSCALE(each) \
    each(void, sws_freeContext, (LineamentScaler _Nullable)) \
    each(const int *_Nonnull, sws_getCoefficients, (int matrix)) \
    each(LineamentScaler _Nullable, sws_getContext, (int width, int height, enum LineamentAVPixelFormat, int newWidth, \
        int newHeight, enum LineamentAVPixelFormat, int flags, void *_Nullable, void *_Nullable, const double *_Nullable)) \
    each(int, sws_scale, (LineamentScaler _Nonnull, const uint8_t *_Nullable const *_Nonnull planes, \
        const int *_Nonnull lines, int firstRow, int rowCount, uint8_t *_Nullable const *_Nonnull newPlanes, \
        const int *_Nonnull newLines)) \
    each(int, sws_setColorspaceDetails, (LineamentScaler _Nonnull, const int *_Nonnull matrix, int isFullRange, \
        const int *_Nonnull newMatrix, int newIsFullRange, int brightness, int contrast, int saturation))

// Functions that are not in all versions; Lineament's own take their place where they are missing.

// Since FFmpeg 5.
#define LINEAMENT_AVFORMAT_5(each) each(int, avformat_index_get_entries_count, (LineamentAVStream _Nonnull))
#define LINEAMENT_SWSCALE_5(each) \
    each(int, sws_scale_frame, (LineamentScaler _Nonnull, LineamentAVFrame _Nonnull to, LineamentAVFrame _Nonnull from))

// Since FFmpeg 6.1, the side data of a stream is part of its codec parameters.
#define LINEAMENT_AVCODEC_6(each) \
    each(void, av_packet_side_data_free, (LineamentAVPacketSideData *_Nullable *_Nonnull, int *_Nonnull count)) \
    each(const LineamentAVPacketSideData *_Nullable, av_packet_side_data_get, (const LineamentAVPacketSideData *_Nullable, \
        int count, enum LineamentAVPacketSideDataType)) \
    each(LineamentAVPacketSideData *_Nullable, av_packet_side_data_new, (LineamentAVPacketSideData *_Nullable *_Nonnull, \
        int *_Nonnull count, enum LineamentAVPacketSideDataType, size_t size, int flags))

// Until FFmpeg 7. The size is an int in FFmpeg 4.
#define LINEAMENT_AVFORMAT_UNTIL_7(each) \
    each(uint8_t *_Nullable, av_stream_get_side_data, (LineamentAVStream _Nonnull, enum LineamentAVPacketSideDataType, \
        size_t *_Nonnull size)) \
    each(uint8_t *_Nullable, av_stream_new_side_data, (LineamentAVStream _Nonnull, enum LineamentAVPacketSideDataType, \
        size_t size))

#define LINEAMENT_FUNCTION(type, name, parameters) type (*_Nonnull name) parameters;
#define LINEAMENT_OPTIONAL_FUNCTION(type, name, parameters) type (*_Nullable name) parameters;

/// The functions of FFmpeg that Lineament calls.
typedef struct {
    LINEAMENT_AVUTIL(LINEAMENT_FUNCTION)
    LINEAMENT_AVCODEC(LINEAMENT_FUNCTION)
    LINEAMENT_AVFORMAT(LINEAMENT_FUNCTION)
    LINEAMENT_SWSCALE(LINEAMENT_FUNCTION)
    LINEAMENT_AVFORMAT_5(LINEAMENT_FUNCTION)
    LINEAMENT_SWSCALE_5(LINEAMENT_FUNCTION)
    LINEAMENT_AVCODEC_6(LINEAMENT_OPTIONAL_FUNCTION)
    LINEAMENT_AVFORMAT_UNTIL_7(LINEAMENT_OPTIONAL_FUNCTION)
} LineamentFFmpeg;

#endif
