# SPDX-License-Identifier: Apache-2.0
"""The command line of the job."""

from __future__ import annotations

import argparse
import dataclasses
import os
from typing import Any, Callable, Dict, List, Optional, Tuple

from lineament import __version__, _tasks
from lineament._annotation import TASKS, option_defaults
from lineament._arguments import gpu_count
from lineament._cropping import SQUARES

_DESCRIPTION = """
Annotates images and videos on a Ray cluster, and writes a folder of Parquet files: shard-000000.parquet and so on.

Run it again with the same arguments to continue after an interruption: finished shards are kept.
"""
_INPUT = (
    "a folder, a pattern such as 'photos/**/*.jpg', a list (.txt with a path in each line, .parquet with a column "
    "'path'), an image or a video; a path, or a URI such as s3://bucket/photos. Not needed to continue"
)
_EPILOG = """
Exit status: 0 if all inputs succeeded, 1 if any failed (they are rows with an error) or the job ended early, 2 for
invalid usage or if DIR has the output of another job, damaged files or a job that runs, 130 after Ctrl-C.
"""


@dataclasses.dataclass
class Arguments:
    """The arguments of a run.

    Attributes:
        inputs: The inputs as given.
        output: The folder to write to, as given.
        task: The name of the task.
        options: The options that were given, by the names that they have in Python.
        mode: "image" or "video" for all files; None to tell by their extensions.
        every: Every n-th frame of a video is read.
        shard_size: The number of images of a shard; None for the default.
        address: The address of a Ray cluster.
        actors: The greatest number of actors; None for as many as the cluster has room for.
        num_gpus: The GPUs of each actor, on which the models run; 0 for the CPU.
        half_precision: Whether a GPU may compute with 16-bit floats.
        timeout: The greatest number of seconds for one image or frame; 0 for no limit, None for the default.
        isolate: Whether to annotate in child processes.
        retry_failed: Whether to work on failed rows only.
        quiet: Whether to print errors only.
    """

    inputs: List[str]
    output: str
    task: str
    options: Dict[str, Any]
    mode: Optional[str]
    every: int
    shard_size: Optional[int]
    address: Optional[str]
    actors: Optional[int]
    num_gpus: float
    half_precision: bool
    timeout: Optional[float]
    isolate: bool
    retry_failed: bool
    quiet: bool


def parsed(arguments: Optional[List[str]]) -> Arguments:
    """Returns the arguments of a command line; ends the process with status 2 if they are not valid."""
    parser = _parser()
    values = vars(parser.parse_args(arguments))
    names = {name for task in TASKS for name in option_defaults(task)}
    # Absent options are absent from the values, too.
    options = {name: values.pop(name) for name in names if name in values}
    for name, value in options.items():
        if name not in option_defaults(values["task"]):
            parser.error(f"{_flag(name)} is not an option of {values['task']}")
        choices = _choices(values["task"], name)
        if choices and value not in choices:
            parser.error(f"{_flag(name)} of {values['task']} must be one of {', '.join(choices)}, not {value}")
    if values["timeout"] and not values["isolate"]:
        parser.error("--timeout needs child processes, which can be ended: remove --no-isolation or --timeout")
    if values["half_precision"] and not values["num_gpus"]:
        parser.error("--half-precision is for a GPU: add --num-gpus")
    return Arguments(options=options, **values)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m lineament.ray",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"lineament {__version__}")
    parser.add_argument("inputs", metavar="INPUT", nargs="*", help=_INPUT)
    parser.add_argument("--output", metavar="DIR", required=True, help="the folder to write to, a path or a URI")
    parser.add_argument("--task", choices=list(TASKS), required=True, help="what to detect")
    _add_task_options(parser.add_argument_group("what to detect, as in the command line program"))
    _add_input_options(parser.add_argument_group("inputs"))
    _add_run_options(parser.add_argument_group("the run"))
    return parser


def _add_task_options(group: Any) -> None:
    """Adds the options of all tasks, each once."""

    def add(name: str, **settings: Any) -> None:
        group.add_argument(_flag(name), dest=name, default=argparse.SUPPRESS, **settings)

    known = {name for task in TASKS for name in option_defaults(task)}
    described: Dict[str, _tasks.Option] = {}
    for option in (option for task in _tasks.TASKS.values() for option in task.options):
        first = described.setdefault(option.name, option)
        every_choice = dict.fromkeys((*first.choices, *option.choices))
        described[option.name] = first._replace(choices=tuple(every_choice))
    for name, option in described.items():
        if name in known:
            add(name, **_settings(option))
    crops = "cut out each face as well, in a field 'crop' (face-landmarker, holistic-landmarker)"
    add("crops", choices=SQUARES, help=crops)
    add("crop_size", type=_positive, metavar="N", help="the side of the crops in pixels (default: 112, 512 or 256)")
    model = "a model file, which every machine has at this path"
    add("model_asset_path", type=os.path.abspath, metavar="FILE", help=model)


