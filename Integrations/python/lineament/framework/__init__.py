"""The place of MediaPipe's framework; its messages are in `formats`."""

from lineament.framework import formats as formats
