# SPDX-License-Identifier: Apache-2.0
"""Short texts for results, whose values may be thousands of numbers."""

from __future__ import annotations

from typing import Any, Mapping, Sequence

import numpy as np

# The longest text of an attribute that is shown instead of a count.
_LONGEST = 120


def summary(name: str, values: Mapping[str, Any]) -> str:
    """Returns a text for a result, such as "PoseOutputs(pose_landmarks=33 NormalizedLandmark)"."""
    return f"{name}({', '.join(f'{key}={_text(value)}' for key, value in values.items())})"


def _text(value: Any) -> str:
    """Returns a text for an attribute, such as "[478 NormalizedLandmark, 478 NormalizedLandmark]"."""
    if not _is_sequence(value):
        return _element(value)
    elements = [_element(each) for each in value]
    text = f"[{', '.join(elements)}]"
    has_names_only = elements == [type(each).__name__ for each in value]
    return f"[{_count(value)}]" if value and (has_names_only or len(text) > _LONGEST) else text


def _element(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return f"array of shape {value.shape}"
    if hasattr(value, "DESCRIPTOR"):
        return _message(value)
    if _is_sequence(value) and len(value) > 0:
        return _count(value)
    text = repr(value)
    return text if len(text) <= _LONGEST else type(value).__name__


def _count(values: Any) -> str:
    return f"{len(values)} {type(values[0]).__name__}"


def _message(value: Any) -> str:
    """Returns a text for a message: what it contains, if it is only a list."""
    fields = value.DESCRIPTOR.fields
    if len(fields) > 1 or not _is_sequence(getattr(value, fields[0].name)):
        return type(value).__name__
    return f"{len(getattr(value, fields[0].name))} {fields[0].message_type.name}"


def _is_sequence(value: Any) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (str, bytes))
