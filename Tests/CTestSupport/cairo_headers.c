// SPDX-License-Identifier: Apache-2.0
// Compares what CLineamentCairo declares with Cairo's own header, where it is installed: a difference is an error of the
// compiler.
#if __has_include(<cairo/cairo.h>)

#include <cairo/cairo.h>
#include <stddef.h>

#include "CLineamentCairo.h"

#define CHECK_VALUE(name, value) _Static_assert((int)name == value, #name);
#define CHECK_ENUM(name, type, list) \
    _Static_assert(sizeof(enum LineamentCairo##name) == sizeof(type), #type); \
    list(CHECK_VALUE)
LINEAMENT_CAIRO_ENUMS(CHECK_ENUM)

#define CHECK_EXTENT(name) \
    _Static_assert(offsetof(LineamentCairoTextExtents, name) == offsetof(cairo_text_extents_t, name), #name);
CHECK_EXTENT(x_bearing)
CHECK_EXTENT(y_bearing)
CHECK_EXTENT(width)
CHECK_EXTENT(height)
CHECK_EXTENT(x_advance)
CHECK_EXTENT(y_advance)
_Static_assert(sizeof(LineamentCairoTextExtents) == sizeof(cairo_text_extents_t), "cairo_text_extents_t");

// With Cairo's types in place of those declared here, each function must have the type that Cairo declares.
#define LineamentCairoContext _cairo
#define LineamentCairoPattern _cairo_pattern
#define LineamentCairoSurface _cairo_surface
#define LineamentCairoTextExtents cairo_text_extents_t
#define LineamentCairoStatus _cairo_status
#define LineamentCairoFormat _cairo_format
#define LineamentCairoExtend _cairo_extend
#define LineamentCairoFilter _cairo_filter
#define LineamentCairoFontSlant _cairo_font_slant
#define LineamentCairoFontWeight _cairo_font_weight
#define LineamentCairoLineCap _cairo_line_cap
#define LineamentCairoLineJoin _cairo_line_join
#define CHECK_FUNCTION(result, name, parameters) \
    _Static_assert(__builtin_types_compatible_p(result(*) parameters, __typeof__(&name)), #name);
LINEAMENT_CAIRO(CHECK_FUNCTION)

#endif
