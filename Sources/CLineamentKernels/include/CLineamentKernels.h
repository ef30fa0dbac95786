// SPDX-License-Identifier: Apache-2.0
// Lineament's hot loops, written for any processor and on x86-64 compiled for several sets of instructions. Each produces
// the same bytes everywhere; those of the warp are the bytes of a reference implementation in Swift.
#ifndef LINEAMENT_KERNELS_H
#define LINEAMENT_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// 8-bit pixels whose color channels are interleaved.
typedef struct {
    const uint8_t *bytes;
    ptrdiff_t bytes_per_row;
    int32_t width, height;
    int32_t bytes_per_pixel;     // 1, 3 or 4
    int32_t red, green, blue;    // byte offsets of the channels within a pixel: 0, 0, 0 or 0, 1, 2; of 4 bytes, or 2, 1, 0
} LineamentPackedPixels;

/// A perspective warp of a region of the source into a tensor of width x height pixels of 3 floats.
typedef struct {
    double inverse[9];           // tensor pixel index -> source pixel index, row major
    int32_t width, height;
    int32_t tile_width;
    bool replicates_border;      // otherwise pixels outside the source are 0
    float scale, offset;         // value * scale + offset
} LineamentWarp;

/// The instructions beyond those of every processor that the kernels are compiled for. Each contains those before it.
typedef enum { LINEAMENT_ANY_PROCESSOR, LINEAMENT_SSSE3, LINEAMENT_AVX2 } LineamentInstructions;

/// Returns the last that this processor has.
LineamentInstructions lineament_instructions(void);

/// Fills the rows first_row ..< end_row of the tensor. The processor must have the instructions.
void lineament_warp_packed(const LineamentPackedPixels *pixels, const LineamentWarp *warp, int32_t first_row,
                           int32_t end_row, LineamentInstructions instructions, float *tensor);

/// Integer coefficients of the conversion from luma and chroma to red, green and blue, in 1/8192.
typedef struct {
    int32_t black;               // the luma level of black, times 512
    int32_t luma, red_cr, green_cr, green_cb, blue_cb;
} LineamentColor;

/// Upsamples a row of chroma to `count` pixels. Each pixel is the sum of four samples, `step` bytes apart and starting
/// at `first`, times four weights that sum to 16384. The results are in units of 1/128.
void lineament_spread_chroma(const uint8_t *row, int32_t step, const int32_t *first, const int16_t *weights,
                             int32_t count, int16_t *out);

/// Converts a row of pixels to red, green, blue and 255, from luma and four upsampled rows of each chroma, whose
/// weights sum to 4096.
void lineament_color_row(const uint8_t *luma, const int16_t *const cb[4], const int16_t *const cr[4],
                         const int16_t weights[4], const LineamentColor *color, int32_t count, uint32_t *rgba);

/// Drops the fourth byte of each pixel.
void lineament_pack_rgb(const uint32_t *rgba, int32_t count, uint8_t *rgb);

/// Returns the number of processors that the process is bound to; 0 if unknown.
int lineament_bound_cores(void);

/// Applies the logistic function to `count` values.
void lineament_sigmoid(const float *logits, float *probabilities, size_t count);

/// Gives memory that was freed back to the system, where the C library can.
void lineament_release_free_memory(void);

#endif
