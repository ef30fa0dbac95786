# SPDX-License-Identifier: Apache-2.0
"""The hooks of this package for PyInstaller, which it finds by the entry point `pyinstaller40`."""

from __future__ import annotations

import os
from typing import List


def get_hook_dirs() -> List[str]:
    """Returns the folder of the hook."""
    return [os.path.dirname(os.path.abspath(__file__))]
