// SPDX-License-Identifier: Apache-2.0
#include "CLineamentKernels.h"

#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

void lineament_release_free_memory(void) {
#if defined(__GLIBC__)
    malloc_trim(0);
#endif
}
