# SPDX-License-Identifier: Apache-2.0
"""The studio: a person is the same in the picture, the cards, the table, the timeline and the 3-D view."""

import csv
import io
import json

from media import Clip
from studio import DOWNLOADS, StudioTest

BOXES = 'import("/studio/stage.js").then((stage) => stage.currentScene().people.map(({ box }) => [box.x, box.y, box.width, box.height]))'
SIZE = 'import("/studio/stage.js").then((stage) => [stage.currentScene().width, stage.currentScene().height])'
PICTURE = "document.getElementById('picture').toDataURL()"
COPIED = "let copied = ''; Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { copied = text; } } });"

# The share of the 3-D view's height that is drawn on, and how much its lines stand out from the panel at most.
DRAWN_IN_3D = """
(async () => {
  const canvas = document.getElementById("space");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z + 0.05;
  };
  const panel = getComputedStyle(canvas).backgroundColor.match(/[\\d.]+/g).map(Number);
  const rows = new Set();
  let contrast = 1;
  for (let place = 3; place < data.length; place += 4) {
    if (data[place] < 40) continue;
    rows.add(Math.floor(place / 4 / canvas.width));
    const share = data[place] / 255;
    const line = light(panel.map((value, channel) => data[place - 3 + channel] * share + value * (1 - share)));
    contrast = Math.max(contrast, line / light(panel), light(panel) / line);
  }
  return { height: rows.size / canvas.height, contrast };
})()
"""


# A whole person of 100 × 100 pixels, whose body has its nose at (20, 20), and one joint outside; whether something is drawn at a place.
WHOLE_PERSON = """
async ({ layers, face, at }) => {
  const { drawScene } = await import("/studio/layers.js");
  const points = new Float32Array(33 * 3).fill(0.8);
  points.set([0.2, 0.2, 0], 0);
  points.set([1.4, 0.8, 0], 16 * 3);
  const parts = face ? [{ kind: "face", points: new Float32Array(478 * 3).fill(0.5), replaces: [0], box: { x: 0, y: 0, width: 90, height: 90 } }] : [];
  const people = [{ kind: "pose", key: "n0", index: 0, label: "Person 1", points, parts, values: {}, box: { x: 0, y: 0, width: 100, height: 100 } }];
  const context = new OffscreenCanvas(200, 100).getContext("2d");
  const view = { scale: 1, left: 0, top: 0, unit: 1, layers: new Set(["hidePicture", ...layers]), background: "off" };
  drawScene(context, { width: 100, height: 100, people, masks: [] }, view);
  return context.getImageData(...at, 1, 1).data.join() !== (at[0] < 100 ? "16,22,27,255" : "0,0,0,0");
}
"""


