# SPDX-License-Identifier: Apache-2.0
"""The cores that this process may use."""

from __future__ import annotations

import math
import os

_QUOTA = "/sys/fs/cgroup/cpu.max"


def available_cores() -> int:
    """Returns the number of cores that this process may use, counted as the library does.

    They are those of its affinity mask, limited by the CPU quota of its container.
    """
    bound = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, int(min(bound, _quota())))


def _quota() -> float:
    """Returns the CPU quota of the container, rounded up; infinity if there is none.

    The file contains the quota and the period in microseconds, such as "150000 100000" or, without a quota, "max
    100000".
    """
    try:
        with open(_QUOTA, encoding="ascii") as file:
            quota, period = map(int, file.read().split())
    except (OSError, ValueError):
        return math.inf
    return math.ceil(quota / period) if period > 0 else math.inf
