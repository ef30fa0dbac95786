// SPDX-License-Identifier: Apache-2.0
// What the tests ask the processor.
#ifndef C_TEST_SUPPORT_H
#define C_TEST_SUPPORT_H

#include <stdint.h>

/// The registers that the instruction CPUID fills; zeros on other processors than those of x86.
typedef struct {
    uint32_t eax, ebx, ecx, edx;
} TestSupportRegisters;

/// Returns what CPUID says, or what the runtime is told that it says, where Tests/Processors pretends another processor.
TestSupportRegisters test_support_cpuid(uint32_t leaf, uint32_t subleaf);

/// Returns which registers the system saves, a bit for each kind; 0 where the processor or the system has no such bits.
uint64_t test_support_saved_registers(void);

#endif
