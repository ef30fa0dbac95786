// SPDX-License-Identifier: Apache-2.0
#include "ffmpeg.h"

bool lineament_processor_has_avx512(void) {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
#else
    return false;
#endif
}
