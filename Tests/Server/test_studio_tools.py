# SPDX-License-Identifier: Apache-2.0
"""Redacted copies and crops in the studio."""

import io
import json
import zipfile

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
