"""The tasks with their options and results, as the library describes them. Printed by `make generate`."""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Tuple


class Option(NamedTuple):
    """An option of a task.

    Attributes:
        name: The attribute of the task's options.
        field: The field of LineamentOptions.
        kind: "fraction", "limit", "count", "flag" or "choice".
        default: The library's default; None for a limit of all.
        front_default: The default of the command line and the service.
        choices: The values of a choice, in the order of their numbers in C.
        least: The least value of a count.
        most: The greatest value of a count.
        summary: What the option does.
    """

    name: str
    field: str
    kind: str
    default: Any
    front_default: Any
    choices: Tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    summary: str = ""


class Value(NamedTuple):
    """A value of each face or person.

    Attributes:
        name: Its name in tables.
        array: The field of LineamentResult.
        shape: The shape of the value of one face or person.
        components: The names along the last axis, which tables keep apart; none for plain numbers.
        points: The points that have these numbers beside their coordinates, by name; "" for a value of its own.
    """

    name: str
    array: str
    shape: Tuple[int, ...]
    components: Tuple[str, ...] = ()
    points: str = ""


class Task(NamedTuple):
    """A task.

    Attributes:
        number: Its number in C.
        column: The name of its faces or people in a table of results.
        options: Its options.
        values: The values of each of its faces or people, in the order of tables.
    """

    number: int
    column: str
    options: Tuple[Option, ...]
    values: Tuple[Value, ...]


