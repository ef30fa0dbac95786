#ifdef __linux__
#define _GNU_SOURCE
#include <sys/mman.h>
#endif

#include "CLineamentLiteRT.h"

int lineament_memory_file(const char *name) {
#ifdef __linux__
    return memfd_create(name, MFD_CLOEXEC);
#else
    (void)name;
    return -1;
#endif
}
