# SPDX-License-Identifier: Apache-2.0
"""The base of all solutions: the checks of arguments, the calls of the library, and the life of a solution."""

from __future__ import annotations

import pickle
from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, ClassVar, Dict, Generic, NoReturn, Optional, Tuple, Type, TypeVar

import numpy as np

from lineament._arguments import NamedArguments, type_name
from lineament._attributes import NamedAttributes
from lineament._errors import call
from lineament._first_use import call_with_models
from lineament._hints import array_hint, name_hint
from lineament._library import Finalizer, Handle, library, refused_copy
from lineament._notes import noted
from lineament._structures import LineamentSolutionOptions, LineamentSolutionResult
from lineament._summary import summary
from lineament._views import view
from lineament.image_format import address_of

Self = TypeVar("Self", bound="SolutionBase[Any]")
Outputs = TypeVar("Outputs", bound="SolutionOutputs")

_CHANNELS = 3
# The dimensions of an array of one subject.
_ROWS = 2
_LARGEST = 2**31 - 1
# A number in the binary form of a message: its field and how it is stored, and itself.
_FLOAT_FIELD = np.dtype([("key", "u1"), ("value", "<f4")])
_FOUR_BYTES = 5
_LANDMARKS_KEY = 1 << 3 | 2
_CLASS = "<class 'mediapipe.python.solution_base.SolutionOutputs'>"
# MediaPipe's messages for arguments of another type, which come from its bindings.
_BINDING = (
    "create_{kind}(): incompatible function arguments. The following argument types are supported:\n"
    "    1. (arg0: {kind}) -> mediapipe.python._framework_bindings.packet.Packet\n\nInvoked with: {value!r}"
)


def whole(value: Any) -> int:
    """Returns an argument that is a whole number.

    Raises:
        OverflowError: It does not fit 32 bits.
        TypeError: It is something else.
    """
    if not isinstance(value, (int, np.integer)):
        raise noted(TypeError(_BINDING.format(kind="int", value=value)), "Pass a whole number.")
    if value > _LARGEST:
        raise OverflowError(f"{value} exceeds the maximum value ({_LARGEST}) the data type can have.")
    if value < -_LARGEST - 1:
        raise OverflowError(f"{value} goes below the minimum value ({-_LARGEST - 1}) the data type can have.")
    return int(value)


def flag(value: Any) -> bool:
    """Returns an argument that is True or False.

    Raises:
        TypeError: It is something else, such as 1.
    """
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise noted(TypeError(_BINDING.format(kind="bool", value=value)), "Pass True or False.")


def confidence(value: Any, default: Optional[float] = None) -> float:
    """Returns an argument that is a number, of any size; `default` in the place of None.

    Raises:
        TypeError: It is something else.
    """
    if value is None and default is not None:
        return default
    if isinstance(value, (str, bytes)) or not hasattr(type(value), "__float__"):
        raise noted(TypeError(f"must be real number, not {type(value).__name__}"), "Pass a confidence from 0 to 1.")
    return float(value)


def landmark_list(kind: Any, values: np.ndarray) -> Any:
    """Returns a list of landmarks from an array of float32: x, y, z, and visibility if there are four columns.

    It is read from its binary form, which takes a tenth of the time of setting fields one by one.
    """
    count, columns = values.shape
    rows = np.empty(count, [("key", "u1"), ("size", "u1"), ("numbers", _FLOAT_FIELD, columns)])
    rows["key"], rows["size"] = _LANDMARKS_KEY, columns * _FLOAT_FIELD.itemsize
    rows["numbers"]["key"] = np.arange(1, columns + 1) << 3 | _FOUR_BYTES
    rows["numbers"]["value"] = values
    return kind.FromString(rows.tobytes())


