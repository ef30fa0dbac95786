// SPDX-License-Identifier: Apache-2.0
// The warp for one set of instructions; see warp_packed.c.

// Returns the sums of the products of adjacent bytes. The weights are below 128.
ONCE Words NAMED(weighted_bytes)(Bytes bytes, Bytes weights) {
#if defined(WITH_AVX2)
    return (Words)_mm256_maddubs_epi16((__m256i)bytes, (__m256i)weights);
#elif defined(WITH_SSSE3)
    __m128i b[2], w[2];
    memcpy(b, &bytes, sizeof b);
    memcpy(w, &weights, sizeof w);
    for (int half = 0; half < 2; half++) b[half] = _mm_maddubs_epi16(b[half], w[half]);
    Words sums;
    memcpy(&sums, b, sizeof sums);
    return sums;
#elif defined(__x86_64__)
    const Words b = (Words)bytes, w = (Words)weights;
    return (b & 0xFF) * (w & 0xFF) + (b >> 8) * (w >> 8);
#else
    typedef uint16_t Products __attribute__((vector_size(64)));
    const Products p = __builtin_convertvector(bytes, Products) * __builtin_convertvector(weights, Products);
    return __builtin_shufflevector(p, p, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30) +
           __builtin_shufflevector(p, p, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
#endif
}

// Returns the sums of the products of adjacent words, which are below 32768.
ONCE Longs NAMED(weighted_words)(Words words, Words weights) {
#if defined(WITH_AVX2)
    return (Longs)_mm256_madd_epi16((__m256i)words, (__m256i)weights);
#elif defined(__x86_64__)
    __m128i a[2], w[2];
    memcpy(a, &words, sizeof a);
    memcpy(w, &weights, sizeof w);
    for (int half = 0; half < 2; half++) a[half] = _mm_madd_epi16(a[half], w[half]);
    Longs sums;
    memcpy(&sums, a, sizeof sums);
    return sums;
#else
    typedef int32_t Products __attribute__((vector_size(64)));
    const Products p = __builtin_convertvector(words, Products) * __builtin_convertvector(weights, Products);
    return __builtin_shufflevector(p, p, 0, 2, 4, 6, 8, 10, 12, 14) +
           __builtin_shufflevector(p, p, 1, 3, 5, 7, 9, 11, 13, 15);
#endif
}

// Computes the source coordinates, in 1/32 pixel, of `count` tensor pixels of row `row` from column `first` on.
static void NAMED(tile_coordinates)(const double *m, int32_t first, int32_t row, int32_t count, Coordinates *out) {
    const double x0 = m[0] * first + m[1] * row + m[2];
    const double y0 = m[3] * first + m[4] * row + m[5];
    const double w0 = m[6] * first + m[7] * row + m[8];
    const double m0 = m[0], m3 = m[3], m6 = m[6];
    // Without perspective, all pixels of the tile have the same divisor, so one division is enough.
    if (w0 != 0 && w0 + m6 * (count - 1) == w0) {
        const double k = STEPS / w0;
        for (int32_t i = 0; i < count; i++) {
            out->x[i] = rounded((x0 + m0 * i) * k);
            out->y[i] = rounded((y0 + m3 * i) * k);
        }
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        const double w = w0 + m6 * i;
        const double k = w != 0 ? STEPS / w : 0;
        out->x[i] = rounded((x0 + m0 * i) * k);
        out->y[i] = rounded((y0 + m3 * i) * k);
    }
}

// Groups the four taps of each channel of two pixels. A half has the eight bytes from the left tap on, of two rows.
ONCE Bytes NAMED(gathered)(Bytes rows, Layout layout) {
#define CHANNEL(c, next) (c), (c) + (next), (c) + 8, (c) + (next) + 8
#define PIXEL(r, g, b, next) CHANNEL(r, next), CHANNEL(g, next), CHANNEL(b, next), -1, -1, -1, -1
#define TAPS(r, g, b, next) PIXEL(r, g, b, next), PIXEL(r + 16, g + 16, b + 16, next)
    switch (layout) {
        case GRAY: return __builtin_shufflevector(rows, rows, TAPS(0, 0, 0, 1));
        case RGB: return __builtin_shufflevector(rows, rows, TAPS(0, 1, 2, 3));
        case RGBA: return __builtin_shufflevector(rows, rows, TAPS(0, 1, 2, 4));
        default: return __builtin_shufflevector(rows, rows, TAPS(2, 1, 0, 4));
    }
#undef TAPS
#undef PIXEL
#undef CHANNEL
}

// Blends the taps of two pixels. Horizontal weights are bytes, vertical ones are words.
ONCE Floats NAMED(blended)(const Source *in, Bytes taps, const int32_t *a, const int32_t *d) {
    const Longs across = {a[0], a[0], a[0], a[0], a[1], a[1], a[1], a[1]};
    const Longs down = {d[0], d[0], d[0], d[0], d[1], d[1], d[1], d[1]};
    const Words pairs = NAMED(weighted_bytes)(taps, (Bytes)across);
    const Longs values = (NAMED(weighted_words)(pairs, (Words)down) + 512) >> 10;
    return __builtin_convertvector(values, Floats) * in->scale + in->offset;
}

ONCE void NAMED(store)(Floats pixels, float *out) {
    // The fourth value of a pixel is overwritten by the first of the next.
    const Pixel first = __builtin_shufflevector(pixels, pixels, 0, 1, 2, 3);
    const Pixel second = __builtin_shufflevector(pixels, pixels, 4, 5, 6, 7);
    memcpy(out, &first, sizeof first);
    memcpy(out + 3, &second, sizeof second);
}

ONCE Quads NAMED(rows)(const Source *in, const int64_t *place) {
    const uint8_t *first = in->bytes + place[0], *second = in->bytes + place[1];
    return (Quads){eight_bytes(first), eight_bytes(first + in->bytes_per_row), eight_bytes(second),
                   eight_bytes(second + in->bytes_per_row)};
}

// Resamples pixels whose positions are known, two at a time; the position after the last may be used, too.
ONCE void NAMED(positioned)(const Source *in, const Positions *at, int32_t count, bool is_shifted, Layout layout,
                            float *out) {
    for (int32_t i = 0; i < count; i += 2, out += 6) {
        prefetch(in, at->place[i], i, out);
        Quads rows = NAMED(rows)(in, at->place + i);
        if (is_shifted) {
            const uint64_t first = (uint64_t)at->shift[i], second = (uint64_t)at->shift[i + 1];
            rows >>= (Quads){first, first, second, second};
        }
        const Floats pixels = NAMED(blended)(in, NAMED(gathered)((Bytes)rows, layout), at->across + i, at->down + i);
        if (i + 2 < count) {
            NAMED(store)(pixels, out);
        } else {
            memcpy(out, &pixels, 3 * sizeof(float));
            if (i + 1 < count) memcpy(out + 3, (const float *)&pixels + 4, 3 * sizeof(float));
        }
    }
}

// Resamples pixels whose positions are known, by the code for their layout.
ONCE void NAMED(positioned_run)(const Source *in, Positions *at, int32_t count, bool is_shifted, float *out) {
    at->place[count] = at->place[count - 1];
    at->across[count] = at->across[count - 1];
    at->down[count] = at->down[count - 1];
    if (is_shifted) at->shift[count] = at->shift[count - 1];
    switch (in->layout) {
        case GRAY: return NAMED(positioned)(in, at, count, is_shifted, GRAY, out);
        case RGB: return NAMED(positioned)(in, at, count, is_shifted, RGB, out);
        case RGBA: return NAMED(positioned)(in, at, count, is_shifted, RGBA, out);
        default: return NAMED(positioned)(in, at, count, is_shifted, BGRA, out);
    }
}

// Resamples `count` pixels whose taps, and the eight bytes loaded for each pair, are inside the source.
static void NAMED(interior_run)(const Source *in, const int32_t *x, const int32_t *y, int32_t count, float *out) {
    Positions at;
    const int32_t bytes_per_row = (int32_t)in->bytes_per_row, bytes_per_pixel = in->bytes_per_pixel;
    for (int32_t i = 0; i < count; i++) {
        at.place[i] = (int64_t)(y[i] >> FRACTION_BITS) * bytes_per_row + (x[i] >> FRACTION_BITS) * bytes_per_pixel;
        at.across[i] = weights_across(x[i] & (STEPS - 1));
        at.down[i] = weights_down(y[i] & (STEPS - 1));
    }
    NAMED(positioned_run)(in, &at, count, false, out);
}

// Resamples `count` pixels with a replicated border. The source must have at least two rows of at least eight bytes.
static void NAMED(replicated_run)(const LineamentPackedPixels *p, const Source *in, const int32_t *x, const int32_t *y,
                                  int32_t count, float *out) {
    Positions at;
    for (int32_t i = 0; i < count; i++) {
        int32_t right, below;
        const int32_t row = nearest(y[i], p->height, &below);
        const int32_t start = nearest(x[i], p->width, &right) * p->bytes_per_pixel;
        // At the end of a row, the eight bytes are read from a few bytes earlier.
        const int32_t excess = start + 8 - p->width * p->bytes_per_pixel;
        const int32_t early = excess > 0 ? excess : 0;
        at.place[i] = (int64_t)row * p->bytes_per_row + start - early;
        at.shift[i] = 8 * early;
        at.across[i] = weights_across(right);
        at.down[i] = weights_down(below);
    }
    NAMED(positioned_run)(in, &at, count, true, out);
}

static bool NAMED(are_inside)(Limits limits, const Coordinates *at, int32_t count) {
    bool inside = true;
    for (int32_t i = 0; i < count; i++) inside &= is_inside(limits, at, i);
    return inside;
}

static void NAMED(tile)(const LineamentPackedPixels *p, const LineamentWarp *warp, const Source *in, Limits limits,
                        const Coordinates *at, int32_t count, float *out) {
    if (NAMED(are_inside)(limits, at, count)) return NAMED(interior_run)(in, at->x, at->y, count, out);
    const bool is_tiny = p->width * p->bytes_per_pixel < 8 || p->width < 2 || p->height < 2;
    if (warp->replicates_border && !is_tiny) return NAMED(replicated_run)(p, in, at->x, at->y, count, out);
    for (int32_t i = 0; i < count;) {
        // Positions along a row of the tile are on a straight line, so those inside are contiguous.
        int32_t end = i;
        while (end < count && is_inside(limits, at, end)) end++;
        if (end > i) {
            NAMED(interior_run)(in, at->x + i, at->y + i, end - i, out + 3 * i);
            i = end;
        } else if (!warp->replicates_border && is_outside(limits, at, i)) {
            out[3 * i] = out[3 * i + 1] = out[3 * i + 2] = in->offset;
            i++;
        } else {
            border_pixel(p, warp, at->x[i], at->y[i], out + 3 * i);
            i++;
        }
    }
}

static void NAMED(warp)(const LineamentPackedPixels *p, const LineamentWarp *warp, int32_t first_row, int32_t end_row,
                        float *tensor) {
    const Source in = source(p, warp);
    const Limits limits = limits_of(p);
    Coordinates at;
    for (int32_t row = first_row; row < end_row; row++) {
        float *out = tensor + (ptrdiff_t)row * warp->width * 3;
        for (int32_t first = 0; first < warp->width; first += warp->tile_width) {
            const int32_t left = warp->width - first;
            const int32_t count = left < warp->tile_width ? left : warp->tile_width;
            NAMED(tile_coordinates)(warp->inverse, first, row, count, &at);
            NAMED(tile)(p, warp, &in, limits, &at, count, out);
            out += 3 * count;
        }
    }
}
