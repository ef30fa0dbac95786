// SPDX-License-Identifier: Apache-2.0
// FFmpeg 4.3 to 9, opened on demand, by declarations of our own: FFmpeg's headers are not needed, and one build works with
// all versions.
#ifndef LINEAMENT_FFMPEG_H
#define LINEAMENT_FFMPEG_H

#include <errno.h>
#include <stdbool.h>
#include "ffmpeg_functions.h"
#include "ffmpeg_members.h"
#include "ffmpeg_types.h"

/// Why FFmpeg could not be opened.
typedef struct {
    /// The library or function that is missing.
    char missing[128];
    /// The major version of libavformat that is there and not known; 0 if there is none.
    int unknown_version;
    /// Whether the libraries are not what their version says.
    bool is_altered;
} LineamentFFmpegProblem;

/// Opens the newest FFmpeg that is known. Calls after the first success are free; a failure is retried by the next call.
/// Thread-safe.
/// - `folders` are the folders of the libraries, separated by colons; an empty one stands for where the system has them.
///
/// Returns the functions, which stay valid, or NULL and the problem.
const LineamentFFmpeg *_Nullable lineament_ffmpeg_open(
    const char *_Nonnull folders, LineamentFFmpegProblem *_Nonnull problem);

/// Returns the major version of the libavformat that is open: 59 is that of FFmpeg 5, and so on.
int lineament_ffmpeg_version(void);

/// Registers cameras with FFmpeg by opening libavdevice, which loads some eighty other libraries.
/// Returns whether it succeeded.
bool lineament_ffmpeg_register_devices(void);

// Macros that Swift cannot import.
static inline int64_t lineament_av_no_time(void) { return INT64_MIN; }
static inline int lineament_av_error_again(void) { return -EAGAIN; }
static inline int lineament_av_error_end(void) { return LINEAMENT_ERROR_TAG('E', 'O', 'F', ' '); }
static inline int lineament_av_error_http_bad_request(void) { return LINEAMENT_ERROR_TAG(0xF8, '4', '0', '0'); }
static inline int lineament_av_error_http_unauthorized(void) { return LINEAMENT_ERROR_TAG(0xF8, '4', '0', '1'); }
static inline int lineament_av_error_http_forbidden(void) { return LINEAMENT_ERROR_TAG(0xF8, '4', '0', '3'); }
static inline int lineament_av_error_http_not_found(void) { return LINEAMENT_ERROR_TAG(0xF8, '4', '0', '4'); }
static inline int lineament_av_error_http_other(void) { return LINEAMENT_ERROR_TAG(0xF8, '4', 'X', 'X'); }
static inline int lineament_av_error_http_server(void) { return LINEAMENT_ERROR_TAG(0xF8, '5', 'X', 'X'); }

/// Returns the name of HEVC in MP4 with which Apple's players know it.
static inline uint32_t lineament_av_tag_hvc1(void) { return 'h' | 'v' << 8 | 'c' << 16 | '1' << 24; }

/// Returns the flags of exact bicubic scaling.
static inline int lineament_sws_exact_bicubic(void) {
    return LINEAMENT_SWS_BICUBIC | LINEAMENT_SWS_ACCURATE_RND | LINEAMENT_SWS_FULL_CHR_H_INT | LINEAMENT_SWS_BITEXACT;
}

// The differences between FFmpeg's versions.

/// Returns the nine numbers of a stream's display matrix, or NULL if it has none. They belong to the stream.
const int32_t *_Nullable lineament_av_display_matrix(LineamentAVStream _Nonnull stream);

/// Removes the side data of a stream, such as a replay gain or what players show, from a copy of its parameters.
void lineament_av_remove_side_data(LineamentAVCodecParameters _Nonnull parameters);

/// Whether the processor has the instructions of AVX-512 that x264 uses.
bool lineament_processor_has_avx512(void);

/// Writes the primaries, white point and luminance of the display that a frame was made for as x264 and x265 read them.
/// Returns false if they are unknown.
bool lineament_av_display_light(LineamentAVFrame _Nonnull frame, char *_Nonnull text, int size);

/// Writes the luminance of the brightest pixel and frame of a video as x264 and x265 read them. Returns false if they are
/// unknown.
bool lineament_av_content_light(LineamentAVFrame _Nonnull frame, char *_Nonnull text, int size);

/// Whether a stream has a kind of side data.
bool lineament_av_has_side_data(LineamentAVStream _Nonnull stream, enum LineamentAVPacketSideDataType type);

/// Returns where the frames of a stream have two views, a value of AVStereo3DType; 0 if they have one or it does not say.
/// Whether the views are swapped or otherwise unusual is in flags.
int lineament_av_stereo_type(LineamentAVStream _Nonnull stream, int *_Nonnull flags);

/// Gives a stream side data of its own.
void lineament_av_add_side_data(
    LineamentAVStream _Nonnull stream, enum LineamentAVPacketSideDataType type, const void *_Nonnull data, size_t size);

/// Copies a kind of side data, if a stream has it, to the stream of a copy.
void lineament_av_copy_side_data(
    LineamentAVStream _Nonnull from, LineamentAVStream _Nonnull to, enum LineamentAVPacketSideDataType type);

/// Returns how two views share a frame, in the numbers of H.264; -1 if the frame does not say it or has them swapped.
int lineament_av_frame_packing(LineamentAVFrame _Nonnull frame);

/// Returns which field of a frame is shown first: AV_FIELD_TT or AV_FIELD_BB, or AV_FIELD_PROGRESSIVE for a frame without fields.
enum LineamentAVFieldOrder lineament_av_fields(LineamentAVFrame _Nonnull frame);

/// Marks a frame as one of two fields.
void lineament_av_set_fields(LineamentAVFrame _Nonnull frame, bool is_top_first);

/// Declares one audio channel.
void lineament_av_set_mono(LineamentAVCodecParameters _Nonnull parameters);

/// Returns the number of audio channels.
int lineament_av_channel_count(LineamentAVCodecParameters _Nonnull parameters);

#endif
