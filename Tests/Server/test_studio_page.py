# SPDX-License-Identifier: Apache-2.0
"""The browser studio in a browser: what its buttons do."""

import tempfile

from media import Clip, photo_rows, tiff_of_rows
from studio import StudioTest

# A camera whose permission is granted when the test says so: asked[n].open() gives the n-th request a stream. Counts the
# WebSockets and the callbacks for frames of videos that are still to come.
CAMERA = """
const asked = [], callbacks = new Set();
let sockets = 0;
navigator.mediaDevices.getUserMedia = () => new Promise((resolve) => {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const context = canvas.getContext("2d");
  setInterval(() => context.fillRect(0, 0, 64 * Math.random(), 64), 40);
  const stream = canvas.captureStream();
  asked.push({ open: () => resolve(stream), state: () => stream.getTracks()[0].readyState });
});
WebSocket = class extends WebSocket {
  constructor(...address) { super(...address); sockets++; }
};
const { requestVideoFrameCallback, cancelVideoFrameCallback } = HTMLVideoElement.prototype;
HTMLVideoElement.prototype.requestVideoFrameCallback = function (action) {
  // That of the mode for videos has no source.
  if (!this.srcObject) return requestVideoFrameCallback.call(this, action);
  const number = requestVideoFrameCallback.call(this, (...frame) => { callbacks.delete(number); action(...frame); });
  callbacks.add(number);
  return number;
};
HTMLVideoElement.prototype.cancelVideoFrameCallback = function (number) {
  callbacks.delete(number);
  cancelVideoFrameCallback.call(this, number);
};
"""

CHOOSE_PHOTOS = """
(async () => {
  const blob = await (await fetch("/sample")).blob();
  const list = new DataTransfer();
  for (const name of ["a.png", "b.png", "c.png"]) list.items.add(new File([blob], name, { type: "image/png" }));
  const input = document.getElementById("choose-photos");
  input.files = list.files;
  input.dispatchEvent(new Event("change"));
})()
"""

# Requests wait for their answers while `hangs` is true.
HANGING = """
let hangs = false;
const answered = window.fetch;
window.fetch = (address, options) => (hangs && options?.method === "POST" ? new Promise(() => {}) : answered(address, options));
"""

CHOOSE_ONE_MORE = """
(async () => {
  const blob = await (await fetch("/sample")).blob();
  const list = new DataTransfer();
  list.items.add(new File([blob], "late.png", { type: "image/png" }));
  const input = document.getElementById("choose-photos");
  input.files = list.files;
  input.dispatchEvent(new Event("change"));
})()
"""

CHOOSE_NO_VIDEO = """
(() => {
  const list = new DataTransfer();
  list.items.add(new File(["no video"], "silent.mp4", { type: "video/mp4" }));
  const input = document.getElementById("choose-video");
  input.files = list.files;
  input.dispatchEvent(new Event("change"));
})()
"""


