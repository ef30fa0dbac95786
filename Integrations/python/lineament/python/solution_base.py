"""The base of all solutions, where MediaPipe has it."""

from lineament.solutions._base import SolutionBase as SolutionBase
from lineament.solutions._base import SolutionOutputs as SolutionOutputs
