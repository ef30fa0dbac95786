# SPDX-License-Identifier: Apache-2.0
"""Stopping: what was accepted is answered, and the process ends within ten seconds."""

import concurrent.futures
import http.client
import math
import os
import signal
import socket
import subprocess
import time
import unittest

from live import WebSocket
from media import Clip, png_of_rows
from service import PROGRAM, Server, photo

TIMES = int(os.environ.get("LINEAMENT_STOPS", "5"))


class Stop(unittest.TestCase):
    def assertStops(self, server):
        status, seconds = server.stop()
        self.assertEqual(status, 0)
        self.assertLess(seconds, 10)

    def test_signals_while_the_models_are_loaded(self):
        """A service manager that stops a service at once sees a clean end, too."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            if signal.getsignal(number) == signal.SIG_IGN:
                continue  # the program leaves that as it is
            process = subprocess.Popen([PROGRAM, "serve", "--port", "0"], stderr=subprocess.DEVNULL)
            for _ in range(1000):
                if self.handles(process.pid, number):
                    break
                time.sleep(0.005)
            process.send_signal(number)
            self.assertEqual(process.wait(10), 0, number)

    @staticmethod
    def handles(pid, number):
        """Whether a process handles a signal."""
        with open(f"/proc/{pid}/status", encoding="utf-8") as status:
            mask = next(line.split()[1] for line in status if line.startswith("SigCgt"))
        return bool(int(mask, 16) >> (number - 1) & 1)

    @unittest.skipIf(signal.getsignal(signal.SIGHUP) == signal.SIG_IGN, "it stays ignored")
    def test_the_closing_of_the_terminal_stops_it(self):
        server = Server()
        server.process.send_signal(signal.SIGHUP)
        self.assertEqual(server.process.wait(10), 0)

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

    def test_under_load(self):
        for count in range(TIMES):
            server = Server("--max-waiting", "40")
            silent = socket.create_connection(("127.0.0.1", server.port))
            slow = self.slow_reader(server)
            with concurrent.futures.ThreadPoolExecutor(16) as pool:
                asked = [pool.submit(self.ask, server) for _ in range(80)]
                sessions = [WebSocket(server.port, "/v1/live?task=face-detector") for _ in range(3)]
                ended = [pool.submit(session.end) for session in sessions]
                next(concurrent.futures.as_completed(asked))
                time.sleep(0.6 + count * 0.1)
                self.assertStops(server)
                answers = [answer.result() for answer in asked]
            silent.close()
            slow.close()
            self.assertEqual([end.result()[0] for end in ended], [1012] * 3)
            self.assertIn(200, answers)
            self.assertLessEqual(set(answers), {200, 503, "refused"})

    def ask(self, server):
        """The status of an answer that is whole, or what went wrong."""
        try:
            client = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        except OSError:
            return "refused"
        with client:
            body, answer, sent = photo(), b"", math.inf
            try:
                client.sendall(b"POST /v1/face-detector HTTP/1.1\r\nHost: localhost\r\nAccept: image/png\r\nConnection: close\r\n"
                               b"Content-Length: %d\r\n\r\n" % len(body) + body)
                sent = time.monotonic()
                while part := client.recv(1_000_000):
                    answer += part
            except OSError:
                pass
        head, _, content = answer.partition(b"\r\n\r\n")
        if not answer:
            return "lost" if sent < server.signalled - 0.4 else "refused"
        sizes = [int(line.split(b":")[1]) for line in head.splitlines() if line.lower().startswith(b"content-length:")]
        return int(head.split()[1]) if sizes == [len(content)] else "cut"

    def slow_reader(self, server):
        """A connection that asks for a big answer and reads none of it."""
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", server.port))
        body = photo()
        client.sendall(b"POST /v1/pose-landmarker HTTP/1.1\r\nHost: localhost\r\nAccept: image/png\r\nContent-Length: %d\r\n\r\n"
                       % len(body) + body)
        return client

    def test_a_slow_client_gets_its_whole_answer(self):
        """What the client has not taken when the service stops is still sent."""
        server = Server()
        body = png_of_rows([os.urandom(3 * 1500) for _ in range(1500)])
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 16)
        client.connect(("127.0.0.1", server.port))
        with client, concurrent.futures.ThreadPoolExecutor(1) as pool:
            client.sendall(b"POST /v1/face-detector HTTP/1.1\r\nHost: localhost\r\nAccept: image/png\r\n"
                           b"Content-Length: %d\r\n\r\n" % len(body) + body)
            answer = client.recv(1 << 16)
            stopping = pool.submit(server.stop)
            while part := client.recv(1 << 16):
                answer += part
                time.sleep(0.02)
            status, seconds = stopping.result()
        head, _, content = answer.partition(b"\r\n\r\n")
        self.assertGreater(len(content), 5_000_000)
        self.assertIn(b"content-length: %d" % len(content), head.lower())
        self.assertEqual(status, 0)
        self.assertLess(seconds, 10)

    def test_with_sessions_at_work(self):
        server, clip = Server(), Clip(20)
        sessions = [WebSocket(server.port, "/v1/live?task=pose-landmarker") for _ in range(20)]
        for number in range(20):
            for session in sessions:
                session.send(clip.message(number))
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            ended = [pool.submit(session.end) for session in sessions]
            self.assertStops(server)
            self.assertEqual([end.result()[0] for end in ended], [1012] * 20)

    def test_with_sessions_that_read_nothing(self):
        server, clip = Server(), Clip(1)
        session = WebSocket(server.port, "/v1/live?task=face-landmarker")
        session.socket.settimeout(0.5)
        try:
            for _ in range(1000):
                session.send(clip.message(0))
        except TimeoutError:
            pass
        self.assertStops(server)
        session.drop()

    def test_with_a_short_video(self):
        server = Server()
        answer = server.open("/v1/pose-landmarker", Clip(100).y4m(), Content_Type="video/mp4")
        answer.readline()
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            rest = pool.submit(answer.readlines)
            self.assertStops(server)
            self.assertEqual(len(rest.result()), 99)
        server.leave(answer)

    def test_with_work_and_uploads_without_end(self):
        server, clip, clients = Server(), Clip(1, 128, 128), []
        clip.frames *= 4000
        answer = server.open("/v1/pose-landmarker", clip.y4m(), Content_Type="video/mp4")
        answer.readline()
        for kind in [b"image/png", b"video/mp4", b"multipart/form-data; boundary=XYZ"]:
            clients.append(socket.create_connection(("127.0.0.1", server.port), timeout=30))
            clients[-1].sendall(b"POST /v1/faces HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + kind
                                + b"\r\nContent-Length: 1000\r\n\r\n--XYZ\r\n")
        time.sleep(0.2)
        self.assertStops(server)
        server.leave(answer)
        for client in clients:
            client.close()

    def test_while_draining_it_answers_and_says_so(self):
        """Proxies learn from /readyz that they should go elsewhere; what they send until then is answered, and each connection ends."""
        server = Server("--drain", "3")
        first = WebSocket(server.port, "/v1/live?task=faces")
        kept = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        kept.request("GET", "/healthz")
        self.assertNotEqual(self.finish(kept)[1], "close")
        server.process.send_signal(15)
        try:
            while server.ask("/readyz")[0] == 200:
                pass
            self.assertEqual(server.ask("/healthz")[0], 200)
            status, headers, _ = server.ask("/v1/faces", photo())
            self.assertEqual((status, headers["Connection"]), (200, "close"))
            kept.request("POST", "/v1/faces", photo())
            self.assertEqual(self.finish(kept), (200, "close"))
            self.assertEqual(WebSocket(server.port, "/v1/live?task=faces").status, 503)
        except OSError as error:
            self.fail(f"did not drain: {error}")
        kept.close()
        self.assertEqual(first.end()[0], 1012)
        self.assertEqual(server.stop()[0], 0)

    def finish(self, connection):
        """The status of an answer, and what it says of its connection."""
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.getheader("Connection")

    def test_without_draining_it_stops_at_once(self):
        server = Server("--drain", "0")
        status, seconds = server.stop()
        self.assertEqual(status, 0)
        self.assertLess(seconds, 1)
