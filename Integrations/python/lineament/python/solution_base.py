# SPDX-License-Identifier: Apache-2.0
"""The base of all solutions, where MediaPipe has it."""

from lineament.solutions._base import SolutionBase, SolutionOutputs

__all__ = ["SolutionBase", "SolutionOutputs"]
