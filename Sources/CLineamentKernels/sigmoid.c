#include "CLineamentKernels.h"

#include <math.h>

// Single precision: a mask is an image, and the last bit of an exponential does not show in it.
void lineament_sigmoid(const float *logits, float *probabilities, size_t count) {
    for (size_t i = 0; i < count; i++) probabilities[i] = 1.0f / (1.0f + expf(-logits[i]));
}
