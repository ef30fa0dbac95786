# SPDX-License-Identifier: Apache-2.0
"""Detections: a label, a score and a location."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineament.framework.formats._messages import Message, compiled, int32, int64
from lineament.framework.formats.location_data_pb2 import LocationData

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer, RepeatedScalarFieldContainer

__all__ = ["Detection", "DetectionList"]


class Detection(Message):
    """One detected subject."""

    class AssociatedDetection(Message):
        """Another detection of the same subject."""

        id: int32
        confidence: float

    label: RepeatedScalarFieldContainer[str]
    label_id: RepeatedScalarFieldContainer[int32]
    score: RepeatedScalarFieldContainer[float]
    location_data: LocationData
    feature_tag: str
    track_id: str
    detection_id: int64
    associated_detections: RepeatedCompositeFieldContainer[AssociatedDetection]
    display_name: RepeatedScalarFieldContainer[str]
    timestamp_usec: int64


class DetectionList(Message):
    """Several detected subjects."""

    detection: RepeatedCompositeFieldContainer[Detection]


DESCRIPTOR = compiled(__name__, globals())
