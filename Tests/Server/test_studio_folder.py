# SPDX-License-Identifier: Apache-2.0
"""The studio in a folder of a proxy: each address is relative to its page."""

import http.client
import json
import os
import re
from urllib.parse import urljoin, urlsplit

from browser import Page
from proxy import FolderProxy
from service import photo
from studio import StudioTest

STUDIO = os.path.join(os.path.dirname(__file__), "../../Sources/LineamentServer/Studio")


class StudioFolder(StudioTest):
    options = ["--token", "a-secret-of-16-bytes"]

    def setUp(self):
        self.proxy = FolderProxy(self.server.port)
        self.addCleanup(self.proxy.close)
        self.address = f"http://127.0.0.1:{self.proxy.port}/lineament/"

    def ask(self, address, method="GET", body=None, **headers):
        parts = urlsplit(address)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
        connection.request(method, f"{parts.path}?{parts.query}", body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        found = answer.status, dict(answer.getheaders()), answer.read()
        connection.close()
        return found

    def test_everything_loads_and_works_below_the_folder(self):
        page = Page(f"{self.address}?token=a-secret-of-16-bytes#mode=photos&task=face-detector")
        self.addCleanup(page.close)
        page.wait("document.querySelector('.card')")
        self.assertEqual(page.run("location.href.split('#')[0]"), self.address)
        page.click("[data-example=group]")
        page.wait("document.querySelectorAll('.card').length > 1")
        page.click("#redact-photo")
        page.wait("document.getElementById('tool-status').textContent.includes('would be covered')")
        page.click("#tool [data-close]")
        page.click("#open-code")
        page.click("[data-language=curl]")
        self.assertIn(f"{self.address}v1/face-detector", page.text("#code-text"))
        # The address of live sessions, on which the server answers.
        opened = page.run("""import("./studio/api.js").then(({ addressOf }) => new Promise((resolve) => {
            const socket = new WebSocket(addressOf("v1/live?task=face-detector").replace("http", "ws"));
            socket.onopen = () => resolve("open");
            socket.onerror = () => resolve("error");
        }))""")
        self.assertEqual(opened, "open")
        self.assertEqual([path for path in self.proxy.refused if path != "/favicon.ico"], [])
        self.assertEqual(page.problems, [])

    def test_the_login_stays_in_the_folder(self):
        status, headers, body = self.ask(self.address, Accept="text/html")
        self.assertEqual(status, 401)
        form = re.search(rb'action="([^"]*)"', body)[1].decode()
        self.assertEqual(urljoin(self.address, form), self.address)
        status, headers, _ = self.ask(f"{self.address}?token=a-secret-of-16-bytes")
        self.assertEqual((status, urljoin(self.address, headers["Location"])), (303, self.address))
        # Without a path, browsers send it to this folder only.
        self.assertNotIn("path=", headers["Set-Cookie"].lower())

    def test_the_description_has_the_addresses_of_the_folder(self):
        token = {"Authorization": "Bearer a-secret-of-16-bytes"}
        document = urljoin(self.address, "openapi.json")
        described = json.loads(self.ask(document, **token)[2])
        base = urljoin(document, described["servers"][0]["url"])
        status, _, answer = self.ask(base.rstrip("/") + "/v1/face-detector", "POST", photo(), **token)
        self.assertEqual((status, len(json.loads(answer)["detections"])), (200, 1))

    def test_no_module_has_an_absolute_address(self):
        for name in sorted(os.listdir(STUDIO)):
            if name.endswith((".js", ".html", ".css")):
                with open(os.path.join(STUDIO, name), encoding="utf-8") as file:
                    self.assertEqual(re.findall(r"""["'`(=]/(?:v1|studio|sample|readyz|openapi|\?token)[^"'`]*""", file.read()), [], name)