class StudioPage(StudioTest):
    def test_next_and_previous_photo(self):
        page = self.open("mode=photos&task=face-detector")
        page.wait("document.getElementById('photo-name')?.textContent === 'sample.png'")
        page.run(CHOOSE_PHOTOS)
        page.wait("document.querySelectorAll('.tile').length === 3")
        page.click(".tile", 1)
        names = [page.text("#photo-name")]
        for button in ["next", "next", "previous", "previous"]:
            page.click(f"#{button}-photo")
            names.append(page.text("#photo-name"))
        self.assertEqual(names, ["b.png", "c.png", "a.png", "c.png", "b.png"])

    def test_a_single_photo_can_be_removed(self):
        page = self.open("mode=photos&task=face-detector")
        page.wait("document.getElementById('photo-name')?.textContent === 'sample.png'")
        page.click("#remove-photos")
        self.assertEqual((page.text("#photo-name"), page.text("#notice h2")), ("0 photos", "Choose or drop photos"))

    def test_a_photo_is_on_the_stage_before_its_results(self):
        page = self.open("mode=photos&task=face-detector", HANGING)
        page.wait("document.getElementById('photo-name')?.textContent === 'sample.png' && document.querySelector('.card')")
        page.run("hangs = true")
        page.run(CHOOSE_PHOTOS)
        page.wait("document.querySelectorAll('.tile').length === 3")
        page.run(CHOOSE_ONE_MORE)
        page.wait("document.getElementById('photo-name').textContent === 'late.png'")
        page.wait("!document.getElementById('stage').classList.contains('empty')")
        self.assertEqual(page.text("#remark"), "Working…")

    def test_outdated_results_are_dimmed(self):
        page = self.open("mode=photos&task=face-detector", HANGING)
        page.wait("document.querySelector('.card')")
        self.assertTrue(page.run("document.getElementById('remark').hidden"))
        page.run("hangs = true")
        page.click("#option-range")
        page.run("(() => { const range = document.getElementById('option-range'); range.value = 'short'; range.dispatchEvent(new Event('change')); })()")
        page.wait("document.getElementById('stage').classList.contains('outdated')")
        self.assertEqual(page.text("#remark"), "Working…")

    def test_what_is_no_video_is_said(self):
        page = self.open("mode=video&task=face-detector")
        page.wait("document.querySelector('#notice h2')?.textContent === 'Choose or drop a video'")
        page.expected = "400 (Bad Request)"
        page.run(CHOOSE_NO_VIDEO)
        page.wait("document.querySelector('#notice h2')?.textContent === 'silent.mp4'")
        self.assertTrue(page.run("document.getElementById('remark').hidden"))
        self.assertNotIn("Working", page.text("#people"))
        # There is nothing to play or redact, also after another mode; the next video has both again.
        hidden = "['timeline', 'redact-video'].map((name) => document.getElementById(name).hidden)"
        self.assertEqual(page.run(hidden), [True, True])
        page.click("[data-mode=photos]")
        page.click("[data-mode=video]")
        self.assertEqual((page.run(hidden), page.text("#notice h2")), ([True, True], "silent.mp4"))
        with tempfile.NamedTemporaryFile(suffix=".mp4") as file:
            file.write(Clip(3).y4m())
            file.flush()
            page.choose_files("#choose-video", file.name)
            page.wait("document.getElementById('video-status').textContent === '3 frames'")
        self.assertEqual(page.run(hidden), [False, False])

    def test_a_type_that_browsers_cannot_show_is_drawn_by_the_server(self):
        page = self.open("mode=photos&task=face-detector")
        page.wait("document.querySelector('.card')")
        with tempfile.NamedTemporaryFile(suffix=".tiff") as file:
            file.write(tiff_of_rows(photo_rows()))
            file.flush()
            page.choose_files("#choose-photos", file.name)
            page.wait("document.getElementById('remark').textContent.startsWith('Drawn by the server')")
            page.wait("document.querySelectorAll('.card').length === 1")
        self.assertTrue(page.run("document.getElementById('banner').hidden"))
        page.run(CHOOSE_ONE_MORE)
        page.wait("document.getElementById('photo-name').textContent === 'late.png' && document.querySelector('.card')")
        page.wait("document.getElementById('remark').hidden")

    def test_in_the_grid_too_the_server_draws_what_browsers_cannot_show(self):
        page = self.open("mode=photos&task=face-detector")
        page.wait("document.querySelector('.card')")
        with tempfile.NamedTemporaryFile(suffix=".tiff") as image, tempfile.NamedTemporaryFile(suffix=".png") as other:
            image.write(tiff_of_rows(photo_rows()))
            image.flush()
            other.write(b"no image")
            other.flush()
            page.expected = "400 (Bad Request)"
            page.choose_files("#choose-photos", image.name, other.name)
            page.wait("document.querySelector('.tile.failed')")
            page.wait("document.querySelector('.tile canvas').width > 300 || document.querySelector('.tile canvas').height > 150")
            self.assertTrue(page.run("document.querySelectorAll('.tile canvas')[1].hidden"))
            self.assertNotIn("video", page.text(".tile.failed .hint"))

    def test_the_summary_is_not_that_of_the_photo_before(self):
        page = self.open("mode=photos&task=face-detector", HANGING)
        page.wait("document.getElementById('summary')?.textContent.startsWith('1 face')")
        page.run("hangs = true")
        page.run(CHOOSE_ONE_MORE)
        page.wait("document.getElementById('summary').textContent === 'Working…'")

    def test_on_a_phone_the_stage_has_the_shape_of_the_picture(self):
        page = self.open("mode=photos&task=face-detector&example=group", width=390, height=844)
        page.wait("document.querySelectorAll('.card').length === 5")
        _, top, width, height = page.place("#stage")
        self.assertAlmostEqual(width / height, 1440 / 600, delta=0.05)
        page.click("#tab-options")
        page.run("document.getElementById('option-range').scrollIntoView()")
        self.assertLess(top + height, 844)

    def test_the_page_fits_the_window(self):
        for mode in ["photos", "video", "camera"]:
            page = self.open(f"mode={mode}&task=face-landmarker", width=1024, height=700)
            page.wait("document.querySelector('.card, #notice h2')")
            self.assertLessEqual(page.run("document.documentElement.scrollHeight"), 700, mode)

    def test_expressions(self):
        page = self.open("mode=photos&task=face-landmarker&outputFaceBlendshapes=true")
        page.wait("document.querySelector('.expressions li span')?.textContent")
        names = page.run("[...document.querySelectorAll('.expressions li')].map((row) => row.firstChild.textContent)")
        self.assertEqual((len(names), len(set(names))), (51, 51))
        self.assertFalse([name for name in names if not name or "neutral" in name])

    def test_expressions_go_and_return_with_their_option(self):
        page = self.open("mode=photos&task=face-landmarker&outputFaceBlendshapes=true")
        page.wait("document.querySelector('.expressions li span')?.textContent")
        page.click("#option-outputFaceBlendshapes")
        page.wait("document.querySelector('.card') && !document.querySelector('.expressions')")
        page.click("#option-outputFaceBlendshapes")
        page.wait("document.querySelector('.expressions li span')?.textContent")

    def test_a_camera_that_is_asked_for_twice_is_opened_once(self):
        page = self.open("mode=camera&task=face-detector", CAMERA)
        page.wait("asked.length === 1")
        labels = [page.text("#camera-switch")]
        for _ in range(2):
            page.click("#camera-switch")
            labels.append(page.text("#camera-switch"))
        self.assertEqual(labels, ["Stop camera", "Start camera", "Stop camera"])
        page.wait("asked.length === 2")
        page.run("asked[0].open(), asked[1].open()")
        page.wait("lineament.frames.length > 2")
        self.assertEqual(page.run("[asked[0].state(), asked[1].state(), sockets]"), ["ended", "live", 1])
        for _ in range(3):
            page.click("#camera-switch")
            self.assertEqual(page.run("[callbacks.size, asked.at(-1).state()]"), [0, "ended"])
            page.click("#camera-switch")
            page.run("asked.at(-1).open()")
            page.wait("callbacks.size")
            self.assertEqual(page.run("callbacks.size"), 1)

    def test_a_camera_that_opens_too_late_is_closed(self):
        page = self.open("mode=camera&task=face-detector", CAMERA)
        page.wait("asked.length === 1")
        page.click("[data-mode=photos]")
        page.click("[data-mode=camera]")
        page.wait("asked.length === 2")
        page.run("asked[0].open()")
        page.wait("asked[0].state() === 'ended'")
        self.assertEqual((page.text("#notice h2"), page.run("sockets")), ("Waiting for the camera", 0))