class SolutionMemory:
    """One LineamentSolutionResult, released once neither it nor a view of its arrays is referred to."""

    __slots__ = ("_finalizer", "fields")

    def __init__(self) -> None:
        self.fields = LineamentSolutionResult()
        self._finalizer = Finalizer(library().lineament_solution_result_free, byref(self.fields))

    def array(self, name: str, *shape: int) -> Optional[np.ndarray]:
        """Returns the array of this name, as a view; None if the result does not have it."""
        address = getattr(self.fields, name)
        return view(self, address, shape) if address else None

    def landmarks(self, kind: Any, name: str, *shape: int) -> Any:
        """Returns the array of this name as a list of landmarks, or as one for each subject if there are several."""
        values = self.array(name, *shape)
        if values is None:
            return None
        if values.ndim > _ROWS:
            return [landmark_list(kind, each) for each in values]
        return landmark_list(kind, values)

    def mask(self) -> Optional[np.ndarray]:
        """Returns the segmentation mask, as a view; None if the result has none."""
        return self.array("mask", self.fields.height, self.fields.width)


class SolutionOutputs:
    """The result of one image, with the fields of its solution as attributes."""

    _fields: Tuple[str, ...] = ()

    def __init__(self, values: Dict[str, Any]) -> None:
        self.__dict__.update(values, _fields=tuple(values))

    if not TYPE_CHECKING:  # Otherwise a type checker would accept every name.

        def __getattr__(self, name: str) -> NoReturn:
            error = AttributeError(f"type object 'SolutionOutputs' has no attribute {name!r}")
            raise noted(error, name_hint(name, self._fields, f"{type(self).__name__} has").strip())

    def __repr__(self) -> str:
        return summary(type(self).__name__, {name: getattr(self, name) for name in self._fields})

    # In MediaPipe a result is a class, which programs see if they print it, copy it or pickle it.

    def __str__(self) -> str:
        return _CLASS

    def __copy__(self) -> SolutionOutputs:
        return self

    def __deepcopy__(self, memory: Any) -> SolutionOutputs:
        return self

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        error = pickle.PicklingError(f"Can't pickle {_CLASS}: attribute lookup SolutionOutputs failed")
        raise noted(error, "Pickle its fields: {name: getattr(result, name) for name in result._fields}.")


class SolutionBase(NamedArguments, NamedAttributes, Generic[Outputs]):
    """A solution: processes images, or the frames of a video, one after the other.

    Args:
        solution: The number of the solution in lineament.h.
        options: Fields of LineamentSolutionOptions.

    Raises:
        FileNotFoundError: A model or the runtime is missing.
        ImportError: liblineament is missing.
        ValueError: An option is not valid.
    """

    _elsewhere = {"detect": "Use process(array)."}
    _outputs_type: ClassVar[Type[Any]]
    _handle: Optional[Handle] = None

    def __init__(self, solution: int, **options: Any) -> None:
        functions = library()
        fields, pointer = LineamentSolutionOptions(), c_void_p()
        functions.lineament_solution_options_init(byref(fields), solution)
        for name, value in options.items():
            setattr(fields, name, value)
        call_with_models(functions.lineament_solution_create, byref(fields), byref(pointer))
        assert pointer.value is not None
        self._handle = Handle(pointer.value, functions.lineament_solution_close, None)

    @classmethod
    def _refusal(cls, name: str, hint: str) -> TypeError:
        """Returns the error for a name that is not that of an argument, with Python's message, as in MediaPipe."""
        error = TypeError(f"{cls.__name__}.__init__() got an unexpected keyword argument {name!r}")
        return noted(error, hint.strip())

    def process(self, image: np.ndarray) -> Outputs:
        """Returns the result of the next image.

        Args:
            image: An array of shape (height, width, 3) in red, green and blue, of uint8 or bool.

        Raises:
            RuntimeError: The image has no pixels, or the largest number of subjects is less than 1.
            TypeError: The array has another type.
            ValueError: The array has another shape, or the solution is closed.
        """
        handle = self._handle
        if handle is None:
            note = f"The {type(self).__name__} is closed. Use it inside of its with block, or create another."
            raise noted(ValueError("_graph is None in SolutionBase"), note)
        pixels = _checked(image)
        height, width = pixels.shape[:2]
        memory = SolutionMemory()
        call(
            library().lineament_solution_process,
            handle.opened(type(self).__name__),
            width,
            height,
            pixels.strides[0],
            address_of(pixels),
            byref(memory.fields),
        )
        outputs: Outputs = self._outputs_type(self._read(memory))
        return outputs

    def _read(self, memory: SolutionMemory) -> Dict[str, Any]:
        """Returns the fields of a result by name."""
        raise NotImplementedError

    def close(self) -> None:
        """Releases the models.

        Raises:
            ValueError: That is done already.
        """
        handle, self._handle = self._handle, None
        if handle is None:
            raise ValueError("Closing SolutionBase._graph which is already None")
        handle.release()

    def reset(self) -> None:
        """Starts a new video: forgets what was tracked and smoothed. Does nothing once closed."""
        handle = self._handle
        if handle is not None:
            call(library().lineament_solution_reset, handle.opened(type(self).__name__))

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise refused_copy(type(self).__name__)


