// SPDX-License-Identifier: Apache-2.0
// The part of the LiteRT 2.x C API that Lineament calls: its types, and the types of its functions. The functions
// themselves are looked up at run time.
#ifndef LINEAMENT_CLITERT_H
#define LINEAMENT_CLITERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int32_t LiteRtStatus;
typedef size_t LiteRtParamIndex;

typedef struct LiteRtEnvironmentT *LiteRtEnvironment;
typedef struct LiteRtModelT *LiteRtModel;
typedef struct LiteRtSubgraphT *LiteRtSubgraph;
typedef struct LiteRtTensorT *LiteRtTensor;
typedef struct LiteRtOptionsT *LiteRtOptions;
typedef struct LiteRtOpaqueOptionsT *LiteRtOpaqueOptions;
typedef struct LiteRtCompiledModelT *LiteRtCompiledModel;
typedef struct LiteRtTensorBufferT *LiteRtTensorBuffer;
typedef struct LiteRtTensorBufferRequirementsT *LiteRtTensorBufferRequirements;

enum {
    LITERT_ANY_TYPE_INT = 2,
    LITERT_ANY_TYPE_STRING = 8,
    LITERT_ENVIRONMENT_RUNTIME_LIBRARY_FOLDER = 22,
    LITERT_ENVIRONMENT_ACCELERATORS = 24,
    LITERT_ENVIRONMENT_MINIMUM_LOG_SEVERITY = 25,
    LITERT_LOG_SILENT = 4,
    LITERT_ACCELERATOR_CPU = 1,
    LITERT_ACCELERATOR_GPU = 2,
    LITERT_PRECISION_FLOAT16 = 1,
    LITERT_PRECISION_FLOAT32 = 2,
    LITERT_ELEMENT_FLOAT32 = 1,
    LITERT_MAX_RANK = 8,
    LITERT_HOST_MEMORY_ALIGNMENT = 64,
};

typedef struct {
    int32_t type;
    int64_t int_value;  // a union of 8 bytes: an integer, or the address of a string
} LiteRtAny;

typedef struct {
    int32_t tag;
    LiteRtAny value;
} LiteRtEnvironmentOption;

typedef struct {
    uint32_t rank_and_flags;  // the rank in the low 7 bits, then a bit that is set if there are strides
    int32_t dimensions[LITERT_MAX_RANK];
    uint32_t strides[LITERT_MAX_RANK];
} LiteRtLayout;

typedef struct {
    int32_t element_type;
    LiteRtLayout layout;
} LiteRtRankedTensorType;

_Static_assert(sizeof(LiteRtEnvironmentOption) == 24, "LiteRtEnvOption has 24 bytes");
_Static_assert(sizeof(LiteRtLayout) == 68, "LiteRtLayout has 68 bytes");

// An operator that is not the runtime's own. The functions get the same data for all operators of a name in a model.
typedef struct {
    LiteRtStatus (*init)(void *data, const void *options, size_t size);
    LiteRtStatus (*output_layouts)(void *data, size_t input_count, const LiteRtLayout *inputs, size_t output_count,
                                   LiteRtLayout *outputs);
    LiteRtStatus (*run)(void *data, size_t input_count, const LiteRtTensorBuffer *inputs, size_t output_count,
                        LiteRtTensorBuffer *outputs);
    LiteRtStatus (*destroy)(void *data);
} LiteRtCustomOpKernel;

#define LITERT_FUNCTION(name, ...) typedef LiteRtStatus (*name##Function)(__VA_ARGS__)
#define LITERT_DESTROYER(name, type) typedef void (*name##Function)(type)

LITERT_FUNCTION(LiteRtCreateEnvironment, int count, const LiteRtEnvironmentOption *options,
                LiteRtEnvironment *environment);

LITERT_FUNCTION(LiteRtCreateModelFromBuffer, LiteRtEnvironment environment, const void *bytes,
                size_t size, LiteRtModel *model);
LITERT_FUNCTION(LiteRtGetModelMetadata, LiteRtModel model, const char *key, const void **bytes,
                size_t *size);
LITERT_FUNCTION(LiteRtGetModelSubgraph, LiteRtModel model, LiteRtParamIndex index,
                LiteRtSubgraph *subgraph);
LITERT_FUNCTION(LiteRtGetNumSubgraphTensors, LiteRtSubgraph subgraph, LiteRtParamIndex *count);
LITERT_FUNCTION(LiteRtGetSubgraphTensor, LiteRtSubgraph subgraph, LiteRtParamIndex index,
                LiteRtTensor *tensor);
