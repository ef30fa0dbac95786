"""Tests `lineament serve` from outside, with Python's standard library only.

usage: test_server.py PROGRAM PHOTO
"""

import concurrent.futures
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

PROGRAM, PHOTO = (os.path.abspath(path) for path in sys.argv[1:3])
TASKS = ["face-detector", "face-landmarker", "pose-landmarker", "faces"]


class Server:
    """A running service."""

    def __init__(self, *options):
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([PROGRAM, "serve", "--port", "0", *options], stderr=self.log)
        for _ in range(600):
            self.log.seek(0)
            found = re.search(r"Serving http://(.*):(\d+)\.", self.log.read())
            if found:
                self.port = int(found[2])
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        self.log.seek(0)
        raise RuntimeError(self.log.read())

    def ask(self, path, body=None, method=None, **headers):
        """Returns the status, the headers and the body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method or ("GET" if body is None else "POST"), path, body, names)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def stop(self):
        """Returns the exit status and the seconds that stopping took."""
        start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(30)
        self.log.close()
        return status, time.monotonic() - start


def photo():
    with open(PHOTO, "rb") as file:
        return file.read()


def png_of(width, height):
    """A PNG that says it has a size, with almost no data."""
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
            + chunk(b"IEND", b""))


class Answers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server("--max-body", "2000000", "--max-pixels", "1000000", "--body-timeout", "1")

    @classmethod
    def tearDownClass(cls):
        status, seconds = cls.server.stop()
        assert status == 0 and seconds < 10, (status, seconds)

    def assertProblem(self, answer, status, *words):
        self.assertEqual(answer[0], status, answer)
        self.assertEqual(answer[1]["Content-Type"], "application/problem+json")
        problem = json.loads(answer[2])
        self.assertEqual(problem["status"], status)
        for word in words:
            self.assertIn(word, problem["detail"])

    def test_answers_are_those_of_the_command_line(self):
        for task in TASKS:
            for accept, form in [("application/json", "json"), ("text/csv", "csv")]:
                status, headers, body = self.server.ask(f"/v1/{task}", photo(), Accept=accept)
                self.assertEqual((status, headers["Content-Type"]), (200, accept))
                self.assertRegex(headers["Server-Timing"], r"^queue;dur=.*decode;dur=.*run;dur=.*encode;dur=")
                line = subprocess.run([PROGRAM, task, "-", "--format", form], input=photo(), capture_output=True)
                self.assertEqual(body, line.stdout, task)

    def test_drawings(self):
        for kind, start in [("png", b"\x89PNG"), ("jpeg", b"\xff\xd8"), ("webp", b"RIFF"), ("*", b"\x89PNG")]:
            for task in TASKS:
                status, _, body = self.server.ask(f"/v1/{task}", photo(), Accept=f"image/{kind}")
                self.assertTrue(status == 200 and body.startswith(start), (task, kind, status))

    def test_lines_of_the_documentation(self):
        page = os.path.join(os.path.dirname(__file__), "../../docs/service.md")
        with open(page, encoding="utf-8") as file:
            text = file.read()
        lines = re.search(r"```sh\n(.*?)```", text, re.S)[1].splitlines()
        lines.append("python3 - <<'END'\n" + re.search(r"```python\n(.*?)```", text, re.S)[1] + "END")
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "portrait.png"), "wb") as file:
                file.write(photo())
            for line in lines:
                line = line.replace("localhost:8080", f"127.0.0.1:{self.server.port}").replace("curl ", "curl -sS --fail ")
                run = subprocess.run(line, shell=True, cwd=folder, capture_output=True, text=True)
                self.assertEqual((run.returncode, run.stderr), (0, ""), line)
                self.assertTrue(run.stdout or os.path.getsize(os.path.join(folder, "drawn.webp")) > 1000, line)

    def test_options(self):
        path = "/v1/face-landmarker?numFaces=1&fields=headAngles&outputFaceBlendshapes=true"
        self.assertEqual(set(json.loads(self.server.ask(path, photo())[2])), {"source", "width", "height", "headAngles"})
        none = self.server.ask("/v1/face-detector?minDetectionConfidence=1", photo())
        self.assertEqual(json.loads(none[2])["detections"], [])
        for query, words in [
            ("foo=1", ["foo", "minDetectionConfidence"]), ("minDetectionConfidence=2", ["0 to 1", "0.5"]),
            ("minDetectionConfidence=nan", ["0 to 1"]), ("range=wide", ["auto, short, full"]),
            ("range=auto&range=auto", ["more than once"]), ("numFaces=1", ["numFaces"]), ("maxSearchedPixels=0", ["1 to"]),
        ]:
            self.assertProblem(self.server.ask(f"/v1/face-detector?{query}", photo()), 400, *words)

    def test_what_is_no_picture(self):
        whole = photo()
        for body in [b"", b"\0", b"text" * 99, whole[: len(whole) // 2], whole[:40], b"GIF89a" + bytes(20)]:
            self.assertProblem(self.server.ask("/v1/face-detector", body, method="POST"), 400)
        self.assertProblem(self.server.ask("/v1/faces", b"x", Content_Type="text/plain"), 415, "text/plain")
        self.assertProblem(self.server.ask("/v1/faces", whole, Accept="text/html"), 406, "text/csv")
        self.assertEqual(self.server.ask("/v1/faces", whole)[0], 200)

    def test_what_is_too_large(self):
        self.assertProblem(self.server.ask("/v1/faces", png_of(30000, 30000)), 413, "30000x30000")
        self.assertProblem(self.server.ask("/v1/faces", bytes(2_000_001)), 413, "--max-body")
        endless = (bytes(100_000) for _ in range(1000))
        try:
            self.assertProblem(self.server.ask("/v1/faces", endless), 413, "--max-body")
        except (BrokenPipeError, ConnectionResetError):
            pass  # The server may close before everything is sent.
        self.assertEqual(self.server.ask("/healthz")[0], 200)

    def test_addresses_and_methods(self):
        self.assertProblem(self.server.ask("/v1/none", b"x"), 404)
        self.assertProblem(self.server.ask("/v1/faces"), 405, "POST")
        self.assertProblem(self.server.ask("/healthz", b"x"), 405, "GET")
        self.assertEqual(self.server.ask("/readyz")[0], 200)
        about = json.loads(self.server.ask("/v1")[2])
        self.assertEqual([task["path"] for task in about["tasks"]], [f"/v1/{task}" for task in TASKS])
        self.assertTrue(all(option["description"] for task in about["tasks"] for option in task["options"]))

    def test_foreign_pages(self):
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "a/b", "user@127.0.0.1"]:
            self.assertProblem(self.server.ask("/v1", Host=host), 403)
        for host in ["localhost", "127.0.0.1:1", "[::1]:8080"]:
            self.assertEqual(self.server.ask("/v1", Host=host)[0], 200)
        self.assertProblem(self.server.ask("/v1/faces", photo(), Origin="http://evil.example"), 403)
        self.assertProblem(self.server.ask("/v1/faces", photo(), Origin="null"), 403)
        own = f"http://127.0.0.1:{self.server.port}"
        status, headers, _ = self.server.ask("/v1/faces", photo(), Origin=own)
        self.assertEqual((status, headers["Content-Security-Policy"]), (200, "default-src 'self'"))

    def test_a_body_that_trickles_is_given_up(self):
        start = time.monotonic()
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as slow:
            slow.sendall(b"POST /v1/faces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
            answer = self.feed(slow, b"a", 0.2)
        self.assertIn(b" 408 ", answer)
        self.assertLess(time.monotonic() - start, 6)
        self.assertEqual(self.server.ask("/healthz")[0], 200)

    def feed(self, client, data, pause):
        """Sends data again and again until the server closes; returns what it said."""
        client.settimeout(pause)
        answer = b""
        for _ in range(100_000):
            try:
                client.sendall(data)
                part = client.recv(10_000)
                if not part:
                    break
                answer += part
            except TimeoutError:
                pass
            except OSError:
                break
        return answer

    def test_bodies_without_end_are_cut(self):
        """What is refused is not read on and on."""
        for head, status in [(b"Host: localhost", b" 413 "), (b"Host: evil.example", b" 403 ")]:
            start = time.monotonic()
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
                client.sendall(b"POST /v1/faces HTTP/1.1\r\n" + head + b"\r\nTransfer-Encoding: chunked\r\n\r\n")
                answer = self.feed(client, b"20000\r\n" + bytes(0x20000) + b"\r\n", 0.01)
            self.assertIn(status, answer)
            self.assertIn(b"connection: close", answer.lower())
            self.assertLess(time.monotonic() - start, 10)

    def test_a_connection_lasts_after_an_error(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        for path, body, status in [("/v1/faces?foo=1", photo(), 400), ("/v1/faces", b"x", 400), ("/nope", None, 404),
                                   ("/v1/faces", photo(), 200)]:
            for _ in range(2):
                connection.request("POST" if body else "GET", path, body)
                answer = connection.getresponse()
                answer.read()
                self.assertEqual(answer.status, status)
        connection.close()

    def test_head(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        for path, status in [("/healthz", 200), ("/v1", 200), ("/v1/faces", 405), ("/healthz", 200)]:
            connection.request("HEAD", path)
            answer = connection.getresponse()
            self.assertEqual((answer.status, answer.read()), (status, b""), path)
        connection.close()

    def test_continue_is_answered(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
            whole = photo()
            client.sendall(b"POST /v1/faces HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                           b"Content-Length: %d\r\n\r\n" % len(whole))
            self.assertTrue(client.recv(1000).startswith(b"HTTP/1.1 100 "))
            client.sendall(whole)
            self.assertIn(b"HTTP/1.1 200 ", client.recv(1000))

    def test_the_preferred_form_is_chosen(self):
        for accept, kind in [("text/csv;q=0.1, application/json", "application/json"), ("image/*;q=0, */*", "application/json"),
                             ("application/json;q=0.2, text/*;q=0.9", "text/csv"), ("text/html, */*;q=0.1", "application/json")]:
            self.assertEqual(self.server.ask("/v1/face-detector", photo(), Accept=accept)[1]["Content-Type"], kind, accept)
        self.assertProblem(self.server.ask("/v1/faces", photo(), Accept="application/json;q=0"), 406)

    def test_what_is_not_http(self):
        for text in [b"\0" * 100, b"GET / HTTP/9.9\r\n\r\n", b"POST /v1/faces HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                     b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n", b"X: " * 200_000]:
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=5) as client:
                try:
                    client.sendall(text)
                    client.shutdown(socket.SHUT_WR)
                    answer = client.recv(1000)
                except OSError:
                    answer = b""
                self.assertTrue(answer == b"" or b" 400 " in answer or b" 505 " in answer, answer)
            self.assertEqual(self.server.ask("/healthz")[0], 200)


class Life(unittest.TestCase):
    def test_a_token_is_asked_for(self):
        server = Server("--token", "a-secret")
        for headers in [{}, {"Authorization": "Bearer a-secre"}, {"Authorization": "Bearer a-secrets"},
                        {"Authorization": "a-secret"}, {"Authorization": "Basic a-secret"}]:
            self.assertEqual(server.ask("/v1", **headers)[0], 401, headers)
        self.assertEqual(server.ask("/v1", Authorization="Bearer a-secret")[0], 200)
        self.assertEqual(server.stop()[0], 0)

    def test_unsafe_starts_are_refused(self):
        server = Server()
        for options, word in [(["--host", "0.0.0.0"], "--token"), (["--host", "example.org"], "--allow-host"),
                              (["--port", "70000"], "--port"), (["--token", ""], "--token"), (["--token", "a b"], "--token"),
                              (["--port", str(server.port)], "in use"), (["--host", "192.0.2.1", "--token", "a"], "--host")]:
            run = subprocess.run([PROGRAM, "serve", *options], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn(word, run.stderr)
        self.assertEqual(server.stop()[0], 0)

    def test_the_memory_of_uploads_is_bounded(self):
        server = Server("--max-memory", "1000000", "--jobs", "1")
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as first:
            first.sendall(b"POST /v1/faces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n" + bytes(800_000))
            time.sleep(0.5)
            self.assertEqual(server.ask("/v1/faces", photo())[0], 503)
        time.sleep(0.5)
        self.assertEqual(server.ask("/v1/faces", photo())[0], 200)
        self.assertEqual(server.stop()[0], 0)

    def test_a_full_queue_says_so_at_once(self):
        server = Server("--jobs", "1", "--max-waiting", "1")
        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(lambda _: server.ask("/v1/pose-landmarker", photo()), range(12)))
        statuses = [answer[0] for answer in answers]
        self.assertEqual(set(statuses), {200, 503}, statuses)
        busy = next(answer for answer in answers if answer[0] == 503)
        self.assertEqual(busy[1]["Retry-After"], "1")
        self.assertEqual(server.ask("/v1/faces", photo())[0], 200)
        self.assertEqual(server.stop()[0], 0)

    def test_stopping_answers_what_was_accepted(self):
        server = Server("--jobs", "1", "--max-waiting", "40")
        silent = socket.create_connection(("127.0.0.1", server.port))

        def ask():
            try:
                return server.ask("/v1/face-detector", photo(), Accept="image/png")
            except OSError:
                return None  # refused: it came after the signal

        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            asked = [pool.submit(ask) for _ in range(20)]
            next(concurrent.futures.as_completed(asked))
            status, seconds = server.stop()
            answers = [answer.result() for answer in asked]
        silent.close()
        self.assertEqual(status, 0)
        self.assertLess(seconds, 10)
        for answer in answers:
            if answer and answer[0] == 200:
                self.assertTrue(answer[2].endswith(b"IEND\xaeB`\x82"))
            else:
                self.assertTrue(answer is None or answer[0] == 503)
        self.assertGreater(sum(1 for answer in answers if answer and answer[0] == 200), 1)

    def test_many_requests_at_once_are_not_mixed_up(self):
        server = Server()
        paths = [f"/v1/{task}" for task in TASKS] * 5
        with concurrent.futures.ThreadPoolExecutor(10) as pool:
            bodies = list(pool.map(lambda path: server.ask(path, photo())[2], paths))
        for path in set(paths):
            self.assertEqual(len({body for known, body in zip(paths, bodies) if known == path}), 1, path)
        self.assertEqual(server.stop()[0], 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
