// Cairo's functions for liblineament: each jumps to the one of libcairo, which is opened when something is drawn for the first
// time. link_library.sh writes cairo_functions.h, a line FUNCTION(name) for each function that the library calls.

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define FUNCTION(name) __attribute__((visibility("hidden"))) void *lineament_address_of_##name;
#include "cairo_functions.h"
#undef FUNCTION

// The arguments stay where they are, whatever their types.
#if defined(__x86_64__)
#define JUMP(name) "jmp *lineament_address_of_" #name "(%rip)\n"
#elif defined(__aarch64__)
#define JUMP(name) \
    "adrp x16, lineament_address_of_" #name "\n" \
    "ldr x16, [x16, :lo12:lineament_address_of_" #name "]\n" \
    "br x16\n"
#else
#error "Add the jump of this kind of processor."
#endif

#define FUNCTION(name) \
    __asm__(".text\n.globl " #name "\n.hidden " #name "\n.type " #name ", %function\n" #name ":\n" JUMP(name));
#include "cairo_functions.h"
#undef FUNCTION

static const char *missing;

static void open_cairo(void) {
    missing = "libcairo.so.2";
    void *library = dlopen(missing, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
#define FUNCTION(name) \
    missing = #name; \
    if ((lineament_address_of_##name = dlsym(library, #name)) == NULL) return;
#include "cairo_functions.h"
#undef FUNCTION
    missing = NULL;
}

const char *lineament_cairo_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_cairo);
    return missing;
}
