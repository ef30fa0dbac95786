// SPDX-License-Identifier: Apache-2.0
// Cairo, for drawing, opened on demand. Its ABI is stable, so that its header is not needed: the types are declared in
// cairo_types.h, and the functions here, as in the header.
#ifndef LINEAMENT_CAIRO_H
#define LINEAMENT_CAIRO_H

#include "cairo_types.h"

#define LINEAMENT_CAIRO_CONTEXT struct LineamentCairoContext *_Nonnull
#define LINEAMENT_CAIRO_PATTERN struct LineamentCairoPattern *_Nullable
#define LINEAMENT_CAIRO_SURFACE struct LineamentCairoSurface *_Nullable

// Returned type, name, parameters. Cairo takes what it could not create: such a thing has a status and is never NULL.
#define LINEAMENT_CAIRO(each) \
    each(void, cairo_arc, (LINEAMENT_CAIRO_CONTEXT, double x, double y, double radius, double from, double to)) \
    each(void, cairo_clip, (LINEAMENT_CAIRO_CONTEXT)) \
    each(struct LineamentCairoContext *_Nullable, cairo_create, (LINEAMENT_CAIRO_SURFACE)) \
    each(void, cairo_destroy, (LINEAMENT_CAIRO_CONTEXT)) \
    each(void, cairo_fill, (LINEAMENT_CAIRO_CONTEXT)) \
    each(LINEAMENT_CAIRO_PATTERN, cairo_get_source, (LINEAMENT_CAIRO_CONTEXT)) \
    each(LINEAMENT_CAIRO_SURFACE, cairo_get_target, (LINEAMENT_CAIRO_CONTEXT)) \
    each(LINEAMENT_CAIRO_SURFACE, cairo_image_surface_create, (enum LineamentCairoFormat, int width, int height)) \
    each(LINEAMENT_CAIRO_SURFACE, cairo_image_surface_create_for_data, (unsigned char *_Nullable data, \
        enum LineamentCairoFormat, int width, int height, int bytesPerRow)) \
    each(unsigned char *_Nullable, cairo_image_surface_get_data, (LINEAMENT_CAIRO_SURFACE)) \
    each(int, cairo_image_surface_get_stride, (LINEAMENT_CAIRO_SURFACE)) \
    each(void, cairo_line_to, (LINEAMENT_CAIRO_CONTEXT, double x, double y)) \
    each(void, cairo_mask_surface, (LINEAMENT_CAIRO_CONTEXT, LINEAMENT_CAIRO_SURFACE, double x, double y)) \
    each(void, cairo_move_to, (LINEAMENT_CAIRO_CONTEXT, double x, double y)) \
    each(void, cairo_new_path, (LINEAMENT_CAIRO_CONTEXT)) \
    each(void, cairo_new_sub_path, (LINEAMENT_CAIRO_CONTEXT)) \
    each(void, cairo_paint, (LINEAMENT_CAIRO_CONTEXT)) \
    each(void, cairo_pattern_set_extend, (LINEAMENT_CAIRO_PATTERN, enum LineamentCairoExtend)) \
    each(void, cairo_pattern_set_filter, (LINEAMENT_CAIRO_PATTERN, enum LineamentCairoFilter)) \
    each(void, cairo_rectangle, (LINEAMENT_CAIRO_CONTEXT, double x, double y, double width, double height)) \
    each(void, cairo_restore, (LINEAMENT_CAIRO_CONTEXT)) \
    each(void, cairo_save, (LINEAMENT_CAIRO_CONTEXT)) \
    each(void, cairo_scale, (LINEAMENT_CAIRO_CONTEXT, double x, double y)) \
    each(void, cairo_select_font_face, (LINEAMENT_CAIRO_CONTEXT, const char *_Nonnull family, \
        enum LineamentCairoFontSlant, enum LineamentCairoFontWeight)) \
    each(void, cairo_set_font_size, (LINEAMENT_CAIRO_CONTEXT, double size)) \
    each(void, cairo_set_line_cap, (LINEAMENT_CAIRO_CONTEXT, enum LineamentCairoLineCap)) \
    each(void, cairo_set_line_join, (LINEAMENT_CAIRO_CONTEXT, enum LineamentCairoLineJoin)) \
    each(void, cairo_set_line_width, (LINEAMENT_CAIRO_CONTEXT, double width)) \
    each(void, cairo_set_source_rgba, (LINEAMENT_CAIRO_CONTEXT, double red, double green, double blue, double alpha)) \
    each(void, cairo_set_source_surface, (LINEAMENT_CAIRO_CONTEXT, LINEAMENT_CAIRO_SURFACE, double x, double y)) \
    each(void, cairo_show_text, (LINEAMENT_CAIRO_CONTEXT, const char *_Nonnull text)) \
    each(enum LineamentCairoStatus, cairo_status, (LINEAMENT_CAIRO_CONTEXT)) \
    each(const char *_Nullable, cairo_status_to_string, (enum LineamentCairoStatus)) \
    each(void, cairo_stroke, (LINEAMENT_CAIRO_CONTEXT)) \
    each(void, cairo_stroke_preserve, (LINEAMENT_CAIRO_CONTEXT)) \
    each(void, cairo_surface_destroy, (LINEAMENT_CAIRO_SURFACE)) \
    each(void, cairo_surface_finish, (LINEAMENT_CAIRO_SURFACE)) \
    each(void, cairo_surface_flush, (LINEAMENT_CAIRO_SURFACE)) \
    each(void, cairo_surface_mark_dirty, (LINEAMENT_CAIRO_SURFACE)) \
    each(enum LineamentCairoStatus, cairo_surface_status, (LINEAMENT_CAIRO_SURFACE)) \
    each(void, cairo_text_extents, (LINEAMENT_CAIRO_CONTEXT, const char *_Nonnull text, \
        LineamentCairoTextExtents *_Nonnull extents)) \
    each(void, cairo_translate, (LINEAMENT_CAIRO_CONTEXT, double x, double y))

#define LINEAMENT_CAIRO_MEMBER(result, name, parameters) result (*_Nonnull name) parameters;

/// The functions of Cairo that Lineament calls.
typedef struct {
    LINEAMENT_CAIRO(LINEAMENT_CAIRO_MEMBER)
} LineamentCairo;

/// Opens Cairo. Calls after the first success are free; a failure is retried by the next call. Thread-safe.
/// Returns the functions, which stay valid, or NULL and, in `missing`, the name of the library or the missing function.
const LineamentCairo *_Nullable lineament_cairo_open(const char *_Nullable *_Nonnull missing);

#endif
