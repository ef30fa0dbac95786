# SPDX-License-Identifier: Apache-2.0
"""Makes an AVI with copies of a JPEG of 512x512 pixels.

usage: make_avi.py JPEG AVI COUNT
"""

import struct
import sys

jpeg = open(sys.argv[1], "rb").read()
count, side = int(sys.argv[3]), 512


def chunk(name, data):
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def group(kind, data):
    return chunk(b"LIST", kind + data)


header = struct.pack("<14I", 40_000, 0, 0, 16, count, 0, 1, len(jpeg), side, side, 0, 0, 0, 0)
stream = b"vidsMJPG" + struct.pack("<10I4H", 0, 0, 0, 1, 25, 0, count, len(jpeg), 0, 0, 0, 0, side, side)
pixels = struct.pack("<3I2H4s5I", 40, side, side, 1, 24, b"MJPG", side * side * 3, 0, 0, 0, 0)
frame = chunk(b"00dc", jpeg)
offsets = [4 + i * len(frame) for i in range(count)]
index = b"".join(b"00dc" + struct.pack("<3I", 16, offset, len(jpeg)) for offset in offsets)
lists = group(
    b"hdrl",
    chunk(b"avih", header) + group(b"strl", chunk(b"strh", stream) + chunk(b"strf", pixels)),
)
data = b"AVI " + lists + group(b"movi", frame * count) + chunk(b"idx1", index)
open(sys.argv[2], "wb").write(b"RIFF" + struct.pack("<I", len(data)) + data)