def _choices(task: str, name: str) -> Tuple[str, ...]:
    """Returns the choices that a task has for an option; none for other kinds of options."""
    return next((option.choices for option in _tasks.TASKS[task].options if option.name == name), ())


def _settings(option: _tasks.Option) -> Dict[str, Any]:
    """Returns what an argument parser needs to know of an option."""
    text = option.summary[0].lower() + option.summary[1:-1]
    usual = "all" if option.front_default is None else option.front_default
    help_text = f"{text} (default: {usual})"
    if option.kind == "flag":
        return {"action": "store_true", "help": text}
    if option.kind == "choice":
        return {"choices": list(option.choices), "help": help_text}
    if option.kind == "number":
        return {"type": _number_from(option.least, option.most), "metavar": "X", "help": help_text}
    kind, metavar = {"fraction": (_fraction, "X"), "limit": (_limit, "N"), "count": (_positive, "N")}[option.kind]
    return {"type": kind, "metavar": metavar, "help": help_text}


def _add_input_options(group: Any) -> None:
    modes = "what all files are (default: told by their extensions)"
    group.add_argument("--running-mode", dest="mode", choices=("image", "video"), help=modes)
    group.add_argument("--every", type=_positive, default=1, metavar="N", help="read every n-th frame of a video")
    size = "images per shard (default: 4096); a video is a shard of its own"
    group.add_argument("--shard-size", type=_positive, metavar="N", help=size)


def _add_run_options(group: Any) -> None:
    address = "the Ray cluster (default: $RAY_ADDRESS if set, otherwise this machine)"
    group.add_argument("--address", metavar="ADDRESS", help=address)
    actors = "the greatest number of actors, each with one core (default: as many as the cluster has room for)"
    group.add_argument("--actors", type=_positive, metavar="N", help=actors)
    gpus = "the GPUs of each actor, such as 0.25 for four that share one; the models run on them (default: 0, the CPU)"
    group.add_argument("--num-gpus", type=_gpus, default=0, metavar="N", help=gpus)
    half = "let the GPU compute with 16-bit floats, which is faster on most, but moves landmarks"
    group.add_argument("--half-precision", action="store_true", help=half)
    limit = "time limit for one image or frame in seconds, 0: none (default: 60)"
    group.add_argument("--timeout", type=_seconds, metavar="SECONDS", help=limit)
    isolate = "work in the actors themselves: a file that crashes a decoder then costs a whole shard; no time limit"
    group.add_argument("--no-isolation", dest="isolate", action="store_false", help=isolate)
    group.add_argument("--retry-failed", action="store_true", help="work on the failed rows of finished shards only")
    group.add_argument("-q", "--quiet", action="store_true", help="print neither the progress nor the summary")


def _flag(name: str) -> str:
    """Returns the flag of an option: that of the command line program."""
    return {"detection_range": "--range", "model_asset_path": "--model"}.get(name, "--" + name.replace("_", "-"))


def _limit(text: str) -> Optional[int]:
    return None if text == "all" else _positive(text)


def _positive(text: str) -> int:
    number: int = _number(text, int, "a whole number")
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, not {number}")
    return number


def _gpus(text: str) -> float:
    try:
        return gpu_count("the number of GPUs", _number(text, float, "a number"))
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None


def _fraction(text: str) -> float:
    number: float = _number(text, float, "a number")
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"must be 0 to 1, not {text}")
    return number


def _number_from(least: float, most: float) -> Callable[[str], float]:
    """Returns a reader of numbers in a range."""

    def read(text: str) -> float:
        number: float = _number(text, float, "a number")
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"must be {least} to {most}, not {text}")
        return number

    return read


def _seconds(text: str) -> float:
    number: float = _number(text, float, "a number")
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError(f"must be at least 0, not {text}")
    return number


def _number(text: str, kind: Any, description: str) -> Any:
    try:
        return kind(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be {description}, not {text}") from None
