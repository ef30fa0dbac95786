// libjpeg-turbo, for JPEG and BMP.
#ifndef LINEAMENT_TURBOJPEG_H
#define LINEAMENT_TURBOJPEG_H

#if __has_include(<turbojpeg.h>)
#include <turbojpeg.h>
#else
#error "LineamentImages needs libjpeg-turbo's headers: apt-get install libturbojpeg0-dev"
#endif

#endif
