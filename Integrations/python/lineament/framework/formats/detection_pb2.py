# SPDX-License-Identifier: Apache-2.0
"""Detections: a label, a score and a location."""

from __future__ import annotations

from lineament.framework.formats._fields import FLOAT, INT32, INT64, STRING, Field
from lineament.framework.formats._message import Message
from lineament.framework.formats._repeated import RepeatedCompositeContainer, RepeatedScalarContainer
from lineament.framework.formats.location_data_pb2 import LocationData

__all__ = ["Detection", "DetectionList"]


class Detection(Message):
    """One detected subject."""

    class AssociatedDetection(Message):
        """Another detection of the same subject."""

        _fields = (Field("id", 1, INT32), Field("confidence", 2, FLOAT))
        id: int
        confidence: float

    _fields = (
        Field("label", 1, STRING, is_repeated=True),
        Field("label_id", 2, INT32, is_repeated=True),
        Field("score", 3, FLOAT, is_repeated=True),
        Field("location_data", 4, LocationData),
        Field("feature_tag", 5, STRING),
        Field("track_id", 6, STRING),
        Field("detection_id", 7, INT64),
        Field("associated_detections", 8, AssociatedDetection, is_repeated=True),
        Field("display_name", 9, STRING, is_repeated=True),
        Field("timestamp_usec", 10, INT64),
    )
    _packed = ("label_id", "score")
    label: RepeatedScalarContainer[str]
    label_id: RepeatedScalarContainer[int]
    score: RepeatedScalarContainer[float]
    location_data: LocationData
    feature_tag: str
    track_id: str
    detection_id: int
    associated_detections: RepeatedCompositeContainer[AssociatedDetection]
    display_name: RepeatedScalarContainer[str]
    timestamp_usec: int


class DetectionList(Message):
    """Several detected subjects."""

    _fields = (Field("detection", 1, Detection, is_repeated=True),)
    detection: RepeatedCompositeContainer[Detection]
