#include "CLineamentKernels.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define VECTOR __attribute__((target("avx2")))

enum { FRACTION_BITS = 5, STEPS = 1 << FRACTION_BITS, LARGEST_TILE = 1024 };

// Source coordinates in 1/32 pixel stay within this, so that a far-off region cannot overflow.
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

// The source coordinates, in 1/32 pixel, of `count` tensor pixels of row `row` from column `first`.
VECTOR static void tile_coordinates(const double *m, int32_t first, int32_t row, int32_t count,
                                    Coordinates *out) {
    const __m256d x0 = _mm256_set1_pd(m[0] * first + m[1] * row + m[2]);
    const __m256d y0 = _mm256_set1_pd(m[3] * first + m[4] * row + m[5]);
    const __m256d w0 = _mm256_set1_pd(m[6] * first + m[7] * row + m[8]);
    const __m256d m0 = _mm256_set1_pd(m[0]), m3 = _mm256_set1_pd(m[3]), m6 = _mm256_set1_pd(m[6]);
    const __m256d steps = _mm256_set1_pd(STEPS), zero = _mm256_setzero_pd();
    __m256d column = _mm256_setr_pd(0, 1, 2, 3);
    for (int32_t i = 0; i < count; i += 4) {
        const __m256d w = _mm256_add_pd(w0, _mm256_mul_pd(m6, column));
        const __m256d defined = _mm256_cmp_pd(w, zero, _CMP_NEQ_UQ);
        const __m256d k = _mm256_and_pd(defined, _mm256_div_pd(steps, w));
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
    __m128i gather;          // brings the four taps of each channel together
    __m128 scale, offset;
} Interior;

// Blends four taps of each channel, which lie together, at a position in 1/32 pixel.
VECTOR static inline __m128 blended(const Interior *in, __m128i taps, int32_t x, int32_t y) {
    const int32_t fx = x & (STEPS - 1), fy = y & (STEPS - 1);
    const __m128i across = _mm_set1_epi16((short)((fx << 8) | (STEPS - fx)));
    const __m128i down = _mm_set1_epi32((fy << 16) | (STEPS - fy));
    const __m128i pairs = _mm_maddubs_epi16(taps, across);
    const __m128i sums = _mm_add_epi32(_mm_madd_epi16(pairs, down), _mm_set1_epi32(512));
    const __m128 values = _mm_cvtepi32_ps(_mm_srli_epi32(sums, 10));
    return _mm_add_ps(_mm_mul_ps(values, in->scale), in->offset);
}

// One pixel whose four taps, and the eight bytes loaded for each pair of them, lie inside the source.
VECTOR static inline __m128 interior_pixel(const Interior *in, int32_t x, int32_t y) {
    const uint8_t *top = in->bytes + (y >> FRACTION_BITS) * in->bytes_per_row +
                         (x >> FRACTION_BITS) * in->bytes_per_pixel;
    const __m128i rows = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)top),
                                            _mm_loadl_epi64((const __m128i *)(top + in->bytes_per_row)));
    return blended(in, _mm_shuffle_epi8(rows, in->gather), x, y);
}

// The pixel at (x, y); beyond the source the nearest one inside, or black.
static inline const uint8_t *tap(const LineamentPackedPixels *p, bool replicates, int32_t x, int32_t y) {
    static const uint8_t black[4] = {0};
    const int32_t inside_x = clamped(x, p->width), inside_y = clamped(y, p->height);
    if (!replicates && (inside_x != x || inside_y != y)) return black;
    return p->bytes + inside_y * p->bytes_per_row + (ptrdiff_t)inside_x * p->bytes_per_pixel;
}

// One pixel at or beyond the border of the source.
VECTOR static inline __m128 border_pixel(const LineamentPackedPixels *p, bool replicates, const Interior *in,
                                         int32_t x, int32_t y) {
    const int32_t cx = x >> FRACTION_BITS, cy = y >> FRACTION_BITS;
    const uint8_t *corners[4] = {tap(p, replicates, cx, cy), tap(p, replicates, cx + 1, cy),
                                 tap(p, replicates, cx, cy + 1), tap(p, replicates, cx + 1, cy + 1)};
    const int32_t channels[3] = {p->red, p->green, p->blue};
    uint8_t taps[16] = {0};
    for (int c = 0; c < 3; c++) {
        for (int corner = 0; corner < 4; corner++) taps[4 * c + corner] = corners[corner][channels[c]];
    }
    return blended(in, _mm_loadu_si128((const __m128i *)taps), x, y);
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

// Whether all coordinates of the tile lie in 0 ..< limit.
VECTOR static bool all_inside(const int32_t *values, int32_t count, int32_t limit) {
    uint32_t outside = 0;
    for (int32_t i = 0; i < count; i++) outside |= (uint32_t)values[i] >= (uint32_t)limit;
    return !outside;
}

VECTOR void lineament_warp_packed(const LineamentPackedPixels *p, const LineamentWarp *warp,
                                  int32_t first_row, int32_t end_row, float *tensor) {
    // Eight bytes are read from the left tap on, so the last few columns count as border.
    const int32_t margin = (8 + p->bytes_per_pixel - 1) / p->bytes_per_pixel;
    const int32_t last_x = p->width - margin, last_y = p->height - 2;
    const int32_t limit_x = last_x < 0 ? 0 : (last_x + 1) * STEPS;
    const int32_t limit_y = last_y < 0 ? 0 : (last_y + 1) * STEPS;
    const Interior interior = {p->bytes, p->bytes_per_row, p->bytes_per_pixel, gathering(p),
                               _mm_set1_ps(warp->scale), _mm_set1_ps(warp->offset)};
    Coordinates at;
    for (int32_t row = first_row; row < end_row; row++) {
        float *out = tensor + (ptrdiff_t)row * warp->width * 3;
        for (int32_t first = 0; first < warp->width; first += warp->tile_width) {
            const int32_t left = warp->width - first;
            const int32_t count = left < warp->tile_width ? left : warp->tile_width;
            tile_coordinates(warp->inverse, first, row, count, &at);
            const bool inside =
                all_inside(at.x, count, limit_x) && all_inside(at.y, count, limit_y);
            for (int32_t i = 0; i < count; i++, out += 3) {
                const int32_t x = at.x[i], y = at.y[i];
                const bool is_border = !inside && ((uint32_t)x >= (uint32_t)limit_x ||
                                                   (uint32_t)y >= (uint32_t)limit_y);
                const __m128 value = is_border
                                         ? border_pixel(p, warp->replicates_border, &interior, x, y)
                                         : interior_pixel(&interior, x, y);
                // A pixel is stored as four floats, so the last of the tile is stored apart.
                if (i + 1 < count) {
                    _mm_storeu_ps(out, value);
                } else {
                    _mm_storel_pi((__m64 *)out, value);
                    _mm_store_ss(out + 2, _mm_movehl_ps(value, value));
                }
            }
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
