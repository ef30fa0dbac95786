# SPDX-License-Identifier: Apache-2.0
"""Attributes that are made when they are looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property:
        """`functools.cached_property` without its lock, which up to Python 3.11 all instances of a class share."""

        def __init__(self, make):
            self._make, self.__doc__ = make, make.__doc__

        def __set_name__(self, owner, name):
            self._name = name

        def __get__(self, instance, owner=None):
            if instance is None:
                return self
            return instance.__dict__.setdefault(self._name, self._make(instance))


__all__ = ["cached_property"]
