# SPDX-License-Identifier: Apache-2.0
"""The service with --delegate gpu, where the accelerator and a Vulkan driver, such as SwiftShader, are, or ONNX Runtime."""

import concurrent.futures
import json
import os
import unittest
from unittest import mock

from service import PHOTO, Server, photo

ACCELERATOR = os.path.join(os.path.dirname(PHOTO), "../lib/libLiteRtWebGpuAccelerator.so")
SOFTWARE = "/usr/lib/chromium/vk_swiftshader_icd.json"
DRIVERS = "VK_ICD_FILENAMES"
RUNTIME = os.environ.get("LINEAMENT_ONNXRUNTIME") or os.path.join(
    os.path.dirname(PHOTO), "../onnxruntime/onnxruntime/capi"
)


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
            members = {"device", "driver", "engine", "kind"} if options else set()
            self.assertEqual(set(about.get("gpu", {})), members)
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


@unittest.skipUnless(os.path.exists(RUNTIME), "needs ONNX Runtime: make test-gpu, or $LINEAMENT_ONNXRUNTIME")
class GPUByONNXRuntime(unittest.TestCase):
    """ONNX Runtime's kernels for the CPU stand in for a GPU."""

    def setUp(self):
        variables = {"LINEAMENT_ONNXRUNTIME": os.path.abspath(RUNTIME), "LINEAMENT_ONNXRUNTIME_PROVIDER": "cpu"}
        patched = mock.patch.dict(os.environ, variables)
        patched.start()
        self.addCleanup(patched.stop)

    def test_requests_share_batches(self):
        server = Server("--delegate", "gpu", seconds=600)
        gpu = json.loads(server.ask("/v1")[2])["gpu"]
        self.assertEqual(set(gpu), {"device", "driver", "engine", "kind", "maxModelBytes", "modelBytes"})
        self.assertIn("ONNX Runtime", gpu["engine"])
        self.assertLess(0, gpu["modelBytes"])
        self.assertLessEqual(gpu["modelBytes"], gpu["maxModelBytes"])
        with concurrent.futures.ThreadPoolExecutor(16) as callers:
            answers = list(callers.map(lambda _: server.ask("/v1/face-landmarker?range=short", photo()), range(32)))
        self.assertEqual({status for status, _, _ in answers}, {200})
        found = [json.loads(body)["faceLandmarks"] for _, _, body in answers]
        self.assertEqual({len(faces) for faces in found}, {1})
        for faces in found:
            for one, other in zip(found[0][0], faces[0]):
                self.assertLess(abs(one["x"] - other["x"]) + abs(one["y"] - other["y"]), 2e-5)  # 0.01 px
        self.assertEqual(server.stop()[0], 0)

    def test_without_enough_memory_it_does_not_start(self):
        os.environ["LINEAMENT_CUDA_MEMORY"] = "1"
        with self.assertRaisesRegex(RuntimeError, "raise LINEAMENT_CUDA_MEMORY"):
            Server("--delegate", "gpu", seconds=600)
