// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CTestSupport.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <dlfcn.h>

typedef void PretendedCPUID(uint32_t leaf, uint32_t subleaf, uint32_t registers[4]);

TestSupportRegisters test_support_cpuid(uint32_t leaf, uint32_t subleaf) {
    uint32_t registers[4] = {0, 0, 0, 0};
    PretendedCPUID *pretended = (PretendedCPUID *)dlsym(RTLD_DEFAULT, "lineament_pretended_cpuid");
    if (pretended) {
        pretended(leaf, subleaf, registers);
    } else {
        __get_cpuid_count(leaf, subleaf, &registers[0], &registers[1], &registers[2], &registers[3]);
    }
    return (TestSupportRegisters){registers[0], registers[1], registers[2], registers[3]};
}

uint64_t test_support_saved_registers(void) {
    const uint32_t saves = 1u << 27;
    if (!(test_support_cpuid(1, 0).ecx & saves)) return 0;
    uint32_t low, high;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

#else

TestSupportRegisters test_support_cpuid(uint32_t leaf, uint32_t subleaf) {
    (void)leaf;
    (void)subleaf;
    return (TestSupportRegisters){0, 0, 0, 0};
}

uint64_t test_support_saved_registers(void) { return 0; }

#endif
