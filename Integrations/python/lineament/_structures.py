# SPDX-License-Identifier: Apache-2.0
"""The structures of lineament.h, field by field."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, c_bool, c_char_p, c_double, c_float, c_int32, c_int64, c_size_t, c_void_p


class LineamentOptions(ctypes.Structure):
    """The options of lineament_task_create."""

    _fields_ = [
        ("size", c_size_t),
        ("task", c_int32),
        ("threads", c_int32),
        ("model_path", c_char_p),
        ("model_data", c_void_p),
        ("model_size", c_size_t),
        ("delegate", c_int32),
        ("half_precision", c_bool),
        # generated: options, by make generate
        ("max_count", c_int32),
        ("range", c_int32),
        ("min_detection_confidence", c_float),
        ("min_presence_confidence", c_float),
        ("min_tracking_confidence", c_float),
        ("min_suppression_threshold", c_float),
        ("smoothing", c_int32),
        ("separation", c_int32),
        ("max_searched_pixels", c_int32),
        ("model", c_int32),
        ("landmark_mode", c_int32),
        ("contour_mode", c_int32),
        ("classification_mode", c_int32),
        ("min_face_size", c_float),
        ("blendshapes", c_bool),
        ("matrices", c_bool),
        ("masks", c_bool),
        ("hand_range", c_int32),
        ("min_face_detection_confidence", c_float),
        ("min_face_suppression_threshold", c_float),
        ("min_face_presence_confidence", c_float),
        ("min_hand_presence_confidence", c_float),
        ("camera_fov", c_float),
        ("focal_length", c_float),
        ("meshes", c_bool),
        # end of options
    ]


class LineamentResult(ctypes.Structure):
    """The result of a detection; the pointers are valid until lineament_result_free."""

    _fields_ = [
        ("task", c_int32),
        ("count", c_int32),
        ("width", c_int32),
        ("height", c_int32),
        ("timestamp_ms", c_int64),
        ("landmark_count", c_int32),
        ("landmark_dimensions", c_int32),
        # generated: values, by make generate
        ("landmarks", c_void_p),
        ("world_landmarks", c_void_p),
        ("visibilities", c_void_p),
        ("presences", c_void_p),
        ("boxes", c_void_p),
        ("scores", c_void_p),
        ("blendshapes", c_void_p),
        ("matrices", c_void_p),
        ("angles", c_void_p),
        ("expressions", c_void_p),
        ("contours", c_void_p),
        ("left_scores", c_void_p),
        ("face_landmarks", c_void_p),
        ("persons", c_void_p),
        ("left_hand_landmarks", c_void_p),
        ("left_hand_world_landmarks", c_void_p),
        ("right_hand_landmarks", c_void_p),
        ("right_hand_world_landmarks", c_void_p),
        ("angles_toward_camera", c_void_p),
        ("meshes", c_void_p),
        # end of values
        ("masks", c_void_p),
        ("track_ids", c_void_p),
        ("owner", c_void_p),
    ]


class LineamentVideoInfo(ctypes.Structure):
    """The properties of a video."""

    _fields_ = [("width", c_int32), ("height", c_int32), ("frame_rate", c_double), ("duration", c_double)]


class LineamentFrameInfo(ctypes.Structure):
    """The position of a frame in its video."""

    _fields_ = [("index", c_int64), ("timestamp_ms", c_int64), ("time", c_double)]


class ArrowSchema(ctypes.Structure):
    """The type of an array in Arrow's C data interface."""


class ArrowArray(ctypes.Structure):
    """The buffers of an array in Arrow's C data interface."""


ReleaseSchema = ctypes.CFUNCTYPE(None, POINTER(ArrowSchema))
ReleaseArray = ctypes.CFUNCTYPE(None, POINTER(ArrowArray))

ArrowSchema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_char_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(ArrowSchema))),
    ("dictionary", POINTER(ArrowSchema)),
    ("release", ReleaseSchema),
    ("private_data", c_void_p),
]

ArrowArray._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(ArrowArray))),
    ("dictionary", POINTER(ArrowArray)),
    ("release", ReleaseArray),
    ("private_data", c_void_p),
]


class LineamentCrops(ctypes.Structure):
    """The crops of lineament_result_crop."""

    _fields_ = [("count", c_int32), ("width", c_int32), ("height", c_int32), ("pixels", c_void_p)]


class LineamentSolutionOptions(ctypes.Structure):
    """The options of lineament_solution_create."""

    _fields_ = [
        ("size", c_size_t),
        ("solution", c_int32),
        ("threads", c_int32),
        ("max_count", c_int32),
        ("model", c_int32),
        ("min_detection_confidence", c_float),
        ("min_tracking_confidence", c_float),
        ("static_image_mode", c_bool),
        ("smooth_landmarks", c_bool),
        ("segmentation", c_bool),
        ("refine_landmarks", c_bool),
    ]


class LineamentSolutionResult(ctypes.Structure):
    """The result of lineament_solution_process; the pointers are valid until lineament_solution_result_free."""

    _fields_ = [
        ("width", c_int32),
        ("height", c_int32),
        ("hand_count", c_int32),
        ("face_count", c_int32),
        ("face_landmark_count", c_int32),
        ("detection_count", c_int32),
        ("hand_landmarks", c_void_p),
        ("hand_world_landmarks", c_void_p),
        ("hand_scores", c_void_p),
        ("pose_landmarks", c_void_p),
        ("pose_world_landmarks", c_void_p),
        ("face_landmarks", c_void_p),
        ("left_hand_landmarks", c_void_p),
        ("right_hand_landmarks", c_void_p),
        ("detections", c_void_p),
        ("mask", c_void_p),
        ("owner", c_void_p),
    ]
