# SPDX-License-Identifier: Apache-2.0
"""Ray's part of the job: actors that take one shard after the other."""

from __future__ import annotations

import os
from collections import Counter, deque
from typing import Any, Callable, Deque, Dict, Iterator, List, Optional, Sequence, Tuple

import ray
from ray.exceptions import NodeDiedError, OutOfMemoryError, RayActorError, RayTaskError, WorkerCrashedError

from lineament._job.shards import Counts, ShardWorker
from lineament._job.storage import Folder

# How many actors a shard may end before it is given up.
_ATTEMPTS = 3
# The errors of Ray for an actor that is gone: of its own accord, with its machine, or for want of memory.
_DEATHS = (RayActorError, OutOfMemoryError, NodeDiedError, WorkerCrashedError)


class ClusterError(RuntimeError):
    """A cluster that cannot be reached or started."""


def connect(address: Optional[str]) -> None:
    """Connects to a cluster, or starts one on this machine.

    Args:
        address: The address of a cluster; None or "local" for a new one on this machine.

    Raises:
        ClusterError: The cluster cannot be reached or started.
    """
    options: Dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    is_new = address in (None, "local")
    if is_new:
        # Ray would report its use to its makers otherwise.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        # Nothing but counts crosses the object store.
        options.update(address="local", include_dashboard=False, object_store_memory=80 << 20)
    else:
        # Ray would try for a quarter of an hour; one try takes it 40 s.
        os.environ.setdefault("RAY_gcs_server_port_wait_time_s", "1")
        options.update(address=address)
    try:
        ray.init(**options)
    except (OSError, RuntimeError, ValueError) as error:
        failure = f"The Ray cluster at {address} cannot be reached"
        if is_new:
            failure = "Ray cannot be started on this machine"
        raise ClusterError(f"{failure}: {error}") from error


def cluster_room(gpus: float = 0) -> int:
    """Returns the number of actors that the cluster has room for: one per core, and with `gpus` for each.

    Raises:
        ClusterError: The cluster has no GPU for an actor.
    """
    resources: Dict[str, float] = ray.cluster_resources()
    cores = max(1, int(resources.get("CPU", 1)))
    if not gpus:
        return cores
    room = int(resources.get("GPU", 0) / gpus + 1e-6)
    if room < 1:
        raise ClusterError(
            f"The cluster has {resources.get('GPU', 0):g} GPUs, fewer than the {gpus:g} of an actor. Ray counts those of "
            "NVIDIA, AMD and Intel; start a machine with others by `ray start --num-gpus N`."
        )
    return min(cores, room)


class Schedule:
    """Shards, and the actors that work on them.

    Args:
        create: Returns a new actor.
        actors: The greatest number of actors.
        shards: The shards, in order.
        method: The method of the actors to call with a shard: "run" or "retry".
    """

    def __init__(self, create: Callable[[], Any], actors: int, shards: Sequence[int], method: str) -> None:
        self._create = create
        self._actors = actors
        self._waiting: Deque[int] = deque(shards)
        self._method = method
        self._running: Dict[Any, Tuple[Any, int]] = {}
        self._deaths: Counter[int] = Counter()
        self.lost: List[int] = []

    def results(self) -> Iterator[Counts]:
        """Yields the counts of shards as they are done. Afterwards `lost` has those that ended their actor each time.

        Raises:
            OSError: A shard cannot be written.
        """
        for _ in range(min(self._actors, len(self._waiting))):
            self._give(self._create())
        while self._running:
            for done in self._ready():
                actor, shard = self._running.pop(done)
                try:
                    counts: Counts = ray.get(done)
                except RayTaskError as error:
                    raise error.cause if isinstance(error.cause, Exception) else error from None
                except _DEATHS as error:
                    if getattr(error, "actor_init_failed", False):
                        raise RuntimeError(f"An actor cannot start: {error}") from None
                    self._count_death(shard)
                    actor = self._create()
                else:
                    yield counts
                self._give(actor)
                # Without work an actor ends with its last reference, and leaves its core to those that wait for one.
                del actor

    def _ready(self) -> List[Any]:
        """Waits for a shard to be done, and returns all that are."""
        running = list(self._running)
        ray.wait(running, num_returns=1)
        ready: List[Any] = ray.wait(running, num_returns=len(running), timeout=0)[0]
        return ready

    def _give(self, actor: Any) -> None:
        """Gives an actor the next shard, or lets it end."""
        if self._waiting:
            shard = self._waiting.popleft()
            self._running[getattr(actor, self._method).remote(shard)] = (actor, shard)

    def _count_death(self, shard: int) -> None:
        self._deaths[shard] += 1
        if self._deaths[shard] < _ATTEMPTS:
            self._waiting.appendleft(shard)
        else:
            self.lost.append(shard)


def actor_factory(
    folder: Folder, isolate: bool, timeout: Optional[float], gpus: float = 0, allows_half_precision: bool = False
) -> Callable[[], Any]:
    """Returns a function that creates actors, with one core and `gpus` each."""
    remote = ray.remote(num_cpus=1, num_gpus=gpus)(ShardWorker)
    hardware = {"delegate": "gpu" if gpus else "cpu", "allows_half_precision": allows_half_precision}
    return lambda: remote.remote(folder.address, isolate, timeout, folder.run, hardware)
