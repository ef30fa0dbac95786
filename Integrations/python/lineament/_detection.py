# SPDX-License-Identifier: Apache-2.0
"""Detection in this process: Arrow arrays into the library, and out of it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import random
from ctypes import byref
from typing import Any, Iterator, List

from lineament._annotation import Annotation
from lineament._arrow import FACES_WITHOUT_LANDMARKS
from lineament._errors import call
from lineament._pyarrow import pa
from lineament._structures import ArrowArray, ArrowSchema
from lineament.task import VisionTask


class BatchDetector:
    """A task that takes Arrow arrays.

    Args:
        annotation: The task and its options.
        threads: The threads of one inference; 0 for all cores.
    """

    def __init__(self, annotation: Annotation, threads: int = 1) -> None:
        self.task: VisionTask[Any, Any] = annotation.create_task(threads)
        self._crops = annotation.crops

    def detect(self, inputs: pa.Array, jobs: int = 1) -> pa.StructArray:
        """Returns a row of results for each path, or for the bytes of each file, without a copy.

        Args:
            inputs: An array of strings or binary values.
            jobs: How many images to process at a time; 0 for one per core.
        """
        given, found = _Structures(), _Structures()
        inputs._export_to_c(*given.addresses)
        try:
            functions: Any = self.task._functions
            arguments = (self.task._pointer(), *given.references, jobs)
            if self._crops is None:
                call(functions.lineament_task_detect_batch, *arguments, *found.references)
            else:
                placement = (self._crops.number, self._crops.side, self._crops.margin)
                call(functions.lineament_task_detect_batch_with_crops, *arguments, *placement, *found.references)
        finally:
            given.release()
        result: pa.StructArray = pa.Array._import_from_c(*found.addresses)
        # Tables have no column that only some batches have.
        place = result.type.get_field_index(FACES_WITHOUT_LANDMARKS)
        if place < 0:
            return result
        fields = [result.type.field(index) for index in range(place)]
        return pa.StructArray.from_arrays(result.flatten()[:place], fields=fields)


class _Structures:
    """An array in Arrow's C data interface."""

    def __init__(self) -> None:
        self.array, self.schema = ArrowArray(), ArrowSchema()

    @property
    def addresses(self) -> List[int]:
        """The addresses as pyarrow takes them."""
        return [ctypes.addressof(self.array), ctypes.addressof(self.schema)]

    @property
    def references(self) -> List[Any]:
        """The references as the library takes its input."""
        return [byref(self.schema), byref(self.array)]

    def release(self) -> None:
        """Releases what pyarrow exported; the library does not."""
        for structure in (self.array, self.schema):
            if structure.release:
                structure.release(structure)


@contextlib.contextmanager
def limited_to(cores: int) -> Iterator[None]:
    """Lets this process seem to have only `cores` cores; 0 for all.

    The library sizes its thread pools once, as it is loaded and as a task is created. Afterwards the system may again
    run the process on any core.
    """
    if not cores or not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, random.sample(sorted(allowed), min(cores, len(allowed))))
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)
