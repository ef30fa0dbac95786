// SPDX-License-Identifier: Apache-2.0
#ifdef __linux__
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#endif

#include <limits.h>
#include <stddef.h>

#include "CLineamentLiteRT.h"

int lineament_memory_file(const char *name) {
#ifdef __linux__
    return memfd_create(name, MFD_CLOEXEC);
#else
    (void)name;
    return -1;
#endif
}

static char library_path[PATH_MAX];

const char *lineament_library_path(void) { return library_path[0] ? library_path : NULL; }

#ifdef __linux__
// The loader may know the library by a relative path, so this runs before the program can change its folder.
__attribute__((constructor)) static void find_library(void) {
    Dl_info own, program;
    // The program's own headers tell where it is mapped, whatever its name.
    const void *headers = (const void *)getauxval(AT_PHDR);
    if (dladdr((const void *)&lineament_library_path, &own) && dladdr(headers, &program) &&
        own.dli_fbase != program.dli_fbase && !realpath(own.dli_fname, library_path))
        library_path[0] = 0;
}
#endif
