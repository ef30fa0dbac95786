# SPDX-License-Identifier: Apache-2.0
"""The messages that describe regions of images."""

from lineament.framework.formats.annotation import rasterization_pb2 as rasterization_pb2
