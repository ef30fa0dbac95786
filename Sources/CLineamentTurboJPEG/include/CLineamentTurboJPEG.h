// SPDX-License-Identifier: Apache-2.0
// libjpeg-turbo, for JPEG and BMP, opened on demand. Its ABI is stable, so that its header is not needed: the types are
// declared in turbojpeg_types.h, and the functions here, as in the header.
#ifndef LINEAMENT_TURBOJPEG_H
#define LINEAMENT_TURBOJPEG_H

#include "turbojpeg_types.h"

// Returned type, name, parameters.
#define LINEAMENT_TURBOJPEG(each) \
    each(int, tjCompress2, (LineamentTJHandle _Nonnull, const unsigned char *_Nonnull pixels, int width, \
        int bytesPerRow, int height, int format, unsigned char *_Nullable *_Nonnull file, \
        unsigned long *_Nonnull size, int subsampling, int quality, int flags)) \
    each(int, tjDecompress2, (LineamentTJHandle _Nonnull, const unsigned char *_Nullable file, unsigned long size, \
        unsigned char *_Nullable pixels, int width, int bytesPerRow, int height, int format, int flags)) \
    each(int, tjDecompressHeader3, (LineamentTJHandle _Nonnull, const unsigned char *_Nullable file, \
        unsigned long size, int *_Nonnull width, int *_Nonnull height, int *_Nonnull subsampling, \
        int *_Nonnull colorspace)) \
    each(int, tjDestroy, (LineamentTJHandle _Nonnull)) \
    each(void, tjFree, (unsigned char *_Nullable)) \
    each(int, tjGetErrorCode, (LineamentTJHandle _Nonnull)) \
    each(char *_Nullable, tjGetErrorStr2, (LineamentTJHandle _Nullable)) \
    each(LineamentTJHandle _Nullable, tjInitCompress, (void)) \
    each(LineamentTJHandle _Nullable, tjInitDecompress, (void)) \
    each(LineamentTJHandle _Nullable, tjInitTransform, (void)) \
    each(unsigned char *_Nullable, tjLoadImage, (const char *_Nonnull path, int *_Nonnull width, int alignment, \
        int *_Nonnull height, int *_Nonnull format, int flags)) \
    each(int, tjTransform, (LineamentTJHandle _Nonnull, const unsigned char *_Nullable file, unsigned long size, \
        int count, unsigned char *_Nullable *_Nonnull files, unsigned long *_Nonnull sizes, \
        LineamentTJTransform *_Nonnull transforms, int flags))

#define LINEAMENT_TURBOJPEG_MEMBER(result, name, parameters) result (*_Nonnull name) parameters;

/// The functions of libjpeg-turbo that Lineament calls.
typedef struct {
    LINEAMENT_TURBOJPEG(LINEAMENT_TURBOJPEG_MEMBER)
} LineamentTurboJPEG;

/// Opens libjpeg-turbo. Calls after the first success are free; a failure is retried by the next call. Thread-safe.
/// Returns the functions, which stay valid, or NULL and, in `missing`, the name of the library or the missing function.
const LineamentTurboJPEG *_Nullable lineament_turbojpeg_open(const char *_Nullable *_Nonnull missing);

#endif
