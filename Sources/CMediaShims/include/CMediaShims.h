// The few calls into libvips that Lineament makes. libvips' own functions take open argument lists, which Swift
// cannot call.
#ifndef LINEAMENT_MEDIA_SHIMS_H
#define LINEAMENT_MEDIA_SHIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// 8-bit pixels without padding: 1 (gray), 3 (RGB) or 4 (RGBA) channels.
typedef struct {
    uint8_t *bytes;  // release with lineament_vips_free
    int32_t width, height, channels;
} LineamentPicture;

typedef enum {
    LINEAMENT_VIPS_OK = 0,
    LINEAMENT_VIPS_FAILED = 1,     // the message says why
    LINEAMENT_VIPS_TOO_LARGE = 2,  // width and height of the picture are set, nothing was decoded
} LineamentVipsStatus;

/// Opens libvips, before any other call. Call once.
/// Returns NULL, or the name of the library or function that is missing.
const char *lineament_vips_load(void);

/// Starts libvips, with the loaders off that are not made for files from strangers. Call once.
bool lineament_vips_start(void);

/// Decodes the first picture of an image file. `message` receives the reason of a failure.
LineamentVipsStatus lineament_vips_decode(const void *bytes, size_t size, bool applies_orientation,
                                          int64_t most_pixels, LineamentPicture *picture,
                                          char *message, size_t message_size);

/// Turns and mirrors pixels as EXIF orientation 2 to 8 asks, into new memory.
LineamentVipsStatus lineament_vips_orient(const LineamentPicture *stored, int32_t exif_orientation,
                                          LineamentPicture *upright, char *message, size_t message_size);

/// Encodes pixels; `suffix` names the format, ".png" or ".webp".
LineamentVipsStatus lineament_vips_encode(const LineamentPicture *picture, const char *suffix, void **bytes,
                                          size_t *size, char *message, size_t message_size);

void lineament_vips_free(void *memory);

/// Opens FFmpeg's libraries, before the first call of any of their functions. Call once.
/// Returns NULL, or the name of the library or function that is missing.
const char *lineament_ffmpeg_load(void);

/// The CRC-32 that PNG and ZIP use.
uint32_t lineament_crc32(const void *bytes, size_t size);

#endif
