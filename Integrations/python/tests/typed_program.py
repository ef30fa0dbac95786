# SPDX-License-Identifier: Apache-2.0
"""A program that uses the whole package, whose types mypy and Pyright check in `make lint`. A test runs it.

Lines with `type: ignore` are wrong: both checkers complain if they find nothing to ignore there.
"""

from __future__ import annotations

from typing import Dict, List, Optional, Sequence, Tuple

import numpy as np
import numpy.typing as npt

import lineament as mp
import lineament.python.solutions.pose as older_pose
from lineament.framework.formats import landmark_pb2
from lineament.python.solutions import hands as older_hands
from lineament.python.solutions.drawing_utils import DrawingSpec
from lineament.tasks.python import BaseOptions, vision
from lineament.tasks.python.components.containers import Category, Landmark, NormalizedLandmark
from lineament.tasks.python.vision import drawing_styles, drawing_utils

Pixels = npt.NDArray[np.uint8]
WRONG = False


def use_tasks(image: mp.Image) -> None:
    base = BaseOptions(delegate=BaseOptions.Delegate.CPU, num_threads=1)
    options = vision.FaceLandmarkerOptions(base, num_faces=2, output_face_blendshapes=True)
    with vision.FaceLandmarker.create_from_options(options) as landmarker:
        result = landmarker.detect(image)
        batch: List[object] = list(landmarker.detect_batch([b""]))
        with landmarker.create_session() as session:
            tracks: List[int] = session.detect(image, 0).track_ids
    face: Sequence[NormalizedLandmark] = result.face_landmarks[0]
    smile: Category = result.face_blendshapes[0][vision.Blendshapes.MOUTH_SMILE_LEFT]
    crops: np.ndarray = result.crops(image, "arcface")
    drawing: np.ndarray = mp.draw(image, result)
    drawing_utils.draw_landmarks(drawing, face, vision.FaceLandmarksConnections.FACE_LANDMARKS_CONTOURS)
    assert (len(face), len(batch), len(tracks), len(crops)) == (478, 1, 1, 1) and smile.score is not None


def use_other_tasks(image: mp.Image) -> None:
    with vision.FaceDetector() as detector:
        width: int = detector.detect(image).detections[0].bounding_box.width
    with vision.PoseLandmarker() as poses:
        body: Sequence[Landmark] = poses.detect(image).pose_world_landmarks[0]
    with vision.HandLandmarker(vision.HandLandmarkerOptions(num_hands=None)) as hands:
        sides: List[List[Category]] = hands.detect(image).handedness
    with vision.HolisticLandmarker() as holistic:
        hand: Sequence[NormalizedLandmark] = holistic.detect(image).left_hand_landmarks
    with mp.FaceAnalyzer(mp.FaceAnalyzerOptions(contour_mode="all")) as analyzer:
        smiling: Optional[float] = analyzer.detect(image).faces[0].smiling_probability
    assert width > 0 and len(body) == 33 and len(sides) == len(hand) == 0 and smiling is not None


def use_streams(image: mp.Image) -> None:
    def print_result(result: vision.PoseLandmarkerResult, frame: mp.Image, timestamp_ms: int) -> None:
        assert len(result.pose_landmarks) == 1 and frame.width > timestamp_ms

    live = vision.RunningMode.LIVE_STREAM
    options = vision.PoseLandmarkerOptions(running_mode=live, result_callback=print_result)
    with vision.PoseLandmarker(options) as landmarker:
        landmarker.detect_async(image, 1, vision.ImageProcessingOptions(rotation_degrees=0))
    with mp.Redactor(what="heads", how="fill") as redactor:
        copies: List[np.ndarray] = list(redactor.redact_video([(image, 0.0), (image, 0.04)]))
    assert len(copies) == 2


def use_solutions(pixels: Pixels) -> None:
    with mp.solutions.hands.Hands(max_num_hands=2) as hands:
        found: Optional[List[landmark_pb2.NormalizedLandmarkList]] = hands.process(pixels).multi_hand_landmarks
    for hand in found or ():
        tip: landmark_pb2.NormalizedLandmark = hand.landmark[mp.solutions.hands.HandLandmark.THUMB_TIP]
        print(tip.x)
    with mp.solutions.pose.Pose(static_image_mode=True) as pose:
        body = pose.process(pixels)
    assert body.pose_landmarks and body.pose_world_landmarks
    nose: float = body.pose_landmarks.landmark[mp.solutions.pose.PoseLandmark.NOSE].visibility
    depths: List[float] = [point.z for point in body.pose_world_landmarks.landmark]
    mask: Optional[np.ndarray] = body.segmentation_mask
    assert nose > 0 and len(depths) == 33 and mask is None
    canvas = pixels.copy()
    styles = mp.solutions.drawing_styles.get_default_pose_landmarks_style()
    mp.solutions.drawing_utils.draw_landmarks(
        canvas, body.pose_landmarks, mp.solutions.pose.POSE_CONNECTIONS, landmark_drawing_spec=styles
    )


def use_other_solutions(pixels: Pixels) -> None:
    with mp.solutions.face_mesh.FaceMesh(refine_landmarks=True) as mesh:
        faces = mesh.process(pixels).multi_face_landmarks
    with mp.solutions.face_detection.FaceDetection(model_selection=1) as detection:
        detections = detection.process(pixels).detections
    with mp.solutions.holistic.Holistic() as holistic:
        left: Optional[landmark_pb2.NormalizedLandmarkList] = holistic.process(pixels).left_hand_landmarks
    with mp.solutions.selfie_segmentation.SelfieSegmentation() as selfie:
        shape: Tuple[int, ...] = selfie.process(pixels).segmentation_mask.shape
    assert faces and detections and left is None and shape == pixels.shape[:2]
    box: float = detections[0].location_data.relative_bounding_box.xmin
    score: float = detections[0].score[0]
    lines: Dict[Tuple[int, int], object] = dict(drawing_styles.get_default_face_mesh_contours_style())
    assert min(box, score) > 0 and lines


def use_older_places() -> None:
    pose: mp.solutions.pose.Pose = older_pose.Pose(model_complexity=1)
    pose.close()
    spec: mp.solutions.drawing_utils.DrawingSpec = DrawingSpec(color=(0, 255, 0))
    assert older_hands.HandLandmark.WRIST in dict.fromkeys(older_hands.HandLandmark, spec)


def misuse(pixels: Pixels) -> None:
    print(mp.solution)  # type: ignore[attr-defined]
    print(mp.solutions.hand)  # type: ignore[attr-defined]
    print(older_pose.Poses)  # type: ignore[attr-defined]
    print(mp.tasks.text)  # type: ignore[attr-defined]
    print(vision.ObjectDetector)  # type: ignore[attr-defined]
    vision.FaceLandmarker().detect("portrait.jpg")  # type: ignore[arg-type]
    vision.FaceLandmarkerOptions(num_face=2)  # type: ignore[call-arg]
    pose = mp.solutions.pose.Pose()
    pose.process("portrait.jpg")  # type: ignore[arg-type]
    print(pose.process(pixels).landmarks)  # type: ignore[attr-defined]
    print(landmark_pb2.NormalizedLandmark().w)  # type: ignore[attr-defined]


def main(image: mp.Image) -> None:
    pixels: Pixels = np.array(image.numpy_view())
    use_tasks(image)
    use_other_tasks(image)
    use_streams(image)
    use_solutions(pixels)
    use_other_solutions(pixels)
    use_older_places()
    if WRONG:
        misuse(pixels)
