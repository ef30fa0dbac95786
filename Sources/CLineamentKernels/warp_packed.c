#include "CLineamentKernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define VECTOR __attribute__((target("avx2")))

enum { FRACTION_BITS = 5, STEPS = 1 << FRACTION_BITS, LARGEST_TILE = 1024 };

// The limit of source coordinates, in 1/32 pixel, so that a distant region cannot overflow.
static const double COORDINATE_LIMIT = 1 << 30;

bool lineament_has_vector_kernels(void) {
    return __builtin_cpu_supports("avx2");
}

typedef struct {
    int32_t x[LARGEST_TILE];
    int32_t y[LARGEST_TILE];
} Coordinates;

VECTOR static inline __m256d limited(__m256d value) {
    value = _mm256_min_pd(value, _mm256_set1_pd(COORDINATE_LIMIT));
    return _mm256_max_pd(value, _mm256_set1_pd(-COORDINATE_LIMIT));
}

// Computes the source coordinates, in 1/32 pixel, of `count` tensor pixels of row `row` from column `first` on.
VECTOR static void tile_coordinates(const double *m, int32_t first, int32_t row, int32_t count,
                                    Coordinates *out) {
    const __m256d x0 = _mm256_set1_pd(m[0] * first + m[1] * row + m[2]);
    const __m256d y0 = _mm256_set1_pd(m[3] * first + m[4] * row + m[5]);
    const double start = m[6] * first + m[7] * row + m[8];
    const __m256d w0 = _mm256_set1_pd(start);
    const __m256d m0 = _mm256_set1_pd(m[0]), m3 = _mm256_set1_pd(m[3]), m6 = _mm256_set1_pd(m[6]);
    const __m256d steps = _mm256_set1_pd(STEPS), zero = _mm256_setzero_pd();
    // Without perspective, all pixels of the tile have the same divisor, so one division is enough.
    const bool is_affine = start != 0 && start + m[6] * (count - 1) == start;
    const __m256d constant = _mm256_div_pd(steps, w0);
    __m256d column = _mm256_setr_pd(0, 1, 2, 3);
    for (int32_t i = 0; i < count; i += 4) {
        __m256d k = constant;
        if (!is_affine) {
            const __m256d w = _mm256_add_pd(w0, _mm256_mul_pd(m6, column));
            k = _mm256_and_pd(_mm256_cmp_pd(w, zero, _CMP_NEQ_UQ), _mm256_div_pd(steps, w));
        }
        const __m256d x = _mm256_mul_pd(_mm256_add_pd(x0, _mm256_mul_pd(m0, column)), k);
        const __m256d y = _mm256_mul_pd(_mm256_add_pd(y0, _mm256_mul_pd(m3, column)), k);
        _mm_storeu_si128((__m128i *)(out->x + i), _mm256_cvtpd_epi32(limited(x)));
        _mm_storeu_si128((__m128i *)(out->y + i), _mm256_cvtpd_epi32(limited(y)));
        column = _mm256_add_pd(column, _mm256_set1_pd(4));
    }
}

static inline int32_t clamped(int32_t value, int32_t limit) {
    return value < 0 ? 0 : value >= limit ? limit - 1 : value;
}

typedef struct {
    const uint8_t *bytes;
    ptrdiff_t bytes_per_row, bytes_per_pixel;
    __m128i gather;          // groups the four taps of each channel
    __m128 scale, offset;
} Interior;

// Blends the four taps of each channel, which are adjacent. Horizontal weights are bytes, vertical ones 16-bit words.
VECTOR static inline __m128 blended(const Interior *in, __m128i taps, int32_t across, int32_t down) {
    const __m128i pairs = _mm_maddubs_epi16(taps, _mm_set1_epi32(across));
    const __m128i sums = _mm_add_epi32(_mm_madd_epi16(pairs, _mm_set1_epi32(down)), _mm_set1_epi32(512));
    const __m128 values = _mm_cvtepi32_ps(_mm_srli_epi32(sums, 10));
    return _mm_add_ps(_mm_mul_ps(values, in->scale), in->offset);
}

