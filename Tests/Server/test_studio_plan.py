# SPDX-License-Identifier: Apache-2.0
"""Plans of redactions in the studio: a person corrects what is covered, and has the copy made."""

import functools
import hashlib
import json
import re
import tempfile

from media import Clip, photo_rows, tiff_of_rows, window
from studio import DOWNLOADS, StudioTest
from test_plans import BOUNDARY, form

BYTES_OF_DOWNLOAD = "(async () => [...new Uint8Array(await saved.at(-1).blob.arrayBuffer())])()"

# What the editor tells while it waits is kept in `told`.
WATCHED = """
const told = [];
addEventListener("DOMContentLoaded", () => {
  const text = document.getElementById("plan-busy-text");
  new MutationObserver(() => told.push(text.textContent)).observe(text, { childList: true, characterData: true, subtree: true });
});
"""

# The texts of which JSON is read are kept in `parsed`.
PARSED = """
const parsed = [], parse = JSON.parse;
JSON.parse = (...text) => (parsed.push(text[0]), parse(...text));
"""

# What the browser itself does for a key depends on its code.
CODES = {"Escape": 27}

# Resolves with the color of each place (time, x, y) of the copy that was downloaded.
COLORS = """
async (places) => {
  const video = document.createElement("video");
  video.src = URL.createObjectURL(saved.at(-1).blob);
  const happens = (name) => new Promise((resolve) => video.addEventListener(name, resolve, { once: true }));
  await happens("loadeddata");
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const colors = [];
  for (const [time, x, y] of places) {
    const isThere = happens("seeked");
    video.currentTime = time;
    await isThere;
    context.drawImage(video, 0, 0);
    colors.push([...context.getImageData(x, y, 1, 1).data].slice(0, 3));
  }
  return colors;
}
"""

# What the pure model makes of a plan and edits, without a page.
MODEL = """
(async () => {
  const plan = await import("/studio/plan.js");
  const { History } = await import("/studio/history.js");
  const key = (at, x) => ({ at, x, y: 10, width: 20, height: 30 });
  const moving = { from: 1, to: 3, keys: [key(1, 0), key(2, 100), key(4, 100)] };
  const places = [0.999, 1, 1.25, 2, 3, 3.001].map((time) => plan.rectAt(moving, time)?.x ?? null);
  // A frame that is shown for longer has the cover that begins meanwhile.
  const long = [[0.5, 1], [0.5, 1.001], [0, 4], [3, 9]].map(([time, until]) => plan.rectAt(moving, time, until)?.x ?? null);
  const input = { file: "a", sha256: "", width: 200, height: 100, frames: 100, duration: 4, areas: [moving],
    tracks: [{ number: 7, keep: false, spans: [{ keys: [key(0, 5)] }] }], look: [{ why: "cut", from: 2 }] };
  const drawn = plan.drawnArea(input, { x: 1.23456, y: 2, width: 3, height: 4 }, "ellipse", 1.5);
  const moved = plan.movedTo(drawn, { x: 50, y: 2, width: 3, height: 4 }, 1.8, 0.02);
  const again = plan.movedTo(moved, { x: 60, y: 2, width: 3, height: 4 }, 1.81, 0.02);
  const whole = plan.withEnd(plan.withEnd(moving, "from", -1, 4), "to", 9, 4);
  const history = new History(0);
  history.push(1, "one"); history.push(2, "two", "drag"); history.push(3, "three", "drag");
  const undone = [history.undo(), history.value, history.undo(), history.value, history.undo()];
  const redone = [history.redo(), history.value, history.redo(), history.value, history.redo()];
  const kept = plan.withKept(input, 0, true);
  const body = { keys: [{ ...key(1, 0), mask: "3x2:02211" }, { ...key(2, 50), mask: "2x1:02" }] };
  const cells = plan.cellsOf("3x2:02211").map(({ x, y, width, height }) => [3 * x, 2 * y, 3 * width, 2 * height].map(Math.round));
  return {
    places, long, rounded: [0.0005, 0.0015, 0.0625, 1.0001].map(plan.milliseconds), drawn, xs: moved.keys.map(({ x }) => x),
    again: again.keys.map(({ at, x }) => [at, x]), between: plan.rectAt(moved, 1.65).x, whole: Object.keys(whole),
    short: plan.withEnd(moving, "to", 0.5, 4).to, fewer: plan.withoutKey(moving, 2).keys.length, last: plan.withoutKey(drawn, 1.5).keys.length,
    cells, bodies: [0, 1.5, 2, 3].map((time) => plan.rectAt(body, time).x), kept: plan.movedTo(body, key(0, 9), 1.5).keys.map(({ mask }) => mask),
    covers: plan.coversAt(kept, 1).map(({ place, isKept }) => [place.track ?? null, place.index, isKept]),
    shared: kept.areas === input.areas && input.tracks[0].keep === false,
    gone: [plan.withArea(input, { track: 0, index: 0 }).tracks.length, plan.withArea(input, { index: 0 }).areas.length],
    confined: plan.confined({ x: -50, y: 95, width: 20, height: 1 }, input), undone, redone, text: plan.textOf({ inputs: [input], n: [1, 2], e: [] }),
    same: JSON.stringify(JSON.parse(plan.textOf(input))) === JSON.stringify(input),
  };
})()
"""

