// SPDX-License-Identifier: Apache-2.0
// Runs the kernels over many cases and prints a checksum of the bytes of each, so that processors can be compared. Sources
// and targets have no byte to spare, which the address sanitizer checks. Fails if two sets of instructions differ.
//
// usage: kernels
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "CLineamentKernels.h"

static uint64_t state = 88172645463325252u;

// xorshift64: the same on every processor.
static uint32_t random_number(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32);
}

static double between(double low, double high) { return low + (high - low) * (random_number() / 4294967296.0); }

static void *allocated(size_t size) {
    void *bytes = malloc(size > 0 ? size : 1);
    if (!bytes) {
        fprintf(stderr, "error: out of memory\n");
        exit(1);
    }
    return bytes;
}

static void *filled(size_t size) {
    uint8_t *bytes = allocated(size);
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)random_number();
    return bytes;
}

// FNV-1a.
static uint64_t checksum(const void *bytes, size_t size) {
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < size; i++) sum = (sum ^ ((const uint8_t *)bytes)[i]) * 1099511628211u;
    return sum;
}

static void report(const char *name, int index, const void *bytes, size_t size) {
    printf("%s %d %016llx\n", name, index, (unsigned long long)checksum(bytes, size));
}

typedef struct { int32_t bytes_per_pixel, red, green, blue; } Layout;
static const Layout layouts[] = {{1, 0, 0, 0}, {3, 0, 1, 2}, {4, 0, 1, 2}, {4, 2, 1, 0}};

// Runs the warp with all instructions that this processor has.
static void warp(const char *name, int index, const LineamentPackedPixels *pixels, const LineamentWarp *parameters) {
    const size_t size = (size_t)parameters->width * parameters->height * 3 * sizeof(float);
    float *first = allocated(size), *other = allocated(size);
    lineament_warp_packed(pixels, parameters, 0, parameters->height, LINEAMENT_ANY_PROCESSOR, first);
    for (int set = 1; set <= (int)lineament_instructions(); set++) {
        memset(other, 0x5A, size);
        lineament_warp_packed(pixels, parameters, 0, parameters->height, (LineamentInstructions)set, other);
        if (memcmp(first, other, size) != 0) {
            fprintf(stderr, "error: %s %d: instructions %d give other bytes\n", name, index, set);
            exit(1);
        }
    }
    report(name, index, first, size);
    free(first);
    free(other);
}

static LineamentWarp random_warp(int32_t width, int32_t height, int index) {
    static const int32_t sides[] = {1, 2, 7, 33, 64, 129};
    LineamentWarp warp = {.width = sides[index % 6], .height = sides[index / 6 % 6]};
    const int32_t rows = warp.height < 16 ? warp.height : 16;
    warp.tile_width = 1024 / rows < warp.width ? 1024 / rows : warp.width;
    warp.replicates_border = index % 2 == 1;
    warp.scale = index % 3 == 0 ? 1.0f / 255 : 2.0f / 255;
    warp.offset = index % 3 == 0 ? 0 : -1;
    const double step_x = between(0.05, 2) * width / warp.width, step_y = between(0.05, 2) * height / warp.height;
    // Rotations without functions of the mathematical library, which differ in the last bit from one to the next.
    const double t = index % 4 == 0 ? 0 : between(-2, 2), cosine = (1 - t * t) / (1 + t * t), sine = 2 * t / (1 + t * t);
    const double matrix[9] = {cosine * step_x, -sine * step_y, between(-0.5, 0.7) * width,
                              sine * step_x,   cosine * step_y, between(-0.5, 0.7) * height,
                              index % 5 == 0 ? between(-0.02, 0.02) : 0, index % 5 == 0 ? between(-0.02, 0.02) : 0, 1};
    memcpy(warp.inverse, matrix, sizeof matrix);
    if (index % 29 == 28) warp.inverse[0] = 1e300;  // coordinates beyond the limit
    if (index % 31 == 30) warp.inverse[8] = warp.inverse[7] = warp.inverse[6] = 0;  // no divisor
    return warp;
}

static void warps(void) {
    static const int32_t sizes[][2] = {{1, 1}, {2, 2}, {3, 5}, {8, 3}, {9, 4}, {17, 40}, {64, 48}, {131, 77}};
    int index = 0;
    for (int size = 0; size < 8; size++) {
        for (int layout = 0; layout < 4; layout++) {
            for (int round = 0; round < 40; round++, index++) {
                const int32_t width = sizes[size][0], height = sizes[size][1];
                const Layout l = layouts[layout];
                // Rows that begin at any address.
                const size_t row = (size_t)width * l.bytes_per_pixel, stride = row + random_number() % 14;
                const size_t start = random_number() % 9, length = start + stride * (height - 1) + row;
                uint8_t *bytes = filled(length);
                const LineamentPackedPixels pixels = {bytes + start, (ptrdiff_t)stride, width, height,
                                                      l.bytes_per_pixel, l.red, l.green, l.blue};
                const LineamentWarp parameters = random_warp(width, height, index);
                warp("warp", index, &pixels, &parameters);
                free(bytes);
            }
        }
    }
}

