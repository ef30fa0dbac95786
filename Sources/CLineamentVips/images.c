// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE  // for a lock that prefers writers
#include "CLineamentVips.h"
#include "vips_functions.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#define vips lineament_vips

void lineament_vips_free(void *memory) { vips.g_free(memory); }

// libvips collects the errors of all threads in one buffer. Work that fails is therefore repeated for its message, by a
// thread that holds this lock alone; all other work shares the lock.
#ifdef PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP
static pthread_rwlock_t working = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
#else
static pthread_rwlock_t working = PTHREAD_RWLOCK_INITIALIZER;
#endif

// Copies libvips's error message as a single line.
static void copy_message(char *message, size_t size) {
    char *text = vips.vips_error_buffer_copy();
    size_t length = 0;
    for (const char *c = text ? text : ""; *c && length + 1 < size; c++) {
        const char shown = *c == '\n' ? ' ' : *c;
        if (length || shown != ' ') message[length++] = shown;
    }
    while (length && message[length - 1] == ' ') length--;
    message[length] = 0;
    vips.g_free(text);
}

// Each step takes ownership of `image` and returns the next one, or NULL.
typedef VipsImage *(*Step)(VipsImage *image);

static VipsImage *replaced(VipsImage *image, VipsImage *next, int failure) {
    vips.g_object_unref(image);
    return failure ? NULL : next;
}

// 16-bit values keep their high byte, as in Pillow; color profiles are not applied.
static VipsImage *high_bytes(VipsImage *image) {
    if (vips.vips_image_get_format(image) != VIPS_FORMAT_USHORT) return image;
    VipsImage *shifted = NULL, *next = NULL;
    int failure = vips.vips_rshift_const1(image, &shifted, 8, NULL);
    if (!failure) failure = vips.vips_cast_uchar(shifted, &next, NULL);
    if (shifted) vips.g_object_unref(shifted);
    return replaced(image, next, failure);
}

static VipsImage *scaled(VipsImage *image, int32_t white) {
    if (white <= 0 || white == 255 || white == 65535) return image;
    VipsImage *next = NULL;
    const int failure = vips.vips_linear1(image, &next, 255.0 / white, 0.5, "uchar", 1, NULL);
    return replaced(image, next, failure);
}

static bool is_plain_color(const VipsImage *image) {
    switch (vips.vips_image_get_interpretation(image)) {
        case VIPS_INTERPRETATION_sRGB:
        case VIPS_INTERPRETATION_RGB:
        case VIPS_INTERPRETATION_B_W:
        case VIPS_INTERPRETATION_RGB16:
        case VIPS_INTERPRETATION_GREY16:
        case VIPS_INTERPRETATION_MULTIBAND:
            return vips.vips_image_get_format(image) == VIPS_FORMAT_UCHAR;
        default:
            return false;
    }
}

static VipsImage *plain_color(VipsImage *image) {
    if (is_plain_color(image)) return image;
    VipsImage *converted = NULL, *next = NULL;
    int failure = vips.vips_colourspace(image, &converted, VIPS_INTERPRETATION_sRGB, NULL);
    if (!failure) failure = vips.vips_cast_uchar(converted, &next, NULL);
    if (converted) vips.g_object_unref(converted);
    return replaced(image, next, failure);
}

static VipsImage *known_channels(VipsImage *image) {
    const int bands = vips.vips_image_get_bands(image);
    if (bands <= 4) return image;
    VipsImage *next = NULL;
    const int failure = vips.vips_extract_band(image, &next, 0, "n", 4, NULL);
    return replaced(image, next, failure);
}

static void describe(VipsImage *image, LineamentVipsPixels *pixels) {
    pixels->width = vips.vips_image_get_width(image);
    pixels->height = vips.vips_image_get_height(image);
    pixels->channels = vips.vips_image_get_bands(image);
}

static const char profile_name[] = "icc-profile-data";

// Leaves the fields empty if there is no profile or no memory for it.
static void copy_profile(const VipsImage *image, LineamentVipsPixels *pixels) {
    const void *profile = NULL;
    size_t size = 0;
    if (!vips.vips_image_get_typeof(image, profile_name) ||
        vips.vips_image_get_blob(image, profile_name, &profile, &size) || !size)
        return;
    pixels->profile = malloc(size);
    if (!pixels->profile) return;
    memcpy(pixels->profile, profile, size);
    pixels->profile_size = size;
}

