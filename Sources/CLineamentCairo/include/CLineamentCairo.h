// Cairo, for drawing.
#ifndef LINEAMENT_CAIRO_H
#define LINEAMENT_CAIRO_H

#if __has_include(<cairo/cairo.h>)
#include <cairo/cairo.h>
#elif __has_include(<cairo.h>)
#include <cairo.h>
#else
#error "LineamentRender needs Cairo's headers. Debian, Ubuntu: apt-get install libcairo2-dev. Fedora: dnf install cairo-devel. Arch: pacman -S cairo"
#endif

/// Makes Cairo's functions ready to be called; call it before the first of them. Thread-safe.
/// Returns NULL, or the name of the library or function that is missing.
const char *_Nullable lineament_cairo_open(void);

#endif
