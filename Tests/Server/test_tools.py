# SPDX-License-Identifier: Apache-2.0
"""Redacted copies and crops."""

import io
import json
import os
import subprocess
import tempfile
import zipfile

from media import Clip
from service import PHOTO, PROGRAM, multipart, photo
from test_video_copies import CopyTest


def command_line(command, *options, body=None):
    """What the command writes for the photo or the body: the files by their names, and what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        source = PHOTO
        if body is not None:
            source = os.path.join(folder, "clip.y4m")
            with open(source, "wb") as file:
                file.write(body)
        run = subprocess.run([PROGRAM, command, source, *options], cwd=folder, capture_output=True, check=True)
        names = [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names]
        files = {}
        for name in names:
            with open(name, "rb") as file:
                files[os.path.basename(name)] = file.read()
        return files, run.stdout


class Tools(CopyTest):
    def faces(self, image):
        return len(json.loads(self.server.ask("/v1/face-detector", image)[2])["detections"])

    def test_photos_are_redacted_as_by_the_command_line(self):
        for query, options in [
            ("", []), ("?how=fill&what=heads", ["--how", "fill", "--what", "heads"]),
            ("?what=people&how=pixelate", ["--how", "pixelate", "--what", "people"]), ("?review=true", ["--review"]),
            ("?keep=largest", ["--keep", "largest"]),
        ]:
            files, printed = command_line("redact", "--output", "out.png", *options)
            status, headers, body = self.server.ask("/v1/redact" + query, photo())
            self.assertEqual((status, headers["Content-Type"]), (200, "image/png"), query)
            self.assertEqual(body, files["out.png"], query)
            self.assertEqual(self.faces(body), 1 if "review" in query or "keep" in query else 0, query)
            report = json.loads(self.server.ask("/v1/redact" + query, photo(), Accept="application/json")[2])
            expected = json.loads(printed)
            self.assertEqual(report["covered"], expected["covered"], query)
            self.assertEqual(report.get("people"), expected.get("people"), query)
            self.assertEqual("people" in report, "people" in query)
        for kind, start in [("jpeg", b"\xff\xd8"), ("webp", b"RIFF")]:
            self.assertTrue(self.server.ask("/v1/redact", photo(), Accept=f"image/{kind}")[2].startswith(start))

    def test_files_stay_as_they_are_where_nothing_is_covered(self):
        jpeg = self.server.ask("/v1/redact?how=fill", photo(), Accept="image/jpeg")[2]
        self.assertEqual(self.faces(jpeg), 0)
        # Nobody is left to be covered, and nothing is compressed again.
        self.assertEqual(self.server.ask("/v1/redact?how=fill", jpeg, Accept="image/jpeg")[2], jpeg)

    def test_one_image_in_a_form_is_answered_as_an_image_is(self):
        body, kind = multipart([("a.png", photo())])
        for path in ["/v1/redact?how=fill", "/v1/crop"]:
            alone, form = self.server.ask(path, photo()), self.server.ask(path, body, Content_Type=kind)
            self.assertEqual((form[0], form[1]["Content-Type"], form[2]), (200, alone[1]["Content-Type"], alone[2]))
        jpeg = self.server.ask("/v1/redact", body, Content_Type=kind, Accept="image/jpeg")
        self.assertEqual(jpeg[1]["Content-Type"], "image/jpeg")
        line = self.server.ask("/v1/redact", body, Content_Type=kind, Accept="application/json")
        self.assertEqual(json.loads(line[2])["source"], "a.png")
        # Of several, nobody is to take the report for the copies.
        body, kind = multipart([("a.png", photo())] * 2)
        self.assertProblem(self.server.ask("/v1/redact", body, Content_Type=kind), 406, "one image in each request", "application/json")
        reports = self.server.ask("/v1/redact", body, Content_Type=kind, Accept="application/json")[2].splitlines()
        self.assertEqual(len(reports), 2)

    def test_videos_are_redacted_in_every_frame(self):
        clip = Clip(40).y4m()
        status, headers, body = self.copy(clip, "/v1/redact")
        self.assertEqual((status, headers["Content-Type"]), (200, "video/mp4"))
        found = self.ask(body, "/v1/face-detector")[2].splitlines()
        self.assertEqual([len(json.loads(line)["detections"]) for line in found], [0] * 40)
        lines = [json.loads(line) for line in self.ask(clip, "/v1/redact", Accept="application/json")[2].splitlines()]
        self.assertEqual([line["frame"] for line in lines], list(range(40)))
        self.assertTrue(all(line["covered"][0]["trackID"] == 1 for line in lines))
        options = ["--running-mode", "video"]
        report = command_line("redact", "--output", "out.mp4", "--report", "report.jsonl", *options, body=clip)[0]["report.jsonl"]
        self.assertEqual([json.loads(line)["covered"] for line in report.splitlines()], [line["covered"] for line in lines])
        short = Clip(3).y4m()
        self.assertEqual(len(self.ask(self.copy(short, "/v1/redact")[2], "/v1/face-detector")[2].splitlines()), 3)

    def test_parts_of_videos_are_redacted_and_tracks_kept(self):
        clip = Clip(40).y4m()
        whole = [json.loads(line) for line in self.ask(clip, "/v1/redact?keep=1", Accept="application/json")[2].splitlines()]
        self.assertTrue(all(line["covered"] == [] and line["keptTracks"] == [1] for line in whole))
        part = self.ask(clip, "/v1/redact?start=0.4&duration=0.8&every=2", Accept="application/json")[2].splitlines()
        self.assertTrue(0 < len(part) < 20)
        kept = self.copy(clip, "/v1/redact?keep=1,9&start=0.4")[2]
        found = self.ask(kept, "/v1/face-detector")[2].splitlines()
        self.assertEqual({len(json.loads(line)["detections"]) for line in found}, {1})
        self.assertLess(len(self.copy(clip, "/v1/redact?crf=50")[2]), len(self.copy(clip, "/v1/redact?crf=5")[2]))

    def test_crops_are_those_of_the_command_line(self):
        for query, options in [
            ("", []), ("?template=arcface", ["--template", "arcface"]), ("?template=ffhq&size=64", ["--template", "ffhq", "--size", "64"]),
            ("?template=passport", ["--template", "passport"]), ("?margin=1", ["--margin", "1"]),
            ("?what=people&size=100", ["--what", "people", "--size", "100"]),
        ]:
            files, printed = command_line("crop", "--output", "crops", *options)
            status, headers, body = self.server.ask("/v1/crop" + query, photo())
            self.assertEqual((status, headers["Content-Type"]), (200, "application/zip"), query)
            with zipfile.ZipFile(io.BytesIO(body)) as archive:
                self.assertIsNone(archive.testzip())
                self.assertEqual(archive.namelist(), ["crop-0.png", "crops.json"])
                (crop,) = files.values()
                self.assertEqual(archive.read("crop-0.png"), crop, query)
                table = json.loads(archive.read("crops.json"))
            (row,), (expected,) = table["crops"], json.loads(printed)["crops"]
            self.assertEqual(row.pop("file"), "crop-0.png")
            self.assertTrue(expected.pop("file").endswith(".png"))
            self.assertEqual(row, expected, query)
            alone = json.loads(self.server.ask("/v1/crop" + query, photo(), Accept="application/json")[2])
            self.assertEqual(alone["crops"], [row], query)
        for kind in ["jpg", "webp"]:
            files, _ = command_line("crop", "--output", "crops", "--format", kind, "--quality", "50")
            with zipfile.ZipFile(io.BytesIO(self.server.ask(f"/v1/crop?format={kind}&quality=50", photo())[2])) as archive:
                self.assertEqual(archive.namelist(), [f"crop-0.{kind}", "crops.json"])
                self.assertEqual([archive.read(f"crop-0.{kind}")], list(files.values()))
                self.assertEqual(json.loads(archive.read("crops.json"))["crops"][0]["file"], f"crop-0.{kind}")
        none = self.server.ask("/v1/crop?minSize=10000", photo())[2]
        with zipfile.ZipFile(io.BytesIO(none)) as archive:
            self.assertEqual(archive.namelist(), ["crops.json"])

    def test_wrong_requests(self):
        for path, words in [
            ("/v1/redact?how=smile", "how must be one of"), ("/v1/redact?numFaces=1", "no option"),
            ("/v1/crop?size=7", "from 8 to 8192"), ("/v1/crop?minQuality=2", "minQuality"),
            ("/v1/crop?template=round", "arcface"), ("/v1/crop?margin=nan", "margin"), ("/v1/crop?format=gif", "png"),
            ("/v1/crop?quality=50", "PNG loses nothing"), ("/v1/crop?quality=0&format=jpg", "quality"),
            ("/v1/crop?template=arcface&margin=1", "for squares and people"),
        ]:
            self.assertProblem(self.server.ask(path, photo()), 400, words)
        for tool in ["redact", "crop"]:
            self.assertProblem(self.server.ask(f"/v1/{tool}", b"no image"), 400)
            self.assertProblem(self.server.ask(f"/v1/{tool}", photo(), Accept="text/html"), 406, "Accept")
            self.assertProblem(self.server.ask(f"/v1/{tool}"), 405, "POST")
        self.assertProblem(self.server.ask("/v1/crop?size=8192", photo()), 413, "smaller size")
        self.assertProblem(self.server.ask("/v1/crop", photo(), Accept="image/png"), 406, "application/zip")
        self.assertProblem(self.ask(Clip(3).y4m(), "/v1/crop"), 415, "command line")
        self.assertProblem(self.ask(Clip(3).y4m(), "/v1/redact?keep=largest"), 400, "keep=largest is for images")
        self.assertProblem(self.ask(Clip(3).y4m(), "/v1/redact?crf=52"), 400, "crf")
        self.assertProblem(self.server.ask("/v1/redact?keep=largest&what=people", photo()), 400, "whole bodies")
        # Nobody would be kept, without a word.
        self.assertProblem(self.server.ask("/v1/redact?keep=1,4", photo()), 400, "keep=1,4", "tracks", "keep=largest")
        self.assertProblem(self.server.ask("/v1/live?task=redact"), 400, "no task redact")