# The times that are shown at moments of a player that does not tell those of its frames, which are not evenly spaced.
TIMES = """
(async () => {
  const { Transport } = await import("/studio/transport.js");
  const player = Object.assign(new EventTarget(), { videoWidth: 2, currentTime: 0 });
  const transport = new Transport(player, () => {});
  transport.open("", 0, 2, 0.1, [1, undefined, 0.52, 0.5, 0.56, 1.2]);
  player.dispatchEvent(new Event("loadeddata"));
  return [0.5, 0.53, 0.57, 0.61, 1.01, 1.05, 1.15].map((moment) => {
    player.currentTime = moment;
    player.dispatchEvent(new Event("timeupdate"));
    return Math.round(transport.time * 1000) / 1000;
  });
})()
"""


class Street:
    """A clip of a face that is found, a poster with another one, and the back of a head, which no detector finds, that moves."""

    count, rate, width, height = 40, 25, 480, 240
    face, poster = (92, 100), (252, 100)

    @staticmethod
    def head(number):
        """The middle of the head in a frame."""
        return 380 + number, 60 + number * 3

    @functools.cached_property
    def y4m(self):
        head = f"YUV4MPEG2 W{self.width} H{self.height} F{self.rate}:1 Ip A1:1 C420\n".encode()
        return head + b"".join(b"FRAME\n" + self.frame(number) for number in range(self.count))

    def frame(self, number):
        planes = [bytearray([level]) * (self.width // step * (self.height // step)) for level, step in [(120, 1), (128, 2), (128, 2)]]
        for x, y in [(12, 20), (172, 20)]:
            self.paste(planes, window(144, 20, 160, 200), x, y, 160, 200)
        x, y = self.head(number)
        self.paste(planes, window(180, 4, 40, 40), (x - 20) & ~1, (y - 20) & ~1, 40, 40)
        return b"".join(planes)

    def paste(self, planes, data, x, y, width, height):
        place = 0
        for plane, step in zip(planes, [1, 2, 2]):
            for row in range(height // step):
                at = (y // step + row) * (self.width // step) + x // step
                plane[at : at + width // step] = data[place : place + width // step]
                place += width // step


STREET = Street()


class StudioPlan(StudioTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.clip = cls.playable(STREET.y4m, STREET.width, STREET.height, STREET.count)

    @classmethod
    def playable(cls, video, width, height, frames):
        """The video as browsers play it: a copy in which nothing is covered."""
        entry = {"file": "a", "sha256": hashlib.sha256(video).hexdigest(), "width": width, "height": height, "frames": frames}
        plan = {"lineamentPlan": 1, "options": {"what": "faces", "how": "fill"}, "inputs": [entry]}
        body = form(("plan", "plan.json", json.dumps(plan).encode()), ("file", "a", video))
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        status, _, copy = cls.server.ask("/v1/redact?from=plan&crf=10", body, **{"Content-Type": kind})
        assert status == 200, copy
        return copy

    def edit_video(self, clip=None, script="", start="", **window):
        """A page with the plan of a clip in the editor, black where it covers."""
        self.page = page = self.open("mode=video&task=face-detector", script + DOWNLOADS, **window)
        page.wait("document.querySelector('#notice h2')?.textContent === 'Choose or drop a video'")
        page.choose_files("#choose-video", self.file(clip or self.clip, ".mp4"))
        page.wait("document.getElementById('video-status').textContent.endsWith(' frames')")
        page.click("#redact-video")
        page.choose("#tool-options [name=how]", "fill")
        page.choose("#tool-options [name=start]", start)
        self.edit("plan-seek")
        page.wait("!document.getElementById('plan-play').disabled")

    def edit_photo(self, *files, what="faces"):
        self.page = page = self.open("mode=photos&task=face-detector", DOWNLOADS)
        page.wait("document.querySelector('.card')")
        if files:
            page.choose_files("#choose-photos", *files)
            page.wait("document.querySelector('.card') && document.getElementById('photo-name').textContent !== 'sample.png'")
        page.click("#redact-photo")
        if what != "faces":
            page.choose("#tool-options [name=what]", what)
        page.choose("#tool-options [name=how]", "fill")
        self.edit("plan-canvas")

    def edit(self, focused):
        self.page.click("#tool-edit")
        self.page.wait("document.getElementById('plan-status').textContent.includes(' found')")
        self.page.run(f"document.getElementById('{focused}').focus()")

    def file(self, content, suffix):
        file = tempfile.NamedTemporaryFile(suffix=suffix)
        self.addCleanup(file.close)
        file.write(content)
        file.flush()
        return file.name

    def place_of(self, x, y, width, height):
        """Where a point of an image of a size is in the window."""
        left, top, w, h = self.page.place("#plan-canvas")
        scale = min(w / width, h / height)
        return left + (w - width * scale) / 2 + x * scale, top + (h - height * scale) / 2 + y * scale

    def click(self, x, y, width=STREET.width, height=STREET.height):
        self.page.press(*self.place_of(x, y, width, height))

    def drag(self, start, end, width=STREET.width, height=STREET.height):
        """Drags from one point of the image to another."""
        places = [self.place_of(*start, width, height), self.place_of(*end, width, height)]
        self.page.point(*places[0])
        self.mouse("mousePressed", *places[0], buttons=1)
        for share in [0.5, 1]:
            self.mouse("mouseMoved", *(a + (b - a) * share for a, b in zip(*places)), buttons=1)
        self.mouse("mouseReleased", *places[1], buttons=0)

    def mouse(self, kind, x, y, buttons):
        self.page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=buttons, clickCount=1)

    def press(self, *keys, modifiers=0):
        for key in keys:
            for kind in ["rawKeyDown", "keyUp"]:
                self.page.call("Input.dispatchKeyEvent", type=kind, key=key, modifiers=modifiers, windowsVirtualKeyCode=CODES.get(key, 0))

    def undo(self, times=1):
        self.press(*["z"] * times, modifiers=2)

    def seek(self, number):
        """Shows a frame."""
        time = number / STREET.rate
        self.page.run(f"""(() => {{
          const seek = document.getElementById("plan-seek");
          seek.value = {time};
          seek.dispatchEvent(new Event("input"));
        }})()""")
        self.page.wait(f"document.getElementById('plan-clock').textContent === '0:0{int(time * 100) / 100:.2f}'")

    def status(self):
        return self.page.text("#plan-status")

    def lanes(self):
        return self.page.run("[...document.querySelectorAll('.plan-who')].map((lane) => [...lane.children].slice(1).map((part) => part.textContent.split(',')[0]))")

    def saved(self, button):
        """The name and the bytes of what a button downloads."""
        self.page.run("saved.length = 0")
        self.page.click(button)
        self.page.wait("saved.length")
        return self.page.run("saved.at(-1).name"), bytes(self.page.run(BYTES_OF_DOWNLOAD))

    def plan(self):
        return json.loads(self.saved("#plan-save")[1])

    def rendered(self):
        self.page.click("#plan-render")
        self.page.wait("document.getElementById('plan-copy').open")
        return self.saved("#plan-copy-save")

    def assertBlack(self, colors):
        self.assertLess(max(max(color) for color in colors), 40, colors)

    def test_the_model(self):
        found = self.open("mode=photos&task=face-detector").run(MODEL)
        self.assertEqual(found["places"], [None, 0, 25, 100, 100, None])
        self.assertEqual(found["long"], [None, 0, 0, 100])
        self.assertEqual(found["rounded"], [0, 2, 62, 1000])
        self.assertEqual(found["drawn"], {"shape": "ellipse", "to": 1.999, "keys": [{"at": 1.5, "x": 1.235, "y": 2, "width": 3, "height": 4}]})
        self.assertEqual((found["xs"], found["again"]), ([1.235, 50], [[1.5, 1.235], [1.8, 60]]))
        self.assertAlmostEqual(found["between"], (1.235 + 50) / 2)
        self.assertEqual((found["whole"], found["short"]), (["keys"], 1))
        self.assertEqual((found["fewer"], found["last"]), (2, 1))
        self.assertEqual(found["covers"], [[0, 0, True], [None, 0, False]])
        self.assertEqual((found["shared"], found["gone"], found["same"]), (True, [0, 0], True))
        self.assertEqual((found["cells"], found["bodies"]), ([[0, 0, 2, 1], [1, 1, 1, 1]], [0, 0, 50, 50]))
        self.assertEqual(found["kept"], ["3x2:02211", "3x2:02211", "2x1:02"])
        self.assertEqual(found["confined"], {"x": -10, "y": 95, "width": 20, "height": 2})
        self.assertEqual(found["undone"], ["three", 1, "one", 0, None])
        self.assertEqual(found["redone"], ["one", 1, "three", 3, None])
        self.assertIn('\n            {"at": 1, "x": 0, "y": 10, "width": 20, "height": 30},\n', found["text"])

    def test_the_last_frame_that_is_known_is_shown_where_frames_are_not_evenly_spaced(self):
        found = self.open("mode=photos&task=face-detector").run(TIMES)
        self.assertEqual(found, [0.5, 0.52, 0.56, 0.56, 1, 1, 1.1])

    def test_a_clip_with_a_miss_and_a_false_find(self):
        self.edit_video()
        self.assertEqual(self.lanes(), [["Person 1", "covered"], ["Person 2", "covered"]])
        # The poster stays visible.
        self.click(*STREET.poster)
        self.assertRegex(self.status(), "Person [12] stays visible everywhere.")
        # The head is missed: it is covered by hand, at its first and its last place.
        x, y = STREET.head(0)
        self.drag((x - 26, y - 26), (x + 26, y + 26))
        self.assertIn("Area 1 added", self.status())
        self.seek(STREET.count - 1)
        self.drag((x, y), STREET.head(STREET.count - 1))
        self.assertEqual(self.status(), "Area 1 moved at 0:01.56.")
        self.assertEqual(self.page.run("document.querySelectorAll('.plan-lane.selected .plan-key').length"), 2)
        name, copy = self.rendered()
        self.assertTrue(name.endswith("-redacted.mp4"), name)
        places = [(number, *STREET.head(number)) for number in [0, 10, 20, 30, STREET.count - 1]]
        places += [(number, *STREET.face) for number in [0, 20]]
        colors = functools.partial(self.colors, COLORS)
        self.assertBlack(colors(places))
        beside = [(0, *STREET.poster), (20, *STREET.poster), (20, *STREET.head(STREET.count - 1)), (20, *STREET.head(0))]
        self.assertGreater(min(max(color) for color in colors(beside)), 60)
        # Where nothing is covered, the copy is the original.
        detections = self.server.ask("/v1/face-detector", copy, Content_Type="video/mp4")[2].splitlines()
        self.assertEqual({len(json.loads(line)["detections"]) for line in detections}, {1})

    def colors(self, code, places):
        times = [((number + 0.25) / STREET.rate, x, y) for number, x, y in places]
        return self.page.run(f"({code})({json.dumps(times)})")

    def test_undo_and_redo(self):
        self.edit_video()
        before = self.plan()
        self.click(*STREET.poster)
        x, y = STREET.head(0)
        self.drag((x - 26, y - 26), (x + 26, y + 26))
        self.drag((x + 26, y + 26), (x + 36, y + 40))
        after = self.plan()
        (key,) = after["inputs"][0]["areas"][0]["keys"]
        self.assertAlmostEqual(key["width"], 62, delta=1.5)
        self.assertAlmostEqual(key["height"], 66, delta=1.5)
        self.press("Delete")
        self.assertEqual(self.status(), "Area 1 deleted.")
        self.undo(4)
        self.assertRegex(self.status(), "^Undone: Person [12] stays visible everywhere.")
        self.assertEqual(self.plan(), before)
        self.undo()
        self.assertEqual(self.status(), "There is nothing to undo.")
        self.press("Z", "Z", "Z", modifiers=10)
        self.assertEqual(self.plan(), after)
        self.page.click("#plan-undo")
        self.assertFalse(self.page.run("document.getElementById('plan-redo').disabled"))

    def test_the_service_covers_what_the_editor_shows(self):
        self.edit_video()
        x, y = STREET.head(0)
        self.drag((x - 26, y - 26), (x + 26, y + 26))
        self.seek(13)
        self.drag((x, y), (x - 60, y + 31))
        self.seek(29)
        self.drag((x - 60, y + 31), (x + 10, y + 90))
        plan = self.plan()
        times = [number / STREET.rate for number in range(STREET.count)]
        shown = self.page.run(f"""import("/studio/plan.js").then(({{ coversAt }}) => {{
          const [input] = {json.dumps(plan)}.inputs;
          return {json.dumps(times)}.map((time) => coversAt(input, time).map(({{ box }}) => [box.x, box.y, box.width, box.height]));
        }})""")
        body = form(("plan", "plan.json", json.dumps(plan).encode()), ("file", "clip.mp4", self.clip))
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        lines = self.server.ask("/v1/redact?from=plan", body, Accept="application/json", **{"Content-Type": kind})[2].splitlines()
        self.assertEqual(len(lines), STREET.count)
        for line, boxes in zip(lines, shown):
            covered = [[area[name] for name in ["x", "y", "width", "height"]] for area in json.loads(line)["covered"]]
            self.assertEqual(len(covered), len(boxes))
            for one, other in zip(sorted(covered), sorted(boxes)):
                for value, expected in zip(one, other):
                    self.assertAlmostEqual(value, expected, delta=0.01)

    def test_spans_are_dragged_and_lanes_go_to_their_time(self):
        self.edit_video()
        x, y = STREET.head(0)
        self.drag((x - 26, y - 26), (x + 26, y + 26))
        left, top, width, height = self.page.place(".plan-strip")
        self.mouse_drag((left + 2, top + height / 2), (left + width / 4, top + height / 2))
        self.mouse_drag((left + width - 2, top + height / 2), (left + width / 2, top + height / 2))
        (area,) = self.plan()["inputs"][0]["areas"]
        self.assertAlmostEqual(area["from"], 0.4, delta=0.03)
        self.assertAlmostEqual(area["to"], 0.8, delta=0.03)
        self.undo(2)
        self.assertEqual(self.plan()["inputs"][0]["areas"][0].keys(), {"shape", "keys"})
        self.page.press(left + width * 0.75, top + height / 2)
        self.page.wait("Math.abs(document.getElementById('plan-seek').value - 1.2) < 0.05")
        self.press("[")
        self.press(",", ",")
        self.page.wait("Math.abs(document.getElementById('plan-seek').value - 1.12) < 0.05")
        (area,) = self.plan()["inputs"][0]["areas"]
        self.assertAlmostEqual(area["from"], 1.2, delta=0.03)

    def mouse_drag(self, start, end):
        self.page.point(*start)
        self.mouse("mousePressed", *start, buttons=1)
        for share in [0.5, 1]:
            self.mouse("mouseMoved", *(a + (b - a) * share for a, b in zip(start, end)), buttons=1)
        self.mouse("mouseReleased", *end, buttons=0)

    def test_plans_are_downloaded_and_opened(self):
        self.edit_video()
        self.page.click(".plan-who", 1)
        self.assertEqual(self.lanes()[1], ["Person 2", "visible"])
        name, text = self.saved("#plan-save")
        plan = json.loads(text)
        self.assertTrue(name.endswith("-plan.json"), name)
        self.assertEqual(plan["inputs"][0]["sha256"], hashlib.sha256(self.clip).hexdigest())
        self.assertIn(b'"how": "fill"', text)
        # It is opened without an analysis, beside the file.
        self.page.click("#plan [data-close]")
        self.page.click("#redact-video")
        self.page.choose_files("#tool-plan", self.file(text, ".json"))
        self.page.wait("document.getElementById('plan-status').textContent.includes(' found')")
        self.assertEqual(sorted(state for _, state in self.lanes()), ["covered", "visible"])
        self.assertEqual(self.plan(), plan)
        # One of another file is refused, and one with a mistake, while the plan stays as it is.
        self.page.expected = "400 (Bad Request)"
        other = json.loads(text)
        other["inputs"][0]["sha256"] = "0" * 64
        self.page.choose_files("#plan-open", self.file(json.dumps(other).encode(), ".json"))
        self.page.wait("document.getElementById('plan-status').textContent.includes('is not the file that the plan was made of')")
        self.page.choose_files("#plan-open", self.file(text.replace(b'"keep": true', b'"keep": 1'), ".json"))
        self.page.wait("document.getElementById('plan-status').textContent.includes('keep must be true or false')")
        self.assertEqual(self.plan(), plan)

    def test_a_photo(self):
        self.edit_photo()
        self.assertFalse(self.page.run("document.querySelector('.plan-when').checkVisibility()"))
        self.click(222, 110, 512, 512)
        self.assertEqual(self.status(), "Person 1 stays visible.")
        self.page.choose("#plan-shape", "rectangle")
        self.drag((300, 350), (360, 400), 512, 512)
        self.drag((330, 375), (340, 385), 512, 512)
        self.assertEqual(self.status(), "Area 1 moved.")
        (area,) = self.plan()["inputs"][0]["areas"]
        self.assertEqual(area["shape"], "rectangle")
        name, copy = self.rendered()
        self.assertEqual(name, "sample-redacted.png")
        colors = self.page.run("""(async () => {
          const canvas = document.querySelector("#plan-preview canvas");
          return [[315, 365], [365, 405], [302, 352]].map(([x, y]) => [...canvas.getContext("2d").getImageData(x, y, 1, 1).data].slice(0, 3));
        })()""")
        self.assertBlack(colors[:2])
        pixels = photo_rows()
        self.assertEqual(tuple(colors[2]), tuple(pixels[352][302 * 3 : 302 * 3 + 3]))
        self.assertEqual(len(json.loads(self.server.ask("/v1/face-detector", copy)[2])["detections"]), 1)

    def test_a_photo_that_browsers_cannot_show(self):
        self.edit_photo(self.file(tiff_of_rows(photo_rows()), ".tiff"))
        self.page.wait("document.getElementById('plan-busy').hidden")
        self.page.wait("document.querySelector('.plan-thumbnail').getContext('2d').getImageData(32, 32, 1, 1).data[3] === 255")
        self.assertFalse(self.page.run("document.getElementById('plan-status').classList.contains('wrong')"))

    def test_the_number_of_a_small_face_does_not_hide_its_neighbors(self):
        self.edit_photo()
        plan = self.plan()
        (track,) = plan["inputs"][0]["tracks"]
        places = [(40, 300, 8), (44, 290, 8), (100, 300, 8), (200, 300, 60), (210, 235, 60)]
        plan["inputs"][0]["tracks"] = [
            track | {"number": number, "spans": [{"keys": [{"x": x, "y": y, "width": side, "height": side}]}]}
            for number, (x, y, side) in enumerate(places, 1)
        ]
        self.page.run("""(() => {
          window.written = [];
          const { fillText } = CanvasRenderingContext2D.prototype;
          CanvasRenderingContext2D.prototype.fillText = function (text, ...place) { written.push(text); fillText.call(this, text, ...place); };
        })()""")
        self.page.choose_files("#plan-open", self.file(json.dumps(plan).encode(), ".json"))
        self.page.wait("document.getElementById('plan-status').textContent.startsWith('5 people found')")
        self.press("+", "0")
        self.page.wait("written.length > 0")
        # The page behind is drawn, too.
        self.assertEqual({text for text in self.page.run("written") if text.isdigit()}, {"2", "3", "4", "5"})
        # That of the selected one is always there.
        self.page.run("written.length = 0")
        self.page.run("document.querySelectorAll('.plan-who')[0].focus({ focusVisible: true })")
        self.page.wait("written.includes('1')")

    def test_bodies_are_edited_as_faces_are(self):
        self.edit_photo(what="people")
        lanes = self.lanes()
        self.assertEqual(lanes[0], ["Person 1", "covered"])
        plan = self.plan()
        self.assertEqual(plan["options"]["what"], "people")
        key = plan["inputs"][0]["tracks"][0]["spans"][0]["keys"][0]
        self.assertIn("mask", key)
        for lane in range(len(lanes)):
            self.page.run(f"document.querySelectorAll('.plan-who')[{lane}].click()")
        self.assertEqual({state for _, state in self.lanes()}, {"visible"})
        name, copy = self.rendered()
        self.assertEqual(name, "sample-redacted.png")
        self.assertEqual(len(json.loads(self.server.ask("/v1/face-detector", copy)[2])["detections"]), 1)

    def test_a_video_that_browsers_cannot_play(self):
        self.edit_video(Clip(20).y4m())
        self.page.wait("document.getElementById('plan-busy').hidden")

    def test_the_progress_of_an_analysis_which_can_be_stopped(self):
        self.page = page = self.open("mode=video&task=face-detector", WATCHED + DOWNLOADS)
        page.wait("document.querySelector('#notice h2')?.textContent === 'Choose or drop a video'")
        page.choose_files("#choose-video", self.file(self.clip, ".mp4"))
        page.wait("document.getElementById('video-status').textContent.endsWith(' frames')")
        page.click("#redact-video")
        page.click("#tool-edit")
        page.wait("document.getElementById('plan-status').textContent.includes(' found')")
        told = page.run("told")
        self.assertEqual(told[0], "Looking for faces…")
        self.assertTrue(any(re.fullmatch(r"Looking for faces… 0:0\d\.\d\d( of 0:01\.\d\d)?", text) for text in told), told)
        # Once it has begun, it is stopped, here and in the service.
        page.click("#plan [data-close]")
        page.run("told.length = 0")
        page.choose_files("#choose-video", self.file(Clip(1500, 160, 120, 90, 40).y4m(), ".mp4"))
        page.run("document.getElementById('video-stop').click()")
        page.click("#redact-video")
        page.click("#tool-edit")
        page.wait("told.some((text) => / 0:0/.test(text))")
        page.click("#plan-stop")
        page.wait("document.getElementById('plan-status').textContent === 'Stopped.'")
        self.assertTrue(self.server.rests())

    def test_each_line_about_an_analysis_is_read_once(self):
        self.edit_video(script=PARSED)
        lines = self.page.run("""parsed.filter((text) => /^\\{"(plan|frames)"/.test(text))""")
        self.assertEqual(sum(line.startswith('{"plan"') for line in lines), 1)
        self.assertEqual(len(lines), len(set(lines)))

    def test_two_tracks_of_one_person_are_joined_with_one_click(self):
        """The one that stays visible goes on; both are tracks until somebody has decided."""
        self.edit_video()
        plan = self.plan()
        entry = plan["inputs"][0]
        first = entry["tracks"][0] | {"number": 1, "keep": True, "spans": [{"from": 0, "to": 0.4, "keys": [{"at": 0, "x": 10, "y": 10, "width": 30, "height": 30}]}]}
        second = first | {"number": 2, "keep": False, "spans": [{"from": 0.44, "to": 0.8, "keys": [{"at": 0.44, "x": 10, "y": 10, "width": 30, "height": 30}]}]}
        entry["tracks"] = [second, first]
        entry["look"] = [{"why": "same", "track": 2, "previous": 1, "from": 0.4, "to": 0.44}, {"why": "ends", "track": 2, "from": 0.8, "to": 0.9}]
        self.page.choose_files("#plan-open", self.file(json.dumps(plan).encode(), ".json"))
        self.page.wait("document.getElementById('plan-status').textContent.startsWith('2 people found')")
        self.assertTrue(self.page.run("document.getElementById('plan-join').hidden"))
        self.press("n")
        self.assertIn("perhaps the same person as Person 1", self.status())
        self.page.click("#plan-join")
        self.assertEqual(self.status(), "Person 2 is Person 1 from now on.")
        entry = self.plan()["inputs"][0]
        self.assertEqual([(track["number"], track["keep"], [span["from"] for span in track["spans"]]) for track in entry["tracks"]], [(1, True, [0, 0.44])])
        self.assertEqual([(doubt["why"], doubt["track"]) for doubt in entry["look"]], [("ends", 1)])
        self.undo(1)
        self.assertEqual(len(self.plan()["inputs"][0]["tracks"]), 2)

    def test_frames_in_a_browser_that_does_not_tell_their_times(self):
        """The cover begins and ends with the frame that is shown, by the clock of the player and the mean rate."""
        script = "delete HTMLVideoElement.prototype.requestVideoFrameCallback;"
        self.edit_video(script=script)
        x, y = STREET.head(0)
        self.drag((x - 26, y - 26), (x + 26, y + 26))
        self.seek(10)
        self.press("[")
        self.press(".", ".")
        self.page.wait("document.getElementById('plan-clock').textContent === '0:00.48'")
        self.press("]")
        plan = self.plan()
        (area,) = plan["inputs"][0]["areas"]
        self.assertTrue(0.4 <= area["from"] < 0.44 and 0.48 < area["to"] < 0.52, area)
        body = form(("plan", "plan.json", json.dumps(plan).encode()), ("file", "clip.mp4", self.clip))
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        lines = self.server.ask("/v1/redact?from=plan", body, Accept="application/json", **{"Content-Type": kind})[2].splitlines()
        covered = [number for number, line in enumerate(lines) if any(abs(area["x"] - x + 26) < 1 for area in json.loads(line)["covered"])]
        self.assertEqual(covered, [10, 11, 12])

    def test_a_part_of_a_video(self):
        """Times are those of the whole video."""
        self.edit_video(start="0.8")
        self.page.wait("document.getElementById('plan-clock').textContent === '0:00.80'")
        x, y = STREET.head(20)
        self.drag((x - 26, y - 26), (x + 26, y + 26))
        self.press("[")
        self.seek(STREET.count - 1)
        self.drag((x, y), STREET.head(STREET.count - 1))
        self.press("]")
        (area,) = self.plan()["inputs"][0]["areas"]
        self.assertEqual([key["at"] for key in area["keys"]], [0.8, 1.56])
        self.assertEqual(area.keys(), {"shape", "keys"})
        self.rendered()
        places = [(number - 20, *STREET.head(number)) for number in [20, 30, STREET.count - 1]]
        self.assertBlack(self.colors(COLORS, [*places, (0, *STREET.face)]))

    def test_by_keyboard_alone(self):
        self.edit_video()
        self.page.run("document.querySelector('#plan-canvas').focus()")
        self.press("a", *["ArrowRight"] * 5, "ArrowDown")
        self.press("ArrowRight", "ArrowDown", modifiers=8)
        self.press(".", ".")
        self.page.wait("document.getElementById('plan-clock').textContent === '0:00.08'")
        self.press("ArrowLeft", "]")
        (area,) = self.plan()["inputs"][0]["areas"]
        side, step = STREET.height / 5, 2
        first = {"at": 0, "x": (STREET.width - side) / 2 + 5 * step, "y": (STREET.height - side) / 2 + step, "width": side + step, "height": side + step}
        self.assertEqual(area["keys"], [first, first | {"at": 0.08, "x": first["x"] - step}])
        self.assertEqual(area["to"], 0.08)
        # Moves in a row are one step.
        self.undo(3)
        self.assertEqual(self.status(), "Undone: Area 1 moved at 0:00.00.")
        self.assertEqual(self.plan()["inputs"][0]["areas"][0]["keys"][0]["width"], side)
        self.press("Z", "Z", "Z", modifiers=10)
        self.press("Delete")
        self.assertEqual(self.plan()["inputs"][0]["areas"], [])
        # Lanes are buttons: with the focus, a person is selected; K and Enter keep or cover them.
        self.page.run("document.querySelectorAll('.plan-who')[1].focus({ focusVisible: true })")
        self.assertEqual(self.page.text("#plan-selected"), "Person 2")
        self.press("k")
        self.assertEqual((self.status(), self.lanes()[1]), ("Person 2 stays visible everywhere.", ["Person 2", "visible"]))
        self.assertIn("Press to cover", self.page.run("document.querySelectorAll('.plan-who')[1].getAttribute('aria-label')"))
        self.press("n")
        self.assertRegex(self.status(), "^(1 of [0-9]+: |There is no place)")
        self.press("p")
        self.assertRegex(self.status(), "^(This is the first|There is no place)")
        # Escape lets go of the selected one, then closes.
        self.press("Escape")
        self.assertEqual(self.page.text("#plan-selected"), "")
        self.assertTrue(self.page.run("document.getElementById('plan').open"))

    def test_doubts_are_gone_through_in_their_order(self):
        self.edit_video()
        plan = self.plan()
        number = plan["inputs"][0]["tracks"][1]["number"]
        plan["inputs"][0]["look"] = [{"why": "weak", "track": number, "from": 0.8, "to": 1, "weight": 0.9}, {"why": "cut", "from": 0.4, "weight": 0.1}]
        self.page.choose_files("#plan-open", self.file(json.dumps(plan).encode(), ".json"))
        self.page.wait("document.querySelector('.plan-scenes') && document.querySelector('.plan-doubt.weak')")
        self.press("n")
        self.page.wait("document.getElementById('plan-clock').textContent === '0:00.80'")
        self.assertTrue(self.status().startswith(f"1 of 2: Person {number}, 0:00.80 to 0:01.00: the score is below 0.5."), self.status())
        self.assertEqual(self.page.text("#plan-selected"), f"Person {number}")
        self.press("n")
        self.page.wait("document.getElementById('plan-clock').textContent === '0:00.40'")
        self.assertIn("a scene begins", self.status())
        # What is drawn then covers this scene.
        x, y = STREET.head(0)
        self.drag((x - 26, y - 26), (x + 26, y + 26))
        self.assertEqual(self.plan()["inputs"][0]["areas"][0]["from"], 0.4)

    def test_what_was_edited_stays_when_the_editor_is_closed(self):
        self.edit_photo()
        self.click(222, 110, 512, 512)
        self.page.click("#plan [data-close]")
        self.page.click("#redact-photo")
        self.page.choose("#tool-options [name=how]", "fill")
        self.page.click("#tool-edit")
        self.assertEqual((self.status(), self.lanes()), ("The plan is as you left it.", [["Person 1", "visible"]]))
        self.page.click("#plan-undo")
        self.assertEqual(self.lanes(), [["Person 1", "covered"]])

    def test_a_default_that_is_chosen_is_no_other_analysis(self):
        self.edit_photo()
        self.page.click("#plan [data-close]")
        self.page.click("#redact-photo")
        choices = [("what", "people"), ("what", "faces"), ("minDetectionConfidence", "0.30"), ("keep", "nobody"), ("how", "fill")]
        for name, value in choices:
            self.page.choose(f"#tool-options [name={name}]", value)
        self.page.click("#tool-edit")
        self.assertEqual(self.status(), "The plan is as you left it.")
        # Nor does the order in which options are chosen matter.
        for names in [("minDetectionConfidence", "how"), ("how", "minDetectionConfidence")]:
            self.page.click("#plan [data-close]")
            self.page.click("#redact-photo")
            for name in names:
                self.page.choose(f"#tool-options [name={name}]", {"how": "fill", "minDetectionConfidence": "0.4"}[name])
            self.page.click("#tool-edit")
            self.page.wait("document.getElementById('plan-busy').hidden")
        self.assertEqual(self.status(), "The plan is as you left it.")

    def test_on_a_phone_with_a_finger(self):
        self.edit_video(width=390, height=844)
        self.assertLessEqual(self.page.run("document.querySelector('.plan-body').scrollWidth"), 390)
        x, y = self.place_of(*STREET.poster, STREET.width, STREET.height)
        for kind, points in [("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])]:
            self.page.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
        self.assertRegex(self.status(), "Person [12] stays visible everywhere.")
        places = [self.place_of(*place, STREET.width, STREET.height) for place in [(360, 40), (400, 90)]]
        self.page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[dict(zip("xy", places[0]))])
        self.page.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[dict(zip("xy", places[1]))])
        self.page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.assertEqual(self.lanes()[0], ["Area 1", "by hand"])
