#ifdef __linux__

#include "on_demand.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

void lineament_not_loaded(void) {
    fputs("A media library was called before it was opened.\n", stderr);
    abort();
}

void *lineament_open_library(const char *name, int version) {
    char file[64];
    snprintf(file, sizeof(file), "%s.so.%d", name, version);
    return dlopen(file, RTLD_LAZY | RTLD_LOCAL);
}

#endif
