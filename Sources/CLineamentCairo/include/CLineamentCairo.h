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

#endif
