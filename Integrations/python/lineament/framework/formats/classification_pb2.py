# SPDX-License-Identifier: Apache-2.0
"""Classifications: labels with scores."""

from __future__ import annotations

from lineament.framework.formats._fields import FLOAT, INT32, STRING, Field
from lineament.framework.formats._message import Message
from lineament.framework.formats._repeated import RepeatedCompositeContainer

__all__ = ["Classification", "ClassificationList", "ClassificationListCollection"]


class Classification(Message):
    """One label with its score."""

    _fields = (
        Field("index", 1, INT32),
        Field("score", 2, FLOAT),
        Field("label", 3, STRING),
        Field("display_name", 4, STRING),
    )
    index: int
    score: float
    label: str
    display_name: str


class ClassificationList(Message):
    """The labels of one subject."""

    _fields = (Field("classification", 1, Classification, is_repeated=True),)
    classification: RepeatedCompositeContainer[Classification]


class ClassificationListCollection(Message):
    """The labels of several subjects."""

    _fields = (Field("classification_list", 1, ClassificationList, is_repeated=True),)
    classification_list: RepeatedCompositeContainer[ClassificationList]
