# SPDX-License-Identifier: Apache-2.0
"""The first part of lineament.h, MediaPipe's functions, with their structures, field by field."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, Structure, c_bool, c_char_p, c_float, c_int, c_int64, c_uint32, c_void_p
from typing import Any, Dict, List, Tuple, Type


class MpBaseOptions(Structure):
    """The model of a task, and what it runs on."""

    _fields_ = [
        ("model_asset_buffer", c_char_p),
        ("model_asset_buffer_count", ctypes.c_uint),
        ("model_asset_path", c_char_p),
        ("file_descriptor", c_int),
        ("delegate", c_int),
        ("host_environment", c_int),
        ("host_system", c_int),
        ("host_version", c_char_p),
        ("ca_bundle_path", c_char_p),
        ("app_id", c_char_p),
        ("app_version", c_char_p),
        ("npu_dispatch_library_dir", c_char_p),
    ]


class MpRectF(Structure):
    """A rectangle in fractions of the image."""

    _fields_ = [("left", c_float), ("top", c_float), ("bottom", c_float), ("right", c_float)]


class MpImageProcessingOptions(Structure):
    """How an image is prepared."""

    _fields_ = [("has_region_of_interest", c_bool), ("region_of_interest", MpRectF), ("rotation_degrees", c_int)]


class MpCategory(Structure):
    """A class with its score."""

    _fields_ = [("index", c_int), ("score", c_float), ("category_name", c_char_p), ("display_name", c_char_p)]


class MpCategories(Structure):
    """Classes with their scores."""

    _fields_ = [("categories", POINTER(MpCategory)), ("categories_count", c_uint32)]


class MpRect(Structure):
    """A rectangle in pixels."""

    _fields_ = [("left", c_int), ("top", c_int), ("bottom", c_int), ("right", c_int)]


class MpNormalizedKeypoint(Structure):
    """A keypoint in fractions of the image."""

    _fields_ = [("x", c_float), ("y", c_float), ("label", c_char_p), ("score", c_float)]


class MpLandmark(Structure):
    """A landmark, in meters or in fractions of the image."""

    _fields_ = [
        ("x", c_float),
        ("y", c_float),
        ("z", c_float),
        ("has_visibility", c_bool),
        ("visibility", c_float),
        ("has_presence", c_bool),
        ("presence", c_float),
        ("name", c_char_p),
    ]


class MpLandmarks(Structure):
    """The landmarks of a face, a body or a hand."""

    _fields_ = [("landmarks", POINTER(MpLandmark)), ("landmarks_count", c_uint32)]


class MpMatrix(Structure):
    """A matrix, column by column."""

    _fields_ = [("rows", c_uint32), ("cols", c_uint32), ("data", POINTER(c_float))]


class MpDetection(Structure):
    """A detected face."""

    _fields_ = [
        ("categories", POINTER(MpCategory)),
        ("categories_count", c_uint32),
        ("bounding_box", MpRect),
        ("keypoints", POINTER(MpNormalizedKeypoint)),
        ("keypoints_count", c_uint32),
    ]


class MpFaceDetectorResult(Structure):
    """The result of a face detector."""

    _fields_ = [("detections", POINTER(MpDetection)), ("detections_count", c_uint32)]


class MpFaceLandmarkerResult(Structure):
    """The result of a face landmarker."""

    _fields_ = [
        ("face_landmarks", POINTER(MpLandmarks)),
        ("face_landmarks_count", c_uint32),
        ("face_blendshapes", POINTER(MpCategories)),
        ("face_blendshapes_count", c_uint32),
        ("facial_transformation_matrixes", POINTER(MpMatrix)),
        ("facial_transformation_matrixes_count", c_uint32),
    ]


class MpPoseLandmarkerResult(Structure):
    """The result of a pose landmarker."""

    _fields_ = [
        ("segmentation_masks", POINTER(c_void_p)),
        ("segmentation_masks_count", c_uint32),
        ("pose_landmarks", POINTER(MpLandmarks)),
        ("pose_landmarks_count", c_uint32),
        ("pose_world_landmarks", POINTER(MpLandmarks)),
        ("pose_world_landmarks_count", c_uint32),
    ]


class MpHandLandmarkerResult(Structure):
    """The result of a hand landmarker."""

    _fields_ = [
        ("handedness", POINTER(MpCategories)),
        ("handedness_count", c_uint32),
        ("hand_landmarks", POINTER(MpLandmarks)),
        ("hand_landmarks_count", c_uint32),
        ("hand_world_landmarks", POINTER(MpLandmarks)),
        ("hand_world_landmarks_count", c_uint32),
    ]


class MpHolisticLandmarkerResult(Structure):
    """The result of a holistic landmarker."""

    _fields_ = [
        ("face_landmarks", MpLandmarks),
        ("pose_landmarks", MpLandmarks),
        ("pose_world_landmarks", MpLandmarks),
        ("left_hand_landmarks", MpLandmarks),
        ("right_hand_landmarks", MpLandmarks),
        ("left_hand_world_landmarks", MpLandmarks),
        ("right_hand_world_landmarks", MpLandmarks),
        ("face_blendshapes", MpCategories),
        ("pose_segmentation_mask", c_void_p),
    ]


def _callback(result: Type[Structure]) -> Any:
    """Returns the type of the function that receives the results of a live stream."""
    return CFUNCTYPE(None, c_int, POINTER(result), c_void_p, c_int64)


class MpFaceDetectorOptions(Structure):
    """The options of a face detector."""

    _fields_ = [
        ("base_options", MpBaseOptions),
        ("running_mode", c_int),
        ("min_detection_confidence", c_float),
        ("min_suppression_threshold", c_float),
        ("result_callback", _callback(MpFaceDetectorResult)),
    ]


class MpFaceLandmarkerOptions(Structure):
    """The options of a face landmarker."""

    _fields_ = [
        ("base_options", MpBaseOptions),
        ("running_mode", c_int),
        ("num_faces", c_int),
        ("min_face_detection_confidence", c_float),
        ("min_face_presence_confidence", c_float),
        ("min_tracking_confidence", c_float),
        ("output_face_blendshapes", c_bool),
        ("output_facial_transformation_matrixes", c_bool),
        ("result_callback", _callback(MpFaceLandmarkerResult)),
    ]


class MpPoseLandmarkerOptions(Structure):
    """The options of a pose landmarker."""

    _fields_ = [
        ("base_options", MpBaseOptions),
        ("running_mode", c_int),
        ("num_poses", c_int),
        ("min_pose_detection_confidence", c_float),
        ("min_pose_presence_confidence", c_float),
        ("min_tracking_confidence", c_float),
        ("output_segmentation_masks", c_bool),
        ("result_callback", _callback(MpPoseLandmarkerResult)),
    ]


class MpHandLandmarkerOptions(Structure):
    """The options of a hand landmarker."""

    _fields_ = [
        ("base_options", MpBaseOptions),
        ("running_mode", c_int),
        ("num_hands", c_int),
        ("min_hand_detection_confidence", c_float),
        ("min_hand_presence_confidence", c_float),
        ("min_tracking_confidence", c_float),
        ("result_callback", _callback(MpHandLandmarkerResult)),
    ]


class MpHolisticLandmarkerOptions(Structure):
    """The options of a holistic landmarker."""

    _fields_ = [
        ("base_options", MpBaseOptions),
        ("running_mode", c_int),
        ("min_face_detection_confidence", c_float),
        ("min_face_suppression_threshold", c_float),
        ("min_face_presence_confidence", c_float),
        ("min_hand_landmarks_confidence", c_float),
        ("min_pose_detection_confidence", c_float),
        ("min_pose_suppression_threshold", c_float),
        ("min_pose_presence_confidence", c_float),
        ("output_face_blendshapes", c_bool),
        ("output_pose_segmentation_masks", c_bool),
        ("result_callback", _callback(MpHolisticLandmarkerResult)),
    ]


# The options and the result of each task.
TASKS: Dict[str, Tuple[Type[Structure], Type[Structure]]] = {
    "FaceDetector": (MpFaceDetectorOptions, MpFaceDetectorResult),
    "FaceLandmarker": (MpFaceLandmarkerOptions, MpFaceLandmarkerResult),
    "HandLandmarker": (MpHandLandmarkerOptions, MpHandLandmarkerResult),
    "HolisticLandmarker": (MpHolisticLandmarkerOptions, MpHolisticLandmarkerResult),
    "PoseLandmarker": (MpPoseLandmarkerOptions, MpPoseLandmarkerResult),
}

# The structures that the library only reads.
INPUTS = (MpImageProcessingOptions, *(options for options, _ in TASKS.values()))


def _functions(task: str, options: Type[Structure], result: Type[Structure]) -> Dict[str, Tuple[Any, List[Any]]]:
    """Returns the functions of a task."""
    image = [c_void_p, c_void_p, POINTER(MpImageProcessingOptions)]
    return {
        f"Mp{task}Create": (c_int, [POINTER(options), c_void_p, c_void_p]),
        f"Mp{task}DetectImage": (c_int, [*image, POINTER(result), c_void_p]),
        f"Mp{task}DetectForVideo": (c_int, [*image, c_int64, POINTER(result), c_void_p]),
        f"Mp{task}DetectAsync": (c_int, [*image, c_int64, c_void_p]),
        f"Mp{task}CloseResult": (None, [POINTER(result)]),
        f"Mp{task}Close": (c_int, [c_void_p, c_void_p]),
    }


_DATA = [c_int, c_int, c_int, c_void_p, c_int, c_void_p, c_void_p]
_VALUE = [c_void_p, c_void_p, c_int, c_void_p, c_void_p]

# The results and parameters of the functions; a pointer is a c_void_p unless what it points to matters.
FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {
    "MpErrorFree": (None, [c_void_p]),
    "MpImageCreateFromUint8Data": (c_int, _DATA),
    "MpImageCreateFromUint16Data": (c_int, _DATA),
    "MpImageCreateFromFloatData": (c_int, _DATA),
    "MpImageCreateFromImageFrame": (c_int, [c_void_p] * 3),
    "MpImageCreateFromFile": (c_int, [c_char_p, c_void_p, c_void_p]),
    "MpImageIsContiguous": (c_bool, [c_void_p]),
    "MpImageUsesGpu": (c_bool, [c_void_p]),
    "MpImageIsEmpty": (c_bool, [c_void_p]),
    "MpImageIsAligned": (c_bool, [c_void_p, c_uint32]),
    "MpImageGetWidth": (c_int, [c_void_p]),
    "MpImageGetHeight": (c_int, [c_void_p]),
    "MpImageGetChannels": (c_int, [c_void_p]),
    "MpImageGetByteDepth": (c_int, [c_void_p]),
    "MpImageGetWidthStep": (c_int, [c_void_p]),
    "MpImageGetFormat": (c_int, [c_void_p]),
    "MpImageDataUint8": (c_int, [c_void_p] * 3),
    "MpImageDataUint16": (c_int, [c_void_p] * 3),
    "MpImageDataFloat32": (c_int, [c_void_p] * 3),
    "MpImageGetValueUint8": (c_int, _VALUE),
    "MpImageGetValueUint16": (c_int, _VALUE),
    "MpImageGetValueFloat32": (c_int, _VALUE),
    "MpImageFree": (None, [c_void_p]),
    **{name: kind for task in TASKS for name, kind in _functions(task, *TASKS[task]).items()},
}
