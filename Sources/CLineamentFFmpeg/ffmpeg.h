// SPDX-License-Identifier: Apache-2.0
// The declarations that the files of this target share.
#ifndef LINEAMENT_FFMPEG_INNER_H
#define LINEAMENT_FFMPEG_INNER_H

#include "CLineamentFFmpeg.h"

/// Sets the members' places to those of a version, by the major version of libavformat.
void lineament_ffmpeg_set_column(int avformat);

/// Returns whether members and numbers are what the libraries say of themselves.
bool lineament_ffmpeg_agrees(const LineamentFFmpeg *_Nonnull ffmpeg);

/// The functions of the open version.
extern LineamentFFmpeg lineament_ffmpeg;

#endif
