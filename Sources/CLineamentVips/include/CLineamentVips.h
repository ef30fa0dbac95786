// libvips, opened when it is needed. Its functions take open argument lists, which Swift cannot call.
#ifndef LINEAMENT_VIPS_H
#define LINEAMENT_VIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// 8-bit pixels without padding: 1 (gray), 3 (RGB) or 4 (RGBA) channels.
typedef struct {
    uint8_t *_Nullable bytes;  // what libvips allocated is released by lineament_vips_free
    int32_t width, height, channels;
    int32_t orientation;  // of the stored image, EXIF's number, 1 to 8
} LineamentVipsPixels;

typedef enum {
    LINEAMENT_VIPS_OK = 0,
    LINEAMENT_VIPS_FAILED = 1,     // the message says why
    LINEAMENT_VIPS_TOO_LARGE = 2,  // width and height are set, nothing was decoded
} LineamentVipsStatus;

/// Opens and starts libvips, with the loaders off that are not made for untrusted files. To be called before every use;
/// after the first success it costs nothing. Safe from many threads.
/// Returns NULL, or the name of the library or function that is missing or does not start.
const char *_Nullable lineament_vips_open(void);

/// Decodes the first image of an image file as it is stored.
/// `white` is the value of the brightest pixel of a PNM file, which says so itself; 0 for other formats.
/// `message` receives the reason of a failure.
LineamentVipsStatus lineament_vips_decode(const void *_Nullable bytes, size_t size, int64_t max_pixels, int32_t white,
                                          LineamentVipsPixels *_Nonnull pixels, char *_Nonnull message,
                                          size_t message_size);

/// Encodes pixels; `suffix` names the format, ".png" or ".webp". The result is released by lineament_vips_free.
LineamentVipsStatus lineament_vips_encode(const LineamentVipsPixels *_Nonnull pixels, const char *_Nonnull suffix,
                                          void *_Nullable *_Nonnull bytes, size_t *_Nonnull size,
                                          char *_Nonnull message, size_t message_size);

void lineament_vips_free(void *_Nullable memory);

#endif
