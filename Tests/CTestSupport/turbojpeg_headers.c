// SPDX-License-Identifier: Apache-2.0
// Compares what CLineamentTurboJPEG declares with libjpeg-turbo's own header, where it is installed: a difference is an error
// of the compiler.
#if __has_include(<turbojpeg.h>)

#include <stddef.h>
#include <turbojpeg.h>

#include "CLineamentTurboJPEG.h"

#define CHECK_VALUE(name, value) _Static_assert((int)name == value, #name);
#define CHECK_ENUM(name, list) list(CHECK_VALUE)
LINEAMENT_TURBOJPEG_ENUMS(CHECK_ENUM)
LINEAMENT_TURBOJPEG_NUMBERS(CHECK_VALUE)

// Of two structures, compatible functions would need the same name.
#define CHECK_MEMBER(ours, theirs, member) \
    _Static_assert(offsetof(ours, member) == offsetof(theirs, member), #member);
#define CHECK_SIZE(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), #ours);
CHECK_MEMBER(LineamentTJRegion, tjregion, x)
CHECK_MEMBER(LineamentTJRegion, tjregion, y)
CHECK_MEMBER(LineamentTJRegion, tjregion, w)
CHECK_MEMBER(LineamentTJRegion, tjregion, h)
CHECK_SIZE(LineamentTJRegion, tjregion)
CHECK_MEMBER(LineamentTJTransform, tjtransform, r)
CHECK_MEMBER(LineamentTJTransform, tjtransform, op)
CHECK_MEMBER(LineamentTJTransform, tjtransform, options)
CHECK_MEMBER(LineamentTJTransform, tjtransform, data)
CHECK_MEMBER(LineamentTJTransform, tjtransform, customFilter)
CHECK_SIZE(LineamentTJTransform, tjtransform)

// The declarations of functions again, with their structures.
#define LineamentTJTransform tjtransform
#define CHECK_FUNCTION(result, name, parameters) \
    _Static_assert(__builtin_types_compatible_p(result(*) parameters, __typeof__(&name)), #name);
LINEAMENT_TURBOJPEG(CHECK_FUNCTION)

#endif
