# SPDX-License-Identifier: Apache-2.0
"""Options of C programs that were compiled against the headers of MediaPipe 1.0.0 to 1.2.2, or of 1.2.3."""

import ctypes
import os
import unittest
from ctypes import byref, c_char_p, c_void_p

from support import MODELS, SAMPLE, needs_library

from lineament import _library
from lineament._mediapipe_structures import TASKS, MpBaseOptions

OLD_BASE = type("OldBase", (ctypes.Structure,), {"_fields_": MpBaseOptions._fields_[:-1]})


def old(options):
    """Returns the structure before 1.2.3 for the options of a task."""
    fields = [("base_options", OLD_BASE), *options._fields_[1:]]
    return type(f"Old{options.__name__}", (ctypes.Structure,), {"_fields_": fields})


@needs_library
class OptionsTests(unittest.TestCase):
    """Each task, created and asked for the sample photo through the C functions."""

    def setUp(self):
        self.functions = ctypes.CDLL(_library.library().path)
        self.image = c_void_p()
        self.called("MpImageCreateFromFile", os.fsencode(SAMPLE), byref(self.image))
        self.addCleanup(self.functions.MpImageFree, self.image)

    def status(self, name, *arguments):
        """Calls a function, and returns its status and message."""
        message = c_char_p()
        status = self.functions[name](*arguments, byref(message))
        return status, (message.value or b"").decode()

    def called(self, name, *arguments):
        self.assertEqual(self.status(name, *arguments), (0, ""))

    def options(self, kind, base):
        """Returns options of a kind for single images."""
        options = kind(base_options=base, running_mode=1)
        for name, kind in options._fields_:
            if kind is ctypes.c_float:
                setattr(options, name, 0.5)
            elif name.startswith("num_"):
                setattr(options, name, 1)
            elif name.startswith("output_"):
                setattr(options, name, True)
        return options

    def result(self, task, options):
        """Returns how many of everything a task finds."""
        handle, result = c_void_p(), TASKS[task][1]()
        self.called(f"Mp{task}Create", byref(options), byref(handle))
        self.called(f"Mp{task}DetectImage", handle, self.image, None, byref(result))
        counts = [getattr(result, name) for name, _ in result._fields_ if name.endswith("_count")]
        counts += [
            getattr(result, name).landmarks_count
            for name, _ in result._fields_
            if task == "HolisticLandmarker" and name.endswith("_landmarks")
        ]
        self.functions[f"Mp{task}CloseResult"](byref(result))
        self.called(f"Mp{task}Close", handle)
        return counts

    def test_both_layouts_give_the_same(self):
        for task, (kind, _) in TASKS.items():
            path = os.fsencode(MODELS[task])
            folder = b"/a/folder/with/drivers"
            results = [
                self.result(task, self.options(kind, MpBaseOptions(model_asset_path=path))),
                self.result(
                    task,
                    self.options(kind, MpBaseOptions(model_asset_path=path, npu_dispatch_library_dir=folder)),
                ),
                self.result(task, self.options(old(kind), OLD_BASE(model_asset_path=path))),
            ]
            with self.subTest(task):
                self.assertEqual(results[1], results[0])
                self.assertEqual(results[2], results[0])
                if task != "HandLandmarker":  # The photo hardly shows hands.
                    self.assertTrue(any(results[0]))

    def test_every_field_is_read_from_its_place(self):
        """Each threshold that is out of range is refused by its name, whichever layout it comes in."""
        for task, (kind, _) in TASKS.items():
            path = os.fsencode(MODELS[task])
            thresholds = [name for name, type_ in kind._fields_ if type_ is ctypes.c_float]
            self.assertGreaterEqual(len(thresholds), 2)
            for layout, base in ((kind, MpBaseOptions), (old(kind), OLD_BASE)):
                for index, name in enumerate(thresholds):
                    options = self.options(layout, base(model_asset_path=path))
                    setattr(options, name, 2 + index)
                    status, message = self.status(f"Mp{task}Create", byref(options), byref(c_void_p()))
                    with self.subTest(task, name=name, layout=layout.__name__):
                        self.assertEqual(status, 3)
                        self.assertTrue(message.startswith(f"Invalid `{name}` option: "), message)

    def test_numbers_are_read_from_their_place(self):
        for task, (kind, _) in TASKS.items():
            path = os.fsencode(MODELS[task])
            for name in (name for name, _ in kind._fields_ if name.startswith("num_")):
                for layout, base in ((kind, MpBaseOptions), (old(kind), OLD_BASE)):
                    options = self.options(layout, base(model_asset_path=path))
                    setattr(options, name, -7)
                    status, message = self.status(f"Mp{task}Create", byref(options), byref(c_void_p()))
                    with self.subTest(task, name=name, layout=layout.__name__):
                        self.assertEqual(
                            (status, message), (3, f"Invalid `{name}` option: value must be at least 1, not -7.")
                        )

    def test_live_streams_need_their_callback(self):
        for task, (kind, _) in TASKS.items():
            path = os.fsencode(MODELS[task])
            for layout, base in ((kind, MpBaseOptions), (old(kind), OLD_BASE)):
                options = self.options(layout, base(model_asset_path=path))
                options.running_mode = 3
                status, message = self.status(f"Mp{task}Create", byref(options), byref(c_void_p()))
                with self.subTest(task, layout=layout.__name__):
                    self.assertEqual((status, "callback must be provided" in message), (3, True), message)

    def test_other_running_modes_are_refused(self):
        for task, (kind, _) in TASKS.items():
            for layout, base in ((kind, MpBaseOptions), (old(kind), OLD_BASE)):
                for mode in (0, 4, -1):
                    options = self.options(layout, base(model_asset_path=b"/nowhere"))
                    options.running_mode = mode
                    status, message = self.status(f"Mp{task}Create", byref(options), byref(c_void_p()))
                    with self.subTest(task, layout=layout.__name__, mode=mode):
                        self.assertEqual(
                            (status, message.startswith("The running mode must be 1 ")), (3, True), message
                        )


if __name__ == "__main__":
    unittest.main()
