// SPDX-License-Identifier: Apache-2.0
// Compares what CLineamentFFmpeg declares with FFmpeg's own headers, where these are installed: a difference is an error of
// the compiler. With LINEAMENT_PRINT, for headers of a new version, it is a program that prints a column of ffmpeg_members.h.
#if __has_include(<libavcodec/avcodec.h>) && __has_include(<libavformat/avformat.h>) && \
    __has_include(<libavutil/avutil.h>) && __has_include(<libswscale/swscale.h>)

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/stereo3d.h>
#include <libswscale/swscale.h>
#include <stddef.h>
#include <stdio.h>

#include "CLineamentFFmpeg.h"

// Versions 5 and 6 have the number of channels twice.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"

// Members that not all versions have are checked in those that have them.
#if LIBAVFORMAT_VERSION_MAJOR < 59
#define HAS_INDEX(checked) checked
#else
#define HAS_INDEX(checked)
#endif
#if LIBAVUTIL_VERSION_MAJOR < 59
#define HAS_CHANNELS(checked) checked
#else
#define HAS_CHANNELS(checked)
#endif
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 28, 100)
#define HAS_LAYOUT(checked) checked
#else
#define HAS_LAYOUT(checked)
#endif
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
#define HAS_SIDE_DATA(checked) checked
#else
#define HAS_SIDE_DATA(checked)
#endif
#if LIBAVUTIL_VERSION_MAJOR < 60
#define HAS_FIELDS(checked) checked
#else
#define HAS_FIELDS(checked)
#endif
#define PRESENT_interlaced_frame HAS_FIELDS
#define PRESENT_top_field_first HAS_FIELDS
#define PRESENT_ch_layout HAS_LAYOUT
#define PRESENT_channels HAS_CHANNELS
#define PRESENT_coded_side_data HAS_SIDE_DATA
#define PRESENT_nb_coded_side_data HAS_SIDE_DATA
#define PRESENT_nb_index_entries HAS_INDEX

#ifdef LINEAMENT_PRINT

#define PRINT_MEMBER(structure, type, name, ...) printf("%s.%s %zu\n", #structure, #name, offsetof(structure, name));
#define PRINT_PARTIAL(structure, type, name, ...) PRESENT_##name(PRINT_MEMBER(structure, type, name))
#define PRINT_NUMBER(type, name, ...) printf("%s %d\n", #name, (int)name);

int main(void) {
    printf("libavutil %d, libavcodec %d, libavformat %d, libswscale %d\n", LIBAVUTIL_VERSION_MAJOR,
           LIBAVCODEC_VERSION_MAJOR, LIBAVFORMAT_VERSION_MAJOR, LIBSWSCALE_VERSION_MAJOR);
    LINEAMENT_MEMBERS(PRINT_MEMBER) LINEAMENT_PARTIAL_MEMBERS(PRINT_PARTIAL) LINEAMENT_ARRAYS(PRINT_MEMBER)
    LINEAMENT_VARYING_NUMBERS(PRINT_NUMBER)
    return 0;
}

#else

#define COLUMN (LIBAVFORMAT_VERSION_MAJOR - LINEAMENT_FIRST_AVFORMAT)
#define HERE(a, b, c, d, e, f) (COLUMN == 0 ? a : COLUMN == 1 ? b : COLUMN == 2 ? c : COLUMN == 3 ? d : COLUMN == 4 ? e : f)

#define CHECK_VALUE(name, value) _Static_assert((int)name == value, #name);
#define CHECK_ENUM(name, list) list(CHECK_VALUE)
LINEAMENT_ENUMS(CHECK_ENUM)
LINEAMENT_NUMBERS(CHECK_VALUE)
_Static_assert(AV_NOPTS_VALUE == INT64_MIN, "AV_NOPTS_VALUE");
_Static_assert(AVERROR_EOF == LINEAMENT_ERROR_TAG('E', 'O', 'F', ' '), "AVERROR_EOF");
_Static_assert(AVERROR_HTTP_BAD_REQUEST == LINEAMENT_ERROR_TAG(0xF8, '4', '0', '0'), "AVERROR_HTTP_BAD_REQUEST");
_Static_assert(AVERROR_HTTP_OTHER_4XX == LINEAMENT_ERROR_TAG(0xF8, '4', 'X', 'X'), "AVERROR_HTTP_OTHER_4XX");

#define CHECK_SAME(structure, name) \
    _Static_assert(offsetof(Lineament##structure, name) == offsetof(structure, name), #structure "." #name);
CHECK_SAME(AVRational, num)
CHECK_SAME(AVRational, den)
CHECK_SAME(AVIOInterruptCB, callback)
CHECK_SAME(AVIOInterruptCB, opaque)
CHECK_SAME(AVComponentDescriptor, shift)
CHECK_SAME(AVComponentDescriptor, depth)
CHECK_SAME(AVFrameSideData, data)
CHECK_SAME(AVMasteringDisplayMetadata, white_point)
CHECK_SAME(AVMasteringDisplayMetadata, max_luminance)
CHECK_SAME(AVMasteringDisplayMetadata, has_luminance)
CHECK_SAME(AVContentLightMetadata, MaxFALL)
CHECK_SAME(AVOption, name)
CHECK_SAME(AVOption, offset)
HAS_LAYOUT(CHECK_SAME(AVChannelLayout, order) CHECK_SAME(AVChannelLayout, nb_channels))
HAS_LAYOUT(_Static_assert(offsetof(LineamentAVChannelLayout, mask) == offsetof(AVChannelLayout, u), "mask");)
HAS_SIDE_DATA(CHECK_SAME(AVPacketSideData, data) CHECK_SAME(AVPacketSideData, size) CHECK_SAME(AVPacketSideData, type))

// FFmpeg's headers must declare each function; that the types agree is not checked.
#define CHECK_FUNCTION(type, name, parameters) _Static_assert(sizeof(&name) == sizeof(void *), #name);
LINEAMENT_AVUTIL(CHECK_FUNCTION)
LINEAMENT_AVCODEC(CHECK_FUNCTION)
LINEAMENT_AVFORMAT(CHECK_FUNCTION)
LINEAMENT_SWSCALE(CHECK_FUNCTION)

// The versions of the table. The type of an array's row is that of an element.
#if LIBAVFORMAT_VERSION_MAJOR >= LINEAMENT_FIRST_AVFORMAT && \
    LIBAVFORMAT_VERSION_MAJOR < LINEAMENT_FIRST_AVFORMAT + LINEAMENT_VERSION_COUNT
#define CHECK_OFFSET(structure, type, name, ...) \
    _Static_assert(HERE(__VA_ARGS__) == offsetof(structure, name), #structure "." #name);
#define CHECK_MEMBER(structure, type, name, ...) \
    CHECK_OFFSET(structure, type, name, __VA_ARGS__) \
    _Static_assert(sizeof(type) == sizeof(((structure *)0)->name), #structure "." #name);
#define CHECK_PARTIAL(structure, type, name, ...) PRESENT_##name(CHECK_MEMBER(structure, type, name, __VA_ARGS__))
#define CHECK_NUMBER(type, name, ...) _Static_assert(HERE(__VA_ARGS__) == (int)name, #name);
LINEAMENT_MEMBERS(CHECK_MEMBER)
LINEAMENT_PARTIAL_MEMBERS(CHECK_PARTIAL)
LINEAMENT_ARRAYS(CHECK_OFFSET)
LINEAMENT_VARYING_NUMBERS(CHECK_NUMBER)
#endif

#endif
#endif
