// SPDX-License-Identifier: Apache-2.0
// A library to preload: the n-th call of one function of the system fails, and with a plus sign every later one, too.
//
//   LINEAMENT_FAULT=write:3            the third write fails
//   LINEAMENT_FAULT=mmap:2+            all but the first mmap fail
//   LINEAMENT_FAULT=malloc:5:turbojpeg the fifth malloc by the library whose name contains "turbojpeg" fails
//   LINEAMENT_FAULT=open:2:!LiteRt     the second open that is not by the library whose name contains "LiteRt" fails
//
// Calls that a library makes to itself are not seen.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static char function[16];
static char caller[64];
static long first = -1;
static int stays = 0;
static atomic_long calls;

__attribute__((constructor)) static void configure(void) {
    const char *fault = getenv("LINEAMENT_FAULT");
    const char *colon = fault ? strchr(fault, ':') : NULL;
    if (!colon || colon - fault >= (long)sizeof(function)) return;
    memcpy(function, fault, colon - fault);
    char *end;
    first = strtol(colon + 1, &end, 10);
    if (*end == '+') stays = 1, end++;
    if (*end == ':') strncpy(caller, end + 1, sizeof(caller) - 1);
}

// Whether the current call of `name`, made from `address`, is one to fail.
static int fails(const char *name, const void *address) {
    if (first < 0 || strcmp(name, function)) return 0;
    if (caller[0]) {
        Dl_info info;
        const int is_other = caller[0] == '!';
        if (!dladdr(address, &info) || !info.dli_fname) return 0;
        const int matches = strstr(info.dli_fname, caller + is_other) != NULL;
        if (matches == is_other) return 0;
    }
    const long call = atomic_fetch_add(&calls, 1) + 1;
    return call == first || (stays && call > first);
}

#define HERE __builtin_return_address(0)
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int descriptor, const void *bytes, size_t size) {
    if (fails("write", HERE)) return errno = ENOSPC, -1;
    return REAL(write)(descriptor, bytes, size);
}

void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset) {
    if (fails("mmap", HERE)) return errno = ENOMEM, MAP_FAILED;
    return REAL(mmap)(address, size, protection, flags, descriptor, offset);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    // Dispatch ends the process if it cannot look at its own threads.
    if (strncmp(path, "/proc/", 6) && fails("open", HERE)) return errno = EMFILE, -1;
    return REAL(open)(path, flags, mode);
}

// Only memory as large as that of the sample image: Swift ends the program if its own objects cannot be allocated.
int posix_memalign(void **memory, size_t alignment, size_t size) {
    if (size >= 600000 && fails("memalign", HERE)) return ENOMEM;
    return REAL(posix_memalign)(memory, alignment, size);
}

// dlsym allocates itself, so malloc calls the C library under its internal name.
extern void *__libc_malloc(size_t size);
void *malloc(size_t size) {
    if (first >= 0 && fails("malloc", HERE)) return errno = ENOMEM, NULL;
    return __libc_malloc(size);
}
