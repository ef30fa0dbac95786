# SPDX-License-Identifier: Apache-2.0
"""The studio's options in words of people, and the run as code."""

import ast
import os

from service import TASKS
from studio import StudioTest

PACKAGE = os.path.join(os.path.dirname(__file__), "../../Integrations/python/lineament")
OPTIONS = "[...document.querySelectorAll('.option code')].map((name) => name.textContent)"


def python_options():
    """The classes of options of the Python package, with the names of their fields."""
    classes = {}
    for name in os.listdir(PACKAGE):
        if not name.endswith(".py"):
            continue
        with open(os.path.join(PACKAGE, name), encoding="utf-8") as file:
            for node in ast.parse(file.read()).body:
                if isinstance(node, ast.ClassDef) and node.name.endswith("Options"):
                    classes[node.name] = {item.target.id for item in node.body if isinstance(item, ast.AnnAssign)}
    return classes


class StudioOptions(StudioTest):
    def open_options(self, state):
        page = self.open(f"{state}&tab=options")
        page.wait("document.querySelector('.option')")
        return page

    def test_words_stand_beside_the_names_of_the_api(self):
        page = self.open_options("mode=photos&task=face-landmarker")
        words = page.run("""[...document.querySelectorAll(".option")].map((option) => [
            option.querySelector("code").textContent, option.querySelector(".title").textContent,
            option.querySelector(".control").innerText.trim().split("\\n")[0]])""")
        known = {name: (title, after) for name, title, after in words}
        self.assertEqual(known["numFaces"], ("At most", "faces"))
        self.assertEqual(known["minFaceDetectionConfidence"][0], "Lowest score of a face")
        self.assertIn("within 2 m (short)", page.text("#option-range"))

    def test_every_option_has_words(self):
        for mode in ["photos", "video", "camera"]:
            page = self.open_options(f"mode={mode}&task=face-detector")
            for task in TASKS:
                page.choose("#task", task)
                page.wait(f"location.hash.includes('task={task}')")
                unknown = page.run("""import("/studio/words.js").then(({ optionWords }) =>
                    [...document.querySelectorAll(".option code")].map((name) => name.textContent).filter((name) => !(name in optionWords)))""")
                self.assertEqual(unknown, [], (mode, task))

    def test_options_without_effect_are_not_shown(self):
        page = self.open_options("mode=photos&task=pose-landmarker")
        names = page.run(OPTIONS)
        self.assertFalse({"start", "every", "smoothing", "labels", "worldView", "background", "outputSegmentationMasks"} & set(names), names)
        page.click("[data-mode=video]")
        page.wait(f"{OPTIONS}.includes('every')")
        self.assertLessEqual({"smoothing", "labels", "worldView", "start", "duration"}, set(page.run(OPTIONS)))
        self.assertFalse(page.run("document.querySelector('#options :disabled')"))

    def test_the_limit_of_a_search_is_shown_while_there_is_a_search(self):
        page = self.open_options("mode=photos&task=face-detector")
        self.assertIn("maxSearchedPixels", page.run(OPTIONS))
        page.choose("#option-range", "short")
        page.wait(f"!{OPTIONS}.includes('maxSearchedPixels')")
        page.choose("#option-range", "auto")
        page.wait(f"{OPTIONS}.includes('maxSearchedPixels')")

    def test_what_the_studio_has_switched_on_is_told(self):
        page = self.open("tab=options")
        page.wait("document.querySelector('.option')")
        self.assertIn("The studio has switched on, to show more: facial expressions, direction of the head.", page.text("#options"))
        self.assertIn("Switched on by the studio.", page.text("#option-outputFaceBlendshapes-help"))
        page.click("#option-outputFaceBlendshapes")
        page.wait("!document.getElementById('option-outputFaceBlendshapes-help').textContent.includes('Switched on')")

    def test_only_models_that_are_installed_are_offered(self):
        page = self.open_options("mode=photos&task=pose-landmarker")
        offered = page.run("[...document.getElementById('option-model').options].map(({ value }) => value)")
        installed = page.run("fetch('/v1').then((answer) => answer.json()).then(({ models }) => models.map(({ name }) => name))")
        self.assertEqual(offered, [name for name in ["full", "lite", "heavy"] if f"pose_landmarker_{name}.task" in installed])
        if "heavy" not in offered:
            self.assertIn("lineament models fetch pose-", page.text("#option-model-help"))

    def test_python_uses_the_package(self):
        classes = python_options()
        page = self.open("mode=photos&task=face-detector")
        page.wait("document.querySelector('.card')")
        page.click("#open-code")
        page.click("[data-language=python]")
        for mode in ["photos", "video"]:
            page.click(f"[data-mode={mode}]")
            for task in TASKS:
                page.choose("#task", task)
                page.click("[data-language=python]")
                self.check_program(page.text("#code-text"), classes)

    def check_program(self, text, classes):
        program = ast.parse(text)
        self.assertIn("import lineament as mp", text)
        calls = [node for node in ast.walk(program) if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Options")]
        self.assertEqual(len(calls), 1, text)
        known = classes[calls[0].func.attr]
        self.assertLessEqual({argument.arg for argument in calls[0].keywords}, known | {"base_options"}, text)
        for argument in calls[0].keywords:
            self.assertEqual(ast.unparse(argument.value) == "None", argument.arg.startswith("num_"), text)
        self.assertNotIn("urllib", text)

    def test_a_background_is_part_of_the_code(self):
        page = self.open("mode=photos&task=pose-landmarker&background=blur")
        page.wait("document.querySelector('.card')")
        page.click("#open-code")
        for language, words in [("shell", "--background blur"), ("curl", "background=blur")]:
            page.click(f"[data-language={language}]")
            self.assertIn(words, page.text("#code-text"))
            self.assertIn("drawn.png", page.text("#code-text"))
