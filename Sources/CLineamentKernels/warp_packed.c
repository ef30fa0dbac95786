// SPDX-License-Identifier: Apache-2.0
#include "CLineamentKernels.h"

#include <string.h>

// The reference in Swift rounds after each operation, too.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif
// Vectors are passed between functions that are inlined, so no calling convention is involved.
#pragma GCC diagnostic ignored "-Wpsabi"

#define ONCE static inline __attribute__((always_inline))

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// Two pixels: one in each half of a vector.
typedef uint8_t Bytes __attribute__((vector_size(32)));
typedef uint16_t Words __attribute__((vector_size(32)));
typedef int32_t Longs __attribute__((vector_size(32)));
typedef uint64_t Quads __attribute__((vector_size(32)));
typedef float Floats __attribute__((vector_size(32)));
// One pixel: red, green, blue, and a value without meaning.
typedef float Pixel __attribute__((vector_size(16)));

enum { FRACTION_BITS = 5, STEPS = 1 << FRACTION_BITS, LARGEST_TILE = 1024 };

// Source coordinates, in 1/32 pixel.
typedef struct {
    int32_t x[LARGEST_TILE];
    int32_t y[LARGEST_TILE];
} Coordinates;

// Where pixels are in the source, and their weights.
typedef struct {
    int64_t place[LARGEST_TILE + 1];
    int32_t across[LARGEST_TILE + 1], down[LARGEST_TILE + 1];
    int32_t shift[LARGEST_TILE + 1];  // in bits
} Positions;

typedef enum { GRAY, RGB, RGBA, BGRA } Layout;

typedef struct {
    const uint8_t *bytes;
    ptrdiff_t bytes_per_row;
    int32_t bytes_per_pixel;
    Layout layout;
    float scale, offset;
} Source;

// From 0 to below x and y, all taps are inside the source; below 0 and from end_x and end_y on, beyond one pixel of border,
// none is.
typedef struct {
    uint32_t x, y, end_x, end_y;
} Limits;

// Rounds half to even by adding 1.5 * 2^52. Limits coordinates, so that a distant region cannot overflow.
ONCE int32_t rounded(double value) {
    const double limit = 1 << 30;
    value = value < limit ? value : limit;
    value = (value > -limit ? value : -limit) + 0x1.8p52;
    int64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (int32_t)bits;
}

ONCE int32_t clamped(int32_t value, int32_t limit) {
    return value < 0 ? 0 : value >= limit ? limit - 1 : value;
}

