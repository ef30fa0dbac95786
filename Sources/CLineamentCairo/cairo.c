#include "CLineamentCairo.h"

#include <stddef.h>

// Where Cairo is linked, it is there. liblineament opens it on demand instead; see Scripts/link_library.sh.
__attribute__((weak)) const char *lineament_cairo_open(void) { return NULL; }
