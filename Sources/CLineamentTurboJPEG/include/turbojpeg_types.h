// SPDX-License-Identifier: Apache-2.0
// Declarations of our own of libjpeg-turbo's types and numbers: those that Lineament uses, without its header. C's names
// have a prefix, so that a program can include the header as well; Swift sees libjpeg-turbo's names.
#ifndef LINEAMENT_TURBOJPEG_TYPES_H
#define LINEAMENT_TURBOJPEG_TYPES_H

#define LINEAMENT_TURBOJPEG_SWIFT(name) __attribute__((swift_name(name)))

typedef void *LineamentTJHandle LINEAMENT_TURBOJPEG_SWIFT("tjhandle");

#define LINEAMENT_TURBOJPEG_PIXEL_FORMATS(each) \
    each(TJPF_RGB, 0) each(TJPF_RGBX, 2) each(TJPF_BGRX, 3) each(TJPF_GRAY, 6) each(TJPF_CMYK, 11)
#define LINEAMENT_TURBOJPEG_SUBSAMPLINGS(each) \
    each(TJSAMP_444, 0) each(TJSAMP_422, 1) each(TJSAMP_420, 2) each(TJSAMP_GRAY, 3) each(TJSAMP_440, 4) \
    each(TJSAMP_411, 5)
#define LINEAMENT_TURBOJPEG_COLORSPACES(each) \
    each(TJCS_RGB, 0) each(TJCS_YCbCr, 1) each(TJCS_GRAY, 2) each(TJCS_CMYK, 3) each(TJCS_YCCK, 4)
#define LINEAMENT_TURBOJPEG_ERRORS(each) each(TJERR_WARNING, 0)
#define LINEAMENT_TURBOJPEG_OPERATIONS(each) each(TJXOP_NONE, 0)

#define LINEAMENT_TURBOJPEG_ENUMS(each) \
    each(TJPF, LINEAMENT_TURBOJPEG_PIXEL_FORMATS) each(TJSAMP, LINEAMENT_TURBOJPEG_SUBSAMPLINGS) \
    each(TJCS, LINEAMENT_TURBOJPEG_COLORSPACES) each(TJERR, LINEAMENT_TURBOJPEG_ERRORS) \
    each(TJXOP, LINEAMENT_TURBOJPEG_OPERATIONS)

// The values of macros.
#define LINEAMENT_TURBOJPEG_NUMBERS(each) \
    each(TJFLAG_BOTTOMUP, 2) each(TJFLAG_PROGRESSIVE, 16384) each(TJFLAG_LIMITSCANS, 32768) \
    each(TJXOPT_NOOUTPUT, 16) each(TJXOPT_PROGRESSIVE, 32) each(TJXOPT_COPYNONE, 64)

#define LINEAMENT_TURBOJPEG_CASE(name, value) LINEAMENT_##name LINEAMENT_TURBOJPEG_SWIFT(#name) = value,
#define LINEAMENT_TURBOJPEG_ENUM(name, list) \
    enum LINEAMENT_TURBOJPEG_SWIFT(#name) Lineament##name { list(LINEAMENT_TURBOJPEG_CASE) };
LINEAMENT_TURBOJPEG_ENUMS(LINEAMENT_TURBOJPEG_ENUM)

#define LINEAMENT_TURBOJPEG_NUMBER(name, value) \
    static const int LINEAMENT_##name LINEAMENT_TURBOJPEG_SWIFT(#name) = value;
LINEAMENT_TURBOJPEG_NUMBERS(LINEAMENT_TURBOJPEG_NUMBER)

typedef struct {
    int x, y, w, h;
} LineamentTJRegion LINEAMENT_TURBOJPEG_SWIFT("tjregion");

typedef struct LineamentTJTransform LineamentTJTransform;

// A lossless transform of a file. `customFilter` gets the quantized coefficients of each row of blocks, 64 a block in natural
// order, and may change them; `array` is where the row is in its plane, in samples, and -1 ends the transform.
struct LINEAMENT_TURBOJPEG_SWIFT("tjtransform") LineamentTJTransform {
    LineamentTJRegion r;
    int op;
    int options;
    void *_Nullable data;
    int (*_Nullable customFilter)(
        short *_Nonnull coefficients, LineamentTJRegion array, LineamentTJRegion plane, int component, int number,
        LineamentTJTransform *_Nonnull transform);
};

#endif
