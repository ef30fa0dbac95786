// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "CLineamentKernels.h"

#if defined(__linux__)

#include <sched.h>

int lineament_bound_cores(void) {
    cpu_set_t cores;
    return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 0;
}

#else

int lineament_bound_cores(void) { return 0; }

#endif
