# SPDX-License-Identifier: Apache-2.0
"""The messages that MediaPipe's solutions return; they need protobuf."""

from lineament.framework.formats import annotation as annotation
from lineament.framework.formats import classification_pb2 as classification_pb2
from lineament.framework.formats import detection_pb2 as detection_pb2
from lineament.framework.formats import landmark_pb2 as landmark_pb2
from lineament.framework.formats import location_data_pb2 as location_data_pb2
from lineament.framework.formats import rect_pb2 as rect_pb2
