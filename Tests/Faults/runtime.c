// SPDX-License-Identifier: Apache-2.0
// A LiteRT runtime whose n-th call of one function fails; every other call goes to the runtime at LINEAMENT_RUNTIME.
//
//   LINEAMENT_FAULT=LiteRtRunCompiledModel:2
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t (*Function)(void *, void *, void *, void *, void *, void *);

static void *real(const char *name) {
    static void *library;
    if (!library) library = dlopen(getenv("LINEAMENT_RUNTIME"), RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, name) : NULL;
}

static int fails(const char *name) {
    static atomic_long calls;
    const char *fault = getenv("LINEAMENT_FAULT");
    const size_t length = strlen(name);
    if (!fault || strncmp(fault, name, length) || fault[length] != ':') return 0;
    return atomic_fetch_add(&calls, 1) + 1 == strtol(fault + length + 1, NULL, 10);
}

// The arguments of all functions are integers and pointers, at most six, so that they can be passed on unseen.
#define FORWARD(name)                                                              \
    int32_t name(void *a, void *b, void *c, void *d, void *e, void *f) {           \
        return fails(#name) ? 3 : ((Function)real(#name))(a, b, c, d, e, f);       \
    }

FORWARD(LiteRtCreateEnvironment)
FORWARD(LiteRtDestroyEnvironment)
FORWARD(LiteRtCreateModelFromBuffer)
FORWARD(LiteRtGetModelMetadata)
FORWARD(LiteRtGetModelSubgraph)
FORWARD(LiteRtGetNumSubgraphInputs)
FORWARD(LiteRtGetNumSubgraphOutputs)
FORWARD(LiteRtGetSubgraphInput)
FORWARD(LiteRtGetSubgraphOutput)
FORWARD(LiteRtGetTensorName)
FORWARD(LiteRtGetRankedTensorType)
FORWARD(LiteRtCreateOptions)
FORWARD(LiteRtSetOptionsHardwareAccelerators)
FORWARD(LiteRtCreateOpaqueOptions)
FORWARD(LiteRtAddOpaqueOptions)
FORWARD(LiteRtCreateCompiledModel)
FORWARD(LiteRtCompiledModelIsFullyAccelerated)
FORWARD(LiteRtGetCompiledModelInputBufferRequirements)
FORWARD(LiteRtGetCompiledModelOutputBufferRequirements)
FORWARD(LiteRtGetTensorBufferRequirementsBufferSize)
FORWARD(LiteRtGetCompiledModelOutputTensorLayouts)
FORWARD(LiteRtCreateTensorBufferFromHostMemory)
FORWARD(LiteRtRunCompiledModel)
FORWARD(LiteRtAddCustomOpKernelOption)
FORWARD(LiteRtCompiledModelIsNonCpuFullyAccelerated)
FORWARD(LiteRtGetTensorBufferHostMemory)
FORWARD(LiteRtGetTensorBufferTensorType)
FORWARD(LiteRtDestroyModel)
FORWARD(LiteRtDestroyOptions)
FORWARD(LiteRtDestroyOpaqueOptions)
FORWARD(LiteRtDestroyCompiledModel)
FORWARD(LiteRtDestroyTensorBuffer)
