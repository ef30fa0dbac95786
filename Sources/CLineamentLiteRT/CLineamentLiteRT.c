#ifdef __linux__
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <sys/auxv.h>
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

const char *lineament_library_path(void) {
#ifdef __linux__
    Dl_info own, program;
    // The program's own headers tell where it is mapped, whatever its name.
    const void *headers = (const void *)getauxval(AT_PHDR);
    if (dladdr((const void *)&lineament_library_path, &own) && dladdr(headers, &program) &&
        own.dli_fbase != program.dli_fbase)
        return own.dli_fname;
#endif
    return NULL;
}
