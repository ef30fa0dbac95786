#include "CMediaShims.h"

#include <string.h>
#include <vips/vips.h>
#include <zlib.h>

// What libvips has to say of a file comes back as an error; it does not belong on standard error as well.
static void silent(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
    (void)domain, (void)level, (void)message, (void)data;
}

bool lineament_vips_start(void) {
    g_log_set_handler("VIPS", G_LOG_LEVEL_MASK, silent, NULL);
    if (VIPS_INIT("lineament")) return false;
    vips_block_untrusted_set(TRUE);
    vips_cache_set_max(0);
    // Pictures are decoded side by side; one thread for each is enough.
    vips_concurrency_set(1);
    return true;
}

void lineament_vips_free(void *memory) { g_free(memory); }

uint32_t lineament_crc32(const void *bytes, size_t size) { return (uint32_t)crc32_z(0, bytes, size); }

static LineamentVipsStatus failed(char *message, size_t size) {
    g_strlcpy(message, vips_error_buffer(), size);
    g_strstrip(message);
    for (char *c = message; *c; c++) {
        if (*c == '\n') *c = ' ';
    }
    vips_error_clear();
    return LINEAMENT_VIPS_FAILED;
}

// Each step takes over `image` and gives the next one, or NULL.
typedef VipsImage *(*Step)(VipsImage *image);

static VipsImage *replaced(VipsImage *image, VipsImage *next, int failure) {
    g_object_unref(image);
    return failure ? NULL : next;
}

static VipsImage *in_memory(VipsImage *image) {
    VipsImage *next = vips_image_copy_memory(image);
    return replaced(image, next, next == NULL);
}

static VipsImage *upright(VipsImage *image) {
    if (vips_image_get_orientation(image) <= 1) return image;
    VipsImage *next = NULL;
    image = in_memory(image);
    if (!image) return NULL;
    const int failure = vips_autorot(image, &next, NULL);
    return replaced(image, next, failure);
}

// 16-bit values keep their high byte, as in Pillow; no colour profile is applied.
static VipsImage *high_bytes(VipsImage *image) {
    if (image->BandFmt != VIPS_FORMAT_USHORT) return image;
    VipsImage *shifted = NULL, *next = NULL;
    int failure = vips_rshift_const1(image, &shifted, 8, NULL);
    if (!failure) failure = vips_cast_uchar(shifted, &next, NULL);
    if (shifted) g_object_unref(shifted);
    return replaced(image, next, failure);
}

static bool is_plain_colour(const VipsImage *image) {
    switch (image->Type) {
        case VIPS_INTERPRETATION_sRGB:
        case VIPS_INTERPRETATION_RGB:
        case VIPS_INTERPRETATION_B_W:
        case VIPS_INTERPRETATION_RGB16:
        case VIPS_INTERPRETATION_GREY16:
        case VIPS_INTERPRETATION_MULTIBAND:
            return image->BandFmt == VIPS_FORMAT_UCHAR;
        default:
            return false;
    }
}

static VipsImage *plain_colour(VipsImage *image) {
    if (is_plain_colour(image)) return image;
    VipsImage *converted = NULL, *next = NULL;
    int failure = vips_colourspace(image, &converted, VIPS_INTERPRETATION_sRGB, NULL);
    if (!failure) failure = vips_cast_uchar(converted, &next, NULL);
    if (converted) g_object_unref(converted);
    return replaced(image, next, failure);
}

static VipsImage *known_channels(VipsImage *image) {
    if (image->Bands == 1 || image->Bands == 3 || image->Bands == 4) return image;
    VipsImage *next = NULL;
    const int kept = image->Bands == 2 ? 1 : 4;
    const int failure = vips_extract_band(image, &next, 0, "n", kept, NULL);
    return replaced(image, next, failure);
}

static LineamentVipsStatus write_out(VipsImage *image, LineamentPicture *picture, char *message,
                                     size_t message_size) {
    size_t size = 0;
    picture->width = image->Xsize;
    picture->height = image->Ysize;
    picture->channels = image->Bands;
    picture->bytes = vips_image_write_to_memory(image, &size);
    g_object_unref(image);
    return picture->bytes ? LINEAMENT_VIPS_OK : failed(message, message_size);
}

LineamentVipsStatus lineament_vips_decode(const void *bytes, size_t size, bool applies_orientation,
                                          int64_t most_pixels, LineamentPicture *picture,
                                          char *message, size_t message_size) {
    VipsImage *image =
        vips_image_new_from_buffer(bytes, size, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
                                   VIPS_FAIL_ON_WARNING, NULL);
    if (!image) return failed(message, message_size);
    picture->width = image->Xsize;
    picture->height = image->Ysize;
    if ((int64_t)image->Xsize * image->Ysize > most_pixels) {
        g_object_unref(image);
        return LINEAMENT_VIPS_TOO_LARGE;
    }
    if (applies_orientation) image = upright(image);
    const Step steps[] = {high_bytes, plain_colour, known_channels};
    for (size_t i = 0; image && i < sizeof(steps) / sizeof(steps[0]); i++) image = steps[i](image);
    if (!image) return failed(message, message_size);
    return write_out(image, picture, message, message_size);
}

static VipsImage *wrapping(const LineamentPicture *p) {
    const size_t size = (size_t)p->width * p->height * p->channels;
    VipsImage *image = vips_image_new_from_memory(p->bytes, size, p->width, p->height, p->channels,
                                                  VIPS_FORMAT_UCHAR);
    if (image) {
        image->Type = p->channels < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    }
    return image;
}

LineamentVipsStatus lineament_vips_orient(const LineamentPicture *stored, int32_t exif_orientation,
                                          LineamentPicture *picture, char *message,
                                          size_t message_size) {
    VipsImage *image = wrapping(stored);
    if (!image) return failed(message, message_size);
    vips_image_set_int(image, VIPS_META_ORIENTATION, exif_orientation);
    image = upright(image);
    if (!image) return failed(message, message_size);
    return write_out(image, picture, message, message_size);
}

LineamentVipsStatus lineament_vips_encode(const LineamentPicture *picture, const char *suffix, void **bytes,
                                          size_t *size, char *message, size_t message_size) {
    VipsImage *image = wrapping(picture);
    if (!image) return failed(message, message_size);
    const int failure = vips_image_write_to_buffer(image, suffix, bytes, size, NULL);
    g_object_unref(image);
    return failure ? failed(message, message_size) : LINEAMENT_VIPS_OK;
}