LITERT_FUNCTION(LiteRtGetTensorName, LiteRtTensor tensor, const char **name);
LITERT_FUNCTION(LiteRtGetRankedTensorType, LiteRtTensor tensor, LiteRtRankedTensorType *type);

LITERT_FUNCTION(LiteRtCreateOptions, LiteRtOptions *options);
LITERT_FUNCTION(LiteRtSetOptionsHardwareAccelerators, LiteRtOptions options, int32_t accelerators);
LITERT_FUNCTION(LiteRtCreateOpaqueOptions, const char *identifier, void *payload,
                void (*destroy)(void *payload), LiteRtOpaqueOptions *options);
LITERT_FUNCTION(LiteRtAddOpaqueOptions, LiteRtOptions options, LiteRtOpaqueOptions added);

LITERT_FUNCTION(LiteRtCreateCompiledModel, LiteRtEnvironment environment, LiteRtModel model,
                LiteRtOptions options, LiteRtCompiledModel *compiled);
LITERT_FUNCTION(LiteRtGetCompiledModelBufferRequirements, LiteRtCompiledModel compiled,
                LiteRtParamIndex signature, LiteRtParamIndex index,
                LiteRtTensorBufferRequirements *requirements);
LITERT_FUNCTION(LiteRtGetTensorBufferRequirementsBufferSize,
                LiteRtTensorBufferRequirements requirements, size_t *size);
LITERT_FUNCTION(LiteRtGetCompiledModelOutputTensorLayouts, LiteRtCompiledModel compiled,
                LiteRtParamIndex signature, size_t count, LiteRtLayout *layouts,
                bool update_allocation);
LITERT_FUNCTION(LiteRtCompiledModelIsNonCpuFullyAccelerated, LiteRtCompiledModel compiled, bool *is_whole);
LITERT_FUNCTION(LiteRtRunCompiledModel, LiteRtCompiledModel compiled, LiteRtParamIndex signature,
                size_t input_count, LiteRtTensorBuffer *inputs, size_t output_count,
                LiteRtTensorBuffer *outputs);

LITERT_FUNCTION(LiteRtCreateTensorBufferFromHostMemory, const LiteRtRankedTensorType *type,
                void *address, size_t size, void (*deallocate)(void *address),
                LiteRtTensorBuffer *buffer);

LITERT_FUNCTION(LiteRtAddCustomOpKernelOption, LiteRtOptions options, const char *name, int version,
                const LiteRtCustomOpKernel *kernel, void *data);
LITERT_FUNCTION(LiteRtGetTensorBufferHostMemory, LiteRtTensorBuffer buffer, void **address);
LITERT_FUNCTION(LiteRtGetTensorBufferTensorType, LiteRtTensorBuffer buffer, LiteRtRankedTensorType *type);

LITERT_DESTROYER(LiteRtDestroyEnvironment, LiteRtEnvironment);
LITERT_DESTROYER(LiteRtDestroyModel, LiteRtModel);
LITERT_DESTROYER(LiteRtDestroyOptions, LiteRtOptions);
LITERT_DESTROYER(LiteRtDestroyOpaqueOptions, LiteRtOpaqueOptions);
LITERT_DESTROYER(LiteRtDestroyCompiledModel, LiteRtCompiledModel);
LITERT_DESTROYER(LiteRtDestroyTensorBuffer, LiteRtTensorBuffer);

// Creates an anonymous file in memory and returns its descriptor; negative if the platform has none. Swift does not
// import the system call.
int lineament_memory_file(const char *name);

// Makes a library that dlopen returned drop the lines that it would print to standard error and that begin with
// "INFO: ", and returns whether that was possible. Not safe while another thread calls it for the same library.
bool lineament_drop_announcements(void *library);

// Receives text that a library prints, a line if it is short.
typedef void (*LineamentMessageReceiver)(const char *text, size_t size);

// Hands what a library that dlopen returned would print through stdio over to `receiver`, on the thread that prints, and
// returns whether that was possible. For one library; not safe while another thread calls it.
bool lineament_redirect_messages(void *library, LineamentMessageReceiver receiver);

// Makes a library that dlopen returned drop what it would print through C++'s std::cout, as the runtime does with a line about
// OpenCL when it finds a GPU, and returns whether that was possible. To be called once.
bool lineament_drop_output(void *library);

// Until it is called again with NULL, hands what the current thread would print from a library whose announcements are
// dropped over to `receiver`.
void lineament_capture_messages(LineamentMessageReceiver receiver);

// Returns the absolute path of the shared library that contains this code; NULL if it is part of the program itself.
const char *lineament_library_path(void);

#undef LITERT_FUNCTION
#undef LITERT_DESTROYER

#endif