typedef int (*Load)(VipsSource *source, VipsImage **image, ...);

// `page` is 0 for loaders that know no pages.
static VipsImage *opened_by(Load load, const void *bytes, size_t size, int32_t page) {
    VipsSource *source = vips.vips_source_new_from_memory(bytes, size);
    if (!source) return NULL;
    VipsImage *image = NULL;
    const int failure = load(source, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", VIPS_FAIL_ON_WARNING,
                             page ? "page" : NULL, page, NULL);
    vips.g_object_unref(source);
    return failure ? NULL : image;
}

static bool is_tiff(const void *bytes, size_t size) {
    // With a plus sign it is BigTIFF.
    return size >= 4 && (!memcmp(bytes, "II*", 4) || !memcmp(bytes, "MM\0*", 4) || !memcmp(bytes, "II+", 4) ||
                         !memcmp(bytes, "MM\0+", 4));
}

// HEIC and AVIF.
static bool is_heif(const void *bytes, size_t size) { return size >= 8 && !memcmp((const char *)bytes + 4, "ftyp", 4); }

// libvips does not recognize PNM in memory buffers, nor sequences of AVIF, nor TIFF with a damaged directory, whose error
// would then be that of another loader; theirs are called by name.
static VipsImage *opened(const void *bytes, size_t size, bool is_pnm, int32_t page) {
    if (is_pnm) return opened_by(vips.vips_ppmload_source, bytes, size, 0);
    if (is_tiff(bytes, size)) return opened_by(vips.vips_tiffload_source, bytes, size, page);
    if (is_heif(bytes, size)) return opened_by(vips.vips_heifload_source, bytes, size, 0);
    return vips.vips_image_new_from_buffer(bytes, size, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                           VIPS_FAIL_ON_WARNING, NULL);
}

static LineamentVipsStatus decode(const void *bytes, size_t size, int64_t max_pixels, int32_t white,
                                  int32_t page, LineamentVipsPixels *pixels) {
    VipsImage *image = opened(bytes, size, white > 0, page);
    if (!image) return LINEAMENT_VIPS_FAILED;
    describe(image, pixels);
    pixels->orientation = vips.vips_image_get_orientation(image);
    pixels->pages = vips.vips_image_get_n_pages(image);
    if ((int64_t)pixels->width * pixels->height > max_pixels) {
        vips.g_object_unref(image);
        return LINEAMENT_VIPS_TOO_LARGE;
    }
    image = scaled(image, white);
    const Step steps[] = {high_bytes, plain_color, known_channels};
    for (size_t i = 0; image && i < sizeof(steps) / sizeof(steps[0]); i++) image = steps[i](image);
    if (!image) return LINEAMENT_VIPS_FAILED;
    describe(image, pixels);
    size_t length = 0;
    pixels->bytes = vips.vips_image_write_to_memory(image, &length);
    if (pixels->bytes) copy_profile(image, pixels);
    vips.g_object_unref(image);
    return pixels->bytes ? LINEAMENT_VIPS_OK : LINEAMENT_VIPS_FAILED;
}

// libde265 neither clears the memory of an image nor reports the parts that a damaged file leaves out, which would show
// what that memory held before. While such files are decoded, glibc therefore clears all memory that it hands out: from
// the beginning of the first decoding until the end of the last.
static void clear_new_memory(bool begins) {
#ifdef __GLIBC__
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int decoding;
    pthread_mutex_lock(&lock);
    decoding += begins ? 1 : -1;
    // New memory is filled with the complement of this number's lowest byte; 0 ends that.
    mallopt(M_PERTURB, decoding ? 0xff : 0);
    pthread_mutex_unlock(&lock);
#else
    (void)begins;
#endif
}

static LineamentVipsStatus decode_with_cleared_memory(const void *bytes, size_t size, int64_t max_pixels, int32_t white,
                                                      int32_t page, LineamentVipsPixels *pixels) {
    const bool needs_clearing = is_heif(bytes, size);
    if (needs_clearing) clear_new_memory(true);
    const LineamentVipsStatus status = decode(bytes, size, max_pixels, white, page, pixels);
    if (needs_clearing) clear_new_memory(false);
    return status;
}

