// SPDX-License-Identifier: Apache-2.0
// Pretends another processor to a copy of the runtime whose CPUID instructions Scripts/tests/test_processors.sh has replaced
// by UD2, which is as long. The runtime then takes the kernels of that processor, at full speed. What it says of itself, and
// not what it can do, is changed: the real processor must have the instructions.
//
//   LD_PRELOAD=processor.so LINEAMENT_PROCESSOR=nehalem
#define _GNU_SOURCE
#include <cpuid.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { EAX, EBX, ECX, EDX };

// The bits of instructions beyond those of the oldest processors, by the leaf and the register that have them.
enum {
    SSE3 = 1u << 0 | 1u << 9,                // leaf 1, ecx; with SSSE3
    SSE4 = 1u << 19 | 1u << 20,
    AVX = 1u << 28,
    F16C = 1u << 29,
    FMA = 1u << 12,
    AVX2 = 1u << 5 | 1u << 3 | 1u << 8,      // leaf 7, ebx; with BMI1 and BMI2
};
static const uint32_t avx512_ebx = 1u << 16 | 1u << 17 | 1u << 21 | 1u << 26 | 1u << 27 | 1u << 28 | 1u << 30 | 1u << 31;
// With GFNI, VAES and VPCLMULQDQ, which came with AVX-512, and AMX.
static const uint32_t avx512_ecx = 1u << 1 | 1u << 6 | 1u << 8 | 1u << 9 | 1u << 10 | 1u << 11 | 1u << 12 | 1u << 14;
static const uint32_t avx512_edx = 1u << 2 | 1u << 3 | 1u << 8 | 1u << 22 | 1u << 23 | 1u << 24 | 1u << 25;
static const uint32_t after_avx512 = 1u << 4 | 1u << 5 | 1u << 21 | 1u << 23;  // leaf 7, subleaf 1, eax

typedef struct {
    const char *name;
    const char *maker;
    uint32_t signature;   // leaf 1, eax
    uint32_t lacks_1;     // leaf 1, ecx
    uint32_t lacks_7;     // leaf 7, ebx, beyond AVX-512
    int has_avx512;
} Processor;

static const Processor processors[] = {
    {"skylake-x", "GenuineIntel", 0x50654, 0, 0, 1},
    {"haswell", "GenuineIntel", 0x306c3, 0, 0, 0},
    {"zen3", "AuthenticAMD", 0xa20f10, 0, 0, 0},
    {"zen", "AuthenticAMD", 0x800f11, 0, 0, 0},
    {"piledriver", "AuthenticAMD", 0x600f20, 0, AVX2, 0},
    {"ivybridge", "GenuineIntel", 0x306a9, FMA, AVX2, 0},
    {"nehalem", "GenuineIntel", 0x106a5, FMA | AVX | F16C, AVX2, 0},
    {"core2", "GenuineIntel", 0x6f6, FMA | AVX | F16C | SSE4, AVX2, 0},
    {"k8", "AuthenticAMD", 0x20f51, FMA | AVX | F16C | SSE4 | SSE3, AVX2, 0},
};

static const Processor *pretended;

// Fills the registers as the pretended processor would; the tests ask, too.
void lineament_pretended_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t registers[4]) {
    __cpuid_count(leaf, subleaf, registers[EAX], registers[EBX], registers[ECX], registers[EDX]);
    if (!pretended) return;
    if (leaf == 0) {
        memcpy(&registers[EBX], pretended->maker, 4);
        memcpy(&registers[EDX], pretended->maker + 4, 4);
        memcpy(&registers[ECX], pretended->maker + 8, 4);
    } else if (leaf == 1) {
        registers[EAX] = pretended->signature;
        registers[ECX] &= ~pretended->lacks_1;
    } else if (leaf == 7 && subleaf == 0) {
        registers[EBX] &= ~pretended->lacks_7;
        registers[EDX] &= ~(1u << 22 | 1u << 23 | 1u << 24 | 1u << 25);
        if (pretended->has_avx512) return;
        registers[EBX] &= ~avx512_ebx;
        registers[ECX] &= ~avx512_ecx;
        registers[EDX] &= ~avx512_edx;
    } else if (leaf == 7 && subleaf == 1) {
        registers[EAX] &= ~after_avx512;
    }
}

static void answer(int number, siginfo_t *information, void *context) {
    (void)information;
    greg_t *at = ((ucontext_t *)context)->uc_mcontext.gregs;
    const uint8_t *code = (const uint8_t *)at[REG_RIP];
    if (code[0] != 0x0F || code[1] != 0x0B) {
        signal(number, SIG_DFL);
        return;
    }
    uint32_t registers[4];
    lineament_pretended_cpuid((uint32_t)at[REG_RAX], (uint32_t)at[REG_RCX], registers);
    at[REG_RAX] = registers[EAX];
    at[REG_RBX] = registers[EBX];
    at[REG_RCX] = registers[ECX];
    at[REG_RDX] = registers[EDX];
    at[REG_RIP] += 2;
}

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("LINEAMENT_PROCESSOR");
    if (!name) return;
    for (size_t i = 0; i < sizeof processors / sizeof *processors; i++) {
        if (strcmp(processors[i].name, name) == 0) pretended = &processors[i];
    }
    if (!pretended) {
        fprintf(stderr, "error: no processor %s in Tests/Processors/processor.c\n", name);
        _exit(2);
    }
    const struct sigaction action = {.sa_sigaction = answer, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaction(SIGILL, &action, NULL);
}
