// SPDX-License-Identifier: Apache-2.0
#include "CLineamentKernels.h"

#include <string.h>

// The loops are written once, for any processor, and compiled a second time for wider registers.
#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
#endif

#define ONCE static inline __attribute__((always_inline))

ONCE void spread(const uint8_t *restrict row, int32_t step, const int32_t *restrict first,
                 const int16_t *restrict weights, int32_t count, int16_t *restrict out) {
    for (int32_t i = 0; i < count; i++) {
        const uint8_t *at = row + (ptrdiff_t)first[i] * step;
        const int16_t *w = weights + 4 * i;
        const int32_t sum = at[0] * w[0] + at[step] * w[1] + at[2 * step] * w[2] + at[3 * step] * w[3];
        const int32_t value = sum >> 7;
        out[i] = (int16_t)(value > INT16_MAX ? INT16_MAX : value);
    }
}

// Returns the chroma of one pixel, minus 128, times 512.
ONCE int32_t chroma(const int16_t *const rows[4], const int16_t weights[4], int32_t i) {
    const int32_t sum = rows[0][i] * weights[0] + rows[1][i] * weights[1] + rows[2][i] * weights[2] +
                        rows[3][i] * weights[3];
    return (sum + (1 << 9) - (128 << 19)) >> 10;
}

// Converts a level of 30 bits, which may have overflowed and wrapped around, to one of 8 bits.
ONCE uint32_t level(uint32_t wrapped) {
    const int32_t value = (int32_t)wrapped;
    const int32_t largest = (1 << 30) - 1;
    return (uint32_t)(value < 0 ? 0 : value > largest ? largest : value) >> 22;
}

ONCE void color(const uint8_t *restrict luma, const int16_t *const cb[4], const int16_t *const cr[4],
                const int16_t weights[4], const LineamentColor *c, int32_t count, uint32_t *restrict rgba) {
    for (int32_t i = 0; i < count; i++) {
        const uint32_t y = (uint32_t)(((luma[i] << 9) - c->black) * c->luma) + (1u << 21);
        const uint32_t u = (uint32_t)chroma(cb, weights, i), v = (uint32_t)chroma(cr, weights, i);
        const uint32_t red = level(y + v * (uint32_t)c->red_cr);
        const uint32_t green = level(y + v * (uint32_t)c->green_cr + u * (uint32_t)c->green_cb);
        const uint32_t blue = level(y + u * (uint32_t)c->blue_cb);
        rgba[i] = red | green << 8 | blue << 16 | 0xFF000000u;
    }
}

#if defined(WIDE)

WIDE static void wide_spread(const uint8_t *row, int32_t step, const int32_t *first, const int16_t *weights,
                             int32_t count, int16_t *out) {
    spread(row, step, first, weights, count, out);
}

WIDE static void wide_color(const uint8_t *luma, const int16_t *const cb[4], const int16_t *const cr[4],
                            const int16_t weights[4], const LineamentColor *c, int32_t count, uint32_t *rgba) {
    color(luma, cb, cr, weights, c, count, rgba);
}

#endif

void lineament_spread_chroma(const uint8_t *row, int32_t step, const int32_t *first, const int16_t *weights,
                             int32_t count, int16_t *out) {
#if defined(WIDE)
    if (lineament_instructions() == LINEAMENT_AVX2) return wide_spread(row, step, first, weights, count, out);
#endif
    spread(row, step, first, weights, count, out);
}

void lineament_color_row(const uint8_t *luma, const int16_t *const cb[4], const int16_t *const cr[4],
                         const int16_t weights[4], const LineamentColor *c, int32_t count, uint32_t *rgba) {
#if defined(WIDE)
    if (lineament_instructions() == LINEAMENT_AVX2) return wide_color(luma, cb, cr, weights, c, count, rgba);
#endif
    color(luma, cb, cr, weights, c, count, rgba);
}

void lineament_pack_rgb(const uint32_t *rgba, int32_t count, uint8_t *rgb) {
    // The fourth byte of each pixel is overwritten by the first of the next.
    for (int32_t i = 0; i + 1 < count; i++) memcpy(rgb + (ptrdiff_t)3 * i, rgba + i, 4);
    if (count > 0) memcpy(rgb + (ptrdiff_t)3 * (count - 1), rgba + count - 1, 3);
}
