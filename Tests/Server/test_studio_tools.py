# SPDX-License-Identifier: Apache-2.0
"""Redacted copies and crops in the studio."""

import io
import json
import os
import tempfile
import zipfile

from media import avi_with_sound
from service import photo
from studio import DOWNLOADS, StudioTest

BYTES_OF_DOWNLOAD = "(async () => [...new Uint8Array(await saved.at(-1).blob.arrayBuffer())])()"


class StudioTools(StudioTest):
    def setUp(self):
        self.page = self.open("mode=photos&task=face-detector", DOWNLOADS)
        self.page.wait("document.querySelector('.card')")

    def downloaded(self):
        self.page.click("#tool-save")
        self.page.wait("saved.length")
        name, content = self.page.run("saved.at(-1).name"), bytes(self.page.run(BYTES_OF_DOWNLOAD))
        self.page.run("saved.length = 0")
        return name, content

    def faces(self, image):
        return len(json.loads(self.server.ask("/v1/face-detector", image)[2])["detections"])

    def test_a_photo_is_redacted(self):
        page = self.page
        page.click("#redact-photo")
        page.wait("document.getElementById('tool').open")
        page.wait("document.getElementById('tool-status').textContent.startsWith('1 area would be covered')")
        self.assertEqual(page.run("document.querySelectorAll('#tool-preview canvas').length"), 1)
        name, content = self.downloaded()
        self.assertEqual((name, self.faces(content)), ("sample-redacted.png", 0))
        page.choose("#tool-options [name=what]", "people")
        page.wait("document.getElementById('tool-status').textContent.includes('bodies')")
        page.choose("#tool-options [name=keep]", "largest")
        page.choose("#tool-options [name=what]", "faces")
        page.wait("document.getElementById('tool-status').textContent.startsWith('0 areas')")
        self.assertEqual(self.faces(self.downloaded()[1]), 1)
        page.click("#tool [data-close]")
        page.wait("!document.getElementById('tool').open")

    def test_the_copy_is_searched_again_if_that_is_checked(self):
        page = self.page
        page.run("window.fetched = []; const get = window.fetch; window.fetch = (path, init) => (fetched.push(path), get(path, init)); 1")
        page.click("#redact-photo")
        page.wait("document.getElementById('tool-status').textContent.startsWith('1 area')")
        page.click("#tool-options [name=verify]")
        page.wait("fetched.some((path) => path.includes('verify=true'))")
        page.run("fetched.length = 0")
        self.downloaded()
        self.assertEqual(page.run("fetched"), ["v1/redact?verify=true"])
        page.run("fetched.length = 0")
        page.click("#tool-edit")
        page.wait("document.getElementById('plan-status').textContent.includes(' found')")
        self.assertEqual(page.run("fetched"), ["v1/redact?"])

    def test_what_is_entered_wrongly_is_said_and_not_left_out(self):
        page = self.page
        page.click("#redact-photo")
        page.wait("document.getElementById('tool-status').textContent.startsWith('1 area')")
        page.choose("#tool-options [name=minDetectionConfidence]", "0.33")
        page.choose("#tool-options [name=cover]", "20,30,120")
        self.assertEqual(page.run("document.activeElement.name"), "cover")
        for button in ["#tool-save", "#tool-edit"]:
            page.click(button)
        self.assertEqual(page.run("[saved.length, document.getElementById('plan').open]"), [0, False])
        page.choose("#tool-options [name=cover]", "20,30,120,80")
        page.wait("document.getElementById('tool-status').textContent.startsWith('2 areas')")
        self.downloaded()

    def test_all_photos_are_redacted_into_an_archive(self):
        page = self.page
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ["é.png", "notes.png", os.path.join("other", "é.png")]]
            os.mkdir(os.path.join(folder, "other"))
            for path, data in zip(paths, [photo(), b"no photo", photo()]):
                with open(path, "wb") as file:
                    file.write(data)
            page.expected = "400 (Bad Request)"
            page.choose_files("#choose-photos", *paths)
            page.wait("[...document.querySelectorAll('.tile .hint')].filter((hint) => hint.textContent === '1 face').length === 2")
            self.assertEqual(page.text("#redact-photo"), "Redact all…")
            page.click("#redact-photo")
            self.assertEqual(page.text("#tool-title"), "Redact 3 photos")
            hidden = page.run("['tool-show', 'tool-edit', 'tool-open'].map((name) => document.getElementById(name).hidden)")
            self.assertEqual(hidden, [False, True, True])
            page.click("#tool-show")
            page.wait("document.getElementById('tool-status').textContent.startsWith('2 areas would be covered')")
            self.assertIn("notes.png failed: ", page.text("#tool-status"))
            self.assertEqual(page.run("[...document.querySelectorAll('#tool-preview canvas')].map((canvas) => canvas.title)"), ["é.png", "é.png"])
            page.choose("#tool-options [name=how]", "fill")
            self.assertEqual(page.run("document.querySelectorAll('#tool-preview canvas').length"), 0)
            name, content = self.downloaded()
        self.assertEqual(name, "redacted.zip")
        self.assertRegex(page.text("#tool-status"), "^2 photos redacted. .* notes.png failed: ")
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            self.assertIsNone(archive.testzip())
            self.assertEqual(archive.namelist(), ["é-redacted.png", "2-é-redacted.png"])
            for copy in archive.namelist():
                self.assertEqual(self.faces(archive.read(copy)), 0)
        # With one photo open, it is about that one.
        page.click("#tool [data-close]")
        page.click(".tile")
        page.wait("document.getElementById('redact-photo').textContent === 'Redact…'")

    def test_faces_and_people_are_cut_out(self):
        page = self.page
        page.click("#crop-photo")
        page.wait("document.getElementById('tool-status').textContent === '1 crop, and a table'")
        page.choose("#tool-options [name=template]", "arcface")
        page.wait("document.querySelector('#tool-preview canvas')?.width === 112")
        name, content = self.downloaded()
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            self.assertEqual((name, archive.namelist()), ("sample-crops.zip", ["crop-0.png", "crops.json"]))
        page.choose("#tool-options [name=template]", "square")
        page.choose("#tool-options [name=what]", "people")
        page.wait("document.querySelector('#tool-preview canvas')?.getAttribute('aria-label') === 'Person 1'")
        page.choose("#tool-options [name=minSize]", "9999")
        page.wait("document.getElementById('tool-status').textContent === 'No person to cut out.'")

    def test_sound_that_the_copy_cannot_hold_is_explained(self):
        page = self.open("mode=video&task=face-detector", DOWNLOADS)
        page.wait("document.querySelector('#notice h2')?.textContent === 'Choose or drop a video'")
        with tempfile.NamedTemporaryFile(suffix=".avi") as file:
            file.write(avi_with_sound(10, samples=bytes(12800)))
            file.flush()
            page.choose_files("#choose-video", file.name)
            page.wait("document.getElementById('video-status').textContent === '10 frames'")
            page.expected = "415 (Unsupported Media Type)"
            page.click("#redact-video")
            page.click("#tool-save")
            page.wait("document.getElementById('tool-status').textContent.includes('which cannot hold this sound. Choose Sound: drop')")
            page.choose("#tool-options [name=sound]", "drop")
            self.page = page
            self.assertTrue(self.downloaded()[0].endswith("-redacted.mp4"))

    def test_a_video_is_redacted(self):
        page = self.open_video("face-detector")
        page.click("#redact-video")
        page.wait("document.getElementById('tool').open")
        page.click("#tool-show")
        page.wait("document.querySelector('#tool-preview video')")
        self.assertIn("would be covered", page.text("#tool-status"))
        self.assertEqual(page.run("saved.length"), 0)
        self.page = page
        name, content = self.downloaded()
        self.assertTrue(name.endswith("-redacted.mp4"), name)
        lines = self.server.ask("/v1/face-detector", content, Content_Type="video/mp4")[2].splitlines()
        self.assertEqual([len(json.loads(line)["detections"]) for line in lines], [0] * 30)