ONCE uint64_t eight_bytes(const uint8_t *at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

// The weights of the right and left taps, as bytes, for the taps of two rows.
ONCE int32_t weights_across(int32_t right) {
    return (right << 8 | (STEPS - right)) * 0x10001;
}

// The weights of the lower and upper taps, as words.
ONCE int32_t weights_down(int32_t below) {
    return below << 16 | (STEPS - below);
}

// Between two frames, an inference evicts image and tensor from the caches. This prefetches some rows of the source and
// some pixels of the tensor before they are needed; prefetching an invalid address is harmless.
ONCE void prefetch(const Source *in, ptrdiff_t place, int32_t pixel, float *out) {
    enum { ROWS = 4, PIXELS = 64 };
    const uintptr_t source = (uintptr_t)in->bytes + (uintptr_t)(place + ROWS * in->bytes_per_row);
    if (pixel % 16 == 0) __builtin_prefetch((const void *)source);
    if (pixel % 4 == 0) __builtin_prefetch((const void *)((uintptr_t)out + 3 * PIXELS * sizeof *out), 1);
}

// Returns the pixel at (x, y); outside the source, the nearest one inside or black.
ONCE const uint8_t *tap(const LineamentPackedPixels *p, bool replicates, int32_t x, int32_t y) {
    static const uint8_t black[4] = {0};
    const int32_t inside_x = clamped(x, p->width), inside_y = clamped(y, p->height);
    if (!replicates && (inside_x != x || inside_y != y)) return black;
    return p->bytes + inside_y * p->bytes_per_row + (ptrdiff_t)inside_x * p->bytes_per_pixel;
}

// Resamples one pixel at or beyond the border of the source.
static void border_pixel(const LineamentPackedPixels *p, const LineamentWarp *warp, int32_t x, int32_t y, float *out) {
    const int32_t cx = x >> FRACTION_BITS, cy = y >> FRACTION_BITS;
    const int32_t right = x & (STEPS - 1), below = y & (STEPS - 1);
    const bool replicates = warp->replicates_border;
    const uint8_t *upper[2] = {tap(p, replicates, cx, cy), tap(p, replicates, cx + 1, cy)};
    const uint8_t *lower[2] = {tap(p, replicates, cx, cy + 1), tap(p, replicates, cx + 1, cy + 1)};
    const int32_t channels[3] = {p->red, p->green, p->blue};
    for (int c = 0; c < 3; c++) {
        const int32_t at = channels[c];
        const int32_t top = upper[0][at] * (STEPS - right) + upper[1][at] * right;
        const int32_t bottom = lower[0][at] * (STEPS - right) + lower[1][at] * right;
        const int32_t value = (top * (STEPS - below) + bottom * below + 512) >> (2 * FRACTION_BITS);
        out[c] = (float)value * warp->scale + warp->offset;
    }
}

// Returns the first of two taps; `part` is the distance, in 1/32 pixel, of the nearest position inside the source: 0 to
// 32.
ONCE int32_t nearest(int32_t value, int32_t length, int32_t *part) {
    const int32_t last = (length - 1) * STEPS;
    const int32_t inside = value < 0 ? 0 : value > last ? last : value;
    const int32_t first = inside >> FRACTION_BITS;
    const int32_t tap = first > length - 2 ? length - 2 : first;
    *part = inside - tap * STEPS;
    return tap;
}

static Source source(const LineamentPackedPixels *p, const LineamentWarp *warp) {
    const Layout layout = p->bytes_per_pixel == 1 ? GRAY : p->bytes_per_pixel == 3 ? RGB : p->red == 0 ? RGBA : BGRA;
    return (Source){p->bytes, p->bytes_per_row, p->bytes_per_pixel, layout, warp->scale, warp->offset};
}

static Limits limits_of(const LineamentPackedPixels *p) {
    // Eight bytes are read starting at the left tap, so the last few columns count as border.
    const int32_t margin = (8 + p->bytes_per_pixel - 1) / p->bytes_per_pixel;
    const int32_t last_x = p->width - margin, last_y = p->height - 2;
    return (Limits){last_x < 0 ? 0 : (uint32_t)(last_x + 1) * STEPS, last_y < 0 ? 0 : (uint32_t)(last_y + 1) * STEPS,
                    (uint32_t)p->width * STEPS, (uint32_t)p->height * STEPS};
}

ONCE bool is_inside(Limits limits, const Coordinates *at, int32_t i) {
    return ((uint32_t)at->x[i] < limits.x) & ((uint32_t)at->y[i] < limits.y);
}

ONCE bool is_outside(Limits limits, const Coordinates *at, int32_t i) {
    return ((uint32_t)at->x[i] + STEPS >= limits.end_x + STEPS) | ((uint32_t)at->y[i] + STEPS >= limits.end_y + STEPS);
}

// The rest is compiled once for each set of instructions.
#define NAMED(name) name##_anywhere
#include "warp_packed.h"
#undef NAMED

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("ssse3"))), apply_to = function)
#define WITH_SSSE3
#define NAMED(name) name##_ssse3
#include "warp_packed.h"
#undef NAMED
#undef WITH_SSSE3
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define WITH_AVX2
#define NAMED(name) name##_avx2
#include "warp_packed.h"
#undef NAMED
#undef WITH_AVX2
#pragma clang attribute pop

LineamentInstructions lineament_instructions(void) {
    if (__builtin_cpu_supports("avx2")) return LINEAMENT_AVX2;
    return __builtin_cpu_supports("ssse3") ? LINEAMENT_SSSE3 : LINEAMENT_ANY_PROCESSOR;
}

#else

LineamentInstructions lineament_instructions(void) { return LINEAMENT_ANY_PROCESSOR; }

#endif

void lineament_warp_packed(const LineamentPackedPixels *pixels, const LineamentWarp *warp, int32_t first_row,
                           int32_t end_row, LineamentInstructions instructions, float *tensor) {
#if defined(__x86_64__)
    if (instructions == LINEAMENT_AVX2) return warp_avx2(pixels, warp, first_row, end_row, tensor);
    if (instructions == LINEAMENT_SSSE3) return warp_ssse3(pixels, warp, first_row, end_row, tensor);
#endif
    (void)instructions;
    warp_anywhere(pixels, warp, first_row, end_row, tensor);
}