def _checked(image: Any) -> np.ndarray:
    """Returns an image as rows of red, green and blue.

    Raises:
        IndexError, TypeError, ValueError: It is not one. For arrays, the message is MediaPipe's.
        RuntimeError: It has no pixels.
    """
    if not hasattr(image, "shape"):
        raise TypeError(
            f"image must be a numpy.ndarray of red, green and blue, not {type_name(image)}.{array_hint(image)}"
        )
    if len(image.shape) < _CHANNELS:
        raise noted(IndexError("tuple index out of range"), "Use numpy.stack([gray] * 3, axis=-1) for a gray image.")
    if image.shape[2] != _CHANNELS or len(image.shape) != _CHANNELS:
        note = f"The array has the shape {image.shape}.{_shape_hint(image.shape)}"
        raise noted(ValueError("Input image must contain three channel rgb data."), note)
    if not np.can_cast(image.dtype, np.uint8, "safe"):
        message = f"Cannot cast array data from {image.dtype!r} to dtype('uint8') according to the rule 'safe'"
        scaled = (
            " Values from 0 to 1 become such by (255 * image).astype(numpy.uint8)." if image.dtype.kind == "f" else ""
        )
        raise noted(TypeError(message), f"Use image.astype(numpy.uint8), with values from 0 to 255.{scaled}")
    if not image.flags.writeable and not image.flags.c_contiguous:
        error = ValueError("Reference mode is unavailable if 'data' is not c_contiguous.")
        raise noted(error, "Pass numpy.ascontiguousarray(image).")
    if 0 in image.shape:
        raise RuntimeError(f"ROI width and height must be > 0. The image has the shape {image.shape}.")
    pixels = image if image.dtype == np.uint8 else image.astype(np.uint8)
    has_rows = pixels.strides[1:] == (_CHANNELS, 1) and pixels.strides[0] >= _CHANNELS * pixels.shape[1]
    return pixels if has_rows else np.ascontiguousarray(pixels)


def _shape_hint(shape: Tuple[int, ...]) -> str:
    """Returns what to do with an array of another shape than (height, width, 3)."""
    if len(shape) > _CHANNELS:
        return " Pass one image of a batch at a time: image[0]." if shape[-1] == _CHANNELS else ""
    if shape[2] == _CHANNELS + 1:
        return " Use image[:, :, :3] to leave the fourth channel out."
    if shape[2] == 1:
        return " Use numpy.repeat(image, 3, axis=2) for a gray image."
    return " Channels come last: numpy.moveaxis(image, 0, 2)." if shape[0] == _CHANNELS else ""


def tracking(static_image_mode: Any, min_detection_confidence: Any, min_tracking_confidence: Any) -> Dict[str, Any]:
    """Returns the options of solutions that follow subjects from frame to frame.

    Raises:
        TypeError: A confidence is not a number.
    """
    return {
        "static_image_mode": bool(static_image_mode),
        "min_detection_confidence": confidence(min_detection_confidence, 0.5),
        "min_tracking_confidence": confidence(min_tracking_confidence, 0.5),
    }