// Returns the four taps of a pixel. The taps, and the eight bytes loaded for each pair, must be inside the source.
VECTOR static inline __m128i interior_taps(const Interior *in, ptrdiff_t place) {
    const uint8_t *top = in->bytes + place;
    const __m128i rows = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)top),
                                            _mm_loadl_epi64((const __m128i *)(top + in->bytes_per_row)));
    return _mm_shuffle_epi8(rows, in->gather);
}

static inline int32_t weights_across(int32_t x) {
    const int32_t pair = ((x & (STEPS - 1)) << 8) | (STEPS - (x & (STEPS - 1)));
    return pair << 16 | pair;
}

static inline int32_t weights_down(int32_t y) {
    return ((y & (STEPS - 1)) << 16) | (STEPS - (y & (STEPS - 1)));
}

// Pixels are stored as four floats, so the last one of a row needs a store of its own.
VECTOR static inline void store_last(float *out, __m128 value) {
    _mm_storel_pi((__m64 *)out, value);
    _mm_store_ss(out + 2, _mm_movehl_ps(value, value));
}

// Between two frames, an inference evicts image and tensor from the caches. This prefetches some rows of the source and
// some pixels of the tensor before they are needed; prefetching an invalid address is harmless.
static inline void prefetch(const Interior *in, ptrdiff_t place, int32_t pixel, float *out) {
    enum { ROWS = 4, PIXELS = 64 };
    if (pixel % 16 == 0) __builtin_prefetch(in->bytes + place + ROWS * in->bytes_per_row);
    if (pixel % 4 == 0) __builtin_prefetch(out + 3 * PIXELS, 1);
}

VECTOR static inline __m256i each(const int32_t *pair) {
    return _mm256_blend_epi32(_mm256_set1_epi32(pair[0]), _mm256_set1_epi32(pair[1]), 0xF0);
}

// Does the same as `blended` for two pixels, one in each half of the registers.
VECTOR static inline void store_pair(const Interior *in, const int64_t *place, const int32_t *across,
                                     const int32_t *down, float *out) {
    const __m256i taps = _mm256_set_m128i(interior_taps(in, place[1]), interior_taps(in, place[0]));
    const __m256i pairs = _mm256_maddubs_epi16(taps, each(across));
    const __m256i sums = _mm256_add_epi32(_mm256_madd_epi16(pairs, each(down)), _mm256_set1_epi32(512));
    const __m256 values = _mm256_cvtepi32_ps(_mm256_srli_epi32(sums, 10));
    const __m256 scale = _mm256_broadcast_ps(&in->scale), offset = _mm256_broadcast_ps(&in->offset);
    const __m256 result = _mm256_add_ps(_mm256_mul_ps(values, scale), offset);
    _mm_storeu_ps(out, _mm256_castps256_ps128(result));
    _mm_storeu_ps(out + 3, _mm256_extractf128_ps(result, 1));
}

// Resamples `count` pixels whose taps are inside the source. Whatever depends only on positions is computed first.
VECTOR static void interior_run(const Interior *in, const int32_t *x, const int32_t *y, int32_t count, float *out) {
    int64_t place[LARGEST_TILE];
    int32_t across[LARGEST_TILE], down[LARGEST_TILE];
    const int32_t bytes_per_row = (int32_t)in->bytes_per_row, bytes_per_pixel = (int32_t)in->bytes_per_pixel;
    for (int32_t i = 0; i < count; i++) {
        place[i] = (int64_t)(y[i] >> FRACTION_BITS) * bytes_per_row +
                   (x[i] >> FRACTION_BITS) * bytes_per_pixel;
        across[i] = weights_across(x[i]);
        down[i] = weights_down(y[i]);
    }
    int32_t i = 0;
    for (; i + 2 < count; i += 2, out += 6) {
        prefetch(in, place[i], i, out);
        store_pair(in, place + i, across + i, down + i, out);
    }
    for (; i + 1 < count; i++, out += 3) {
        _mm_storeu_ps(out, blended(in, interior_taps(in, place[i]), across[i], down[i]));
    }
    store_last(out, blended(in, interior_taps(in, place[i]), across[i], down[i]));
}

