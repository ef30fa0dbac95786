// Functions of libraries that are not linked but opened when they are needed, because they bring a hundred others with
// them, which take longer to load than a face to find. Each function is here a jump to where its library has it. The
// arguments pass through untouched, so a jump need not know them, and open argument lists pass, too.
#ifndef LINEAMENT_ON_DEMAND_H
#define LINEAMENT_ON_DEMAND_H

#if defined(__x86_64__)
#define JUMP(name) "jmp *lineament_at_" #name "(%rip)"
#elif defined(__aarch64__)
#define JUMP(name) \
    "adrp x16, lineament_at_" #name "\n ldr x16, [x16, :lo12:lineament_at_" #name "]\n br x16"
#else
#error "Which instruction jumps to an address in memory on this processor?"
#endif

#define HIDDEN __attribute__((visibility("hidden")))

/// What is called before its library is open.
HIDDEN void lineament_not_loaded(void);

/// Opens a library by the name and the number that its users are linked with; NULL if it is not there.
HIDDEN void *lineament_open_library(const char *name, int version);

#define FUNCTION(name) \
    HIDDEN void (*lineament_at_##name)(void) = lineament_not_loaded; \
    HIDDEN __attribute__((naked)) void name(void) { __asm__(JUMP(name)); }

/// Finds a function in `library`, or leaves its name in `missing`.
#define FIND(name) \
    if (!library || !(lineament_at_##name = (void (*)(void))dlsym(library, #name))) missing = #name;

#endif
