// SPDX-License-Identifier: Apache-2.0
// A Vulkan driver that loses its device with the n-th submission of work, for good; everything else goes to the driver at
// LINEAMENT_DRIVER.
//
//   LINEAMENT_LOSS=40
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { device_lost = -4 };  // VK_ERROR_DEVICE_LOST

typedef void (*Function)(void);
typedef Function (*Lookup)(void *owner, const char *name);
typedef int32_t (*Submit)(void *queue, uint32_t count, const void *work, uint64_t fence);

static Lookup device_lookup;
static Submit submit;

static Function of_driver(const char *name) {
    static void *library;
    if (!library) library = dlopen(getenv("LINEAMENT_DRIVER"), RTLD_NOW | RTLD_LOCAL);
    return library ? (Function)dlsym(library, name) : NULL;
}

static int32_t submit_or_lose(void *queue, uint32_t count, const void *work, uint64_t fence) {
    static atomic_long calls;
    const char *loss = getenv("LINEAMENT_LOSS");
    if (loss && atomic_fetch_add(&calls, 1) + 1 >= strtol(loss, NULL, 10)) return device_lost;
    return submit(queue, count, work, fence);
}

static Function wrapped(const char *name, Function found);

static Function find_for_device(void *device, const char *name) { return wrapped(name, device_lookup(device, name)); }

static Function wrapped(const char *name, Function found) {
    if (found && strcmp(name, "vkQueueSubmit") == 0) {
        submit = (Submit)found;
        return (Function)submit_or_lose;
    }
    if (found && strcmp(name, "vkGetDeviceProcAddr") == 0) {
        device_lookup = (Lookup)found;
        return (Function)find_for_device;
    }
    return found;
}

Function vk_icdGetInstanceProcAddr(void *instance, const char *name) {
    const Lookup lookup = (Lookup)of_driver("vk_icdGetInstanceProcAddr");
    return lookup ? wrapped(name, lookup(instance, name)) : NULL;
}

Function vk_icdGetPhysicalDeviceProcAddr(void *instance, const char *name) {
    const Lookup lookup = (Lookup)of_driver("vk_icdGetPhysicalDeviceProcAddr");
    return lookup ? lookup(instance, name) : NULL;
}

int32_t vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    typedef int32_t (*Negotiate)(uint32_t *);
    const Negotiate negotiate = (Negotiate)of_driver("vk_icdNegotiateLoaderICDInterfaceVersion");
    return negotiate ? negotiate(version) : -9;  // VK_ERROR_INCOMPATIBLE_DRIVER
}