// Returns the pixel at (x, y); outside the source, the nearest one inside or black.
static inline const uint8_t *tap(const LineamentPackedPixels *p, bool replicates, int32_t x, int32_t y) {
    static const uint8_t black[4] = {0};
    const int32_t inside_x = clamped(x, p->width), inside_y = clamped(y, p->height);
    if (!replicates && (inside_x != x || inside_y != y)) return black;
    return p->bytes + inside_y * p->bytes_per_row + (ptrdiff_t)inside_x * p->bytes_per_pixel;
}

// Resamples one pixel at or beyond the border of the source.
VECTOR static inline __m128 border_pixel(const LineamentPackedPixels *p, bool replicates, const Interior *in,
                                         int32_t x, int32_t y) {
    const int32_t cx = x >> FRACTION_BITS, cy = y >> FRACTION_BITS;
    const bool is_outside = cx < -1 || cy < -1 || cx >= p->width || cy >= p->height;
    if (is_outside && !replicates) return in->offset;
    const uint8_t *corners[4] = {tap(p, replicates, cx, cy), tap(p, replicates, cx + 1, cy),
                                 tap(p, replicates, cx, cy + 1), tap(p, replicates, cx + 1, cy + 1)};
    const int32_t channels[3] = {p->red, p->green, p->blue};
    uint8_t taps[16] = {0};
    for (int c = 0; c < 3; c++) {
        for (int corner = 0; corner < 4; corner++) taps[4 * c + corner] = corners[corner][channels[c]];
    }
    return blended(in, _mm_loadu_si128((const __m128i *)taps), weights_across(x), weights_down(y));
}

// Returns the first of two taps; `part` is the distance, in 1/32 pixel, of the nearest position inside the source: 0 to
// 32.
static inline int32_t nearest(int32_t value, int32_t length, int32_t *part) {
    const int32_t last = (length - 1) * STEPS;
    const int32_t inside = value < 0 ? 0 : value > last ? last : value;
    const int32_t first = inside >> FRACTION_BITS;
    const int32_t tap = first > length - 2 ? length - 2 : first;
    *part = inside - tap * STEPS;
    return tap;
}

// Resamples `count` pixels with a replicated border. The source must have at least two rows of at least eight bytes.
VECTOR static void replicated_run(const LineamentPackedPixels *p, const Interior *in, const int32_t *x, const int32_t *y,
                                  int32_t count, float *out) {
    int64_t place[LARGEST_TILE];
    int32_t across[LARGEST_TILE], down[LARGEST_TILE], early[LARGEST_TILE];
    for (int32_t i = 0; i < count; i++) {
        int32_t right, below;
        const int32_t row = nearest(y[i], p->height, &below);
        const int32_t start = nearest(x[i], p->width, &right) * p->bytes_per_pixel;
        // At the end of a row, the eight bytes are read from a few bytes earlier.
        const int32_t excess = start + 8 - p->width * p->bytes_per_pixel;
        early[i] = excess > 0 ? excess : 0;
        place[i] = (int64_t)row * p->bytes_per_row + start - early[i];
        across[i] = (right << 8 | (STEPS - right)) * 0x10001;
        down[i] = below << 16 | (STEPS - below);
    }
    for (int32_t i = 0; i < count; i++, out += 3) {
        const uint8_t *top = in->bytes + place[i];
        const __m128i rows = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)top),
                                                _mm_loadl_epi64((const __m128i *)(top + in->bytes_per_row)));
        const __m128i pairs = _mm_srl_epi64(rows, _mm_cvtsi32_si128(8 * early[i]));
        const __m128 value = blended(in, _mm_shuffle_epi8(pairs, in->gather), across[i], down[i]);
        if (i + 1 < count) {
            _mm_storeu_ps(out, value);
        } else {
            store_last(out, value);
        }
    }
}

