#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Copies a library of x86-64 with its CPUID instructions replaced by UD2, which is as long and which Tests/Processors/processor.c
answers in their place.

usage: pretend_processor.py LIBRARY COPY

Needs objdump, of the package binutils.
"""
import pathlib
import re
import struct
import subprocess
import sys

CPUID = bytes.fromhex("0fa2")
UD2 = bytes.fromhex("0f0b")
LOADED = 1


def segments(library):
    """Returns the address, the place in the file and the size of each part that is loaded."""
    assert library[:5] == b"\x7fELF\x02", "not a 64-bit ELF file"
    start, = struct.unpack_from("<Q", library, 32)
    size, count = struct.unpack_from("<HH", library, 54)
    for number in range(count):
        kind, _, place, address, _, length = struct.unpack_from("<IIQQQQ", library, start + number * size)
        if kind == LOADED:
            yield address, place, length


def addresses(path):
    """Returns where the instructions are; their bytes also occur within other instructions."""
    with subprocess.Popen(["objdump", "--disassemble", "--no-show-raw-insn", path], stdout=subprocess.PIPE,
                          text=True) as listing:
        for line in listing.stdout:
            found = re.match(r"\s*([0-9a-f]+):\s+cpuid\s*$", line)
            if found:
                yield int(found[1], 16)
    if listing.returncode != 0:
        sys.exit("error: objdump failed")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    source, copy = map(pathlib.Path, sys.argv[1:])
    library = bytearray(source.read_bytes())
    parts = list(segments(library))
    count = 0
    for address in addresses(source):
        base, place = next((base, place) for base, place, length in parts if base <= address < base + length)
        at = address - base + place
        assert library[at:at + 2] == CPUID, hex(address)
        library[at:at + 2] = UD2
        count += 1
    if count == 0:
        sys.exit(f"error: {source} does not ask for the processor")
    copy.write_bytes(library)
    print(f"{copy}: {count} instructions", file=sys.stderr)


if __name__ == "__main__":
    main()
