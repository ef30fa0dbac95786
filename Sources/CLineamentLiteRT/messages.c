// SPDX-License-Identifier: Apache-2.0
// The runtime tells with each program's first model, on standard error, that XNNPACK runs it, and has no switch for
// that. A library may not redirect its host's standard error, so only the runtime's own reference to the C library's
// `stderr` is pointed at another stream, which drops what is informational and passes on the rest. What the accelerator
// for GPUs prints, and the runtime while it compiles for a GPU, goes to a receiver instead.
#define _GNU_SOURCE
#include <stdbool.h>

#include "CLineamentLiteRT.h"

#if defined(__linux__) && defined(__LP64__)
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static _Thread_local LineamentMessageReceiver capturing;
static LineamentMessageReceiver accelerator_receiver;

void lineament_capture_messages(LineamentMessageReceiver receiver) { capturing = receiver; }

// A line, since the stream is buffered by lines.
static ssize_t pass_on(void *cookie, const char *text, size_t size) {
    (void)cookie;
    if (capturing) {
        capturing(text, size);
        return (ssize_t)size;
    }
    static const char informational[] = "INFO: ";
    const size_t length = sizeof informational - 1;
    if (size < length || memcmp(text, informational, length) != 0) fwrite(text, 1, size, stderr);
    return (ssize_t)size;
}

static ssize_t hand_over(void *cookie, const char *text, size_t size) {
    (void)cookie;
    accelerator_receiver(text, size);
    return (ssize_t)size;
}

// Returns where `library` keeps the address of the variable `name`, which another library defines, or NULL.
static void **reference_to(const char *name, const struct link_map *library) {
    const ElfW(Rela) *relocations = NULL;
    size_t size = 0;
    const ElfW(Sym) *symbols = NULL;
    const char *names = NULL;
    for (const ElfW(Dyn) *entry = library->l_ld; entry->d_tag != DT_NULL; entry++) {
        switch (entry->d_tag) {
        case DT_RELA: relocations = (const void *)entry->d_un.d_ptr; break;
        case DT_RELASZ: size = entry->d_un.d_val; break;
        case DT_SYMTAB: symbols = (const void *)entry->d_un.d_ptr; break;
        case DT_STRTAB: names = (const void *)entry->d_un.d_ptr; break;
        }
    }
    if (!relocations || !symbols || !names) return NULL;
    for (size_t index = 0; index < size / sizeof *relocations; index++) {
        const ElfW(Sym) *symbol = &symbols[ELF64_R_SYM(relocations[index].r_info)];
        if (symbol->st_shndx == SHN_UNDEF && strcmp(names + symbol->st_name, name) == 0)
            return (void **)(library->l_addr + relocations[index].r_offset);
    }
    return NULL;
}

// Whether the loader makes `address` read-only once it has resolved the library's references.
static bool is_sealed(const void *address, const struct link_map *library) {
    const ElfW(Ehdr) *header = (const void *)library->l_addr;
    const ElfW(Phdr) *segments = (const void *)(library->l_addr + header->e_phoff);
    const uintptr_t offset = (uintptr_t)address - library->l_addr;
    for (int index = 0; index < header->e_phnum; index++) {
        const ElfW(Phdr) *segment = &segments[index];
        if (segment->p_type == PT_GNU_RELRO && offset - segment->p_vaddr < segment->p_memsz) return true;
    }
    return false;
}

// Makes `library`'s reference to the variable `name`, which is at `original`, one to what is at `other`. Returns whether
// the library has such a reference.
static bool redirect(void *library, const char *name, const void *original, void *other) {
    struct link_map *map = NULL;
    if (!original || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map) return false;
    void **reference = reference_to(name, map);
    if (!reference || *reference != original) return false;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    void *start = (void *)((uintptr_t)reference & ~(page - 1));
    const bool sealed = is_sealed(reference, map);
    if (sealed && mprotect(start, page, PROT_READ | PROT_WRITE) != 0) return false;
    *reference = other;
    if (sealed) mprotect(start, page, PROT_READ);
    return true;
}

// Opens a stream that calls `write` with each line.
static FILE *lines_to(cookie_write_function_t *write) {
    FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write});
    if (stream) setvbuf(stream, NULL, _IOLBF, BUFSIZ);
    return stream;
}

bool lineament_drop_announcements(void *library) {
    static FILE *stream;
    if (!stream) stream = lines_to(pass_on);
    return stream && redirect(library, "stderr", &stderr, &stream);
}

bool lineament_redirect_messages(void *library, LineamentMessageReceiver receiver) {
    static FILE *stream;
    accelerator_receiver = receiver;
    if (!stream) stream = lines_to(hand_over);
    if (!stream) return false;
    redirect(library, "stdout", &stdout, &stream);
    return redirect(library, "stderr", &stderr, &stream);
}

bool lineament_drop_output(void *library) {
    // A std::ostream, which has 272 bytes; one without a buffer drops all that is written to it.
    static _Alignas(max_align_t) char stream[1024];
    typedef void (*Constructor)(void *stream, void *buffer);
    const Constructor construct = (Constructor)dlsym(library, "_ZNSoC1EPSt15basic_streambufIcSt11char_traitsIcEE");
    if (!construct) return false;
    construct(stream, NULL);
    return redirect(library, "_ZSt4cout", dlsym(library, "_ZSt4cout"), stream);
}
#else
bool lineament_drop_announcements(void *library) {
    (void)library;
    return false;
}

bool lineament_redirect_messages(void *library, LineamentMessageReceiver receiver) {
    (void)library;
    (void)receiver;
    return false;
}

void lineament_capture_messages(LineamentMessageReceiver receiver) { (void)receiver; }

bool lineament_drop_output(void *library) {
    (void)library;
    return false;
}
#endif
