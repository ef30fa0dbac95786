# SPDX-License-Identifier: Apache-2.0
"""Finds the images and videos that a job is given: in folders, by patterns, and in lists."""

from __future__ import annotations

import os
import re
from typing import Any, Iterator, NamedTuple, Optional, Tuple

from pyarrow import fs, parquet

from lineament._job.storage import BUCKET_SCHEMES, Places, absolute, is_remote, opened

# The extensions that the command line knows (MediaInput.swift); a test compares them.
_IMAGES = frozenset(
    "jpg jpeg jpe jfif png webp gif tif tiff bmp dib pbm pgm ppm pnm heic heif hif avif avifs jxl apng".split()
)
_VIDEOS = frozenset(
    "mp4 m4v mov mkv webm avi mpg mpeg ts mts m2ts vob 3gp 3g2 ogv flv wmv mjpeg mjpg asf mxf qt f4v m2v mpe ogm divx dv".split()
)
_MAYBE_VIDEOS = _VIDEOS | {"gif", "apng", "avifs"}
_LISTS = frozenset(("txt", "parquet"))


class Item(NamedTuple):
    """An image or a video.

    Attributes:
        path: Its absolute path or URI.
        is_video: Whether it is a video.
        size: The size of a video's file in bytes; 0 if unknown.
    """

    path: str
    is_video: bool
    size: int = 0


# The address of a file and its size. Without a size, it is a folder that cannot be read.
_Entry = Tuple[str, Optional[int]]


class InputError(ValueError):
    """An input that is not there, or a list that cannot be read."""


def items_of(address: str, mode: Optional[str]) -> Iterator[Item]:
    """Yields the images and videos of one input, folder by folder, each in the order of names.

    Args:
        address: A folder, a pattern, a list (.txt with a path or URI in each line, .parquet with a column `path`), or
            an image or video.
        mode: "image" or "video" for all files; None to tell by their extensions.

    Raises:
        InputError: There is no such input, or a list cannot be read.
        OSError: The folder cannot be read. One below it that cannot be read is an item, whose row will be an error.
    """
    system, path = opened(address)
    info = system.get_file_info(path)
    if info.type == fs.FileType.Directory:
        yield from _chosen(_files(system, path, address), mode)
    elif info.type == fs.FileType.NotFound:
        yield from _chosen(_matches(system, path, address), mode)
    elif _extension(path) in _LISTS:
        yield from _listed(system, path, address, mode)
    else:
        yield _item(_address(address, path), info.size or 0, mode)


def _chosen(files: Iterator[_Entry], mode: Optional[str]) -> Iterator[Item]:
    """Yields the files that are images or videos, and folders that cannot be read, which become rows with an error."""
    wanted = {None: _IMAGES | _VIDEOS, "image": _IMAGES, "video": _MAYBE_VIDEOS}[mode]
    for path, size in files:
        if size is None:
            yield _item(path, 0, "image")
        elif _extension(path) in wanted:
            yield _item(path, size, mode)


def _item(path: str, size: int, mode: Optional[str]) -> Item:
    is_video = _extension(path) in _VIDEOS if mode is None else mode == "video"
    # Arrow has no text for names that are not UTF-8; such a file becomes a row with an error.
    path = path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return Item(path, is_video, size if is_video else 0)


def _files(system: fs.FileSystem, path: str, address: str) -> Iterator[_Entry]:
    """Yields the files below a folder, without hidden ones, and local folders that cannot be read."""
    if not is_remote(address):
        yield from _local_files(path)
        return
    entries = [info for info in system.get_file_info(fs.FileSelector(path)) if not info.base_name.startswith(".")]
    for info in sorted(entries, key=lambda info: str(info.base_name)):
        if info.type == fs.FileType.Directory:
            yield from _files(system, info.path, address)
        else:
            yield _address(address, info.path), info.size or 0


def _local_files(folder: str) -> Iterator[_Entry]:
    with os.scandir(folder) as entries:
        visible = sorted((entry for entry in entries if not entry.name.startswith(".")), key=lambda entry: entry.name)
    for entry in visible:
        if entry.is_dir(follow_symlinks=False):
            try:
                yield from _local_files(entry.path)
            except OSError:
                yield entry.path, None
        elif _is_file(entry):
            yield entry.path, _size(entry) if _extension(entry.name) in _MAYBE_VIDEOS else 0