LineamentVipsStatus lineament_vips_decode(const void *bytes, size_t size, int64_t max_pixels, int32_t white,
                                          int32_t page, LineamentVipsPixels *pixels, char *message,
                                          size_t message_size) {
    pthread_rwlock_rdlock(&working);
    LineamentVipsStatus status = decode_with_cleared_memory(bytes, size, max_pixels, white, page, pixels);
    pthread_rwlock_unlock(&working);
    if (status != LINEAMENT_VIPS_FAILED || !message) return status;
    pthread_rwlock_wrlock(&working);
    vips.vips_error_clear();
    status = decode_with_cleared_memory(bytes, size, max_pixels, white, page, pixels);
    if (status == LINEAMENT_VIPS_FAILED) copy_message(message, message_size);
    pthread_rwlock_unlock(&working);
    return status;
}

static bool is_deep(const VipsImage *image) {
    const int interpretation = vips.vips_image_get_interpretation(image);
    return vips.vips_image_get_format(image) == VIPS_FORMAT_USHORT && vips.vips_image_get_bands(image) <= 4 &&
           (interpretation == VIPS_INTERPRETATION_RGB16 || interpretation == VIPS_INTERPRETATION_GREY16);
}

static LineamentVipsStatus decode_deep(const void *bytes, size_t size, int32_t page, LineamentVipsPixels *pixels) {
    VipsImage *image = opened(bytes, size, false, page);
    if (!image) return LINEAMENT_VIPS_FAILED;
    pixels->is_deep = is_deep(image);
    if (pixels->is_deep) {
        describe(image, pixels);
        pixels->orientation = vips.vips_image_get_orientation(image);
        size_t length = 0;
        pixels->bytes = vips.vips_image_write_to_memory(image, &length);
    }
    vips.g_object_unref(image);
    return pixels->bytes ? LINEAMENT_VIPS_OK : LINEAMENT_VIPS_FAILED;
}

LineamentVipsStatus lineament_vips_decode_deep(const void *bytes, size_t size, int32_t page,
                                               LineamentVipsPixels *pixels) {
    pthread_rwlock_rdlock(&working);
    const LineamentVipsStatus status = decode_deep(bytes, size, page, pixels);
    pthread_rwlock_unlock(&working);
    return status;
}

static int interpretation(const LineamentVipsPixels *p) {
    if (p->is_deep) return p->channels < 3 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16;
    return p->channels < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
}

static VipsImage *wrapping(const LineamentVipsPixels *p) {
    const size_t size = (size_t)p->width * p->height * p->channels * (p->is_deep ? 2 : 1);
    const int format = p->is_deep ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR;
    VipsImage *image =
        vips.vips_image_new_from_memory(p->bytes, size, p->width, p->height, p->channels, format);
    if (!image) return NULL;
    VipsImage *next = NULL;
    const int failure = vips.vips_copy(image, &next, "interpretation", interpretation(p), NULL);
    return replaced(image, next, failure);
}

static LineamentVipsStatus encode(const LineamentVipsPixels *pixels, const char *suffix, void **bytes, size_t *size) {
    VipsImage *image = wrapping(pixels);
    if (!image) return LINEAMENT_VIPS_FAILED;
    if (pixels->profile)
        vips.vips_image_set_blob_copy(image, profile_name, pixels->profile, pixels->profile_size);
    const int failure = vips.vips_image_write_to_buffer(image, suffix, bytes, size, NULL);
    vips.g_object_unref(image);
    return failure ? LINEAMENT_VIPS_FAILED : LINEAMENT_VIPS_OK;
}

LineamentVipsStatus lineament_vips_encode(const LineamentVipsPixels *pixels, const char *suffix, void **bytes,
                                          size_t *size, char *message, size_t message_size) {
    pthread_rwlock_rdlock(&working);
    LineamentVipsStatus status = encode(pixels, suffix, bytes, size);
    pthread_rwlock_unlock(&working);
    if (status != LINEAMENT_VIPS_FAILED || !message) return status;
    pthread_rwlock_wrlock(&working);
    vips.vips_error_clear();
    status = encode(pixels, suffix, bytes, size);
    if (status == LINEAMENT_VIPS_FAILED) copy_message(message, message_size);
    pthread_rwlock_unlock(&working);
    return status;
}
