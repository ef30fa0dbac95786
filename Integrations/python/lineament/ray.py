# SPDX-License-Identifier: Apache-2.0
"""Annotation on Ray: `annotate` for datasets of Ray Data, and a job for folders of files.

    python -m lineament.ray photos/ --output faces/ --task face-landmarker

Needs `ray[data]`.
"""

from __future__ import annotations

import sys
from typing import Any, Optional

from lineament._arguments import gpu_count
from lineament._listing import hide_imports
from lineament.arrow import Annotator

try:
    import ray
    import ray.data
except ImportError as error:
    raise ImportError("lineament.ray needs Ray. Run: pip install 'ray[data]'") from error

__all__ = ["annotate"]


def annotate(
    dataset: ray.data.Dataset,
    task: str,
    *,
    max_actors: Optional[int] = None,
    batch_size: int = 64,
    isolate: bool = True,
    timeout: Optional[float] = None,
    column: Optional[str] = None,
    num_gpus: float = 0,
    allows_half_precision: bool = False,
    **options: Any,
) -> ray.data.Dataset:
    """Returns a dataset with the faces or people of its images: a row for each row, with the columns of `Annotator`.

    Args:
        dataset: A dataset with a column `path`, which every machine can read, or `bytes`.
        task: "face-detector", "face-landmarker", "pose-landmarker" or "faces".
        max_actors: The maximum number of actors, each with one core and one thread; None for as many as the cluster
            has room for. There is at least one, so that two jobs that share a cluster both advance.
        batch_size: The rows that an actor receives at once.
        isolate: Whether to annotate in child processes; see `Annotator`.
        timeout: The maximum number of seconds for one image; see `Annotator`.
        column: The column of the images; see `Annotator`.
        num_gpus: The GPUs that Ray reserves for each actor, such as 0.25 for four actors that share one. If more than 0,
            the models run on a GPU, and it is an error where that cannot be used.
        allows_half_precision: Whether a GPU may compute with 16-bit floats; see `Annotator`.
        **options: The options of the task; see `Annotator`.

    Raises:
        TypeError: The task does not have one of the options.
        ValueError: There is no such task, or an option is out of range.
    """
    from lineament._job.schedule import cluster_room

    gpus = gpu_count("num_gpus", num_gpus)
    settings = {"isolate": isolate, "timeout": timeout, "column": column, **options}
    settings.update(delegate="gpu" if gpus else "cpu", allows_half_precision=allows_half_precision)
    Annotator(task, **settings)  # Checks the arguments here rather than in the actors.
    if max_actors is None:
        if not ray.is_initialized():
            ray.init()
        max_actors = cluster_room(gpus)
    return dataset.map_batches(
        Annotator,
        fn_constructor_args=(task,),
        fn_constructor_kwargs=settings,
        batch_format="pyarrow",
        batch_size=batch_size,
        compute=ray.data.ActorPoolStrategy(min_size=1, max_size=max_actors),
        num_cpus=1,
        num_gpus=gpus or None,
    )


hide_imports(__name__)

if __name__ == "__main__":
    from lineament._job.main import main

    sys.exit(main())
