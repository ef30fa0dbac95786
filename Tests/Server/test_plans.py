# SPDX-License-Identifier: Apache-2.0
"""Plans of redactions: made, edited, and rendered with their image or video."""

import hashlib
import json
import socket
import time

from media import Clip
from service import photo
from test_video_copies import CopyTest
from test_videos import with_broken_frame

PLAN = "application/vnd.lineament.plan+json"
PLAN_LINES = "application/vnd.lineament.plan+x-ndjson"
BOUNDARY = "part-of-a-plan"


def form(*parts):
    """A multipart body of parts, each a name, a file name, and bytes."""
    lines = []
    for name, file, content in parts:
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="{file}"\r\n\r\n'
        lines.append(head.encode() + content + b"\r\n")
    return b"".join(lines) + f"--{BOUNDARY}--\r\n".encode()


class Plans(CopyTest):
    def render(self, plan, content, query="", **headers):
        body = form(("plan", "plan.json", json.dumps(plan).encode()), ("file", "clip.mp4", content))
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        return self.server.ask("/v1/redact?from=plan" + query, body, **{"Content-Type": kind}, **headers)

    def faces(self, image):
        return len(json.loads(self.server.ask("/v1/face-detector", image)[2])["detections"])

    def test_photos_are_planned_edited_and_rendered(self):
        status, headers, body = self.server.ask("/v1/redact?cover=1,2,30,40", photo(), Accept=PLAN)
        self.assertEqual((status, headers["Content-Type"]), (200, PLAN))
        plan = json.loads(body)
        (entry,) = plan["inputs"]
        self.assertEqual([track["keep"] for track in entry["tracks"]], [False])
        self.assertEqual(entry["areas"][0]["keys"], [{"x": 1, "y": 2, "width": 30, "height": 40}])
        status, headers, copy = self.render(plan, photo())
        self.assertEqual((status, headers["Content-Type"]), (200, "image/png"))
        self.assertEqual(self.faces(copy), 0)
        self.assertEqual(self.render(plan, photo())[2], copy)
        entry["tracks"][0]["keep"] = True
        self.assertEqual(self.faces(self.render(plan, photo())[2]), 1)

    def test_videos_are_planned_and_rendered(self):
        clip = Clip(40).y4m()
        status, headers, body = self.ask(clip, "/v1/redact", Accept=PLAN)
        self.assertEqual((status, headers["Content-Type"]), (200, PLAN))
        plan = json.loads(body)
        self.assertEqual(plan["inputs"][0]["frames"], 40)
        status, headers, copy = self.render(plan, clip)
        self.assertEqual((status, headers["Content-Type"]), (200, "video/mp4"))
        found = self.ask(copy, "/v1/face-detector")[2].splitlines()
        self.assertEqual([len(json.loads(line)["detections"]) for line in found], [0] * 40)
        lines = [json.loads(line) for line in self.render(plan, clip, Accept="application/json")[2].splitlines()]
        self.assertEqual({line["covered"][0]["cause"] for line in lines}, {"planned"})

    def test_bodies_are_planned_and_rendered(self):
        clip = Clip(20).y4m()
        for content, ask in ((photo(), self.server.ask), (clip, lambda path, body, **headers: self.ask(body, path, **headers))):
            status, headers, body = ask("/v1/redact?what=people", content, Accept=PLAN)
            self.assertEqual((status, headers["Content-Type"]), (200, PLAN))
            plan = json.loads(body)
            self.assertEqual(plan["options"]["what"], "people")
            tracks = plan["inputs"][0]["tracks"]
            keys = [key for track in tracks for span in track["spans"] for key in span["keys"] if "mask" in key]
            self.assertTrue(keys)
            status, _, report = self.render(plan, content, Accept="application/json")
            self.assertEqual(status, 200)
            self.assertTrue(json.loads(report.splitlines()[0])["people"])
            self.assertEqual(self.render(plan, content)[2], self.render(plan, content)[2])
            keys[0]["mask"] = "3x2:1"
            self.assertProblem(self.render(plan, content), 400, "mask must be a mask")

    def test_how_is_that_of_the_request_or_of_the_plan(self):
        plan = json.loads(self.server.ask("/v1/redact?how=fill", photo(), Accept=PLAN)[2])
        filled = self.render(plan, photo())[2]
        self.assertEqual(self.render(plan, photo(), "&how=fill")[2], filled)
        self.assertNotEqual(self.render(plan, photo(), "&how=blur")[2], filled)
        del plan["options"]["how"]
        self.assertProblem(self.render(plan, photo()), 400, "Add how")
        self.assertEqual(self.render(plan, photo(), "&how=fill")[2], filled)

    def cover(self, boxes, content, query="", name="clip.mp4", **headers):
        """Redacts with the boxes of another detector."""
        lines = "\n".join(json.dumps(box) for box in boxes).encode()
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        body = form(("areas", "boxes.jsonl", lines), ("file", name, content))
        return self.server.ask("/v1/redact?areas=part" + query, body, **{"Content-Type": kind}, **headers)

    def test_boxes_of_another_detector_are_covered(self):
        box = {"x": 20, "y": 300, "width": 40, "height": 20}
        answer = self.cover([box], photo(), name="a.png", Accept="application/json")
        self.assertEqual(answer[0], 200)
        areas = json.loads(answer[2])["covered"]
        self.assertEqual(len(areas), 2)
        self.assertTrue(any(area["x"] < 20 and area["x"] + area["width"] > 60 for area in areas))
        status, headers, copy = self.cover([box], photo(), "&how=fill", name="a.png")
        self.assertEqual((status, headers["Content-Type"]), (200, "image/png"))
        plan = json.loads(self.cover([{"file": "a.png", **box}], photo(), name="a.png", Accept=PLAN)[2])
        shapes = [span["shape"] for track in plan["inputs"][0]["tracks"] for span in track["spans"]]
        self.assertEqual(sorted(shapes), ["ellipse", "rectangle"])

    def test_boxes_of_videos_are_tracked_and_missed_ones_are_named(self):
        clip = Clip(40).y4m()
        box = {"x": 5, "y": 5, "width": 20, "height": 10}
        boxes = [{"frame": 10, **box}, {"frame": 20, **box}, {"frame": 900, **box}]
        answer = self.cover(boxes, clip, Accept="application/json")
        lines = [json.loads(line) for line in answer[2].splitlines()]
        self.assertEqual(len(lines), 41)
        self.assertTrue(any(area.get("trackID") == 100001 for area in lines[15]["covered"]))
        self.assertIn("1 box belongs to no frame", json.dumps(lines[40]))
        status, headers, body = self.cover(boxes, clip, Accept=PLAN)
        self.assertEqual((status, headers["Missed-Areas"]), (200, "1"))
        self.assertIn(100001, [track["number"] for track in json.loads(body)["inputs"][0]["tracks"]])
        self.assertEqual(json.loads(self.cover(boxes, clip, Accept=PLAN_LINES)[2].splitlines()[-1])["missedAreas"], 1)

    def test_the_end_of_a_copy_says_which_boxes_were_missed(self):
        box = {"x": 5, "y": 5, "width": 20, "height": 10}
        for frames, end in [([0, 900, 901], b"\r\n0\r\nMissed-Areas: 2\r\n\r\n"), ([0], b"\r\n0\r\n\r\n")]:
            lines = "\n".join(json.dumps({"frame": frame, **box}) for frame in frames).encode()
            body = form(("areas", "boxes.jsonl", lines), ("file", "clip.mp4", Clip(10).y4m()))
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as client:
                client.sendall(b"POST /v1/redact?areas=part HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                               b"Content-Type: multipart/form-data; boundary=%b\r\n" % BOUNDARY.encode()
                               + b"Content-Length: %d\r\n\r\n" % len(body) + body)
                answer = b"".join(iter(lambda: client.recv(1 << 20), b""))
            self.assertIn(b"\r\nTrailer: Missed-Areas\r\n", answer.partition(b"\r\n\r\n")[0] + b"\r\n")
            self.assertTrue(answer.endswith(end), answer[-60:])

    def test_wrong_boxes(self):
        box = {"x": 1, "y": 2, "width": 3, "height": 4}
        self.assertProblem(self.cover([box, {"x": 1}], photo(), name="a.png"), 400, "Line 2")
        self.assertProblem(self.cover([{"file": "b.png", **box}], photo(), name="a.png"), 400, "boxes for b.png")
        self.assertProblem(self.cover([{"time": 1, **box}], photo(), name="a.png"), 400, "must not have a time")
        self.assertProblem(self.cover([box], Clip(3).y4m()), 400, "need a time")
        self.assertProblem(self.cover([{"frame": 20, **box}], Clip(30).y4m(), "&start=0.4"), 400, "need times")
        self.assertProblem(self.server.ask("/v1/redact?areas=part", photo()), 400, "the boxes, and then")
        self.assertProblem(self.server.ask("/v1/redact?areas=a.jsonl", photo()), 400, "areas must be part")

    def test_plans_have_thumbnails_on_request(self):
        plan = json.loads(self.server.ask("/v1/redact?thumbnails=true", photo(), Accept=PLAN)[2])
        (track,) = plan["inputs"][0]["tracks"]
        self.assertTrue(track["thumbnail"].startswith("data:image/jpeg;base64,"))
        copy = self.render(plan, photo())[2]
        del track["thumbnail"]
        self.assertEqual(self.render(plan, photo())[2], copy)
        answer = self.ask(Clip(20).y4m(), "/v1/redact?thumbnails=true", Accept=PLAN)
        self.assertIn("thumbnail", json.loads(answer[2])["inputs"][0]["tracks"][0])
        self.assertProblem(self.server.ask("/v1/redact?thumbnails=true", photo()), 400, "thumbnails is for plans")

    def test_lines_say_how_much_of_a_video_was_analyzed_before_its_plan(self):
        clip = Clip(40).y4m()
        answer = self.ask(clip, "/v1/redact?start=0.2", Accept=PLAN_LINES)
        self.assertEqual((answer[0], answer[1]["Content-Type"]), (200, PLAN_LINES))
        *lines, last = [json.loads(line) for line in answer[2].splitlines()]
        self.assertEqual(lines[0]["frames"], 1)
        self.assertAlmostEqual(lines[0]["time"], 0, delta=0.05)
        self.assertEqual(lines, sorted(lines, key=lambda line: line["frames"]))
        self.assertEqual(last["plan"], json.loads(self.ask(clip, "/v1/redact?start=0.2", Accept=PLAN)[2]))
        answer = self.ask(with_broken_frame(clip, 20), "/v1/redact", Accept=PLAN_LINES)
        last = json.loads(answer[2].splitlines()[-1])
        self.assertEqual((answer[0], set(last)), (200, {"source", "error"}))
        self.assertProblem(self.server.ask("/v1/redact", photo(), Accept=PLAN_LINES), 406)
        self.assertProblem(self.ask(b"garbage", "/v1/redact", Accept=PLAN_LINES), 400)

    def test_a_client_that_goes_away_stops_the_analysis(self):
        clip = Clip(1200, 160, 120, 90, 40).y4m()
        before = self.server.descriptors()
        answer = self.server.open("/v1/redact", clip, Content_Type="video/mp4", Accept=PLAN_LINES)
        self.assertEqual(json.loads(answer.readline())["frames"], 1)
        self.server.leave(answer)
        time.sleep(0.5)
        self.assertTrue(self.server.rests(within=1.5))
        self.assertTrue(self.server.closes_all(before))

    def test_large_plans_are_refused(self):
        body = form(("plan", "plan.json", b" " * ((16 << 20) + 1)), ("file", "a.png", photo()))
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        answer = self.server.ask("/v1/redact?from=plan", body, **{"Content-Type": kind})
        self.assertProblem(answer, 413, "The plan is larger")

    def test_wrong_plans(self):
        plan = json.loads(self.server.ask("/v1/redact", photo(), Accept=PLAN)[2])
        other = json.loads(json.dumps(plan))
        other["inputs"][0]["tracks"][0]["keep"] = 1
        self.assertProblem(self.render(other, photo()), 400, "inputs[0].tracks[0].keep must be true or false")
        self.assertProblem(self.render(plan, photo() + b"\0"), 400, "not the file that the plan was made of")
        self.assertProblem(self.render(plan, photo(), "&keep=largest"), 400, "keep is for an analysis")
        self.assertProblem(self.server.ask("/v1/redact?from=plan", photo()), 400, "two parts")
        self.assertProblem(self.server.ask("/v1/redact?cover=1,2,0,4", photo()), 400, "cover must be")


class PlanTimeLimit(CopyTest):
    options = ["--timeout", "1"]

    def test_plans_with_too_much_to_cover_end_in_time(self):
        """Each cover takes a while in a large image, and a plan has room for a hundred thousand."""
        everything = {"shape": "ellipse", "keys": [{"x": -900, "y": -900, "width": 3000, "height": 3000}]}
        plan = {
            "lineamentPlan": 1, "options": {"what": "faces", "how": "blur"},
            "inputs": [{"file": "a.png", "sha256": hashlib.sha256(photo()).hexdigest(), "width": 512, "height": 512,
                        "areas": [everything] * 60_000}],
        }
        body = form(("plan", "plan.json", json.dumps(plan).encode()), ("file", "a.png", photo()))
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        start = time.monotonic()
        self.assertProblem(self.server.ask("/v1/redact?from=plan", body, **{"Content-Type": kind}), 503, "--timeout")
        self.assertLess(time.monotonic() - start, 15)
        self.assertTrue(self.server.rests(within=1.5))
