# SPDX-License-Identifier: Apache-2.0
"""Classifications: labels with scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lineament.framework.formats._messages import Message, compiled, int32

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

__all__ = ["Classification", "ClassificationList", "ClassificationListCollection"]


class Classification(Message):
    """One label with its score."""

    index: int32
    score: float
    label: str
    display_name: str


class ClassificationList(Message):
    """The labels of one subject."""

    classification: RepeatedCompositeFieldContainer[Classification]


class ClassificationListCollection(Message):
    """The labels of several subjects."""

    classification_list: RepeatedCompositeFieldContainer[ClassificationList]


DESCRIPTOR = compiled(__name__, globals())
