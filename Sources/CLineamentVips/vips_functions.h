// SPDX-License-Identifier: Apache-2.0
// The parts of libvips 8.13 or later and of GLib that Lineament uses, declared here so that their headers are not
// needed. The ABI of libvips.so.42 and of GLib 2 is stable; their types are only passed by pointer.
#ifndef LINEAMENT_VIPS_FUNCTIONS_H
#define LINEAMENT_VIPS_FUNCTIONS_H

#include <stddef.h>

typedef struct VipsImage VipsImage;
typedef struct VipsSource VipsSource;

enum { VIPS_ACCESS_SEQUENTIAL = 1 };
enum { VIPS_FAIL_ON_WARNING = 3 };
enum { VIPS_FORMAT_UCHAR = 0, VIPS_FORMAT_USHORT = 2 };
enum {
    VIPS_INTERPRETATION_MULTIBAND = 0,
    VIPS_INTERPRETATION_B_W = 1,
    VIPS_INTERPRETATION_RGB = 17,
    VIPS_INTERPRETATION_sRGB = 22,
    VIPS_INTERPRETATION_RGB16 = 25,
    VIPS_INTERPRETATION_GREY16 = 26,
};
enum { G_LOG_LEVEL_MASK = ~3 };

typedef void (*GLogFunc)(const char *domain, int level, const char *message, void *data);

// result, name, parameters
#define LINEAMENT_VIPS_FUNCTIONS(each) \
    each(void, g_free, (void *)) \
    each(unsigned, g_log_set_handler, (const char *, int, GLogFunc, void *)) \
    each(void, g_object_unref, (void *)) \
    each(void, vips_block_untrusted_set, (int)) \
    each(void, vips_cache_set_max, (int)) \
    each(int, vips_cast_uchar, (VipsImage *, VipsImage **, ...)) \
    each(int, vips_colourspace, (VipsImage *, VipsImage **, int, ...)) \
    each(void, vips_concurrency_set, (int)) \
    each(int, vips_copy, (VipsImage *, VipsImage **, ...)) \
    each(char *, vips_error_buffer_copy, (void)) \
    each(void, vips_error_clear, (void)) \
    each(int, vips_extract_band, (VipsImage *, VipsImage **, int, ...)) \
    each(int, vips_heifload_source, (VipsSource *, VipsImage **, ...)) \
    each(int, vips_image_get_bands, (const VipsImage *)) \
    each(int, vips_image_get_blob, (const VipsImage *, const char *, const void **, size_t *)) \
    each(int, vips_image_get_format, (const VipsImage *)) \
    each(int, vips_image_get_height, (const VipsImage *)) \
    each(int, vips_image_get_interpretation, (const VipsImage *)) \
    each(int, vips_image_get_n_pages, (VipsImage *)) \
    each(int, vips_image_get_orientation, (VipsImage *)) \
    each(unsigned long, vips_image_get_typeof, (const VipsImage *, const char *)) \
    each(int, vips_image_get_width, (const VipsImage *)) \
    each(VipsImage *, vips_image_new_from_buffer, (const void *, size_t, const char *, ...)) \
    each(VipsImage *, vips_image_new_from_memory, (const void *, size_t, int, int, int, int)) \
    each(void, vips_image_set_blob_copy, (VipsImage *, const char *, const void *, size_t)) \
    each(int, vips_image_write_to_buffer, (VipsImage *, const char *, void **, size_t *, ...)) \
    each(void *, vips_image_write_to_memory, (VipsImage *, size_t *)) \
    each(int, vips_init, (const char *)) \
    each(int, vips_linear1, (VipsImage *, VipsImage **, double, double, ...)) \
    each(void, vips_operation_block_set, (const char *, int)) \
    each(int, vips_ppmload_source, (VipsSource *, VipsImage **, ...)) \
    each(int, vips_rshift_const1, (VipsImage *, VipsImage **, double, ...)) \
    each(VipsSource *, vips_source_new_from_memory, (const void *, size_t)) \
    each(int, vips_tiffload_source, (VipsSource *, VipsImage **, ...)) \
    each(int, vips_version, (int))

#define LINEAMENT_VIPS_MEMBER(result, name, parameters) result(*name) parameters;

/// The functions, looked up when libvips is opened.
typedef struct {
    LINEAMENT_VIPS_FUNCTIONS(LINEAMENT_VIPS_MEMBER)
} LineamentVipsFunctions;

/// Filled by a successful lineament_vips_open and never changed afterward.
extern LineamentVipsFunctions lineament_vips;

#endif