static __m128i gathering(const LineamentPackedPixels *p) {
    const int32_t channels[3] = {p->red, p->green, p->blue};
    int8_t order[16];
    for (int c = 0; c < 3; c++) {
        order[4 * c + 0] = (int8_t)channels[c];
        order[4 * c + 1] = (int8_t)(channels[c] + p->bytes_per_pixel);
        order[4 * c + 2] = (int8_t)(channels[c] + 8);
        order[4 * c + 3] = (int8_t)(channels[c] + p->bytes_per_pixel + 8);
    }
    for (int i = 12; i < 16; i++) order[i] = -1;
    return _mm_loadu_si128((const __m128i *)order);
}

typedef struct {
    uint32_t x, y;           // below these, from 0 on, all taps are inside the source
} Limits;

static inline bool is_inside(Limits limits, const Coordinates *at, int32_t i) {
    return ((uint32_t)at->x[i] < limits.x) & ((uint32_t)at->y[i] < limits.y);
}

VECTOR static bool are_inside(Limits limits, const Coordinates *at, int32_t count) {
    bool inside = true;
    for (int32_t i = 0; i < count; i++) inside &= is_inside(limits, at, i);
    return inside;
}

VECTOR static void tile(const LineamentPackedPixels *p, const LineamentWarp *warp, const Interior *in, Limits limits,
                        const Coordinates *at, int32_t count, float *out) {
    if (are_inside(limits, at, count)) return interior_run(in, at->x, at->y, count, out);
    const bool is_tiny = p->width * p->bytes_per_pixel < 8 || p->width < 2 || p->height < 2;
    if (warp->replicates_border && !is_tiny) return replicated_run(p, in, at->x, at->y, count, out);
    for (int32_t i = 0; i < count;) {
        // Positions along a row of the tile are on a straight line, so those inside are contiguous.
        int32_t end = i;
        while (end < count && is_inside(limits, at, end)) end++;
        if (end > i) {
            interior_run(in, at->x + i, at->y + i, end - i, out + 3 * i);
            i = end;
        } else {
            store_last(out + 3 * i, border_pixel(p, warp->replicates_border, in, at->x[i], at->y[i]));
            i++;
        }
    }
}

VECTOR void lineament_warp_packed(const LineamentPackedPixels *p, const LineamentWarp *warp,
                                  int32_t first_row, int32_t end_row, float *tensor) {
    // Eight bytes are read starting at the left tap, so the last few columns count as border.
    const int32_t margin = (8 + p->bytes_per_pixel - 1) / p->bytes_per_pixel;
    const int32_t last_x = p->width - margin, last_y = p->height - 2;
    const Limits limits = {last_x < 0 ? 0 : (uint32_t)(last_x + 1) * STEPS, last_y < 0 ? 0 : (uint32_t)(last_y + 1) * STEPS};
    const Interior interior = {p->bytes, p->bytes_per_row, p->bytes_per_pixel, gathering(p),
                               _mm_set1_ps(warp->scale), _mm_set1_ps(warp->offset)};
    Coordinates at;
    for (int32_t row = first_row; row < end_row; row++) {
        float *out = tensor + (ptrdiff_t)row * warp->width * 3;
        for (int32_t first = 0; first < warp->width; first += warp->tile_width) {
            const int32_t left = warp->width - first;
            const int32_t count = left < warp->tile_width ? left : warp->tile_width;
            tile_coordinates(warp->inverse, first, row, count, &at);
            tile(p, warp, &interior, limits, &at, count, out);
            out += 3 * count;
        }
    }
}

#else

bool lineament_has_vector_kernels(void) { return false; }

void lineament_warp_packed(const LineamentPackedPixels *pixels, const LineamentWarp *warp,
                           int32_t first_row, int32_t end_row, float *tensor) {
    (void)pixels, (void)warp, (void)first_row, (void)end_row, (void)tensor;
}

#endif
