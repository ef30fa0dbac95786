#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs MediaPipe's own Python tests with its library, with Lineament's in its place, and with Lineament's package.

    usage: mediapipe_suites.py CHECKOUT [--data FOLDER]... [--suite NAME]...

Needs an environment with mediapipe, grpcio-tools, six and immutabledict, which mediapipe_suites.sh makes. The tests of
vision are those of the installed package, which has the ones of its version; all others come from the checkout. Bazel
downloads their pictures; a checkout has none: `--data` names a folder with portrait.jpg, portrait_rotated.jpg, pose.jpg,
cat.jpg, burger.jpg, cats_and_dogs.jpg, thumb_up.jpg, pointing_up.jpg, pointing_up_rotated.jpg, right_hands.jpg and
male_full_height_hands.jpg, whose addresses are in third_party/external_files.bzl. A file there comes before the checkout's
of the same name. Models are Lineament's. Tests whose data is missing are listed as not runnable, with what is missing;
under the name of a picture that cannot be had, any photo of a person runs those that compare no numbers with it.

The columns "library" and "package" count the tests that pass with MediaPipe and pass

- with MediaPipe's Python over Lineament's library: `lineament.use_in_mediapipe()`;
- with Lineament's own package under MediaPipe's names, for the suites of what it has.

A test that fails is tried twice more: one of MediaPipe's depends on how threads are scheduled.

Exit status: 0 if every test that passes with MediaPipe passes with both, otherwise 1.
"""

from __future__ import annotations

import argparse
import collections
import importlib
import json
import os
import pathlib
import pkgutil
import re
import subprocess
import sys
import tempfile
import types
import unittest
from importlib import metadata
from typing import Dict, Iterator, List, NamedTuple, Optional, Set

TESTS = pathlib.PurePath("mediapipe/tasks/python/test")
DATA = pathlib.PurePath("mediapipe/tasks/testdata")
SUITES = (
    "core",
    "components/containers",
    "vision/image",
    "vision/face_detector",
    "vision/face_landmarker",
    "vision/pose_landmarker",
    "vision/hand_landmarker",
    "vision/holistic_landmarker",
)
# The suites of what Lineament's package has. It has no function of MediaPipe's C structures, which those of `core` test.
SUITES_OF_PACKAGE = tuple(suite for suite in SUITES if suite.startswith("vision/"))
# The names that the tests use for models, and those that Lineament has for the same.
MODELS = {
    "face_detection_short_range.tflite": "face_detection_short_range.tflite",
    "face_detection_full_range.tflite": "face_detection_full_range_sparse.tflite",
    "face_landmarker_v2.task": "face_landmarker.task",
    "pose_landmarker.task": "pose_landmarker_full.task",
    "hand_landmarker.task": "hand_landmarker.task",
    "holistic_landmarker.task": "holistic_landmarker.task",
}
# The messages that the tests parse from their data; the package on PyPI has none of the generated modules.
PROTOS = (
    "mediapipe/framework/formats/classification.proto",
    "mediapipe/framework/formats/detection.proto",
    "mediapipe/framework/formats/landmark.proto",
    "mediapipe/framework/formats/location_data.proto",
    "mediapipe/tasks/cc/components/containers/proto/landmarks_detection_result.proto",
    "mediapipe/tasks/cc/vision/face_geometry/proto/face_geometry.proto",
    "mediapipe/tasks/cc/vision/holistic_landmarker/proto/holistic_result.proto",
)
# What stands behind the name of a module that cannot be imported, or of a class that cannot be set up.
IMPORT = " (import)"
# How often a test is tried that does not pass.
ATTEMPTS = 3
# Seconds in which a test must say that it is done.
PATIENCE = 120


class Outcome(NamedTuple):
    """What became of a test: passed, skipped, failed, crashed, hung or missing (its data), and why."""

    kind: str
    reason: str = ""


Outcomes = Dict[str, Outcome]


class Report(NamedTuple):
    """The outcomes of a suite's tests: with MediaPipe, and with Lineament's library and package."""

    name: str
    theirs: Outcomes
    ours: Dict[str, Outcomes]

    @property
    def expected(self) -> List[str]:
        """The tests that pass with MediaPipe."""
        return [test for test, outcome in self.theirs.items() if outcome.kind == "passed"]

    def differing(self, way: str) -> List[str]:
        """Returns those of them that do not pass with Lineament's "library" or "package"."""
        return [test for test in self.expected if self.outcome(way, test).kind != "passed"] if way in self.ours else []

    def outcome(self, way: str, test: str) -> Outcome:
        """Returns what became of a test; that of its module if this cannot be imported."""
        return self.ours[way].get(test) or self.import_failure(way) or Outcome("absent")

    def import_failure(self, way: str) -> Optional[Outcome]:
        """Returns why a module of the suite cannot be imported."""
        return next((outcome for test, outcome in self.ours[way].items() if test.endswith(IMPORT)), None)


