# SPDX-License-Identifier: Apache-2.0
"""Calls of MediaPipe's API that fail."""

from __future__ import annotations

import importlib
from functools import partial

import numpy as np
from support import MODELS, TASKS


def failing_calls(package):
    """Returns calls of MediaPipe's API that fail, by names, for one of the two packages."""
    tasks, formats = package.tasks.vision, package.ImageFormat
    modes = tasks.RunningMode

    def image(format_=formats.SRGB, shape=(64, 64, 3), dtype=np.uint8):
        return package.Image(format_, np.zeros(shape, dtype))

    def create(name, model=True, **options):
        base = package.tasks.BaseOptions(model_asset_path=MODELS[name] if model is True else model)
        return getattr(tasks, name).create_from_options(getattr(tasks, name + "Options")(base, **options))

    def call(name, method, *arguments, **options):
        if options.get("running_mode") is modes.LIVE_STREAM:
            options["result_callback"] = lambda *values: None
        with create(name, **options) as task:
            for values in arguments:
                getattr(task, method)(image(), *values)

    turned = tasks.ImageProcessingOptions(rotation_degrees=45)
    rect = importlib.import_module(f"{package.__name__}.tasks.python.components.containers.rect")
    cropped = tasks.ImageProcessingOptions(region_of_interest=rect.RectF(0, 0, 1, 1))
    calls = {}
    for name in TASKS:
        calls.update(
            {
                f"{name}, image mode": partial(call, name, "detect", (), running_mode=modes.VIDEO),
                f"{name}, live mode": partial(call, name, "detect_async", (1,), running_mode=modes.VIDEO),
                f"{name}, video mode": partial(call, name, "detect_for_video", (1,), running_mode=modes.LIVE_STREAM),
                f"{name}, timestamps": partial(call, name, "detect_for_video", (5,), (5,), running_mode=modes.VIDEO),
                f"{name}, live": partial(call, name, "detect_async", (5,), (4,), running_mode=modes.LIVE_STREAM),
                f"{name}, rotation": partial(call, name, "detect", (turned,)),
                f"{name}, region": partial(call, name, "detect", (cropped,)),
                f"{name}, absent model": partial(create, name, "/absent/model.task"),
                f"{name}, empty path": partial(create, name, ""),
                f"{name}, no callback": partial(create, name, running_mode=modes.LIVE_STREAM),
                f"{name}, callback": partial(create, name, result_callback=print),
            }
        )
    # MediaPipe's holistic landmarker ignores rotations, and ends the process without a model.
    for name in ("rotation", "empty path"):
        del calls[f"HolisticLandmarker, {name}"]
    for arguments in [
        (formats.GRAY8, (4,)),
        (formats.SRGB, (4, 4, 3), np.int32),
        (formats.SRGB, (3, 4, 2)),
        (formats.SRGB, (3, 4)),
        (formats.VEC32F2, (4, 4, 1), np.float32),
        (formats.SRGB48, (3, 4, 3)),
        (formats.SRGB, (3, 4, 3), np.uint16),
        (formats.SRGB, (3, 4, 3), np.float32),
    ]:
        calls[f"image, {arguments}"] = partial(image, *arguments)
    calls["index"] = lambda: image()[0, 0]
    return calls
