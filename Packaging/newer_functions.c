// SPDX-License-Identifier: Apache-2.0
// Functions of which glibc 2.35 and GCC 12's libstdc++ have a version of its own that older systems lack, though they have
// the function. Swift's static libraries call them; `ld --wrap` lets these stand in, which take whichever version there is.
// So the program and the library run with glibc 2.34 and GCC 11's libstdc++: RHEL 9, Amazon Linux 2023.
//
// The linker's options follow from the names here; see Makefile and Scripts/build/link_library.sh.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>

typedef _Atomic(void *) Place;

static void *found(const char *name, Place *place) {
    void *function = atomic_load_explicit(place, memory_order_relaxed);
    if (!function) {
        function = dlsym(RTLD_DEFAULT, name);
        atomic_store_explicit(place, function, memory_order_relaxed);
    }
    return function;
}

double __wrap_hypot(double x, double y) {
    static Place place;
    return ((double (*)(double, double))found("hypot", &place))(x, y);
}

float __wrap_hypotf(float x, float y) {
    static Place place;
    return ((float (*)(float, float))found("hypotf", &place))(x, y);
}

// std::condition_variable::wait(std::unique_lock<std::mutex> &)
void __wrap__ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE(void *condition, void *lock) {
    static Place place;
    ((void (*)(void *, void *))found("_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", &place))(condition, lock);
}