TASKS: Dict[str, Task] = {
    "face-detector": Task(
        1,
        "faces",
        (
            Option(
                "min_detection_confidence",
                "min_detection_confidence",
                "fraction",
                0.5,
                0.5,
                summary="Minimum score of a face.",
            ),
            Option(
                "min_suppression_threshold",
                "min_suppression_threshold",
                "fraction",
                0.3,
                0.3,
                summary="Overlap above which two boxes are merged into one face.",
            ),
            Option(
                "detection_range",
                "range",
                "choice",
                "short",
                "auto",
                choices=("short", "full", "auto"),
                summary="Detection range: all faces, those within about 2 m of a phone's camera, or within about 5 m.",
            ),
            Option(
                "max_searched_pixels",
                "max_searched_pixels",
                "count",
                150000000,
                150000000,
                least=1,
                most=1000000000,
                summary="Maximum number of pixels that the range auto searches, over all scales.",
            ),
        ),
        (
            Value("score", "scores", ()),
            Value("box", "boxes", (4,), components=("x", "y", "width", "height")),
            Value("landmarks", "landmarks", (6, 2), components=("x", "y")),
        ),
    ),
    "face-landmarker": Task(
        2,
        "faces",
        (
            Option(
                "num_faces",
                "max_count",
                "limit",
                1,
                None,
                summary="Maximum number of faces.",
            ),
            Option(
                "min_face_detection_confidence",
                "min_detection_confidence",
                "fraction",
                0.5,
                0.5,
                summary="Minimum score of a detected face.",
            ),
            Option(
                "min_face_presence_confidence",
                "min_presence_confidence",
                "fraction",
                0.5,
                0.5,
                summary="Minimum score of the landmark model for the presence of a face.",
            ),
            Option(
                "min_tracking_confidence",
                "min_tracking_confidence",
                "fraction",
                0.5,
                0.5,
                summary="Minimum overlap at which a tracked and a detected subject are the same.",
            ),
            Option(
                "smoothing",
                "smoothing",
                "choice",
                "mediapipe",
                "everyone",
                choices=("mediapipe", "everyone", "none"),
                summary="Whose landmarks are smoothed from frame to frame; mediapipe: only if the limit is one subject.",
            ),
            Option(
                "output_face_blendshapes",
                "blendshapes",
                "flag",
                False,
                False,
                summary="Whether to output the scores of 52 blendshapes.",
            ),
            Option(
                "output_facial_transformation_matrixes",
                "matrices",
                "flag",
                False,
                False,
                summary="Whether to output the head pose as a 4x4 matrix.",
            ),
            Option(
                "detection_range",
                "range",
                "choice",
                "short",
                "auto",
                choices=("short", "full", "auto"),
                summary="Detection range: all faces, those within about 2 m of a phone's camera, or within about 5 m.",
            ),
            Option(
                "max_searched_pixels",
                "max_searched_pixels",
                "count",
                150000000,
                150000000,
                least=1,
                most=1000000000,
                summary="Maximum number of pixels that the range auto searches, over all scales.",
            ),
        ),
        (
            Value("score", "scores", ()),
            Value("box", "boxes", (4,), components=("x", "y", "width", "height")),
            Value("angles", "angles", (3,)),
            Value("landmarks", "landmarks", (478, 3), components=("x", "y", "z")),
            Value("blendshapes", "blendshapes", (52,)),
            Value("matrix", "matrices", (4, 4)),
        ),
    ),
    "pose-landmarker": Task(
        3,
        "poses",
        (
            Option(
                "num_poses",
                "max_count",
                "limit",
                1,
                None,
                summary="Maximum number of people.",
            ),
            Option(
                "min_pose_detection_confidence",
                "min_detection_confidence",
                "fraction",
                0.5,
                0.5,
                summary="Minimum score of a detected person.",
            ),
            Option(
                "min_pose_presence_confidence",
                "min_presence_confidence",
                "fraction",
                0.5,
                0.5,
                summary="Minimum score of the landmark model for the presence of a person.",
            ),
            Option(
                "min_tracking_confidence",
                "min_tracking_confidence",
                "fraction",
                0.5,
                0.5,
                summary="Minimum overlap at which a tracked and a detected subject are the same.",
            ),
            Option(
                "smoothing",
                "smoothing",
                "choice",
                "mediapipe",
                "everyone",
                choices=("mediapipe", "everyone", "none"),
                summary="Whose landmarks are smoothed from frame to frame; mediapipe: only if the limit is one subject.",
            ),
            Option(
                "separation",
                "separation",
                "choice",
                "mediapipe",
                "distinct",
                choices=("mediapipe", "distinct"),
                summary="Handling of several people: each body detected once, or as MediaPipe does.",
            ),
            Option(
                "pose_model",
                "model",
                "choice",
                "full",
                "full",
                choices=("lite", "full", "heavy"),
                summary="Pose model: lite is the fastest, heavy the most accurate; both are downloaded on request.",
            ),
            Option(
                "output_segmentation_masks",
                "masks",
                "flag",
                False,
                False,
                summary="Whether to output a segmentation mask of each person.",
            ),
        ),
        (
            Value("box", "boxes", (4,), components=("x", "y", "width", "height")),
            Value("landmarks", "landmarks", (33, 3), components=("x", "y", "z")),
            Value("visibility", "visibilities", (33,), points="landmarks"),
            Value("presence", "presences", (33,), points="landmarks"),
            Value("world_landmarks", "world_landmarks", (33, 3), components=("x", "y", "z")),
        ),
    ),
    "faces": Task(
        4,
        "faces",
        (
            Option(
                "detection_range",
                "range",
                "choice",
                "auto",
                "auto",
                choices=("short", "full", "auto"),
                summary="Detection range: all faces, those within about 2 m of a phone's camera, or within about 5 m.",
            ),
            Option(
                "landmark_mode",
                "landmark_mode",
                "choice",
                "all",
                "all",
                choices=("none", "all"),
                summary="Ten landmarks per face.",
            ),
            Option(
                "contour_mode",
                "contour_mode",
                "choice",
                "none",
                "all",
                choices=("none", "all"),
                summary="Contours of the largest face.",
            ),
            Option(
                "classification_mode",
                "classification_mode",
                "choice",
                "all",
                "all",
                choices=("none", "all"),
                summary="Classification of smiles and open eyes.",
            ),
            Option(
                "min_face_size",
                "min_face_size",
                "fraction",
                0.0,
                0.0,
                summary="Minimum width of a face, as a fraction of the image width.",
            ),
        ),
        (
            Value("box", "boxes", (4,), components=("x", "y", "width", "height")),
            Value("angles", "angles", (3,)),
            Value("expressions", "expressions", (3,)),
            Value("landmarks", "landmarks", (10, 2), components=("x", "y")),
            Value("contours", "contours", (133, 2), components=("x", "y")),
        ),
    ),
}
