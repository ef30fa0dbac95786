# SPDX-License-Identifier: Apache-2.0
"""Plans of redactions: made, edited, and rendered without models."""

from __future__ import annotations

import json
import pathlib
import tempfile
import unittest

import numpy as np
from support import PROBLEM, SAMPLE
from test_redactor import count_faces

if not PROBLEM:
    import lineament as mp


@unittest.skipIf(PROBLEM, PROBLEM)
class RedactionPlanTests(unittest.TestCase):
    def setUp(self):
        with mp.Redactor(how="fill") as redactor:
            self.plan = redactor.plan(SAMPLE)

    def render(self, plan):
        with mp.RedactionPlan(plan, SAMPLE) as rendering:
            return rendering.redact(mp.read_image(SAMPLE))

    def test_bodies_are_planned_and_rendered(self):
        with mp.Redactor("people", how="fill") as redactor:
            plan, direct = redactor.plan(SAMPLE), redactor.redact(mp.read_image(SAMPLE))
        self.assertEqual(plan["options"]["what"], "people")
        tracks = plan["inputs"][0]["tracks"]
        self.assertTrue(any("mask" in key for track in tracks for span in track["spans"] for key in span["keys"]))
        covered = (direct == 0).all(axis=2)
        self.assertFalse(self.render(plan)[covered].any())
        for track in tracks:
            track["keep"] = True
        self.assertEqual(count_faces(self.render(plan)), 1)

    def test_plans_are_rendered(self):
        (track,) = self.plan["inputs"][0]["tracks"]
        self.assertFalse(track["keep"])
        copy = self.render(self.plan)
        self.assertEqual(count_faces(copy), 0)
        self.assertTrue(np.array_equal(copy, self.render(json.dumps(self.plan))))
        track["keep"] = True
        self.assertEqual(count_faces(self.render(self.plan)), 1)
        area = {"shape": "rectangle", "keys": [{"x": 0, "y": 0, "width": 20, "height": 10}]}
        self.plan["inputs"][0]["areas"].append(area)
        self.assertFalse(self.render(self.plan)[1:9, 1:19].any())

    def test_what_concerns_one_image_is_in_its_plan(self):
        box = {"x": 20, "y": 300, "width": np.float32(40), "height": 20, "score": 0.7}
        with mp.Redactor(how="fill") as redactor:
            plan = redactor.plan(SAMPLE, areas=[box], cover=[(1, 2, 30, 40)], uncover=[1], thumbnails=True)
        (entry,) = plan["inputs"]
        self.assertEqual([track["keep"] for track in entry["tracks"]], [False, True])
        self.assertEqual(entry["tracks"][0]["spans"][0]["shape"], "rectangle")
        self.assertEqual(entry["areas"][0]["keys"], [{"x": 1, "y": 2, "width": 30, "height": 40}])
        for track in entry["tracks"]:
            self.assertTrue(track["thumbnail"].startswith("data:image/jpeg;base64,"))
        copy = self.render(plan)
        self.assertEqual(count_faces(copy), 1)
        self.assertFalse(copy[305:315, 25:55].any())

    def test_mistakes_are_named(self):
        self.plan["inputs"][0]["tracks"][0]["keep"] = 1
        with self.assertRaisesRegex(ValueError, r"Line \d+: inputs\[0\].tracks\[0\].keep must be true or false"):
            self.render(self.plan)
        with self.assertRaisesRegex(TypeError, "plan must be"):
            mp.RedactionPlan(None, SAMPLE)

    def test_videos_are_planned_in_the_part_that_was_read(self):
        with tempfile.TemporaryDirectory() as folder:
            clip = pathlib.Path(folder, "clip.y4m")
            pixels = np.ascontiguousarray(mp.read_image(SAMPLE).numpy_view()[:240, 80:400])
            frame = b"FRAME\n" + pixels[..., 1].tobytes()
            clip.write_bytes(b"YUV4MPEG2 W320 H240 F10:1 Ip A1:1 Cmono\n" + 20 * frame)
            with mp.Redactor(how="fill") as redactor:
                plan = redactor.plan_video(clip)
            self.assertEqual(plan["inputs"][0]["frames"], 20)
            image = mp.Image(mp.ImageFormat.SRGB, pixels)
            with mp.RedactionPlan(plan, clip) as rendering:
                (copy,) = rendering.redact_video([(image, 1.9)])
                self.assertEqual(count_faces(copy), 0)
                for time in (-1, 3, 100):
                    with self.assertRaisesRegex(ValueError, "has nothing for"):
                        list(rendering.redact_video([(image, time)]))

                def damaged():
                    yield image, 0.0
                    yield image, 0.1
                    raise RuntimeError("damaged from here on")

                copies = rendering.redact_video(damaged())
                self.assertEqual([count_faces(next(copies)), count_faces(next(copies))], [0, 0])
                with self.assertRaisesRegex(RuntimeError, "damaged"):
                    next(copies)

    def test_plans_belong_to_their_files(self):
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder, "other.png")
            other.write_bytes(b"something else")
            with self.assertRaisesRegex(ValueError, "is not the file that the plan was made of"):
                mp.RedactionPlan(self.plan, other)


if __name__ == "__main__":
    unittest.main()
