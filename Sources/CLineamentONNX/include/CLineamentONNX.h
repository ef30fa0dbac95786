// SPDX-License-Identifier: Apache-2.0
// The part of ONNX Runtime's C API that Lineament calls. The runtime is opened on demand, and its header is not needed: its
// functions stand in a table, `OrtApi`, to whose end new ones are added, so that each keeps its position.
#ifndef LINEAMENT_ONNX_H
#define LINEAMENT_ONNX_H

#include <stddef.h>
#include <stdint.h>

struct LineamentONNXEnvironment;
struct LineamentONNXStatus;
struct LineamentONNXSessionOptions;
struct LineamentONNXCUDAOptions;
struct LineamentONNXSession;
struct LineamentONNXMemoryInfo;
struct LineamentONNXValue;
struct LineamentONNXAllocator;

typedef struct LineamentONNXEnvironment *LineamentONNXEnvironmentHandle;
typedef struct LineamentONNXStatus *LineamentONNXStatusHandle;
typedef struct LineamentONNXSessionOptions *LineamentONNXSessionOptionsHandle;
typedef struct LineamentONNXCUDAOptions *LineamentONNXCUDAOptionsHandle;
typedef struct LineamentONNXSession *LineamentONNXSessionHandle;
typedef struct LineamentONNXMemoryInfo *LineamentONNXMemoryInfoHandle;
typedef struct LineamentONNXValue *LineamentONNXValueHandle;
typedef struct LineamentONNXAllocator *LineamentONNXAllocatorHandle;

enum {
    // The version of the table: that of ONNX Runtime 1.19, whose CUDA provider has all settings that are used.
    LINEAMENT_ONNX_API_VERSION = 19,
    LINEAMENT_ONNX_SEVERITY_ERROR = 3,
    LINEAMENT_ONNX_OPTIMIZE_ALL = 99,
    LINEAMENT_ONNX_DEVICE_ALLOCATOR = 0,
    LINEAMENT_ONNX_MEMORY_DEFAULT = 0,
    // Memory of the CPU in which a device's provider writes.
    LINEAMENT_ONNX_MEMORY_CPU_OUTPUT = -1,
    LINEAMENT_ONNX_ELEMENT_FLOAT32 = 1,
};

// Receives a message of the runtime.
typedef void (*LineamentONNXLogger)(void *data, int severity, const char *category, const char *log, const char *place,
                                    const char *message);

// Position in the table, returned type, name, parameters. A status is NULL if the call succeeded.
#define LINEAMENT_ONNX(each) \
    each(2, const char *, GetErrorMessage, (LineamentONNXStatusHandle)) \
    each(4, LineamentONNXStatusHandle, CreateEnvWithCustomLogger, (LineamentONNXLogger, void *data, int severity, \
        const char *log, LineamentONNXEnvironmentHandle *)) \
    each(6, LineamentONNXStatusHandle, DisableTelemetryEvents, (LineamentONNXEnvironmentHandle)) \
    each(8, LineamentONNXStatusHandle, CreateSessionFromArray, (LineamentONNXEnvironmentHandle, const void *model, \
        size_t size, LineamentONNXSessionOptionsHandle, LineamentONNXSessionHandle *)) \
    each(9, LineamentONNXStatusHandle, Run, (LineamentONNXSessionHandle, const void *options, \
        const char *const *input_names, const LineamentONNXValueHandle *inputs, size_t input_count, \
        const char *const *output_names, size_t output_count, LineamentONNXValueHandle *outputs)) \
    each(10, LineamentONNXStatusHandle, CreateSessionOptions, (LineamentONNXSessionOptionsHandle *)) \
    each(23, LineamentONNXStatusHandle, SetSessionGraphOptimizationLevel, (LineamentONNXSessionOptionsHandle, int)) \
    each(24, LineamentONNXStatusHandle, SetIntraOpNumThreads, (LineamentONNXSessionOptionsHandle, int)) \
    each(49, LineamentONNXStatusHandle, CreateTensorWithDataAsOrtValue, (LineamentONNXMemoryInfoHandle, void *data, \
        size_t size, const int64_t *shape, size_t rank, int element_type, LineamentONNXValueHandle *)) \
    each(68, LineamentONNXStatusHandle, CreateMemoryInfo, (const char *name, int allocator, int device, int memory, \
        LineamentONNXMemoryInfoHandle *)) \
    each(69, LineamentONNXStatusHandle, CreateCpuMemoryInfo, (int allocator, int memory, \
        LineamentONNXMemoryInfoHandle *)) \
    each(75, LineamentONNXStatusHandle, AllocatorAlloc, (LineamentONNXAllocatorHandle, size_t size, void **)) \
    each(76, LineamentONNXStatusHandle, AllocatorFree, (LineamentONNXAllocatorHandle, void *)) \
    each(92, void, ReleaseEnv, (LineamentONNXEnvironmentHandle)) \
    each(93, void, ReleaseStatus, (LineamentONNXStatusHandle)) \
    each(94, void, ReleaseMemoryInfo, (LineamentONNXMemoryInfoHandle)) \
    each(95, void, ReleaseSession, (LineamentONNXSessionHandle)) \
    each(96, void, ReleaseValue, (LineamentONNXValueHandle)) \
    each(100, void, ReleaseSessionOptions, (LineamentONNXSessionOptionsHandle)) \
    each(125, LineamentONNXStatusHandle, GetAvailableProviders, (char ***names, int *count)) \
    each(126, LineamentONNXStatusHandle, ReleaseAvailableProviders, (char **names, int count)) \
    each(130, LineamentONNXStatusHandle, AddSessionConfigEntry, (LineamentONNXSessionOptionsHandle, const char *key, \
        const char *value)) \
    each(131, LineamentONNXStatusHandle, CreateAllocator, (LineamentONNXSessionHandle, LineamentONNXMemoryInfoHandle, \
        LineamentONNXAllocatorHandle *)) \
    each(132, void, ReleaseAllocator, (LineamentONNXAllocatorHandle)) \
    each(204, LineamentONNXStatusHandle, SessionOptionsAppendExecutionProvider_CUDA_V2, \
        (LineamentONNXSessionOptionsHandle, LineamentONNXCUDAOptionsHandle)) \
    each(205, LineamentONNXStatusHandle, CreateCUDAProviderOptions, (LineamentONNXCUDAOptionsHandle *)) \
    each(206, LineamentONNXStatusHandle, UpdateCUDAProviderOptions, (LineamentONNXCUDAOptionsHandle, \
        const char *const *keys, const char *const *values, size_t count)) \
    each(208, void, ReleaseCUDAProviderOptions, (LineamentONNXCUDAOptionsHandle))

#define LINEAMENT_ONNX_MEMBER(position, result, name, parameters) result(*name) parameters;

/// The functions of ONNX Runtime that Lineament calls.
typedef struct {
    LINEAMENT_ONNX(LINEAMENT_ONNX_MEMBER)
} LineamentONNX;

/// Finds the functions of a library that dlopen returned.
/// Returns its version, such as "1.31.1", or NULL if it is another library or an older version.
const char *lineament_onnx_read(void *library, LineamentONNX *functions);

#endif
