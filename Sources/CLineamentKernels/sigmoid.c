// SPDX-License-Identifier: Apache-2.0
#include "CLineamentKernels.h"

#include <math.h>

// Single precision is enough: the results are the pixels of a mask, where the last bit of an exponential is invisible.
void lineament_sigmoid(const float *logits, float *probabilities, size_t count) {
    for (size_t i = 0; i < count; i++) probabilities[i] = 1.0f / (1.0f + expf(-logits[i]));
}