// Rows a gigabyte apart, of which only the pages that are used exist.
static void large_strides(void) {
    enum { WIDTH = 37, HEIGHT = 4 };
    const size_t stride = ((size_t)1 << 30) + 13, length = stride * HEIGHT;
    uint8_t *bytes = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (bytes == MAP_FAILED) {
        fprintf(stderr, "error: no address space for large strides\n");
        exit(1);
    }
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH * 4; x++) bytes[y * stride + x] = (uint8_t)random_number();
    }
    for (int index = 0; index < 48; index++) {
        const Layout l = layouts[index % 4];
        const LineamentPackedPixels pixels = {bytes, (ptrdiff_t)stride, WIDTH, HEIGHT, l.bytes_per_pixel,
                                              l.red, l.green, l.blue};
        const LineamentWarp parameters = random_warp(WIDTH, HEIGHT, index + index / 4);
        warp("large-stride", index, &pixels, &parameters);
    }
    munmap(bytes, length);
}

// Weights that sum to `unit`, of which the outer ones are negative.
static void make_weights(int16_t *weights, int32_t unit) {
    weights[0] = (int16_t)-(int32_t)(random_number() % (unit / 10));
    weights[3] = (int16_t)-(int32_t)(random_number() % (unit / 10));
    weights[1] = (int16_t)(random_number() % unit);
    weights[2] = (int16_t)(unit - weights[0] - weights[1] - weights[3]);
}

static void planes(void) {
    static const int32_t counts[] = {1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 64, 127, 1000};
    for (int index = 0; index < 13 * 8; index++) {
        const int32_t count = counts[index % 13], step = 1 + index % 2, samples = count + 4;
        uint8_t *row = filled((size_t)(samples - 1) * step + 1);
        int32_t *first = allocated(sizeof *first * count);
        int16_t *weights = allocated(sizeof *weights * 4 * count), *spread[8], row_weights[4];
        for (int i = 0; i < 8; i++) spread[i] = allocated(sizeof **spread * count);
        for (int i = 0; i < 8; i++) {
            for (int32_t x = 0; x < count; x++) {
                first[x] = (int32_t)(random_number() % (samples - 3));
                make_weights(weights + 4 * x, 16384);
            }
            lineament_spread_chroma(row, step, first, weights, count, spread[i]);
            report("spread", index * 8 + i, spread[i], sizeof **spread * count);
        }
        make_weights(row_weights, 4096);
        uint8_t *luma = filled(count);
        uint32_t *rgba = allocated(sizeof *rgba * count);
        const LineamentColor video = {16 << 9, 9539, 13075, -6660, -3209, 16525};
        const LineamentColor full = {0, 8192, 11485, -5850, -2819, 14516};
        const int16_t *const cb[4] = {spread[0], spread[1], spread[2], spread[3]};
        const int16_t *const cr[4] = {spread[4], spread[5], spread[6], spread[7]};
        lineament_color_row(luma, cb, cr, row_weights, index % 3 ? &video : &full, count, rgba);
        report("color", index, rgba, sizeof *rgba * count);
        uint8_t *rgb = allocated((size_t)3 * count);
        lineament_pack_rgb(rgba, count, rgb);
        report("pack", index, rgb, (size_t)3 * count);
        free(row), free(first), free(weights), free(luma), free(rgba), free(rgb);
        for (int i = 0; i < 8; i++) free(spread[i]);
    }
}

// The exponential is the C library's, which differs in the last bit from one to the next.
static void sigmoid(void) {
    enum { COUNT = 1001 };
    float logits[COUNT], probabilities[COUNT];
    for (int i = 0; i < COUNT; i++) logits[i] = (float)(i - 500) / 10;
    lineament_sigmoid(logits, probabilities, COUNT);
    for (int i = 0; i < COUNT; i++) {
        const double expected = 1 / (1 + exp(-(double)logits[i]));
        if (fabs(probabilities[i] - expected) > 1e-6) {
            fprintf(stderr, "error: the sigmoid of %g is %g, not %g\n", logits[i], probabilities[i], expected);
            exit(1);
        }
    }
}

int main(void) {
    warps();
    large_strides();
    planes();
    sigmoid();
    return 0;
}
