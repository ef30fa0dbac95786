# SPDX-License-Identifier: Apache-2.0
"""One image, one answer."""

import base64
import gzip
import http.client
import json
import os
import re
import socket
import subprocess
import tempfile
import time
import unittest

from media import Clip, png_of, png_of_rows, rows_of_png
from service import PHOTO, PROGRAM, TASKS, ServerTest, photo


class Images(ServerTest):
    options = ["--max-body", "2000000", "--max-pixels", "1000000", "--body-timeout", "1"]

    def test_answers_are_those_of_the_command_line(self):
        for task in TASKS:
            for accept, form in [("application/json", "json"), ("text/csv", "csv")]:
                status, headers, body = self.server.ask(f"/v1/{task}", photo(), Accept=accept)
                self.assertEqual((status, headers["Content-Type"]), (200, accept))
                self.assertRegex(headers["Server-Timing"], r"^queue;dur=.*decode;dur=.*run;dur=.*encode;dur=")
                line = subprocess.run([PROGRAM, task, "-", "--format", form], input=photo(), capture_output=True)
                self.assertEqual(body, line.stdout, task)

    def test_drawings(self):
        for kind, start in [("png", b"\x89PNG"), ("jpeg", b"\xff\xd8"), ("webp", b"RIFF"), ("*", b"\x89PNG")]:
            for task in TASKS:
                status, _, body = self.server.ask(f"/v1/{task}", photo(), Accept=f"image/{kind}")
                self.assertTrue(status == 200 and body.startswith(start), (task, kind, status))

    def test_people_cut_out(self):
        for task in ["pose-landmarker", "holistic-landmarker"]:
            path = f"/v1/{task}?background="
            cut = rows_of_png(self.server.ask(path + "none", photo(), Accept="image/png")[2], channels=4)
            corner, middle = cut[5][5 * 4 : 5 * 4 + 4], cut[256][256 * 4 : 256 * 4 + 4]
            self.assertEqual((corner[3], middle[3]), (0, 255), task)
            green = rows_of_png(self.server.ask(path + "%2300FF00", photo(), Accept="image/png")[2])
            self.assertEqual((list(green[5][15:18]), green[256][256 * 3 : 256 * 3 + 3]), ([0, 255, 0], middle[:3]), task)
            self.assertEqual(self.server.ask(path + "blur", photo(), Accept="image/jpeg")[0], 200)
            self.assertProblem(self.server.ask(path + "none", photo(), Accept="image/jpeg"), 400, "transparency")
            for wrong in ["lilac", "%2300FF0", "", "/etc/passwd"]:
                self.assertProblem(self.server.ask(path + wrong, photo(), Accept="image/png"), 400, "background must be")
        both = "/v1/pose-landmarker?background=blur&worldView=true"
        self.assertProblem(self.server.ask(both, photo(), Accept="image/png"), 400, "exclude each other")

    def test_lines_of_the_documentation(self):
        page = os.path.join(os.path.dirname(__file__), "../../docs/service.md")
        with open(page, encoding="utf-8") as file:
            text = file.read()
        lines = "".join(re.findall(r"```sh\n(.*?)```", text, re.S)).splitlines()
        lines.append("python3 - <<'END'\n" + re.search(r"```python\n(.*?)```", text, re.S)[1] + "END")
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "portrait.png"), "wb") as file:
                file.write(photo())
            with open(os.path.join(folder, "clip.mp4"), "wb") as file:
                file.write(Clip(12).y4m())  # A recording leaves out people who are seen for less than a third of a second.
            with open(os.path.join(folder, "plates.jsonl"), "w", encoding="utf-8") as file:
                file.write('{"frame": 0, "x": 2, "y": 2, "width": 12, "height": 8}\n')
            with open(os.path.join(folder, "README.md"), "w", encoding="utf-8") as file:
                file.write("no image")
            for line in lines:
                line = line.replace("localhost:8080", f"127.0.0.1:{self.server.port}").replace("curl ", "curl -sS --fail ")
                run = subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True)
                self.assertEqual((run.returncode, run.stderr), (0, ""), line)
                written = re.search(r"-o (\S+)", line)
                # A plan has a few lines.
                least = 300 if written and written[1].endswith(".json") else 1000
                self.assertTrue(run.stdout or os.path.getsize(os.path.join(folder, written[1])) > least, line)

    @unittest.skipUnless(os.environ.get("SERVICE_CLIENT"), "SERVICE_CLIENT names the built example ServiceClient")
    def test_the_client_in_swift(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"no image")
            file.flush()
            for path, status, word in [(PHOTO, 0, "face at "), (file.name, 1, "in no supported image format")]:
                line = [os.environ["SERVICE_CLIENT"], path, f"http://127.0.0.1:{self.server.port}"]
                run = subprocess.run(line, capture_output=True, text=True)
                self.assertEqual((run.returncode, word in run.stdout), (status, True), run)

    def test_options(self):
        path = "/v1/face-landmarker?numFaces=1&fields=headAngles&outputFaceBlendshapes=true"
        self.assertEqual(set(json.loads(self.server.ask(path, photo())[2])), {"source", "width", "height", "headAngles"})
        none = self.server.ask("/v1/face-detector?minDetectionConfidence=1", photo())
        self.assertEqual(json.loads(none[2])["detections"], [])
        for query, words in [
            ("foo=1", ["foo", "minDetectionConfidence"]), ("minDetectionConfidence=2", ["0 to 1", "0.5"]),
            ("minDetectionConfidence=nan", ["0 to 1"]), ("range=wide", ["auto, short, full"]),
            ("range=auto&range=auto", ["more than once"]), ("numFaces=1", ["numFaces"]), ("maxSearchedPixels=0", ["1 to"]),
            ("format=csv", ["format", "Accept: text/csv"]), ("running_mode=video", ["Content-Type: video/mp4"]),
            ("delegate=gpu", ["lineament serve --help"]), ("model_asset_path=x", ["where the server runs"]),
            ("min_detection_confidence=1", ["Did you mean minDetectionConfidence?"]), ("range=", ["auto", "not empty"]),
            ("=1", ["an option without a name"]),
        ]:
            self.assertProblem(self.server.ask(f"/v1/face-detector?{query}", photo()), 400, *words)

    def test_what_is_no_picture(self):
        whole = photo()
        for body in [b"", b"\0", b"text" * 99, whole[: len(whole) // 2], whole[:40], b"GIF89a" + bytes(20)]:
            self.assertProblem(self.server.ask("/v1/face-detector", body, method="POST"), 400)
        self.assertProblem(self.server.ask("/v1/faces", b"x", Content_Type="text/plain"), 415, "text/plain")
        self.assertProblem(self.server.ask("/v1/faces", whole, Accept="text/html"), 406, "text/csv")
        self.assertEqual(self.server.ask("/v1/faces", whole)[0], 200)

    def test_what_is_encoded(self):
        whole = photo()
        text = base64.b64encode(whole)
        self.assertProblem(self.server.ask("/v1/face-detector", text), 400, "base64", "Decode it")
        self.assertProblem(self.server.ask("/v1/face-detector", b"data:image/png;base64," + text), 400, "data URI")
        for coding in ["gzip", "br"]:
            status, headers, body = self.server.ask("/v1/face-detector", gzip.compress(whole), Content_Encoding=coding)
            self.assertProblem((status, headers, body), 415, f"Content-Encoding: {coding}")
            self.assertEqual(headers["Accept-Encoding"], "identity")
        self.assertEqual(self.server.ask("/v1/face-detector", whole, Content_Encoding="identity")[0], 200)

    def test_a_video_that_is_not_called_one(self):
        video = b"\0\0\0\x18ftypisom" + bytes(100)
        self.assertProblem(self.server.ask("/v1/face-detector", video), 400, "is a video", "Content-Type: video/mp4")
        kind = "application/octet-stream"
        answer = self.server.ask("/v1/face-detector?duration=1", video, Content_Type=kind)
        self.assertProblem(answer, 400, "duration", "Content-Type: video/mp4")
        answer = self.server.ask("/v1/face-detector", photo(), Content_Type="video/mp4")
        self.assertProblem(answer, 400, "Content-Type: image/jpeg")

    def test_what_is_too_large(self):
        self.assertProblem(self.server.ask("/v1/faces", png_of(30000, 30000)), 413, "30000x30000")
        wide = png_of_rows([bytes(16384 * 3)])
        self.assertProblem(self.server.ask("/v1/face-detector?range=short", wide, Accept="image/webp"), 400, "16383")
        self.assertProblem(self.server.ask("/v1/faces", bytes(2_000_001)), 413, "--max-body")
        endless = (bytes(100_000) for _ in range(1000))
        try:
            self.assertProblem(self.server.ask("/v1/faces", endless), 413, "--max-body")
        except (BrokenPipeError, ConnectionResetError):
            pass  # The server may close before everything is sent.
        self.assertEqual(self.server.ask("/healthz")[0], 200)

    def test_addresses_and_methods(self):
        self.assertProblem(self.server.ask("/v1/none", b"x"), 404, "See /v1.")
        for path in ["/v1/face_landmarker", "/v1/FaceLandmarker", "/v1/face-landmaker", "/face-landmarker"]:
            self.assertProblem(self.server.ask(path, photo()), 404, "Did you mean /v1/face-landmarker?")
        body = self.server.ask("/v1/faces", photo(), Content_Type="multipart/form-data")
        self.assertProblem(body, 400, "boundary", "leave the header out")
        self.assertProblem(self.server.ask("/v1/faces"), 405, "POST")
        self.assertProblem(self.server.ask("/healthz", b"x"), 405, "GET")
        self.assertEqual(self.server.ask("/readyz")[0], 200)
        about = json.loads(self.server.ask("/v1")[2])
        self.assertEqual([task["path"] for task in about["tasks"]], [f"/v1/{task}" for task in TASKS])
        self.assertTrue(all(option["description"] for task in about["tasks"] for option in task["options"]))

    def test_a_connection_lasts_after_an_error(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        for path, body, status in [("/v1/faces?foo=1", photo(), 400), ("/v1/faces", b"x", 400), ("/nope", None, 404),
                                   ("/v1/faces", photo(), 200)]:
            for _ in range(2):
                connection.request("POST" if body else "GET", path, body)
                answer = connection.getresponse()
                answer.read()
                self.assertEqual(answer.status, status)
        connection.close()

    def test_head(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        for path, status in [("/healthz", 200), ("/v1", 200), ("/v1/faces", 405), ("/healthz", 200)]:
            connection.request("HEAD", path)
            answer = connection.getresponse()
            self.assertEqual((answer.status, answer.read()), (status, b""), path)
        connection.close()

    def test_continue_is_answered(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
            whole = photo()
            client.sendall(b"POST /v1/faces HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                           b"Content-Length: %d\r\n\r\n" % len(whole))
            self.assertTrue(client.recv(1000).startswith(b"HTTP/1.1 100 "))
            client.sendall(whole)
            self.assertIn(b"HTTP/1.1 200 ", client.recv(1000))

    def test_the_preferred_form_is_chosen(self):
        for accept, kind in [("text/csv;q=0.1, application/json", "application/json"), ("image/*;q=0, */*", "application/json"),
                             ("application/json;q=0.2, text/*;q=0.9", "text/csv"), ("text/html, */*;q=0.1", "application/json")]:
            self.assertEqual(self.server.ask("/v1/face-detector", photo(), Accept=accept)[1]["Content-Type"], kind, accept)
        self.assertProblem(self.server.ask("/v1/faces", photo(), Accept="application/json;q=0"), 406)


class Crowds(ServerTest):
    options = ["--jobs", "1", "--max-pixels", "100000000"]

    def test_nobody_waits_for_the_image_of_a_client_that_has_gone(self):
        crowd = png_of_rows([row * 6 for row in rows_of_png(photo())] * 6)
        start = time.monotonic()
        status, _, body = self.server.ask("/v1/pose-landmarker", crowd)
        whole = time.monotonic() - start
        self.assertTrue(status == 200 and len(json.loads(body)["landmarks"]) > 10)
        with socket.create_connection(("127.0.0.1", self.server.port)) as client:
            head = f"POST /v1/pose-landmarker HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(crowd)}\r\n\r\n"
            client.sendall(head.encode() + crowd)
            time.sleep(whole / 2)
        start = time.monotonic()
        self.assertEqual(self.server.ask("/v1/face-detector", photo())[0], 200)
        self.assertLess(time.monotonic() - start, whole / 4)
