# SPDX-License-Identifier: Apache-2.0
"""The browser studio's files, and the cookie that lets a browser in."""

import os
import posixpath
import re
import unittest

from live import WebSocket
from service import Server, ServerTest, photo

TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
POLICY = {"default-src 'self'", "img-src 'self' blob: data:", "media-src 'self' blob:", "object-src 'none'", "base-uri 'none'",
          "frame-ancestors 'none'"}


def named_in(text, page):
    """The addresses of our own that a page, style sheet or module names."""
    patterns = [r"""url\(["']?([^"')]+)"""]
    if page == "/":
        patterns = [r"""(?:src|href)=["']([^"'#]+)"""]
    elif page.endswith(".js"):
        patterns = [r"""(?m)^(?:import|export)\b[^;"'=()]*\bfrom\s*["']([^"']+)""", r"""\bimport\s*\(?["']([^"']+)"""]
    names = [name for pattern in patterns for name in re.findall(pattern, text)]
    return {posixpath.normpath(posixpath.join(posixpath.dirname(page), name.split("?")[0])) for name in names
            if not re.match("[a-z]+:", name)}


class Studio(ServerTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.files, cls.others, waiting = {}, set(), {"/"}
        while waiting:
            path = waiting.pop()
            cls.files[path] = cls.server.ask(path)
            named = named_in(cls.files[path][2].decode(), path)
            cls.others |= {name for name in named if not name.startswith("/studio/")}
            waiting |= named - cls.others - set(cls.files)

    def test_every_file_that_is_named_is_served(self):
        self.assertGreater(len(self.files), 3, list(self.files))
        for path, (status, headers, body) in self.files.items():
            self.assertEqual(status, 200, path)
            self.assertEqual(headers["Content-Type"].split(";")[0], TYPES[os.path.splitext(path)[1] or ".html"], path)
            self.assertEqual(int(headers["Content-Length"]), len(body))
        for path in self.others:
            self.assertEqual(self.server.ask(path)[0], 200, path)

    def test_headers(self):
        for path, (_, headers, _) in self.files.items():
            policy = {part.strip() for part in headers["Content-Security-Policy"].split(";")}
            self.assertLessEqual(POLICY, policy, path)
            self.assertNotIn("unsafe", headers["Content-Security-Policy"])
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff", path)

    def test_the_page_obeys_the_policy(self):
        page = self.files["/"][2].decode()
        for script in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.S):
            self.assertTrue("src=" in script[0] and not script[1].strip(), script)
        self.assertNotRegex(page, r"<[^>]*\s(style|on[a-z]+)=|<style|javascript:")
        for path, (_, _, body) in self.files.items():
            self.assertNotRegex(body.decode(), r"""(src|href)=["'](https?:)?//|url\(["']?(https?:)?//|from ["']https?:""", path)

    def test_size(self):
        # What a page without a build step loads at once: a tenth of a second at 30 Mbit/s.
        self.assertLessEqual(sum(len(body) for _, _, body in self.files.values()), 384 * 1024)

    def test_no_other_file(self):
        for path in ["/studio/", "/studio/none.js", "/studio/../Package.swift", "/studio/%2e%2e/%2e%2e/etc/passwd", "/studio//etc/passwd",
                     "/studio/..%2f..%2fetc%2fpasswd", "/studio/index.html%00.js", "//etc/passwd", "/studio/.", "/studio/a/b.js"]:
            self.assertIn(self.server.ask(path)[0], (400, 404), path)
        for path in ["/", next(path for path in self.files if path.endswith(".js"))]:
            self.assertProblem(self.server.ask(path, b"x"), 405)
            status, headers, body = self.server.ask(path, method="HEAD")
            self.assertEqual((status, body), (200, b""))
            self.assertEqual(headers["Content-Type"], self.files[path][1]["Content-Type"])

    def test_the_sample(self):
        status, headers, body = self.server.ask("/sample")
        self.assertEqual((status, headers["Content-Type"], body[:4]), (200, "image/png", b"\x89PNG"))
        self.assertEqual(self.server.ask("/v1/face-detector", body)[0], 200)


class Cookie(unittest.TestCase):
    def setUp(self):
        self.server = Server("--token", "a-secret+/=")
        self.addCleanup(lambda: self.assertEqual(self.server.stop()[0], 0))

    def test_the_cookie_stands_for_the_header(self):
        ask = self.server.ask
        for path in ["/", "/?token=", "/?token=a-secret", "/?token=a-secret%2B/=x", "/?other=1"]:
            answer = ask(path)
            self.assertEqual(answer[0], 401, path)
            self.assertNotIn("Set-Cookie", answer[1])
        status, headers, _ = ask("/?token=a-secret%2B%2F%3D")
        self.assertEqual((status, headers["Location"]), (303, "./"))
        cookie, *attributes = [part.strip() for part in headers["Set-Cookie"].split(";")]
        self.assertTrue(cookie.startswith("lineament_token="), cookie)
        self.assertEqual({"HttpOnly", "SameSite=Lax"}, set(attributes))
        for path in ["/", "/v1", "/metrics", "/sample", "/openapi.json"]:
            self.assertEqual(ask(path)[0], 401, path)
            self.assertEqual(ask(path, Cookie=cookie)[0], 200, path)
            self.assertEqual(ask(path, Cookie=f"a=b; {cookie}; c=d")[0], 200, path)
        self.assertEqual(ask("/v1/faces", photo(), Cookie=cookie)[0], 200)
        session = WebSocket(self.server.port, "/v1/live?task=faces", Cookie=cookie)
        self.assertEqual((session.status, session.close()), (101, 1000))
        for wrong in [cookie[:-1], cookie + "x", "lineament_token=", "x" + cookie, "lineament_token", cookie.upper()]:
            self.assertEqual(ask("/v1", Cookie=wrong)[0], 401, wrong)
        self.assertEqual(ask("/v1", Cookie=cookie, Host="evil.example")[0], 403)
        self.assertEqual(ask("/v1/faces", photo(), Cookie=cookie, Origin="http://evil.example")[0], 403)

    def test_the_token_is_not_taken_elsewhere(self):
        self.assertEqual(self.server.ask("/v1?token=a-secret%2B/=")[0], 401)
        self.assertEqual(self.server.ask("/?token=a-secret%2B/=", Host="evil.example")[0], 403)
