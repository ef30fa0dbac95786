// SPDX-License-Identifier: Apache-2.0
// Declarations of our own of Cairo's types and numbers: those that Lineament uses, without its header. C's names have a
// prefix, so that a program can include the header as well; Swift sees Cairo's names.
#ifndef LINEAMENT_CAIRO_TYPES_H
#define LINEAMENT_CAIRO_TYPES_H

#define LINEAMENT_CAIRO_SWIFT(name) __attribute__((swift_name(name)))

struct LineamentCairoContext;
struct LineamentCairoPattern;
struct LineamentCairoSurface;

/// The place and size of a text.
typedef struct {
    double x_bearing;
    double y_bearing;
    double width;
    double height;
    double x_advance;
    double y_advance;
} LineamentCairoTextExtents LINEAMENT_CAIRO_SWIFT("cairo_text_extents_t");

#define LINEAMENT_CAIRO_STATUSES(each) each(CAIRO_STATUS_SUCCESS, 0) each(CAIRO_STATUS_NO_MEMORY, 1)
// A format can be -1, an invalid one.
#define LINEAMENT_CAIRO_FORMATS(each) \
    each(CAIRO_FORMAT_INVALID, -1) each(CAIRO_FORMAT_RGB24, 1) each(CAIRO_FORMAT_A8, 2)
#define LINEAMENT_CAIRO_EXTENDS(each) each(CAIRO_EXTEND_PAD, 3)
#define LINEAMENT_CAIRO_FILTERS(each) each(CAIRO_FILTER_BEST, 2) each(CAIRO_FILTER_BILINEAR, 4)
#define LINEAMENT_CAIRO_FONT_SLANTS(each) each(CAIRO_FONT_SLANT_NORMAL, 0)
#define LINEAMENT_CAIRO_FONT_WEIGHTS(each) each(CAIRO_FONT_WEIGHT_NORMAL, 0) each(CAIRO_FONT_WEIGHT_BOLD, 1)
#define LINEAMENT_CAIRO_LINE_CAPS(each) each(CAIRO_LINE_CAP_ROUND, 1)
#define LINEAMENT_CAIRO_LINE_JOINS(each) each(CAIRO_LINE_JOIN_ROUND, 1)

// The name of the enumeration here, that in Swift, its cases.
#define LINEAMENT_CAIRO_ENUMS(each) \
    each(Status, cairo_status_t, LINEAMENT_CAIRO_STATUSES) each(Format, cairo_format_t, LINEAMENT_CAIRO_FORMATS) \
    each(Extend, cairo_extend_t, LINEAMENT_CAIRO_EXTENDS) each(Filter, cairo_filter_t, LINEAMENT_CAIRO_FILTERS) \
    each(FontSlant, cairo_font_slant_t, LINEAMENT_CAIRO_FONT_SLANTS) \
    each(FontWeight, cairo_font_weight_t, LINEAMENT_CAIRO_FONT_WEIGHTS) \
    each(LineCap, cairo_line_cap_t, LINEAMENT_CAIRO_LINE_CAPS) \
    each(LineJoin, cairo_line_join_t, LINEAMENT_CAIRO_LINE_JOINS)

#define LINEAMENT_CAIRO_CASE(name, value) LINEAMENT_##name LINEAMENT_CAIRO_SWIFT(#name) = value,
#define LINEAMENT_CAIRO_ENUM(name, swift, list) \
    enum LINEAMENT_CAIRO_SWIFT(#swift) LineamentCairo##name { list(LINEAMENT_CAIRO_CASE) };
LINEAMENT_CAIRO_ENUMS(LINEAMENT_CAIRO_ENUM)

#endif
