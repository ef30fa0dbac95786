# SPDX-License-Identifier: Apache-2.0
"""liblineament in the place of libmediapipe, for MediaPipe's Python package of any version whose structures fit."""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Dict, List, Mapping, Sequence, Tuple

from lineament._layout import Misfit, Move, check_equal, moves
from lineament._mediapipe_structures import FUNCTIONS, INPUTS

# The tasks of MediaPipe that Lineament does not have, by the beginnings of their functions' names.
_OTHER_TASKS = (
    "AudioClassifier",
    "AudioEmbedder",
    "GestureRecognizer",
    "ImageClassifier",
    "ImageEmbedder",
    "ImageSegmenter",
    "InteractiveSegmenterLegacy",
    "InteractiveSegmenter",
    "LanguageDetector",
    "ObjectDetector",
    "TextClassifier",
    "TextEmbedder",
)

# Fields of MpBaseOptions without effect in Lineament, and those for which 0 means that there is nothing.
_OPTIONAL = {
    "file_descriptor",
    "delegate",
    "host_environment",
    "host_system",
    "host_version",
    "ca_bundle_path",
    "app_id",
    "app_version",
    "npu_dispatch_library_dir",
}

# MediaPipe 1.0.0 to 1.2.2 declare the holistic landmarker's options in another order than libmediapipe has them, so
# that each threshold of hands and bodies acts as the one that has its place. Programs that run on them have their
# numbers from that: the fields of libmediapipe, and the names that MediaPipe gives to their places.
_MISPLACED = {
    "min_face_detection_confidence": "min_face_detection_confidence",
    "min_face_suppression_threshold": "min_face_suppression_threshold",
    "min_face_presence_confidence": "min_face_landmarks_confidence",
    "min_hand_landmarks_confidence": "min_pose_detection_confidence",
    "min_pose_detection_confidence": "min_pose_suppression_threshold",
    "min_pose_suppression_threshold": "min_pose_landmarks_confidence",
    "min_pose_presence_confidence": "min_hand_landmarks_confidence",
    "output_face_blendshapes": "output_face_blendshapes",
    "output_pose_segmentation_masks": "output_segmentation_masks",
}


class MediaPipeLibrary(ctypes.CDLL):
    """liblineament; a missing function raises NotImplementedError.

    Args:
        path: The file of the library.
        refuse: Makes the error for what does not fit, from a text that says in what.
    """

    def __init__(self, path: str, refuse: Callable[[str], Exception]) -> None:
        super().__init__(path)
        self._refuse = refuse

    def __getattr__(self, name: str) -> Any:
        if name in FUNCTIONS:
            function = _Function(self[name], name, self._refuse)
            setattr(self, name, function)
            return function
        if not name.startswith("Mp"):
            raise AttributeError(name)
        task = next((task for task in _OTHER_TASKS if name.startswith(f"Mp{task}")), f"function {name}")
        raise NotImplementedError(
            f"Lineament has no {task}; it has FaceDetector, FaceLandmarker, HandLandmarker, HolisticLandmarker and "
            "PoseLandmarker."
        )


class _Function:
    """A function of the library, to which structures of MediaPipe's package are passed.

    What the library only reads is copied into structures of its own, field by field, by name. What it writes must have
    the library's layout, which is checked once, when MediaPipe declares the parameters.
    """

    def __init__(self, function: Any, name: str, refuse: Callable[[str], Exception]) -> None:
        self.__name__ = name
        self._function = function
        self._refuse = refuse
        self._result, self._parameters = FUNCTIONS[name]
        self._inputs: Dict[int, Tuple[Any, List[Move]]] = {}

    @property
    def argtypes(self) -> Any:
        """The types of the arguments, as MediaPipe declares them."""
        return self._declared

    @argtypes.setter
    def argtypes(self, declared: Sequence[Any]) -> None:
        try:
            self._inputs = self._checked(declared)
        except Misfit as misfit:
            raise self._refuse(f"{self.__name__}: {misfit}") from None
        self._declared = declared
        own = [self._parameters[i] if i in self._inputs else kind for i, kind in enumerate(declared)]
        self._function.argtypes = own

    @property
    def restype(self) -> Any:
        """The type of the result."""
        return self._function.restype

    @restype.setter
    def restype(self, declared: Any) -> None:
        try:
            check_equal(declared, self._result)
        except Misfit as misfit:
            raise self._refuse(f"result of {self.__name__}: {misfit}") from None
        self._function.restype = declared

    def __call__(self, *arguments: Any) -> Any:
        if not self._inputs:
            return self._function(*arguments)
        passed = list(arguments)
        for position, (structure, copied) in self._inputs.items():
            passed[position] = _filled(structure, arguments[position], copied)
        return self._function(*passed)

    def _checked(self, declared: Sequence[Any]) -> Dict[int, Tuple[Any, List[Move]]]:
        """Returns how to fill the structures that the library reads, by the places of the arguments."""
        if len(declared) != len(self._parameters):
            raise Misfit(f"it takes {len(declared)} arguments where {len(self._parameters)} are expected")
        inputs = {}
        for position, (theirs, ours) in enumerate(zip(declared, self._parameters)):
            target: Any = getattr(ours, "_type_", None)
            if target not in INPUTS:
                check_equal(theirs, ours)
                continue
            source: Any = getattr(theirs, "_type_", None)
            if not (isinstance(source, type) and issubclass(source, ctypes.Structure)):
                raise Misfit(f"argument {position} does not tell the layout of a {target.__name__}")
            inputs[position] = (target, moves(source, target, _names(source), _OPTIONAL))
        return inputs


def _names(structure: Any) -> Mapping[str, str]:
    """Returns the names of MediaPipe's fields where they are not Lineament's."""
    declared = [field[0] for field in structure._fields_]
    return _MISPLACED if declared[2:-1] == list(_MISPLACED_ORDER) else {}


_MISPLACED_ORDER = tuple(_MISPLACED.values())


def _filled(structure: Any, argument: Any, copied: List[Move]) -> Any:
    """Returns a reference to a structure of the library with the fields of an argument; None for None."""
    if argument is None:
        return None
    source = getattr(argument, "_obj", argument)  # The object that byref() refers to.
    source = getattr(source, "contents", source)
    own = structure()
    for move in copied:
        ctypes.memmove(ctypes.addressof(own) + move.target, ctypes.addressof(source) + move.source, move.size)
    return ctypes.byref(own)
