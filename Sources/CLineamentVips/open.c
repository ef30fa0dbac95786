// SPDX-License-Identifier: Apache-2.0
#include "CLineamentVips.h"
#include "vips_functions.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#ifdef __APPLE__
#define LIBRARY "libvips.42.dylib"
#else
#define LIBRARY "libvips.so.42"
#endif

LineamentVipsFunctions lineament_vips;

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_open;
static pid_t starter;

// libvips's messages about a file are reported as errors and must not also go to standard error.
static void silent(const char *domain, int level, const char *message, void *data) {
    (void)domain, (void)level, (void)message, (void)data;
}

// Fills the table and returns the name of the first missing function. Loading libvips also loads GLib's functions.
static const char *find_functions(void *library, LineamentVipsFunctions *found) {
#define FIND(result, name, parameters) \
    found->name = (result(*) parameters)dlsym(library, #name); \
    if (!found->name) return #name;
    LINEAMENT_VIPS_FUNCTIONS(FIND)
    return NULL;
}

static const char *start(const LineamentVipsFunctions *vips) {
    vips->g_log_set_handler("VIPS", G_LOG_LEVEL_MASK, silent, NULL);
    if (vips->vips_init("lineament")) return "vips_init";
    vips->vips_block_untrusted_set(1);
    // PNM is simple enough to be safe, and its size is checked before it is decoded.
    vips->vips_operation_block_set("VipsForeignLoadPpm", 0);
    // JPEG XL is decoded for those who ask for it; see ImageDecoder.
    vips->vips_operation_block_set("VipsForeignLoadJxl", 0);
    vips->vips_cache_set_max(0);
    // Images are decoded concurrently, so one thread per image is enough.
    vips->vips_concurrency_set(1);
    return NULL;
}

// Returns the library that the loader misses: libvips, or one that it needs, with whose name the loader's message begins.
static const char *missing_library(void) {
    static char name[64];
    const char *message = dlerror();
    const char *end = message ? strstr(message, ": cannot open shared object file") : NULL;
    if (!end || (size_t)(end - message) >= sizeof(name)) return LIBRARY;
    memcpy(name, message, (size_t)(end - message));
    name[end - message] = 0;
    return name;
}

static const char *open_library(void) {
    void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    if (!library) return missing_library();
    // The library stays open after a failure too, because GLib cannot be unloaded.
    LineamentVipsFunctions found;
    const char *missing = find_functions(library, &found);
    if (!missing) missing = start(&found);
    if (missing) return missing;
    lineament_vips = found;
    starter = getpid();
    atomic_store_explicit(&is_open, true, memory_order_release);
    return NULL;
}

const char *lineament_vips_open(void) {
    if (atomic_load_explicit(&is_open, memory_order_acquire)) return NULL;
    pthread_mutex_lock(&opening);
    const char *missing = atomic_load_explicit(&is_open, memory_order_relaxed) ? NULL : open_library();
    pthread_mutex_unlock(&opening);
    return missing;
}

const char *lineament_vips_library(void) { return LIBRARY; }

int lineament_vips_version(int part) { return lineament_vips.vips_version(part); }

bool lineament_vips_survived_fork(void) {
    return !atomic_load_explicit(&is_open, memory_order_acquire) || starter == getpid();
}
