// Cairo, for drawing, opened on demand. Its types come from its header, its functions from a table of pointers.
#ifndef LINEAMENT_CAIRO_H
#define LINEAMENT_CAIRO_H

#if __has_include(<cairo/cairo.h>)
#include <cairo/cairo.h>
#elif __has_include(<cairo.h>)
#include <cairo.h>
#else
#error "LineamentRender needs Cairo's headers. Debian, Ubuntu: apt-get install libcairo2-dev. Fedora: dnf install cairo-devel. Arch: pacman -S cairo"
#endif

#define LINEAMENT_CAIRO(each) \
    each(cairo_arc) each(cairo_clip) each(cairo_create) each(cairo_destroy) each(cairo_fill) \
    each(cairo_get_source) each(cairo_get_target) each(cairo_image_surface_create) \
    each(cairo_image_surface_create_for_data) each(cairo_image_surface_get_data) \
    each(cairo_image_surface_get_stride) each(cairo_line_to) each(cairo_mask_surface) each(cairo_move_to) \
    each(cairo_new_path) each(cairo_new_sub_path) each(cairo_paint) each(cairo_pattern_set_extend) \
    each(cairo_pattern_set_filter) each(cairo_rectangle) each(cairo_restore) each(cairo_save) \
    each(cairo_scale) each(cairo_select_font_face) each(cairo_set_font_size) each(cairo_set_line_cap) \
    each(cairo_set_line_join) each(cairo_set_line_width) each(cairo_set_source_rgba) \
    each(cairo_set_source_surface) each(cairo_show_text) each(cairo_status) each(cairo_status_to_string) \
    each(cairo_stroke) each(cairo_stroke_preserve) each(cairo_surface_destroy) each(cairo_surface_finish) \
    each(cairo_surface_flush) each(cairo_surface_mark_dirty) each(cairo_surface_status) \
    each(cairo_text_extents) each(cairo_translate)

#define LINEAMENT_CAIRO_MEMBER(name) __typeof__(name) *_Nonnull name;

/// The functions of Cairo that Lineament calls.
typedef struct {
    LINEAMENT_CAIRO(LINEAMENT_CAIRO_MEMBER)
} LineamentCairo;

/// Opens Cairo. Calls after the first success are free; a failure is retried by the next call. Thread-safe.
/// Returns the functions, which stay valid, or NULL and, in `missing`, the name of the library or the missing function.
const LineamentCairo *_Nullable lineament_cairo_open(const char *_Nullable *_Nonnull missing);

#endif
