# SPDX-License-Identifier: Apache-2.0
"""Images and videos for the tests, made with the standard library: PNG, raw frames, and Y4M, the video that needs no encoder."""

import functools
import struct
import zlib

from service import photo

I420, NV12, RGBA, BGRA = 1, 2, 3, 4
HEAD = struct.Struct("<BBBBHHIIqQ")
MASK_HEAD = struct.Struct("<BBHIII")


def chunk(kind, data):
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def png_of(width, height, rows=b"\0" * 1000):
    """A PNG of this size in RGB; without rows one that says so, with almost no data."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(rows)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def png_of_rows(rows):
    """A PNG of rows of RGB."""
    return png_of(len(rows[0]) // 3, len(rows), b"".join(b"\0" + row for row in rows))


def rows_of_png(data, channels=3):
    """The rows of an 8-bit PNG without interlacing, gray, RGB or RGBA, as bytes."""
    place, stream, width, height = 8, b"", 0, 0
    while place < len(data):
        size, kind = struct.unpack(">I4s", data[place : place + 8])
        content = data[place + 8 : place + 8 + size]
        if kind == b"IHDR":
            width, height, *rest = struct.unpack(">IIBBBBB", content)
            assert rest == [8, {1: 0, 3: 2, 4: 6}[channels], 0, 0, 0], f"not an 8-bit PNG of {channels} channels"
        stream += content if kind == b"IDAT" else b""
        place += size + 12
    lines, rows, above, size = zlib.decompress(stream), [], bytes(width * channels), width * channels
    for start in range(0, height * (size + 1), size + 1):
        above = unfiltered(lines[start], lines[start + 1 : start + 1 + size], above, channels)
        rows.append(above)
    return rows


def tiff_of_rows(rows):
    """A TIFF of rows of RGB, a type that browsers do not show."""
    data, width, height = b"".join(rows), len(rows[0]) // 3, len(rows)
    entries = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 2), (273, 4, 1, 8), (277, 3, 1, 3),
               (278, 4, 1, height), (279, 4, 1, len(data))]
    directory = struct.pack("<H", len(entries)) + b"".join(struct.pack("<HHII", *entry) for entry in entries) + bytes(4)
    return b"II*\0" + struct.pack("<I", 8 + len(data)) + data + directory


SILENCE = bytes([0x01, 0x18, 0x20, 0x07])


def avi_with_sound(frames, packets=0, samples=b""):
    """An AVI of gray frames of 64 x 48 pixels, 25 a second, with packets of silence in AAC, or with samples of 16 bits."""

    def part(kind, data):
        return kind + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)

    def header(kind, codec, scale, rate, length, size):
        return part(b"strh", kind + codec + struct.pack("<10I", 0, 0, 0, scale, rate, 0, length, 1 << 20, 0xFFFFFFFF, size) + bytes(8))

    pixels = bytes([128]) * (64 * 48 * 3)
    video = header(b"vids", b"DIB ", 1, 25, frames, 0) + part(b"strf", struct.pack("<IIIHHIIIIII", 40, 64, 48, 1, 24, 0, len(pixels), 0, 0, 0, 0))
    if packets:
        sound = header(b"auds", bytes(4), 1024, 16000, packets, 0) + part(
            b"strf", struct.pack("<HHIIHHH", 0xFF, 1, 16000, 2000, 1024, 0, 2) + bytes([0x14, 0x08]))
        parts = [(number * 0.064, b"01wb", SILENCE) for number in range(packets)]
    else:
        sound = header(b"auds", bytes(4), 2, 32000, len(samples) // 2, 2) + part(
            b"strf", struct.pack("<HHIIHHH", 1, 1, 16000, 32000, 2, 16, 0))
        parts = [(start / 32000, b"01wb", samples[start : start + 1280]) for start in range(0, len(samples), 1280)]
    parts += [(number / 25, b"00db", pixels) for number in range(frames)]
    main = struct.pack("<14I", 40000, 0, 0, 0x110, frames, 0, 2, 1 << 20, 64, 48, 0, 0, 0, 0)
    body, index = b"movi", b""
    for _, kind, data in sorted(parts, key=lambda item: item[:2]):
        index += kind + struct.pack("<III", 0x10, len(body), len(data))
        body += part(kind, data)
    headers = b"hdrl" + part(b"avih", main) + part(b"LIST", b"strl" + video) + part(b"LIST", b"strl" + sound)
    return part(b"RIFF", b"AVI " + part(b"LIST", headers) + part(b"LIST", body) + part(b"idx1", index))


def unfiltered(kind, line, above, channels):
    """A row of a PNG with its filter undone."""
    row = bytearray(line)
    for place, up in enumerate(above):
        left, corner = (row[place - channels], above[place - channels]) if place >= channels else (0, 0)
        added = [0, left, up, (left + up) // 2][kind] if kind < 4 else nearest(left, up, corner)
        row[place] = (row[place] + added) & 255
    return bytes(row)


def nearest(left, up, corner):
    """The predictor of Paeth."""
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


@functools.cache
def photo_rows():
    return rows_of_png(photo())


@functools.cache
def photo_planes():
    """The photo as rows of Y, U and V by BT.601 in the limited range; U and V have every second pixel."""
    planes = [], [], []
    for number, row in enumerate(photo_rows()):
        pixels = list(zip(row[0::3], row[1::3], row[2::3]))
        planes[0].append(bytes((66 * r + 129 * g + 25 * b + 4224) >> 8 for r, g, b in pixels))
        if number % 2 == 0:
            planes[1].append(bytes((-38 * r - 74 * g + 112 * b + 32896) >> 8 for r, g, b in pixels[::2]))
            planes[2].append(bytes((112 * r - 94 * g - 18 * b + 32896) >> 8 for r, g, b in pixels[::2]))
    return planes


@functools.cache
def window(x, y, width, height):
    """A part of the photo as I420."""
    luma, *chroma = photo_planes()
    data = [row[x : x + width] for row in luma[y : y + height]]
    for plane in chroma:
        data += [row[x // 2 : x // 2 + (width + 1) // 2] for row in plane[y // 2 : y // 2 + (height + 1) // 2]]
    return b"".join(data)


class Clip:
    """Frames in which a window moves over the photo, back and forth."""

    rate = 25

    def __init__(self, count, width=320, height=240, x=60, y=20):
        self.width, self.height = width, height
        moves = [abs(number % 32 - 16) * 2 for number in range(count)]
        self.frames = [window(x + move, y + move, width, height) for move in moves]

    def y4m(self, tag=""):
        head = f"YUV4MPEG2 W{self.width} H{self.height} F{self.rate}:1 Ip A1:1 C420{tag}\n"
        return head.encode() + b"".join(b"FRAME\n" + frame for frame in self.frames)

    def message(self, number, form=I420, **details):
        """A frame as a message of a live session, at its time in the video."""
        data = self.frames[number] if form == I420 else self.interleaved(number)
        return message(form, self.width, self.height, number * 1000 // self.rate, data, **details)

    def interleaved(self, number):
        """A frame as NV12."""
        luma, quarter = self.width * self.height, ((self.width + 1) // 2) * ((self.height + 1) // 2)
        frame = self.frames[number]
        chroma = bytearray(2 * quarter)
        chroma[0::2], chroma[1::2] = frame[luma : luma + quarter], frame[luma + quarter :]
        return frame[:luma] + bytes(chroma)


def message(form, width, height, time, data, matrix=0, full=0, rotation=0, version=1):
    """A frame with its head."""
    return HEAD.pack(version, form, matrix, full, rotation, 0, width, height, time, 0) + data


def colors(rows, order):
    """Rows of RGB as RGBA (order 0, 1, 2) or BGRA (order 2, 1, 0)."""
    data = b"".join(rows)
    pixels = bytearray(b"\xff") * (len(data) // 3 * 4)
    for place, channel in enumerate(order):
        pixels[place::4] = data[channel::3]
    return bytes(pixels)


def turned(rows, rotation):
    """Rows of RGB which a clockwise rotation makes what they were."""
    for _ in range((360 - rotation) // 90 % 4):
        columns = range(0, len(rows[0]), 3)
        rows = [b"".join(row[place : place + 3] for row in reversed(rows)) for place in columns]
    return rows
