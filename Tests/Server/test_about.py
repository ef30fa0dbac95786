# SPDX-License-Identifier: Apache-2.0
"""What the service says about itself: /v1, /v1/topology, /openapi.json."""

import ast
import hashlib
import json
import os
import re
import runpy
import subprocess
import sys

from media import Clip, png_of_rows
from service import PHOTO, PROGRAM, TASKS, ServerTest, photo

REPOSITORY = os.path.join(os.path.dirname(__file__), "../..")
PATHS = ["/healthz", "/metrics", "/openapi.json", "/readyz", "/sample", "/v1", "/v1/live", "/v1/topology"]
WORDS = {"integer": "a whole number", "number": "a number", "boolean": "true or false"}


class About(ServerTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.video = Clip(2).y4m()
        cls.about = json.loads(cls.server.ask("/v1")[2])
        cls.openapi = json.loads(cls.server.ask("/openapi.json")[2])

    def each_option(self, use=None):
        """Each task with each of its options that apply to a use."""
        for task in self.about["tasks"]:
            for option in task["options"]:
                if use is None or use in option["appliesTo"]:
                    yield task["path"], option

    def ask(self, path, option, value, image=png_of_rows([b"\x80" * 96] * 32)):
        """Uses an option where it applies."""
        if "image" in option["appliesTo"]:
            return self.server.ask(f"{path}?{option['name']}={value}", image)
        return self.server.ask(f"{path}?{option['name']}={value}", self.video, Content_Type="video/mp4")

    def test_shape(self):
        self.assertLessEqual({"version", "tasks", "models", "mediaTypes", "limits", "cores"}, set(self.about))
        self.assertRegex(self.about["version"], r"^\d+\.\d+\.\d+")
        self.assertEqual([task["name"] for task in self.about["tasks"]], TASKS)
        self.assertEqual([task["path"] for task in self.about["tasks"]], [f"/v1/{task}" for task in TASKS])
        self.assertLessEqual({"application/json", "text/csv", "image/png", "image/jpeg", "image/webp"}, set(self.about["mediaTypes"]))
        for name in ["bodyBytes", "videoBytes", "parts", "pixels", "sessions", "videos", "frameBytes"]:
            self.assertGreater(self.about["limits"][name], 0)

    def test_the_use_of_the_cores(self):
        self.assertEqual(self.server.ask("/v1/faces", photo())[0], 200)
        before = json.loads(self.server.ask("/v1")[2])["cores"]
        self.assertEqual(self.server.ask("/v1/faces", photo())[0], 200)
        after = json.loads(self.server.ask("/v1")[2])["cores"]
        self.assertGreater(sum(after["inferences"].values()), sum(before["inferences"].values()))
        self.assertLessEqual(after["available"], len(os.sched_getaffinity(0)))
        self.assertEqual(after["jobs"], self.about["limits"]["jobs"])
        self.assertLessEqual(1, after["threads"])
        self.assertLessEqual(after["threads"], min(4, after["available"]))

    def test_models(self):
        folder = os.path.join(os.path.dirname(PHOTO), "../models")
        self.assertTrue(self.about["models"])
        for model in self.about["models"]:
            with open(os.path.join(folder, model["name"]), "rb") as file:
                data = file.read()
            self.assertEqual((model["sha256"], model["bytes"]), (hashlib.sha256(data).hexdigest(), len(data)), model["name"])

    def test_shape_of_options(self):
        for _, option in self.each_option():
            self.assertIn(option["type"], ["integer", "number", "boolean", "string", "array"], option)
            self.assertRegex(option["description"], r"^[A-Z][^\n]*\.$")
            self.assertLessEqual(set(option["appliesTo"]), {"image", "video", "live"})
            self.assertTrue(option["appliesTo"] and option["accepts"] and isinstance(option["default"], str), option)
            self.assertIn(WORDS.get(option["type"], ""), option["accepts"])
            if option["type"] == "number":
                self.assertIn("minimum", option)
            if "enum" in option:
                self.assertTrue(all(word in option["accepts"] for word in option["enum"]), option)
        names = [(path, option["name"]) for path, option in self.each_option()]
        self.assertEqual(len(names), len(set(names)))

    def test_options_of_videos_and_live_sessions(self):
        for path in {path for path, _ in self.each_option()}:
            names = {option["name"]: option["appliesTo"] for known, option in self.each_option() if known == path}
            self.assertEqual([names[name] for name in ["start", "duration", "every"]], [["video"]] * 3)
            self.assertEqual("outputSegmentationMasks" in names, path in ("/v1/pose-landmarker", "/v1/holistic-landmarker"))
            self.assertNotIn("live", names.get("labels", []))

    def test_defaults_are_accepted_and_change_nothing(self):
        plain = {f"/v1/{task}": self.server.ask(f"/v1/{task}", photo())[2] for task in TASKS}
        for path, option in self.each_option():
            if not option["default"]:
                continue  # no value
            if "image" in option["appliesTo"]:
                status, _, body = self.ask(path, option, option["default"], photo())
                self.assertEqual((status, body), (200, plain[path]), option)
            elif "video" in option["appliesTo"]:
                self.assertEqual(self.ask(path, option, option["default"])[0], 200, option)

    def test_the_edges_of_ranges_are_accepted_and_what_is_beyond_is_not(self):
        for path, option in self.each_option():
            if not {"image", "video"} & set(option["appliesTo"]):
                continue
            for edge, step in [("minimum", -1), ("maximum", 1)]:
                if edge in option:
                    self.assertNotIn(option["accepts"], self.ask(path, option, option[edge])[2].decode())
                    answer = self.ask(path, option, option[edge] + step)
                    self.assertProblem(answer, 400, option["name"], option["accepts"])

    def test_words_that_are_listed_are_accepted_and_others_are_not(self):
        for path, option in self.each_option():
            if not {"image", "video"} & set(option["appliesTo"]):
                continue
            for word in option.get("enum", []):
                status, _, body = self.ask(path, option, word)
                # Some parts of a result are only there if another option asks for them, and some models if they were fetched.
                needs_more = option["type"] == "array" and b"output" in body
                needs_model = option["name"] == "model" and b"models fetch pose-" + word.encode() in body
                self.assertTrue(status == 200 or needs_more or needs_model, (option, word, body))
            for wrong in ["", "%00", "x", "1e", "-", "tru", "%F0%9F%98%80", "999999999999999999999"]:
                if wrong != option["default"] and (wrong or option["type"] != "array"):
                    status, headers, body = self.ask(path, option, wrong)
                    if status != 200 or wrong != "999999999999999999999":
                        self.assertProblem((status, headers, body), 400, option["name"])

    def test_options_have_the_names_and_defaults_of_the_python_package(self):
        tasks = runpy.run_path(os.path.join(REPOSITORY, "Integrations/python/lineament/_tasks.py"))["TASKS"]
        for task in self.about["tasks"]:
            attributes = [option["python"] for option in task["options"] if "python" in option]
            told = {attribute["name"]: ast.literal_eval(attribute["default"]) for attribute in attributes}
            self.assertEqual(told, {option.name: option.default for option in tasks[task["name"]].options}, task["name"])

    def test_colors_of_people(self):
        colors = self.about["personColors"]
        self.assertEqual((len(colors), len(set(colors)), colors[0]), (15, 15, "#009ffa"))
        for color in colors:
            self.assertRegex(color, "^#[0-9a-f]{6}$")

    def test_the_types_of_the_studio_are_those_of_the_service(self):
        script = os.path.join(REPOSITORY, "Scripts/studio/make_types.py")
        check = subprocess.run([sys.executable, script, "--check", PROGRAM], capture_output=True, text=True)
        self.assertEqual((check.returncode, check.stderr), (0, ""))

    def test_topology(self):
        topology = json.loads(self.server.ask("/v1/topology")[2])
        face, pose = topology["face"], topology["pose"]
        self.assertEqual({"tesselation", "contours", "irises", "faceOval", "leftEye", "rightEye", "leftEyebrow", "rightEyebrow",
                          "leftIris", "rightIris", "lips"}, set(face["connections"]))
        for name, lines in face["connections"].items():
            self.assertTrue(lines and all(0 <= a < 478 and 0 <= b < 478 and a != b for a, b in lines), name)
        self.assertEqual((len(face["connections"]["tesselation"]), face["names"]["noseTip"]), (2556, 1))
        self.assertTrue(all(0 <= number < 478 for number in face["names"].values()))
        self.assertEqual((len(pose["names"]), len(set(pose["names"])), pose["names"][0]), (33, 33, "nose"))
        self.assertTrue(pose["connections"] and all(0 <= a < 33 and 0 <= b < 33 for a, b in pose["connections"]))
        self.assertEqual((len(topology["blendshapes"]), topology["blendshapes"][:2]), (52, ["_neutral", "browDownLeft"]))
        lines = json.loads(self.server.ask("/v1/face-landmarker?outputFaceBlendshapes=true", photo())[2])
        names = [category["categoryName"] for category in lines["faceBlendshapes"][0]]
        self.assertEqual(names, topology["blendshapes"])

    def test_openapi_lists_every_path_and_option(self):
        self.assertRegex(self.openapi["openapi"], r"^3\.1\.\d+$")
        self.assertEqual(self.openapi["info"]["version"], self.about["version"])
        paths = self.openapi["paths"]
        for path in PATHS:
            self.assertIn("get", paths[path], path)
        for task in self.about["tasks"]:
            listed = {parameter["name"]: parameter for parameter in self.parameters(paths[task["path"]], "post")}
            for option in task["options"]:
                if option["appliesTo"] == ["live"]:
                    continue
                parameter = listed[option["name"]]
                self.assertEqual(parameter["in"], "query")
                self.assertTrue(parameter["description"].startswith(option["description"]), parameter)
                self.assertIn("schema", parameter)

    def parameters(self, item, method):
        every = item.get("parameters", []) + item[method].get("parameters", [])
        return [self.resolved(parameter["$ref"]) if "$ref" in parameter else parameter for parameter in every]

    def resolved(self, reference):
        self.assertTrue(reference.startswith("#/"), reference)
        place = self.openapi
        for name in reference[2:].split("/"):
            place = place[name.replace("~1", "/").replace("~0", "~")]
        return place

    def test_openapi_is_whole(self):
        for reference in re.findall(r'"\$ref":\s*"([^"]*)"', json.dumps(self.openapi)):
            self.resolved(reference)
        names = []
        for path, item in self.openapi["paths"].items():
            self.assertTrue(path.startswith("/"))
            for method in set(item) & {"get", "put", "post", "delete", "options", "head", "patch", "trace"}:
                operation = item[method]
                names.append(operation.get("operationId", (path, method)))
                self.assertTrue(operation["responses"], path)
                for status, answer in operation["responses"].items():
                    self.assertRegex(status, r"^([1-5]\d\d|[1-5]XX|default)$")
                    answer = self.resolved(answer["$ref"]) if "$ref" in answer else answer
                    self.assertTrue(answer["description"], (path, status))
        self.assertEqual(len(names), len(set(names)))

    def test_what_is_answered_is_listed(self):
        """Statuses and types that the server gives are in the document."""
        for path, body, headers in [
            ("/v1", None, {}), ("/healthz", None, {}), ("/readyz", None, {}), ("/metrics", None, {}), ("/v1/topology", None, {}),
            ("/sample", None, {}), ("/openapi.json", None, {}), ("/v1/faces", photo(), {}), ("/v1/faces", photo(), {"Accept": "text/csv"}),
            ("/v1/faces", photo(), {"Accept": "image/webp"}), ("/v1/faces", b"x", {}), ("/v1/faces", b"x", {"Accept": "text/html"}),
            ("/v1/faces", b"x", {"Content-Type": "text/html"}), ("/v1/faces", self.video, {"Content-Type": "video/mp4"}),
            ("/v1/live", None, {}), ("/v1/faces", b"x", {"Content-Length": "999999999999"}), ("/v1", None, {"Host": "evil.example"}),
        ]:
            status, answered, _ = self.server.ask(path, body, **headers)
            operation = self.openapi["paths"][path]["get" if body is None else "post"]
            answer = operation["responses"].get(str(status)) or operation["responses"]["default"]
            answer = self.resolved(answer["$ref"]) if "$ref" in answer else answer
            kind = answered.get("Content-Type", "").split(";")[0]
            self.assertIn(kind, {name.split(";")[0] for name in answer["content"]}, (path, status))
