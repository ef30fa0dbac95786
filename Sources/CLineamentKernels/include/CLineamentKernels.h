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

// The processors that the process is bound to; 0 if that cannot be told.
int lineament_bound_cores(void);

/// The logistic function of `count` values.
void lineament_sigmoid(const float *logits, float *probabilities, size_t count);

#endif
