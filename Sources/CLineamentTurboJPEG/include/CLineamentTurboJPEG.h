// libjpeg-turbo, for JPEG and BMP, opened on demand. Its types come from its header, its functions from a table of
// pointers.
#ifndef LINEAMENT_TURBOJPEG_H
#define LINEAMENT_TURBOJPEG_H

#if __has_include(<turbojpeg.h>)

#include <turbojpeg.h>

#define LINEAMENT_TURBOJPEG(each) \
    each(tjCompress2) each(tjDecompress2) each(tjDecompressHeader3) each(tjDestroy) each(tjFree) \
    each(tjGetErrorCode) each(tjGetErrorStr2) each(tjInitCompress) each(tjInitDecompress) each(tjLoadImage)

#define LINEAMENT_TURBOJPEG_MEMBER(name) __typeof__(name) *_Nonnull name;

/// The functions of libjpeg-turbo that Lineament calls.
typedef struct {
    LINEAMENT_TURBOJPEG(LINEAMENT_TURBOJPEG_MEMBER)
} LineamentTurboJPEG;

/// Opens libjpeg-turbo. Calls after the first success are free; a failure is retried by the next call. Thread-safe.
/// Returns the functions, which stay valid, or NULL and, in `missing`, the name of the library or the missing function.
const LineamentTurboJPEG *_Nullable lineament_turbojpeg_open(const char *_Nullable *_Nonnull missing);

#else
#error "LineamentImages needs libjpeg-turbo's headers. Debian, Ubuntu: apt-get install libturbojpeg0-dev. Fedora: dnf install turbojpeg-devel. Arch: pacman -S libjpeg-turbo"
#endif

#endif
