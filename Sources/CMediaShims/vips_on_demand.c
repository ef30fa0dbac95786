#include "CMediaShims.h"

#ifdef __linux__

#include "on_demand.h"

#include <dlfcn.h>
#include <vips/version.h>

// Those of GLib come with libvips.
#define VIPS(each) \
    each(g_free) each(g_log) each(g_log_set_handler) each(g_object_unref) each(g_strchomp) each(g_strchug) \
    each(g_strlcpy) each(vips_autorot) each(vips_block_untrusted_set) each(vips_cache_set_max) \
    each(vips_cast_uchar) each(vips_colourspace) each(vips_concurrency_set) each(vips_error) \
    each(vips_error_buffer) each(vips_error_clear) each(vips_extract_band) each(vips_image_copy_memory) \
    each(vips_image_get_orientation) each(vips_image_new_from_buffer) each(vips_image_new_from_memory) \
    each(vips_image_set_int) each(vips_image_write_to_buffer) each(vips_image_write_to_memory) each(vips_init) \
    each(vips_rshift_const1) each(vips_version)

VIPS(FUNCTION)

const char *lineament_vips_load(void) {
    void *library = lineament_open_library("libvips", VIPS_LIBRARY_CURRENT - VIPS_LIBRARY_AGE);
    if (!library) return "libvips";
    const char *missing = NULL;
    VIPS(FIND)
    return missing;
}

#else

const char *lineament_vips_load(void) { return NULL; }

#endif
