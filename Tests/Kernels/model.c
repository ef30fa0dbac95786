// SPDX-License-Identifier: Apache-2.0
// Runs a model once through the declarations of CLineamentLiteRT.h, on one thread, with a pattern as input, and prints the
// values of its outputs, one a line, so that processors can be compared.
//
// usage: model LIBRARY MODEL
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CLineamentLiteRT.h"

static void *library;

static void *symbol(const char *name) {
    void *found = dlsym(library, name);
    if (!found) {
        fprintf(stderr, "error: the runtime has no %s\n", name);
        exit(1);
    }
    return found;
}

static void check(LiteRtStatus status, const char *name) {
    if (status == 0) return;
    fprintf(stderr, "error: %s failed with status %d\n", name, (int)status);
    exit(1);
}

#define CALL(name, ...) check(((name##Function)symbol(#name))(__VA_ARGS__), #name)

// The functions that differ only in what they ask about share a type.
typedef LiteRtGetNumSubgraphTensorsFunction LiteRtGetNumSubgraphInputsFunction, LiteRtGetNumSubgraphOutputsFunction;
typedef LiteRtGetSubgraphTensorFunction LiteRtGetSubgraphInputFunction, LiteRtGetSubgraphOutputFunction;

static void *contents(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        fprintf(stderr, "error: %s cannot be read\n", path);
        exit(1);
    }
    *size = (size_t)ftell(file);
    rewind(file);
    void *bytes = malloc(*size);
    if (!bytes || fread(bytes, 1, *size, file) != *size) {
        fprintf(stderr, "error: %s cannot be read\n", path);
        exit(1);
    }
    fclose(file);
    return bytes;
}

static LiteRtOptions cpu_options(void) {
    LiteRtOptions options;
    LiteRtOpaqueOptions threads;
    CALL(LiteRtCreateOptions, &options);
    CALL(LiteRtSetOptionsHardwareAccelerators, options, LITERT_ACCELERATOR_CPU);
    CALL(LiteRtCreateOpaqueOptions, "xnnpack", strdup("num_threads = 1\n"), free, &threads);
    CALL(LiteRtAddOpaqueOptions, options, threads);
    return options;
}

static size_t element_count(const LiteRtRankedTensorType *type) {
    size_t count = 1;
    for (uint32_t i = 0; i < (type->layout.rank_and_flags & 127); i++) count *= (size_t)type->layout.dimensions[i];
    return count;
}

// Creates the buffer of a tensor, whose memory is *values.
static LiteRtTensorBuffer buffer(LiteRtTensor tensor, LiteRtTensorBufferRequirements needs, float **values,
                                 size_t *count) {
    LiteRtRankedTensorType type;
    LiteRtTensorBuffer made;
    size_t size;
    CALL(LiteRtGetRankedTensorType, tensor, &type);
    CALL(LiteRtGetTensorBufferRequirementsBufferSize, needs, &size);
    const size_t alignment = LITERT_HOST_MEMORY_ALIGNMENT, rounded = (size + alignment - 1) / alignment * alignment;
    *values = aligned_alloc(alignment, rounded);
    *count = element_count(&type);
    if (!*values || type.element_type != LITERT_ELEMENT_FLOAT32 || *count * sizeof(float) > size) {
        fprintf(stderr, "error: a tensor of an unexpected kind\n");
        exit(1);
    }
    memset(*values, 0, rounded);
    CALL(LiteRtCreateTensorBufferFromHostMemory, &type, *values, size, NULL, &made);
    return made;
}

enum { MOST = 16 };

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: model LIBRARY MODEL\n");
        return 2;
    }
    library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "error: %s\n", dlerror());
        return 1;
    }
    const LiteRtEnvironmentOption silent = {LITERT_ENVIRONMENT_MINIMUM_LOG_SEVERITY,
                                            {LITERT_ANY_TYPE_INT, LITERT_LOG_SILENT}};
    size_t size, input_count, output_count, input_length, output_lengths[MOST];
    void *bytes = contents(argv[2], &size);
    LiteRtEnvironment environment;
    LiteRtModel model;
    LiteRtSubgraph graph;
    LiteRtCompiledModel compiled;
    LiteRtTensor tensor;
    LiteRtTensorBufferRequirements needs;
    CALL(LiteRtCreateEnvironment, 1, &silent, &environment);
    CALL(LiteRtCreateModelFromBuffer, environment, bytes, size, &model);
    CALL(LiteRtCreateCompiledModel, environment, model, cpu_options(), &compiled);
    CALL(LiteRtGetModelSubgraph, model, 0, &graph);
    CALL(LiteRtGetNumSubgraphInputs, graph, &input_count);
    CALL(LiteRtGetNumSubgraphOutputs, graph, &output_count);
    if (input_count != 1 || output_count > MOST) {
        fprintf(stderr, "error: a model with %zu inputs and %zu outputs\n", input_count, output_count);
        return 1;
    }

    LiteRtTensorBuffer input, outputs[MOST];
    float *values, *results[MOST];
    LiteRtGetCompiledModelBufferRequirementsFunction of_inputs = symbol("LiteRtGetCompiledModelInputBufferRequirements");
    LiteRtGetCompiledModelBufferRequirementsFunction of_outputs = symbol("LiteRtGetCompiledModelOutputBufferRequirements");
    CALL(LiteRtGetSubgraphInput, graph, 0, &tensor);
    check(of_inputs(compiled, 0, 0, &needs), "LiteRtGetCompiledModelInputBufferRequirements");
    input = buffer(tensor, needs, &values, &input_length);
    for (size_t i = 0; i < input_length; i++) values[i] = (float)(i * 37 % 255) / 127.5f - 1;
    for (size_t i = 0; i < output_count; i++) {
        CALL(LiteRtGetSubgraphOutput, graph, i, &tensor);
        check(of_outputs(compiled, 0, i, &needs), "LiteRtGetCompiledModelOutputBufferRequirements");
        outputs[i] = buffer(tensor, needs, &results[i], &output_lengths[i]);
    }
    CALL(LiteRtRunCompiledModel, compiled, 0, 1, &input, output_count, outputs);
    for (size_t i = 0; i < output_count; i++) {
        for (size_t k = 0; k < output_lengths[i]; k++) printf("%.9g\n", results[i][k]);
    }
    return 0;
}
