# SPDX-License-Identifier: Apache-2.0
"""A page in headless Chromium, driven by the protocol of its developer tools."""

import http.client
import json
import os
import shutil
import subprocess
import tempfile
import time

from live import WebSocket

CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)


class Page:
    """A page of a browser of its own, without a profile. `script` runs before the page's own."""

    def __init__(self, address, script=""):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", f"--user-data-dir={self.folder.name}"]
        self.socket, self.count, self.problems = None, 0, []
        self.process = subprocess.Popen([CHROMIUM, *options, "about:blank"], stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            port = int(self.wait_for(self.port))
            self.socket = WebSocket(port, self.wait_for(lambda: self.path(port)))
            for domain in ["Page", "Runtime", "Log", "DOM"]:
                self.call(f"{domain}.enable")
            self.call("Page.addScriptToEvaluateOnNewDocument", source=script)
            self.call("Page.navigate", url=address)
        except BaseException:
            self.close()
            raise

    def port(self):
        try:
            with open(os.path.join(self.folder.name, "DevToolsActivePort"), encoding="utf-8") as file:
                return file.readline().strip()
        except FileNotFoundError:
            return None

    @staticmethod
    def path(port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        connection.request("GET", "/json")
        pages = [target for target in json.load(connection.getresponse()) if target["type"] == "page"]
        connection.close()
        return pages and "/devtools/" + pages[0]["webSocketDebuggerUrl"].partition("/devtools/")[2]

    @staticmethod
    def wait_for(value, within=60):
        """What a function returns as soon as that is true."""
        end = time.monotonic() + within
        while not (found := value()):
            if time.monotonic() > end:
                raise TimeoutError("the browser or the page does not get there")
            time.sleep(0.05)
        return found

    def call(self, method, **parameters):
        """The result of a command of the protocol."""
        self.count += 1
        self.socket.send({"id": self.count, "method": method, "params": parameters})
        while True:
            answer = self.socket.receive()
            if answer.get("id") == self.count:
                assert "error" not in answer, answer
                return answer["result"]
            self.note(answer.get("method"), answer.get("params"))

    def note(self, event, details):
        """Keeps what the browser's console would show as an error."""
        if event == "Runtime.exceptionThrown":
            self.problems.append(details["exceptionDetails"])
        elif event == "Log.entryAdded" and details["entry"]["level"] == "error":
            self.problems.append(details["entry"])
        elif event == "Runtime.consoleAPICalled" and details["type"] in ("error", "assert"):
            self.problems.append(details["args"])

    def run(self, code):
        """What a JavaScript expression is, or its promise becomes."""
        answer = self.call("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def wait(self, condition):
        """Waits until a JavaScript expression, or what its promise becomes, is true."""
        try:
            self.wait_for(lambda: self.run(f"Promise.resolve({condition}).then(Boolean)"))
        except TimeoutError:
            raise AssertionError(f"never: {condition}") from None

    def click(self, selector, index=0):
        self.run(f"document.querySelectorAll({json.dumps(selector)})[{index}].click()")

    def choose(self, selector, value):
        """Chooses a value of a select, or enters it into an input."""
        self.run(f"""(() => {{
          const control = document.querySelector({json.dumps(selector)});
          control.value = {json.dumps(value)};
          control.dispatchEvent(new Event("change"));
        }})()""")

    def choose_files(self, selector, *paths):
        """Chooses files as a person would."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=list(paths))

    def place(self, selector):
        """The left, top, width and height of an element in the window."""
        return self.run(f"""(() => {{
          const {{ x, y, width, height }} = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
          return [x, y, width, height];
        }})()""")

    def point(self, x, y):
        """Moves the pointer."""
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def press(self, x, y, times=1):
        """Clicks at a place, once or twice."""
        self.point(x, y)
        for count in range(1, times + 1):
            for kind in ["mousePressed", "mouseReleased"]:
                self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=count)

    def key(self, key):
        """Presses a key that writes a character."""
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key, text=key if kind == "keyDown" else "")

    def text(self, selector):
        return self.run(f"document.querySelector({json.dumps(selector)}).textContent")

    def close(self):
        if self.socket:
            self.socket.drop()
        self.process.terminate()
        self.process.wait(30)
        self.folder.cleanup()
