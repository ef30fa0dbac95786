# SPDX-License-Identifier: Apache-2.0
"""The studio for everyone: names, headings, contrast and sizes, checked without any other program.

axe-core finds more; how to run it is in CONTRIBUTING.md.
"""

from studio import StudioTest

CONTROLS = {"button", "checkbox", "combobox", "slider", "spinbutton", "tab", "textbox", "image", "tabpanel", "region", "dialog"}
VIEWS = [
    "mode=photos&task=face-landmarker&example=group&outputFaceBlendshapes=true&outputFacialTransformationMatrixes=true&tab=results",
    "mode=photos&task=pose-landmarker&example=person&background=none&tab=options", "mode=photos&task=faces&tab=table", "mode=video",
]

# The texts that are in sight and stand out too little from what is behind them; canvases and pictures are left out.
FAINT = """
(() => {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (color) => {
    const [r, g, b] = color.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const color = rgba(getComputedStyle(node).backgroundColor);
      if (color[3] === 255) return color;
      if (color[3] > 0) return undefined;
    }
    return [255, 255, 255];
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const isSeen = node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && node.getBoundingClientRect().width > 2;
    if (!walker.currentNode.textContent.trim() || !isSeen || node.closest(":disabled, option, .outdated, .off")) continue;
    const back = behind(node);
    if (!back) continue;
    const [a, b] = [luminance(rgba(getComputedStyle(node).color)), luminance(back)].sort((one, other) => other - one);
    if ((a + 0.05) / (b + 0.05) < 4.5) faint.push([walker.currentNode.textContent, (a + 0.05) / (b + 0.05)]);
  }
  return faint;
})()
"""

SMALL = """
[...document.querySelectorAll("button, select, input, a, summary")].filter((node) => node.checkVisibility()).map((node) => {
  const { width, height } = (node.closest("label") ?? node).getBoundingClientRect();
  return [node.id || node.textContent, width, height];
}).filter(([, width, height]) => width > 2 && (width < 24 || height < 24))
"""


class StudioAccess(StudioTest):
    def open_view(self, view, **size):
        page = self.open(view, **size)
        page.wait("document.querySelector('.card, #notice h2')")
        page.wait("document.getElementById('remark').hidden")
        return page

    def test_everything_has_a_name(self):
        for view in VIEWS:
            page = self.open_view(view)
            page.call("Accessibility.enable")
            for node in page.call("Accessibility.getFullAXTree")["nodes"]:
                role, name = node.get("role", {}).get("value"), node.get("name", {}).get("value")
                if role in CONTROLS and not node.get("ignored"):
                    self.assertTrue(name, (view, node))

    def test_headings_are_in_order_and_ids_are_unique(self):
        for view in VIEWS:
            page = self.open_view(view)
            levels = page.run("[...document.querySelectorAll('h1, h2, h3, h4')].filter((node) => node.checkVisibility()).map(({ tagName }) => Number(tagName[1]))")
            self.assertEqual(levels[0], 1)
            self.assertTrue(all(after <= before + 1 for before, after in zip(levels, levels[1:])), levels)
            ids = page.run("[...document.querySelectorAll('[id]')].map(({ id }) => id)")
            self.assertEqual(len(ids), len(set(ids)), view)
            missing = page.run("""[...document.querySelectorAll("[aria-labelledby], [aria-describedby], [aria-controls]")].flatMap((node) =>
                ["aria-labelledby", "aria-describedby", "aria-controls"].map((name) => node.getAttribute(name)).filter(Boolean))
                .filter((id) => !document.getElementById(id))""")
            self.assertEqual(missing, [], view)

    def test_text_can_be_read_in_light_and_dark(self):
        for view in VIEWS:
            page = self.open_view(view)
            for scheme in ["light", "dark"]:
                page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
                self.assertEqual(page.run(FAINT), [], (view, scheme))

    def test_controls_are_large_enough_for_a_finger(self):
        for view in VIEWS:
            page = self.open_view(view, width=390, height=844)
            self.assertEqual(page.run(SMALL), [], view)
            self.assertLessEqual(page.run("document.documentElement.scrollWidth"), 390, view)
