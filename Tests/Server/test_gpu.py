"""The service with --delegate gpu, where the accelerator and a Vulkan driver, such as SwiftShader, are."""

import json
import os
import unittest

from service import PHOTO, Server, photo

ACCELERATOR = os.path.join(os.path.dirname(PHOTO), "../lib/libLiteRtWebGpuAccelerator.so")
SOFTWARE = "/usr/lib/chromium/vk_swiftshader_icd.json"
DRIVERS = "VK_ICD_FILENAMES"


@unittest.skipUnless(os.path.exists(ACCELERATOR), "needs the accelerator: lineament models fetch gpu")
@unittest.skipUnless(DRIVERS in os.environ or os.path.exists(SOFTWARE), "needs a Vulkan driver")
class GPU(unittest.TestCase):
    def setUp(self):
        self.drivers = os.environ.setdefault(DRIVERS, SOFTWARE)

    def test_answers(self):
        answers = []
        for options in [], ["--delegate", "gpu"]:
            # SwiftShader takes its time for the models of all tasks, which are loaded first.
            server = Server(*options, seconds=600)
            about = json.loads(server.ask("/v1")[2])
            self.assertEqual(set(about.get("gpu", {})), {"device", "driver", "kind"} if options else set())
            status, _, body = server.ask("/v1/face-landmarker?range=short", photo())
            self.assertEqual(status, 200)
            answers.append(json.loads(body)["faceLandmarks"])
            status, seconds = server.stop()
            self.assertEqual(status, 0)
            self.assertLess(seconds, 10)
        cpu, gpu = ([point for face in answer for point in face] for answer in answers)
        self.assertEqual((len(cpu), len(gpu)), (478, 478))
        for one, other in zip(cpu, gpu):
            self.assertLess(abs(one["x"] - other["x"]) + abs(one["y"] - other["y"]), 2e-5)  # 0.01 px

    def test_without_a_driver_it_does_not_start(self):
        os.environ[DRIVERS] = "/absent/driver.json"
        try:
            with self.assertRaisesRegex(RuntimeError, "Vulkan has no device"):
                Server("--delegate", "gpu")
        finally:
            os.environ[DRIVERS] = self.drivers