def main() -> int:
    """Runs the suites, prints the table, and returns the exit status."""
    given = _parsed()
    checkout = given.checkout.resolve()
    if not (checkout / TESTS).is_dir():
        print(f"error: {checkout} has no folder {TESTS}; name a checkout of MediaPipe.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        _generate_messages(checkout, folder / "generated")
        _link_data(checkout, given.data, folder / "data")
        reports = [_report(suite, checkout, folder) for suite in given.suite or SUITES]
    _print_table(reports)
    return 1 if any(report.differing(way) for report in reports for way in report.ours) else 0


def _parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Runs MediaPipe's Python tests with its library and with Lineament's.")
    parser.add_argument("checkout", metavar="CHECKOUT", type=pathlib.Path, help="a checkout of MediaPipe")
    data = "a folder with the pictures of the tests, which a checkout lacks; may be repeated"
    parser.add_argument("--data", metavar="FOLDER", type=pathlib.Path, action="append", default=[], help=data)
    names = f"a suite to run in the place of all ({', '.join(SUITES)}); may be repeated"
    parser.add_argument("--suite", metavar="NAME", choices=SUITES, action="append", help=names)
    return parser.parse_args()


def _generate_messages(checkout: pathlib.Path, target: pathlib.Path) -> None:
    """Compiles the messages that the tests parse, with all that they import."""
    target.mkdir()
    wanted, seen = [proto for proto in PROTOS if (checkout / proto).exists()], set()
    while wanted:
        proto = wanted.pop()
        if proto not in seen:
            seen.add(proto)
            wanted += re.findall(r'^import (?:public )?"(mediapipe/.*)";', (checkout / proto).read_text(), re.MULTILINE)
    if seen:
        command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{checkout}", f"--python_out={target}", *sorted(seen)]
        subprocess.run(command, check=True)


def _link_data(checkout: pathlib.Path, folders: List[pathlib.Path], target: pathlib.Path) -> None:
    """Links the files of folders, the checkout's and Lineament's models to where the tests look, the first of a name."""
    for file in (file for folder in folders for file in folder.iterdir()):
        _link(file, target / DATA / "vision" / file.name)
    for file in (checkout / DATA).rglob("*"):
        if file.is_file():
            _link(file, target / file.relative_to(checkout))
    home = pathlib.Path(os.environ.get("LINEAMENT_HOME") or os.path.expanduser("~/.local/share/lineament"))
    for name, model in MODELS.items():
        _link(home / "models" / model, target / DATA / "vision" / name)


def _link(file: pathlib.Path, target: pathlib.Path) -> None:
    if file.exists() and not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(file.resolve())


def _report(suite: str, checkout: pathlib.Path, folder: pathlib.Path) -> Report:
    files = [checkout / TESTS / f"{suite}_test.py"]
    if (checkout / TESTS / suite).is_dir():
        files = sorted((checkout / TESTS / suite).glob("*_test.py"))
    outcomes: Dict[str, Outcomes] = {}
    for way in ("mediapipe", "library", "package") if suite in SUITES_OF_PACKAGE else ("mediapipe", "library"):
        print(f"{suite}: {way}", file=sys.stderr)
        outcomes[way] = {}
        for file in files:
            module = ".".join(file.relative_to(checkout).with_suffix("").parts)
            outcomes[way].update(_outcomes(module, way, checkout, folder))
    return Report(suite, outcomes.pop("mediapipe"), outcomes)


def _outcomes(module: str, way: str, checkout: pathlib.Path, folder: pathlib.Path) -> Outcomes:
    """Returns what becomes of a module's tests in the best of some attempts."""
    outcomes = _attempt(module, way, checkout, folder, {})
    for _ in range(ATTEMPTS - 1):
        final = {
            test: outcome for test, outcome in outcomes.items() if outcome.kind in ("passed", "missing", "skipped")
        }
        if len(final) < len(outcomes):
            outcomes = _attempt(module, way, checkout, folder, final)
    return outcomes


def _attempt(module: str, way: str, checkout: pathlib.Path, folder: pathlib.Path, passed: Outcomes) -> Outcomes:
    """Runs a module's tests in processes of their own: after a crash, another one goes on behind the test."""
    outcomes = dict(passed)
    while True:
        before = len(outcomes)
        settings = {
            "module": module,
            "way": way,
            "checkout": str(checkout),
            "generated": str(folder / "generated"),
            "done": list(outcomes),
        }
        environment = {**os.environ, "TEST_SRCDIR": str(folder / "data"), "GLOG_minloglevel": "3"}
        command = [sys.executable, os.path.abspath(__file__), "--child", json.dumps(settings)]
        ended = _followed(command, environment, outcomes)
        if ended or len(outcomes) == before:
            return outcomes


def _followed(command: List[str], environment: Dict[str, str], outcomes: Outcomes) -> bool:
    """Collects the outcomes that a child reports, and returns whether it came to the end of its tests."""
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        assert process.stdout is not None
        current: Optional[str] = None
        watch = _Watch(process)
        for line in process.stdout:
            watch.restart()
            test, kind, reason = json.loads(line)
            current = test if kind == "started" else None
            if current is None:
                outcomes[test] = Outcome(kind, reason)
        watch.stop()
        status = process.wait()
        if current is not None:
            outcomes[current] = Outcome("hung" if watch.is_over else "crashed", f"status {status}")
        elif status != 0:
            log.seek(0)
            lines = [line for line in log.read().splitlines() if line.strip()]
            outcomes[_module_of(command) + IMPORT] = Outcome("failed", lines[-1] if lines else f"status {status}")
        return status == 0


def _module_of(command: List[str]) -> str:
    return str(json.loads(command[-1])["module"]).rpartition(".")[2]


class _Watch:
    """Ends a process that reports nothing for too long."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        import threading

        self.is_over = False
        self._process = process
        self._make = lambda: threading.Timer(PATIENCE, self._end)
        self._timer = self._make()
        self._timer.start()

    def restart(self) -> None:
        self.stop()
        self._timer = self._make()
        self._timer.start()

    def stop(self) -> None:
        self._timer.cancel()

    def _end(self) -> None:
        self.is_over = True
        self._process.kill()


def _print_table(reports: List[Report]) -> None:
    heads = ("suite", "tests", "not runnable", "passed by MediaPipe", "library", "package", "differing")
    rows = [
        (
            report.name,
            len(report.theirs),
            sum(outcome.kind == "missing" for outcome in report.theirs.values()),
            len(report.expected),
            *(_share(report, way) for way in ("library", "package")),
            ", ".join(sorted({test for way in report.ours for test in report.differing(way)})) or "-",
        )
        for report in reports
    ]
    print(f"MediaPipe {metadata.version('mediapipe')}\n")
    print("| " + " | ".join(heads) + " |")
    print("|" + "---|" * len(heads))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")
    for report in reports:
        _print_details(report)


def _share(report: Report, way: str) -> str:
    return f"{len(report.expected) - len(report.differing(way))}" if way in report.ours else "-"


def _print_details(report: Report) -> None:
    for way in report.ours:
        for test in report.differing(way):
            print(f"\n{report.name}, {way}: {test}: {_shown(report.outcome(way, test))}")
    reasons = collections.Counter(_shown(outcome) for outcome in report.theirs.values() if outcome.kind != "passed")
    for reason, count in reasons.items():
        print(f"\n{report.name}, MediaPipe: {count} tests: {reason}")


def _shown(outcome: Outcome) -> str:
    return f"{outcome.kind} ({outcome.reason})" if outcome.reason else outcome.kind


# What follows runs in the children.


def run_child(settings: Dict[str, object]) -> None:
    """Runs the tests of a module that are not done yet, and reports them as lines of JSON on standard output."""
    reports = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # What the tests and the libraries print may not get between the reports.
    _prepare(str(settings["checkout"]), str(settings["generated"]))
    if settings["way"] == "library":
        import lineament

        lineament.use_in_mediapipe()
    elif settings["way"] == "package":
        _rename_package()
    tests = unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(str(settings["module"])))
    done: Set[str] = set(settings["done"])  # type: ignore[call-overload]
    remaining = [test for test in _flattened(tests) if _name(test) not in done]
    unittest.TestSuite(remaining).run(_Reporter(reports))
    reports.flush()
    os._exit(0)  # Threads of a live stream that was never closed may not hold up the end.


def _prepare(checkout: str, generated: str) -> None:
    """Lets the installed mediapipe find the tests of the checkout and the modules that were generated."""
    import mediapipe
    from absl import flags
    from absl.testing import absltest  # noqa: F401  Defines the flags.

    flags.FLAGS(["mediapipe_suites"])
    for name in ("mediapipe", "mediapipe.tasks"):
        module = importlib.import_module(name)
        module.__path__ = [*module.__path__, os.path.join(generated, *name.split("."))]  # type: ignore[assignment]
    tests = importlib.import_module("mediapipe.tasks.python.test")
    tests.__path__ = [*tests.__path__, os.path.join(checkout, TESTS)]  # type: ignore[assignment]
    # The tests' helper imports these two names from a place that the package no longer has, and does not use them.
    for name, attribute in (("image", "Image"), ("image_frame", "ImageFormat")):
        _stub(f"mediapipe.python._framework_bindings.{name}", attribute, getattr(mediapipe, attribute))


def _rename_package() -> None:
    """Puts the modules of lineament.tasks in the place of MediaPipe's of the same names."""
    import lineament.tasks.python as ours

    names = [ours.__name__]
    names += [module.name for module in pkgutil.walk_packages(ours.__path__, ours.__name__ + ".")]
    for name in (name for name in names if not name.endswith(("drawing_utils", "drawing_styles"))):
        module, their_name = (importlib.import_module(name), name.replace("lineament", "mediapipe", 1))
        theirs = importlib.import_module(their_name)
        if hasattr(module, "__path__"):  # What only MediaPipe has is still found.
            module.__path__ = [*module.__path__, *theirs.__path__]  # type: ignore[assignment]
        sys.modules[their_name] = module
        setattr(sys.modules[their_name.rpartition(".")[0]], their_name.rpartition(".")[2], module)


def _stub(path: str, attribute: str, value: object) -> None:
    parts = path.split(".")
    for count in range(2, len(parts) + 1):
        name = ".".join(parts[:count])
        if name not in sys.modules:
            module = types.ModuleType(name)
            module.__path__ = []
            sys.modules[name] = module
            setattr(sys.modules[name.rpartition(".")[0]], parts[count - 1], module)
    setattr(sys.modules[path], attribute, value)


def _flattened(tests: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    for test in tests:
        if isinstance(test, unittest.TestSuite):
            yield from _flattened(test)
        else:
            yield test


def _name(test: unittest.TestCase) -> str:
    """Returns "Class.method", without the file, which is known, and without the parameters' text."""
    if not isinstance(test, unittest.TestCase):
        return f"{test}{IMPORT}"
    return f"{type(test).__name__}.{test._testMethodName}"


class _Reporter(unittest.TestResult):
    """Reports the beginning and the outcome of every test."""

    def __init__(self, target: object) -> None:
        super().__init__()
        self._target = target
        self._outcome = Outcome("passed")

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self._outcome = Outcome("passed")
        self._report(test, Outcome("started"))

    def stopTest(self, test: unittest.TestCase) -> None:
        self._report(test, self._outcome)
        super().stopTest(test)

    def addError(self, test: unittest.TestCase, error: object) -> None:
        reason = _reason(error)
        self._outcome = Outcome(
            "missing" if " in test directory: " in reason else "failed", reason.split(" in test")[0]
        )
        # What a whole class or module needs has failed, so none of its tests runs.
        if not isinstance(test, unittest.TestCase):
            self._report(test, self._outcome)

    addFailure = addError

    def addSkip(self, test: unittest.TestCase, reason: str) -> None:
        self._outcome = Outcome("skipped", reason)

    def addSubTest(self, test: unittest.TestCase, subtest: unittest.TestCase, error: object) -> None:
        if error is not None:
            self._outcome = Outcome("failed", _reason(error))

    def _report(self, test: unittest.TestCase, outcome: Outcome) -> None:
        print(json.dumps([_name(test), *outcome]), file=self._target, flush=True)  # type: ignore[call-overload]


def _reason(error: object) -> str:
    kind, value, _ = error  # type: ignore[misc]
    text = " ".join(str(value).split())
    return f"{kind.__name__}: {text[:400]}"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        run_child(json.loads(sys.argv[2]))
    sys.exit(main())