def _is_file(entry: os.DirEntry[str]) -> bool:
    """Returns whether an entry is a file, or a link to nothing. Pipes and devices may never end."""
    try:
        return entry.is_file() or entry.is_symlink() and not os.path.exists(entry.path)
    except OSError:
        return True


def _size(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat().st_size
    except OSError:
        return 0


def _matches(system: fs.FileSystem, path: str, address: str) -> Iterator[_Entry]:
    """Yields the files that a pattern with *, ?, [] or ** names."""
    if not re.search(r"[*?\[]", path):
        raise InputError(f"There is no file or folder {address}.")
    folder = re.split(r"[*?\[]", path)[0].rpartition("/")[0] or "/"
    try:
        matcher = re.compile(_expression(_address(address, path)))
    except re.error as error:
        raise InputError(f"{address} is not a pattern: {error}.") from None
    count = 0
    if system.get_file_info(folder).type == fs.FileType.Directory:
        for file, size in _files(system, folder, address):
            if size is not None and matcher.fullmatch(file):
                count += 1
                yield file, size
    if count == 0:
        raise InputError(f"No file matches {address}.")


def _expression(pattern: str) -> str:
    """Returns the regular expression of a pattern, in which only ** also stands for slashes."""
    parts = re.split(r"(\*\*/?|\*|\?|\[[^\]]*\])", pattern)
    return "".join(_EXPRESSIONS.get(part) or _expression_of_part(part) for part in parts)


_EXPRESSIONS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def _expression_of_part(part: str) -> str:
    if not part.startswith("["):
        return re.escape(part)
    characters = part[1:-1].replace("\\", r"\\")
    return f"[^{characters[1:]}]" if characters.startswith("!") else f"[{characters}]"


def _listed(system: fs.FileSystem, path: str, list_address: str, mode: Optional[str]) -> Iterator[Item]:
    """Yields the images and videos of a list."""
    places = Places([list_address])
    lines = _parquet_paths(system, path) if _extension(path) == "parquet" else _lines(system, path)
    for line in lines:
        if not line:
            yield Item("", is_video=False)
            continue
        address = absolute(line)
        item = _item(address, 0, mode)
        yield item._replace(size=_size_of(address, places)) if item.is_video else item


def _lines(system: fs.FileSystem, path: str) -> Iterator[str]:
    with system.open_input_stream(path) as stream:
        rest = b""
        while True:
            block = stream.read(1 << 20)
            *lines, rest = (rest + block).split(b"\n")
            for line in lines if block else [rest]:
                text = line.rstrip(b"\r").decode("utf-8", "surrogateescape")
                if text:
                    yield text
            if not block:
                return


def _parquet_paths(system: fs.FileSystem, path: str) -> Iterator[str]:
    with system.open_input_file(path) as stream:
        try:
            file = parquet.ParquetFile(stream)
        except ValueError as error:
            raise InputError(f"{path} cannot be read as Parquet: {error}") from error
        if "path" not in file.schema_arrow.names:
            raise InputError(f"{path} has no column 'path'; its columns are {', '.join(file.schema_arrow.names)}.")
        for batch in file.iter_batches(columns=["path"]):
            yield from _texts(batch.column(0), path)


def _texts(column: Any, path: str) -> Iterator[str]:
    for value in column.to_pylist():
        if value is None:
            # It becomes a row with an error; a manifest has no nulls.
            value = ""
        if not isinstance(value, str):
            raise InputError(f"The column 'path' of {path} has a value that is not a path: {value!r}.")
        yield value


def _size_of(address: str, places: Places) -> int:
    """Returns the size of a file; 0 if it cannot be had, of which the row will say why."""
    try:
        system, path = places.file(address) if is_remote(address) else opened(address)
        return system.get_file_info(path).size or 0
    except (OSError, ValueError):
        return 0


def _address(root: str, path: str) -> str:
    """Returns the absolute address of a path of the file system that `root` is on."""
    if not is_remote(root):
        return path
    scheme, _, rest = root.partition("://")
    if scheme in BUCKET_SCHEMES:
        return f"{scheme}://{path}"
    return f"{scheme}://{rest.partition('/')[0]}{path}"


def _extension(path: str) -> str:
    return os.path.splitext(path)[1][1:].lower()
