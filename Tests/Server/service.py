# SPDX-License-Identifier: Apache-2.0
"""What the tests of `lineament serve` share: a running server, the command line, a multipart body."""

import atexit
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import schemas

ARGUMENTS = [os.path.abspath(path) for path in sys.argv[1:4] if not path.startswith("-") and os.path.exists(path)]
PROGRAM, PHOTO, VIDEO = (ARGUMENTS + [None] * 3)[:3]
TASKS = ["face-detector", "face-landmarker", "pose-landmarker", "faces", "hand-landmarker", "holistic-landmarker"]


class Server:
    """A running service, with a folder of its own for temporary files. It may take `seconds` to start."""

    def __init__(self, *options, seconds=60, environment=None):
        self.log = tempfile.TemporaryFile("w+")
        self.folder = tempfile.TemporaryDirectory()
        port = [] if "--port" in options else ["--port", "0"]
        self.process = subprocess.Popen([PROGRAM, "serve", *port, *options], stderr=self.log,
                                        env=os.environ | {"TMPDIR": self.folder.name} | (environment or {}))
        atexit.register(self.process.kill)  # in case that a test fails before it stops the server
        for _ in range(10 * seconds):
            found = re.search(r"Serving https?://(.*):(\d+)\.", self.messages())
            if found:
                self.port = int(found[2])
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(self.messages())

    def messages(self):
        self.log.seek(0)
        return self.log.read()

    def ask(self, path, body=None, method=None, **headers):
        """Returns the status, the headers and the body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method or ("GET" if body is None else "POST"), path, body, names)
            answer = connection.getresponse()
            found = answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()
        if path.startswith("/v1"):
            schemas.check(self, path, found[1], found[2], names.get("Authorization"))
        return found

    def describe(self, token):
        """Returns /openapi.json; None if the server does not give it, as when it stops."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request("GET", "/openapi.json", headers={"Authorization": token} if token else {})
            answer = connection.getresponse()
            return json.loads(answer.read()) if answer.status == 200 else None
        except OSError:
            return None
        finally:
            connection.close()

    def open(self, path, body, **headers):
        """Sends a POST request; returns the answer, whose body is still to be read."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request("POST", path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        answer.connection = connection
        return answer

    @staticmethod
    def leave(answer):
        """Closes the connection of an answer, read or not."""
        answer.close()
        answer.connection.close()

    def resident(self):
        """The resident memory of the process, in bytes."""
        with open(f"/proc/{self.process.pid}/statm", encoding="utf-8") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def seconds_of_work(self):
        """The processor time that the process has used."""
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rests(self, within=10):
        """Whether the process comes to rest: uses less than a twentieth of a core for half a second."""
        end = time.monotonic() + within
        while time.monotonic() < end:
            before = self.seconds_of_work()
            time.sleep(0.5)
            if self.seconds_of_work() - before < 0.025:
                return True
        return False

    def descriptors(self):
        """The number of open files and sockets, without the weights of models, whose copies come and go."""
        folder, count = f"/proc/{self.process.pid}/fd", 0
        for name in os.listdir(folder):
            try:
                count += not os.readlink(f"{folder}/{name}").startswith(("/memfd:", "anon_inode:"))
            except FileNotFoundError:
                pass
        return count

    def closes_all(self, before, within=5):
        """Whether it soon has no more open than before, but for what is opened once."""
        end = time.monotonic() + within
        while self.descriptors() > before + 2:
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True

    def stop(self, logged=0):
        """Returns the exit status and the seconds that stopping took. Only `logged` lines may be in the log, and no file left."""
        self.signalled = start = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        seconds = time.monotonic() - start
        lines, files = self.messages().splitlines(), os.listdir(self.folder.name)
        self.log.close()
        self.folder.cleanup()
        if len(lines) != 1 + logged or files:
            raise AssertionError(f"log: {lines}, files left: {files}")
        return status, seconds


class ServerTest(unittest.TestCase):
    """Tests that share one server, started with `options`."""

    options = []

    @classmethod
    def setUpClass(cls):
        cls.server = Server(*cls.options)

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


def photo():
    with open(PHOTO, "rb") as file:
        return file.read()


def command_line(task, files, *options):
    """What the command line prints for files with these names and contents, and its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)
        run = subprocess.run([PROGRAM, task, *files, "--quiet", *options], cwd=folder, capture_output=True)
        return run.stdout, run.returncode


def printed_of_video(task, video, *options, form="json"):
    """What the command line prints for a video, with `-` as the source."""
    arguments = ["--running-mode", "video", "--format", form, *options]
    text, _ = command_line(task, {"clip.video": video}, *arguments)
    return re.sub(rb'(?m)^(\{"source":"|)clip\.video', rb"\1-", text)


def multipart(parts, boundary="XYZ"):
    """A body of (file name or None, data) and its content type."""
    body = b""
    for name, data in parts:
        file = "" if name is None else f'; filename="{name}"'
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="image"{file}\r\n\r\n'
        body += head.encode() + data + b"\r\n"
    return body + f"--{boundary}--\r\n".encode(), f"multipart/form-data; boundary={boundary}"
