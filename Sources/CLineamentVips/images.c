#include "CLineamentVips.h"
#include "vips_functions.h"

#include <string.h>

#define vips lineament_vips

void lineament_vips_free(void *memory) { vips.g_free(memory); }

// Copies libvips's error message as a single line.
static LineamentVipsStatus failed(char *message, size_t size) {
    char *text = vips.vips_error_buffer_copy();
    size_t length = 0;
    for (const char *c = text ? text : ""; *c && length + 1 < size; c++) {
        const char shown = *c == '\n' ? ' ' : *c;
        if (length || shown != ' ') message[length++] = shown;
    }
    while (length && message[length - 1] == ' ') length--;
    message[length] = 0;
    vips.g_free(text);
    return LINEAMENT_VIPS_FAILED;
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
    if (bands == 1 || bands == 3 || bands == 4) return image;
    VipsImage *next = NULL;
    const int failure = vips.vips_extract_band(image, &next, 0, "n", bands == 2 ? 1 : 4, NULL);
    return replaced(image, next, failure);
}

static void describe(VipsImage *image, LineamentVipsPixels *pixels) {
    pixels->width = vips.vips_image_get_width(image);
    pixels->height = vips.vips_image_get_height(image);
    pixels->channels = vips.vips_image_get_bands(image);
}

static VipsImage *opened(const void *bytes, size_t size) {
    return vips.vips_image_new_from_buffer(bytes, size, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                           VIPS_FAIL_ON_WARNING, NULL);
}

// libvips does not recognize PNM in memory buffers, so its loader is called by name.
static VipsImage *opened_pnm(const void *bytes, size_t size) {
    VipsSource *source = vips.vips_source_new_from_memory(bytes, size);
    if (!source) return NULL;
    VipsImage *image = NULL;
    const int failure = vips.vips_ppmload_source(source, &image, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                                 VIPS_FAIL_ON_WARNING, NULL);
    vips.g_object_unref(source);
    return failure ? NULL : image;
}

LineamentVipsStatus lineament_vips_decode(const void *bytes, size_t size, int64_t max_pixels, int32_t white,
                                          LineamentVipsPixels *pixels, char *message, size_t message_size) {
    VipsImage *image = white > 0 ? opened_pnm(bytes, size) : opened(bytes, size);
    if (!image) return failed(message, message_size);
    describe(image, pixels);
    pixels->orientation = vips.vips_image_get_orientation(image);
    if ((int64_t)pixels->width * pixels->height > max_pixels) {
        vips.g_object_unref(image);
        return LINEAMENT_VIPS_TOO_LARGE;
    }
    image = scaled(image, white);
    const Step steps[] = {high_bytes, plain_color, known_channels};
    for (size_t i = 0; image && i < sizeof(steps) / sizeof(steps[0]); i++) image = steps[i](image);
    if (!image) return failed(message, message_size);
    describe(image, pixels);
    size_t length = 0;
    pixels->bytes = vips.vips_image_write_to_memory(image, &length);
    vips.g_object_unref(image);
    return pixels->bytes ? LINEAMENT_VIPS_OK : failed(message, message_size);
}

static VipsImage *wrapping(const LineamentVipsPixels *p) {
    const size_t size = (size_t)p->width * p->height * p->channels;
    VipsImage *image =
        vips.vips_image_new_from_memory(p->bytes, size, p->width, p->height, p->channels, VIPS_FORMAT_UCHAR);
    if (!image) return NULL;
    const int interpretation = p->channels < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    VipsImage *next = NULL;
    const int failure = vips.vips_copy(image, &next, "interpretation", interpretation, NULL);
    return replaced(image, next, failure);
}

LineamentVipsStatus lineament_vips_encode(const LineamentVipsPixels *pixels, const char *suffix, void **bytes,
                                          size_t *size, char *message, size_t message_size) {
    VipsImage *image = wrapping(pixels);
    if (!image) return failed(message, message_size);
    const int failure = vips.vips_image_write_to_buffer(image, suffix, bytes, size, NULL);
    vips.g_object_unref(image);
    return failure ? failed(message, message_size) : LINEAMENT_VIPS_OK;
}