class StudioPeople(StudioTest):
    def open_group(self, options="", script=""):
        """The drawn group of five, whose faces have been found."""
        page = self.open(f"mode=photos&task=face-detector&example=group{options}", script)
        page.wait("document.querySelectorAll('.card').length === 5")
        return page

    def middle(self, page, index):
        """Where the middle of a face is in the window, in a picture that is not zoomed."""
        left, top, width, height = page.place("#picture")
        picture_width, picture_height = page.run(SIZE)
        scale = min(width / picture_width, height / picture_height)
        x, y, box_width, box_height = page.run(BOXES)[index]
        return (left + (width - picture_width * scale) / 2 + (x + box_width / 2) * scale,
                top + (height - picture_height * scale) / 2 + (y + box_height / 2) * scale)

    def view(self, page):
        """The zoom and the middle of the picture, as they are in the address."""
        page.wait("location.hash.includes('view=')")
        return [float(number) for number in page.run("new URLSearchParams(location.hash.slice(1)).get('view')").split(",")]

    def assertMiddle(self, page, index):
        zoom, x, y = self.view(page)
        (left, top, width, height), size = page.run(BOXES)[index], page.run(SIZE)
        self.assertGreater(zoom, 1)
        self.assertAlmostEqual(x, (left + width / 2) / size[0], delta=0.01)
        self.assertAlmostEqual(y, (top + height / 2) / size[1], delta=0.01)

    def test_pointing_at_a_face_points_at_its_card(self):
        page = self.open_group()
        for index in [3, 1]:
            page.point(*self.middle(page, index))
            page.wait(f"document.querySelectorAll('.card')[{index}].classList.contains('pointed')")
            self.assertEqual(page.run("document.querySelectorAll('.card.pointed').length"), 1)
        page.point(5, 5)
        page.wait("!document.querySelector('.card.pointed')")

    def test_a_face_replaces_the_bodys_few_points_of_it(self):
        page = self.open_group()
        drawn = lambda **options: page.run(f"({WHOLE_PERSON.strip()})({json.dumps(options)})")
        nose, beside = [20, 20], [130, 80]
        self.assertTrue(drawn(layers=["points"], face=False, at=nose))
        self.assertTrue(drawn(layers=["points"], face=True, at=nose), "the face is not drawn")
        self.assertFalse(drawn(layers=["points", "contours"], face=True, at=nose))
        self.assertTrue(drawn(layers=["skeleton"], face=False, at=[90, 80]))
        self.assertFalse(drawn(layers=["skeleton"], face=False, at=beside), "drawn beside the picture")

    def test_small_faces_have_a_number_where_it_covers_nobody(self):
        page = self.open("mode=photos&task=face-detector&example=group", width=390, height=844)
        page.wait("document.querySelectorAll('.card').length === 5")
        page.wait("document.getElementById('remark').hidden")
        colors = page.run(f"""(async () => {{
          const boxes = await {BOXES};
          const [width] = await {SIZE};
          const canvas = document.getElementById("picture");
          const scale = canvas.width / width;
          const context = canvas.getContext("2d");
          return boxes.map(([x, y]) => context.getImageData(Math.round(x * scale) + 1, Math.round(y * scale) - 4, 1, 1).data.join());
        }})()""")
        self.assertEqual(colors, ["0,159,250,255", "255,220,61,255", "239,0,150,255", "0,227,7,255", "255,113,253,255"])

    def test_pointing_at_a_card_frames_its_face(self):
        page = self.open_group()
        page.run(f"window.before = {PICTURE}")
        left, top, width, height = page.place(".card:nth-of-type(2) summary")
        page.point(left + width / 2, top + height / 2)
        page.wait(f"{PICTURE} !== before")
        page.point(5, 5)
        page.wait(f"{PICTURE} === before")

    def test_a_click_on_a_face_opens_its_card(self):
        page = self.open_group()
        self.assertFalse(page.run("document.querySelectorAll('.card')[4].open"))
        page.press(*self.middle(page, 4))
        page.wait("document.querySelectorAll('.card')[4].matches('.chosen[open]')")
        page.wait("document.getElementById('zoom-person').textContent === 'Zoom to Face 5'")
        left, top, width, height = page.place("#picture")
        page.press(left + 5, top + height / 2)
        page.wait("!document.querySelector('.card.chosen')")
        self.assertTrue(page.run("document.getElementById('zoom-person').hidden"))

    def test_a_card_that_is_opened_is_chosen(self):
        page = self.open_group()
        page.click(".card summary", 2)
        page.wait("document.querySelectorAll('.card')[2].matches('.chosen[open]')")
        page.click(".card summary", 2)
        page.wait("!document.querySelector('.card.chosen')")
        self.assertFalse(page.run("document.querySelectorAll('.card')[2].open"))

    def test_zoom_goes_to_the_chosen_person(self):
        page = self.open_group()
        page.press(*self.middle(page, 2))
        page.wait("document.querySelector('.card.chosen')")
        page.click("[data-zoom=in]")
        self.assertMiddle(page, 2)
        page.click("[data-zoom=fit]")
        page.wait("!location.hash.includes('view=')")
        page.key("z")
        self.assertMiddle(page, 2)
        before = self.view(page)
        page.click(".card summary", 4)
        page.wait(f"!location.hash.includes('{before[1]:.3f}')")
        self.assertMiddle(page, 4)
        page.click("[data-zoom=fit]")
        page.wait("!location.hash.includes('view=')")
        page.press(*self.middle(page, 0), times=2)
        self.assertMiddle(page, 0)
        left, top, width, height = page.place("#picture")
        page.press(left + width / 2 + 20, top + height / 2 + 20, times=2)
        self.assertMiddle(page, 0)

    def test_the_3d_view_shows_the_chosen_person(self):
        page = self.open("mode=photos&task=face-landmarker&example=group")
        page.wait("document.querySelectorAll('.card').length === 5")
        self.assertEqual(page.text("#space-title"), "3-D")
        page.click(".card summary", 1)
        page.wait("document.getElementById('space-title').textContent === '3-D: Face 2'")

    def test_the_3d_view_fits_the_person_and_can_be_seen(self):
        page = self.open("mode=photos&task=face-landmarker&example=group")
        page.wait("document.querySelectorAll('.card').length === 5")
        for scheme in ["light", "dark"]:
            page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for card in range(5):
                page.run(f"import('/studio/chosen.js').then(({{ choose }}) => choose('n{card}'))")
                page.wait(f"document.getElementById('space-title').textContent === '3-D: Face {card + 1}'")
                page.wait(f"{DRAWN_IN_3D}.then(({{ height }}) => height > 0.6 && height < 0.99)")
                self.assertGreater(page.run(DRAWN_IN_3D)["contrast"], 2, (scheme, card))

    def test_the_table_has_all_values(self):
        page = self.open("mode=photos&task=face-landmarker&outputFaceBlendshapes=true&outputFacialTransformationMatrixes=true",
                         COPIED + DOWNLOADS)
        page.wait("document.querySelector('.card')")
        page.click("#tab-table")
        page.wait("document.querySelectorAll('#points tbody tr').length === 478")
        rows = dict(page.run("[...document.querySelectorAll('#values tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"))
        self.assertLessEqual({"Left", "Width", "Score", "Yaw", "Mouth smile left", "Matrix 4.4"}, set(rows))
        self.assertGreater(float(rows["Mouth smile left"]), 0.5)
        page.click("#table-copy")
        page.wait("document.getElementById('table-copy').textContent === 'Copied'")
        lines = page.run("copied").split("\n")
        self.assertIn(f"Mouth smile left\t{rows['Mouth smile left']}", lines)
        self.assertEqual(len(lines), len(rows) + 1 + 1 + 478 + 1)
        page.click("#table-csv")
        (row,) = self.saved_table(page)
        self.assertEqual((row["person"], row["photo"]), ("Face 1", "sample.png"))
        self.assertAlmostEqual(float(row["mouthSmileLeft"]), float(rows["Mouth smile left"]), delta=0.001)
        self.assertTrue(0 < float(row["477 x"]) < 1)

    def saved_table(self, page):
        page.wait("saved.length")
        self.assertRegex(page.run("saved[0].name"), r"-values\.csv$")
        return list(csv.DictReader(io.StringIO(page.run("saved.pop().blob.text()"))))

    def test_the_head_of_a_column_chooses_its_person(self):
        page = self.open_group("&tab=table")
        page.wait("document.querySelectorAll('#values thead button').length === 5")
        page.click("#values thead button", 3)
        page.wait("document.getElementById('points-title').textContent === 'Landmarks of Face 4'")
        self.assertEqual(page.run("[...document.querySelectorAll('#values thead button')].map((head) => head.ariaPressed)"),
                         ["false", "false", "false", "true", "false"])

    def test_a_track_can_be_hidden(self):
        page = self.open_video("face-landmarker")
        page.wait("document.querySelector('.card') && document.querySelector('#lane-names input')")
        page.click("#lane-names input")
        page.wait("!document.querySelector('.card')")
        self.assertTrue(page.run("document.querySelector('#lane-names li').classList.contains('off')"))
        page.click("#lane-names input")
        page.wait("document.querySelector('.card')")
        page.click("#lane-names button")
        page.wait("document.querySelector('.card.chosen') && document.querySelector('#lane-names li.chosen')")

    def test_views_move_together(self):
        page = self.open_video("face-landmarker", Clip(30), options="&tab=table")
        page.wait("document.querySelectorAll('#points tbody tr').length === 478")
        shown = []
        for _ in range(3):
            page.click("#step-forward")
            clock = page.text("#clock")
            page.wait(f"document.getElementById('table-title').textContent === 'Values at {clock}'")
            shown.append((clock, page.text("#points tbody tr td:nth-child(3)"), page.run("document.getElementById('playhead').style.transform")))
        self.assertEqual(len(set(shown)), 3)
        self.assertEqual([clock for clock, _, _ in shown], ["0:00.04", "0:00.08", "0:00.12"])
        page.click("#table-csv")
        rows = self.saved_table(page)
        self.assertEqual(([row["frame"] for row in rows], rows[3]["person"]), ([str(number) for number in range(30)], "Face #1"))
        self.assertAlmostEqual(float(rows[3]["0 x"]), float(shown[2][1]), delta=0.001)
