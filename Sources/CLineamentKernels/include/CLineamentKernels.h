// Vectorised forms of the hot loops of Lineament. Each has a Swift counterpart that gives the same bytes;
// the Swift one is the reference and runs where the processor lacks the instructions.
#ifndef LINEAMENT_KERNELS_H
#define LINEAMENT_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// 8-bit pixels whose colour channels lie side by side.
typedef struct {
    const uint8_t *bytes;
    ptrdiff_t bytes_per_row;
    int32_t width, height;
    int32_t bytes_per_pixel;     // 1 to 4
    int32_t red, green, blue;    // byte offsets of the channels inside a pixel
} LineamentPackedPixels;

/// A warp of a region of the source into a tensor of width x height pixels of 3 floats.
typedef struct {
    double inverse[9];           // tensor pixel index -> source pixel index, row major
    int32_t width, height;
    int32_t tile_width;
    bool replicates_border;      // otherwise pixels outside the source count as 0
    float scale, offset;         // value * scale + offset
} LineamentWarp;

/// Whether this processor can run the functions below.
bool lineament_has_vector_kernels(void);

/// Fills rows first_row ..< end_row of the tensor.
void lineament_warp_packed(const LineamentPackedPixels *pixels, const LineamentWarp *warp,
                           int32_t first_row, int32_t end_row, float *tensor);

/// Integer coefficients of the way from luma and chroma to red, green and blue, in 1/8192 times their ranges' ratio.
typedef struct {
    int32_t black;               // luma of black, times 512
    int32_t luma, red_cr, green_cr, green_cb, blue_cb;
} LineamentColor;

/// A row of chroma spread to `count` pixels: of each, four samples from `first` on, `step` bytes apart, times four weights
/// that sum to 16384, in 1/128.
void lineament_spread_chroma(const uint8_t *row, int32_t step, const int32_t *first, const int16_t *weights,
                             int32_t count, int16_t *out);

/// A row of pixels as red, green, blue and 255, from luma and four spread rows of each chroma, whose weights sum to 4096.
void lineament_color_row(const uint8_t *luma, const int16_t *const cb[4], const int16_t *const cr[4],
                         const int16_t weights[4], const LineamentColor *color, int32_t count, uint32_t *rgba);

/// Pixels of red, green, blue and a fourth byte as red, green, blue.
void lineament_pack_rgb(const uint32_t *rgba, int32_t count, uint8_t *rgb);

// The processors that the process is bound to; 0 if that cannot be told.
int lineament_bound_cores(void);

/// The logistic function of `count` values.
void lineament_sigmoid(const float *logits, float *probabilities, size_t count);

#endif
