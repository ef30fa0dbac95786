// SPDX-License-Identifier: Apache-2.0
// libvips, opened on demand. Its functions are variadic, so Swift cannot call them directly.
#ifndef LINEAMENT_VIPS_H
#define LINEAMENT_VIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Pixels without padding: 1 (gray), 3 (RGB) or 4 (RGBA) channels; where they come from a file also 2 (gray and alpha).
typedef struct {
    uint8_t *_Nullable bytes;  // if allocated by libvips, released by lineament_vips_free
    int32_t width, height, channels;
    bool is_deep;         // whether channels have 16 bits, in the order of the processor, instead of 8
    int32_t orientation;  // EXIF orientation of the stored image, 1 to 8
    int32_t pages;        // the number of images in the file
    uint8_t *_Nullable profile;  // the ICC profile, if there is one; of a decoded image, released by free
    size_t profile_size;
} LineamentVipsPixels;

typedef enum {
    LINEAMENT_VIPS_OK = 0,
    LINEAMENT_VIPS_FAILED = 1,     // the message gives the reason
    LINEAMENT_VIPS_TOO_LARGE = 2,  // width and height are set, but nothing was decoded
} LineamentVipsStatus;

/// Opens and starts libvips with the loaders blocked that are unsafe for untrusted files. Call it before every use;
/// calls after the first success are free. Thread-safe.
/// Returns NULL, or the name of the library or function that is missing or failed to start; the library may be one that
/// libvips needs.
const char *_Nullable lineament_vips_open(void);

/// The file of libvips.
const char *_Nonnull lineament_vips_library(void);

/// Returns a part of libvips's version: 0 for the first number, 1 for the second, 2 for the third.
/// lineament_vips_open must have succeeded.
int lineament_vips_version(int part);

/// Returns false if libvips was opened before this process was forked: its threads, without which it waits forever, stayed
/// behind.
bool lineament_vips_survived_fork(void);

/// Decodes an image of a file, without applying its orientation.
/// `white` is the maximum value from the header of a PNM file; 0 for other formats.
/// `page` is the number of the image in a TIFF file, from 0 on; of other files it is the first.
/// `message` receives the reason for a failure, for which the image is decoded again while no other image is; pass NULL
/// if it is not needed.
LineamentVipsStatus lineament_vips_decode(const void *_Nullable bytes, size_t size, int64_t max_pixels, int32_t white,
                                          int32_t page, LineamentVipsPixels *_Nonnull pixels, char *_Nullable message,
                                          size_t message_size);

/// Decodes an image of a PNG or TIFF file whose channels have 16 bits, without applying its orientation, and keeps these bits.
/// Returns LINEAMENT_VIPS_FAILED also for gray or RGB of another depth and for other colors.
LineamentVipsStatus lineament_vips_decode_deep(const void *_Nullable bytes, size_t size, int32_t page,
                                               LineamentVipsPixels *_Nonnull pixels);

/// Encodes pixels, with their profile if there is one, in the format named by `suffix`, ".png" or ".webp". Release the
/// result with lineament_vips_free.
/// `message` receives the reason for a failure, as above.
LineamentVipsStatus lineament_vips_encode(const LineamentVipsPixels *_Nonnull pixels, const char *_Nonnull suffix,
                                          void *_Nullable *_Nonnull bytes, size_t *_Nonnull size,
                                          char *_Nullable message, size_t message_size);

/// Releases memory that libvips allocated.
void lineament_vips_free(void *_Nullable memory);

#endif
