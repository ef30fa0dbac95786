# SPDX-License-Identifier: Apache-2.0
"""Files and folders on any Arrow file system: local, S3-compatible, and the others of pyarrow."""

from __future__ import annotations

import contextlib
import datetime
import errno
import fcntl
import json
import os
import re
import uuid
from typing import Any, Dict, Iterator, List, Optional, Tuple
from urllib.parse import unquote, urlsplit

from pyarrow import fs

BUCKET_SCHEMES = frozenset(("s3", "gs", "gcs", "abfs", "abfss"))
# A file that is being written, or that an interrupted run has left behind, with the name of the run.
_TEMPORARY = re.compile(r"^\.(?:shard-\d+|job|manifest)\.[a-z]+\.([0-9a-f]{12})(?:-[0-9a-f]+)?\.tmp$")
# No file takes that long to write.
_ABANDONED = datetime.timedelta(days=1)


def is_remote(address: str) -> bool:
    """Returns whether an address is a URI of a file system other than the local one."""
    return "://" in address


def absolute(address: str) -> str:
    """Returns an address that means the same from any folder: a URI, or an absolute path."""
    if address.startswith("file://"):
        return unquote(urlsplit(address).path)
    return address if is_remote(address) else os.path.abspath(os.path.expanduser(address))


class AddressError(ValueError):
    """A URI of a file system that pyarrow does not know."""


class BusyError(RuntimeError):
    """Another run writes to the folder."""


class DamagedError(ValueError):
    """A file of a job that cannot be read as what it is."""


def opened(address: str) -> Tuple[fs.FileSystem, str]:
    """Returns the file system of an absolute address, and the path in it.

    Raises:
        OSError: The file system cannot be reached.
        AddressError: It is not one that pyarrow knows.
    """
    if not is_remote(address):
        return fs.LocalFileSystem(), address
    try:
        system, path = fs.FileSystem.from_uri(address)
    except ValueError as error:
        raise AddressError(f"{address} is not an address of a file system: {error}") from None
    return system, path


class Places:
    """Opens files on the file systems of a job's inputs, which may have settings in their queries.

    Args:
        inputs: The addresses of the inputs.
    """

    def __init__(self, inputs: List[str]) -> None:
        self._settings = {_place(address): address for address in inputs if is_remote(address)}
        self._systems: Dict[str, fs.FileSystem] = {}

    def file(self, address: str) -> Tuple[fs.FileSystem, str]:
        """Returns the file system of a remote file, and the path in it."""
        place = _place(address)
        if place not in self._systems:
            self._systems[place] = fs.FileSystem.from_uri(self._settings.get(place, place + "/"))[0]
        scheme, _, path = address.partition("://")
        # S3, GCS and Azure begin paths with the bucket, HDFS with the root.
        return self._systems[place], path if scheme in BUCKET_SCHEMES else "/" + path.partition("/")[2]


def _place(address: str) -> str:
    """Returns the scheme and the bucket or host of an address."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


class Folder:
    """The folder that a job writes to. Files appear in it when they are whole.

    Args:
        address: Its absolute address.
        run: The name of the run that writes, which its temporary files have in theirs; None for a new one.
    """

    def __init__(self, address: str, run: Optional[str] = None) -> None:
        self.address = address
        self.run = run or uuid.uuid4().hex[:12]
        self._system, self._path = opened(address)

    def make(self) -> None:
        """Creates the folder, unless it is there."""
        self._system.create_dir(self._path, recursive=True)

    def names(self) -> List[str]:
        """Returns the names of the files in the folder."""
        return [info.base_name for info in self._files()]

    def _files(self) -> List[fs.FileInfo]:
        infos = self._system.get_file_info(fs.FileSelector(self._path, allow_not_found=True))
        return [info for info in infos if info.type == fs.FileType.File]

    @contextlib.contextmanager
    def locked(self) -> Iterator[bool]:
        """Keeps other runs out of a local folder as long as the context lasts, and yields whether that is possible.

        The system ends the lock with the process. Object stores, and some network file systems, have no locks.

        Raises:
            BusyError: Another run has locked the folder.
        """
        if is_remote(self.address):
            yield False
            return
        handle = os.open(self._path, os.O_RDONLY)
        try:
            yield _lock(handle, self.address)
        finally:
            os.close(handle)

    def remove_abandoned(self, is_alone: bool) -> None:
        """Removes the temporary files of runs that were interrupted.

        Args:
            is_alone: Whether there is no other run; otherwise files may be in use until they are a day old.
        """
        before = datetime.datetime.now(datetime.timezone.utc) - _ABANDONED
        for info in self._files():
            if _TEMPORARY.match(info.base_name) and (is_alone or (info.mtime and info.mtime < before)):
                self._remove(info.base_name)

    def remove_own(self) -> None:
        """Removes the temporary files of this run, whose writers have ended."""
        for info in self._files():
            match = _TEMPORARY.match(info.base_name)
            if match and match[1] == self.run:
                self._remove(info.base_name)

    def _remove(self, name: str) -> None:
        with contextlib.suppress(FileNotFoundError):
            self._system.delete_file(self._file(name))

    def open(self, name: str) -> Any:
        """Opens a file for reading."""
        return self._system.open_input_file(self._file(name))

    @contextlib.contextmanager
    def writing(self, name: str) -> Iterator[Any]:
        """Opens a file for writing. It has its name once it is whole, in the place of one of that name."""
        temporary = self._file(f".{name}.{self.run}-{uuid.uuid4().hex[:12]}.tmp")
        try:
            with self._system.open_output_stream(temporary) as stream:
                yield stream
            self._system.move(temporary, self._file(name))
        except BaseException:
            with contextlib.suppress(OSError):
                self._system.delete_file(temporary)
            raise

    def read_json(self, name: str) -> Any:
        """Returns the content of a JSON file.

        Raises:
            DamagedError: It has no JSON.
        """
        with self.open(name) as stream:
            content = stream.read()
        try:
            return json.loads(content)
        except ValueError as error:
            raise DamagedError(f"{name} is damaged: {error}") from None

    def write_json(self, name: str, content: Any) -> None:
        """Writes a JSON file."""
        with self.writing(name) as stream:
            stream.write(json.dumps(content, indent=1).encode() + b"\n")

    def _file(self, name: str) -> str:
        return f"{self._path.rstrip('/')}/{name}"


def _lock(handle: int, address: str) -> bool:
    """Locks an open folder, and returns whether its file system can do that.

    Raises:
        BusyError: It is locked already.
    """
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            raise BusyError(f"Another run writes to {address}. Wait for its end, or name another folder.") from None
        return False
    return True
