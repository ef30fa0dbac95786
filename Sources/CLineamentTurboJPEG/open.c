// SPDX-License-Identifier: Apache-2.0
#include "CLineamentTurboJPEG.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __APPLE__
#define LIBRARY "libturbojpeg.0.dylib"
#else
#define LIBRARY "libturbojpeg.so.0"
#endif

static LineamentTurboJPEG functions;
static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_open;

// Returns the name of the library or of the first missing function.
static const char *open_library(void) {
    void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return LIBRARY;
    LineamentTurboJPEG found;
#define FIND(result, name, parameters) \
    found.name = (result(*) parameters)dlsym(library, #name); \
    if (!found.name) return #name;
    LINEAMENT_TURBOJPEG(FIND)
    functions = found;
    atomic_store_explicit(&is_open, true, memory_order_release);
    return NULL;
}

const LineamentTurboJPEG *lineament_turbojpeg_open(const char **missing) {
    *missing = NULL;
    if (atomic_load_explicit(&is_open, memory_order_acquire)) return &functions;
    pthread_mutex_lock(&opening);
    if (!atomic_load_explicit(&is_open, memory_order_relaxed)) *missing = open_library();
    pthread_mutex_unlock(&opening);
    return *missing ? NULL : &functions;
}
