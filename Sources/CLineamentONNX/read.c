// SPDX-License-Identifier: Apache-2.0
#include "CLineamentONNX.h"

#include <dlfcn.h>
#include <string.h>

// `OrtApiBase`.
typedef struct {
    void *const *(*functions)(uint32_t version);
    const char *(*version)(void);
} Base;

const char *lineament_onnx_read(void *library, LineamentONNX *functions) {
    const Base *(*base)(void) = (const Base *(*)(void))dlsym(library, "OrtGetApiBase");
    if (!base) return NULL;
    void *const *table = base()->functions(LINEAMENT_ONNX_API_VERSION);
    if (!table) return NULL;
#define COPY(position, result, name, parameters) memcpy(&functions->name, &table[position], sizeof(void *));
    LINEAMENT_ONNX(COPY)
    return base()->version();
}
