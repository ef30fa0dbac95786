# SPDX-License-Identifier: Apache-2.0
"""The run as code: whatever an address or the name of a file has in it, the code is that of the run."""

import ast
import json
import os
import re
import subprocess
import tempfile
from urllib.parse import quote

from service import TASKS, photo
from studio import StudioTest

MARK = "__import__"
# Values that are code where they are not quoted, for each language, and one with a line break.
HOSTILE = [f"1);{MARK}('os').system('id');dict(a=1", f"1\n{MARK}", f"$({MARK})", f"';{MARK} #", f'");{MARK};("', f"0x1{MARK}", f"true;{MARK}"]
# Names that a shell, a program or a terminal could take for something else.
NAMES = ["--annotate=x.jpg", "-", "it's.png", 'a "b".png', "a b.png", "a\nb.png", "$(id).png", "`id`.png", "a\\nb.png", "a\\", "\\(1).png",
         "a\x03\x1bb.png", "a\u202egpj.exe.png", "é 日本.png", "camera:0", "a&b;c|d>e.png", "~", "*.png", "#a", "%s{0}.png", "a!b.png", "@a.png"]

# What a program would be given by a command, with a function in its place.
ARGUMENTS = """
{program}() {{ printf '%s\\0' "$@"; }}
{text}
"""


class StudioCode(StudioTest):
    def code(self, page, language):
        page.click(f"[data-language={language}]")
        return page.text("#code-text")

    def test_an_address_puts_nothing_into_the_code(self):
        for number, value in enumerate(HOSTILE):
            for mode in ["photos", "video"] if number == 0 else [["photos", "video"][number % 2]]:
                names = ["numFaces", "minTrackingConfidence", "start", "range", "background", "layers", "unknown"]
                options = "&".join(f"{name}={quote(value)}" for name in names)
                page = self.open(f"mode={mode}&task=face-landmarker&outputFaceMeshes=true&{options}")
                page.wait("document.getElementById('task')?.value === 'face-landmarker' && document.querySelector('.option')")
                page.click("#open-code")
                for language in ["shell", "curl", "python", "swift"]:
                    self.assertNotIn(MARK, self.code(page, language), (mode, value, language))
                # What an option takes is kept.
                self.assertIn("--output-face-meshes", self.code(page, "shell"))

    def test_no_option_of_any_task_is_written_as_it_is(self):
        """Not even if it came past the check of the address."""
        page = self.open("mode=photos&task=face-detector")
        page.wait("document.querySelector('.card')")
        page.click("#open-code")
        for mode in ["photos", "video", "camera"]:
            page.run(f"import('/studio/state.js').then(({{ state }}) => {{ state.mode = '{mode}'; }})")
            for task in TASKS:
                for value in HOSTILE:
                    page.run(f"""Promise.all([import("/studio/state.js"), import("/studio/options.js")]).then(([{{ state }}, {{ tableFor }}]) => {{
                        state.task = {json.dumps(task)};
                        const names = ["image", "video", "live"].flatMap((kind) => tableFor(kind).map(({{ name }}) => name));
                        state.options[state.task] = Object.fromEntries(names.map((name) => [name, {json.dumps(value)}]));
                    }})""")
                    for language in ["shell", "curl", "python", "swift"]:
                        self.assertNotIn(MARK, self.code(page, language), (mode, task, value, language))

    def test_a_task_that_is_a_name_of_the_language_is_no_task(self):
        for task in ["__proto__", "constructor", "toString"]:
            page = self.open(f"mode=photos&task={task}&face-detector=1&example=constructor")
            page.wait("document.querySelector('.card')")
            self.assertIn(page.run("document.getElementById('task').value"), TASKS)

    def test_names_are_quoted_in_each_language(self):
        page = self.open("mode=photos&task=face-detector")
        page.wait("document.querySelector('.card')")
        made = page.run(f"""import("/studio/quoting.js").then(({{ filePath, shellQuoted, pythonString, swiftString }}) =>
            {json.dumps(NAMES)}.map((name) => [name, filePath(name), shellQuoted(name), pythonString(name), swiftString(name)]))""")
        for name, path, shell, python, swift in made:
            self.assertIn(path, [name, f"./{name}"])
            self.assertNotRegex(path, r"^(-|[A-Za-z]+:)")
            for text in [shell, python, swift]:
                self.assertNotRegex(text, "[\x00-\x1f\x7f\u202e]", name)
            printed = subprocess.run(["bash", "-c", f"printf %s {shell}"], capture_output=True, check=True, cwd="/").stdout.decode()
            self.assertEqual(printed, name)
            self.assertEqual(ast.literal_eval(python), name)
            plain = re.sub(r"\\u\{([0-9a-f]+)\}", lambda found: chr(int(found[1], 16)), swift[1:-1].replace("\\\\", "\0"))
            self.assertNotIn("\\(", plain)
            self.assertEqual(plain.replace('\\"', '"').replace("\0", "\\"), name)

    def test_commands_get_the_name_of_the_file_as_their_input(self):
        page = self.open("mode=photos&task=face-detector")
        page.wait("document.querySelector('.card')")
        for name in NAMES:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, name)
                with open(path, "wb") as file:
                    file.write(photo())
                page.choose_files("#choose-photos", path)
                page.wait(f"document.getElementById('photo-name').textContent === {json.dumps(name)}")
            page.click("#open-code")
            shell = self.arguments("lineament", self.code(page, "shell"))
            self.assertEqual(shell[0], "face-detector")
            self.assertEqual(os.path.normpath(shell[1]), name)
            self.assertFalse(shell[1].startswith("-"))
            self.assertEqual([argument for argument in shell[2:] if argument.startswith("--annotate")], [])
            body = self.arguments("curl", self.code(page, "curl"))
            self.assertEqual(os.path.normpath(body[body.index("--data-binary") + 1][1:]), name)
            strings = [node.value for node in ast.walk(ast.parse(self.code(page, "python"))) if isinstance(node, ast.Constant)]
            self.assertTrue(any(isinstance(value, str) and os.path.normpath(value) == name for value in strings), strings)
            page.run("document.getElementById('code').close()")

    def arguments(self, program, text):
        script = ARGUMENTS.format(program=program, text=text)
        return subprocess.run(["bash", "-c", script], capture_output=True, check=True).stdout.decode().split("\0")[:-1]
