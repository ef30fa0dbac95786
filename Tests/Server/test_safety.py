# SPDX-License-Identifier: Apache-2.0
"""Foreign pages, secrets, and clients that ask for too much."""

import concurrent.futures
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import struct
import subprocess
import tempfile
import time
import unittest

from service import PROGRAM, TASKS, Server, ServerTest, photo


class Refusals(ServerTest):
    options = ["--max-body", "2000000", "--body-timeout", "1"]

    def test_foreign_pages(self):
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:80", "", "a/b", "user@127.0.0.1"]:
            self.assertProblem(self.server.ask("/v1", Host=host), 403)
        for host in ["localhost", "127.0.0.1:1", "[::1]:8080"]:
            self.assertEqual(self.server.ask("/v1", Host=host)[0], 200)
        self.assertProblem(self.server.ask("/v1/faces", photo(), Origin="http://evil.example"), 403)
        self.assertProblem(self.server.ask("/v1/faces", photo(), Origin="null"), 403)
        own = f"http://127.0.0.1:{self.server.port}"
        status, headers, _ = self.server.ask("/v1/faces", photo(), Origin=own)
        self.assertEqual(status, 200)
        self.assertIn("default-src 'self'", headers["Content-Security-Policy"])

    def test_every_answer_keeps_browsers_from_misusing_it(self):
        for path, accept in [("/", "text/html"), ("/v1", "*/*"), ("/nothing", "*/*"), ("/studio/app.js", "*/*")]:
            headers = self.server.ask(path, Accept=accept)[1]
            self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"])
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")

    def test_options_tell_the_methods(self):
        for path, methods in [("/v1/faces", "POST, OPTIONS"), ("/v1", "GET, HEAD, OPTIONS"), ("/", "GET, HEAD, OPTIONS")]:
            status, headers, body = self.server.ask(path, method="OPTIONS")
            self.assertEqual((status, headers["Allow"], body), (204, methods, b""))
        self.assertEqual(self.server.ask("/v1/face", method="OPTIONS")[0], 404)
        # There is no CORS: a page of another origin is refused.
        self.assertEqual(self.server.ask("/v1/faces", method="OPTIONS", Origin="http://evil.example")[0], 403)

    def test_a_body_is_asked_for_only_if_it_is_read(self):
        for target, length, status in [(b"/nothing", 1000, b"404"), (b"/v1/faces?numFaces=0", 1000, b"400"), (b"/v1/faces", 2_000_001, b"413"),
                                       (b"/v1", 1000, b"405")]:
            head = b"POST " + target + b" HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n" % length
            answer = self.exchange(head)
            self.assertTrue(answer.startswith(b"HTTP/1.1 " + status), answer)
            self.assertNotIn(b"100 Continue", answer)

    def exchange(self, *requests, pause=0.0):
        """Sends requests on one connection; returns what the server says until it closes."""
        answer = b""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=10) as client:
            for request in requests:
                client.sendall(request)
                time.sleep(pause)
            while part := client.recv(65536):
                answer += part
        return answer

    def test_refused_upgrades_end_the_connection(self):
        """NIO's parser reads nothing after them, so that a client which sent another request would wait for ever."""
        plain = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
        upgrade = plain + b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"
        connect = b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for requests, count in [((upgrade,), 1), ((plain + b"\r\n", upgrade), 2), ((upgrade, plain + b"\r\n"), 1)]:
            answer = self.exchange(*requests, pause=0.3)
            self.assertEqual(answer.count(b"HTTP/1.1 200 OK"), count, answer)
            self.assertIn(b"connection: close", answer.lower())
        answer = self.exchange(connect)
        self.assertRegex(answer, b"^HTTP/1.1 4")
        self.assertIn(b"connection: close", answer.lower())

    def test_http_1_0(self):
        """Its answers have no chunks and end with the connection."""
        for headers in [b"", b"Connection: keep-alive\r\n"]:
            answer = self.exchange(b"GET /v1 HTTP/1.0\r\nHost: localhost\r\n" + headers + b"\r\n")
            head, _, body = answer.partition(b"\r\n\r\n")
            self.assertTrue(head.startswith(b"HTTP/1.0 200"), head)
            self.assertNotIn(b"transfer-encoding", head.lower())
            self.assertIn("tasks", json.loads(body))
        lines = b"POST /v1/face-detector?task=1 HTTP/1.0\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
        self.assertRegex(self.exchange(lines), b"^HTTP/1.0 4")

    def test_what_is_no_http(self):
        """One answer, and the connection is closed."""
        for text in [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"hello\r\n\r\n" * 100]:
            answer = self.exchange(text)
            self.assertEqual(answer.count(b"400 Bad Request"), 1, answer)
        self.assertEqual(self.server.ask("/healthz")[0], 200)

    def test_what_no_parser_takes_is_told_why(self):
        """Every refusal has a body with the cause, also one that comes before the request is read."""
        for text, status, word in [
            (b"GET /v1?x=" + b"x" * 70_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 431, "32768 bytes"),
            (b"GET /v1 HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 70_000 + b"\r\n\r\n", 431, "32768 bytes"),
            (b"HELLO /v1 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "method"),
            (b"POST /v1/faces HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n", 400, "Content-Length"),
        ]:
            head, _, body = self.exchange(text).partition(b"\r\n\r\n")
            self.assertRegex(head, b"^HTTP/1.1 %d " % status)
            self.assertIn(b"content-type: application/problem+json", head.lower())
            problem = json.loads(body)
            self.assertEqual(problem["status"], status)
            self.assertIn(word, problem["detail"])

    def test_two_hosts(self):
        answer = self.exchange(
            b"GET /v1 HTTP/1.1\r\nHost: localhost\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        self.assertRegex(answer, b"^HTTP/1.1 400 ")
        answer = self.exchange(
            b"GET /v1/live?task=faces HTTP/1.1\r\nHost: localhost\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\n"
            b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
        self.assertRegex(answer, b"^HTTP/1.1 400 ")

    def test_the_host_of_a_whole_address(self):
        """Proxies send it instead of a path, and it goes before the header."""
        for target, status in [(b"http://evil.example/v1", 403), (b"http://localhost@evil.example/v1", 403), (b"http:///v1", 403),
                               (b"http://localhost/v1", 200), (b"http://127.0.0.1:80/v1", 200)]:
            answer = self.exchange(b"GET " + target + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            self.assertRegex(answer, b"^HTTP/1.1 %d " % status, target)
        answer = self.exchange(
            b"GET http://evil.example/v1/live?task=faces HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
            b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
        self.assertRegex(answer, b"^HTTP/1.1 403 ")

    def test_a_body_that_trickles_is_given_up(self):
        start = time.monotonic()
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as slow:
            slow.sendall(b"POST /v1/faces HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
            answer = self.feed(slow, b"a", 0.2)
        self.assertIn(b" 408 ", answer)
        self.assertLess(time.monotonic() - start, 6)
        self.assertEqual(self.server.ask("/healthz")[0], 200)

    def test_an_upload_that_is_reset_is_no_failure(self):
        """Nothing is logged, which is checked when the server stops."""
        for kind in [b"image/png", b"video/mp4"]:
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
                client.sendall(b"POST /v1/faces HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + kind
                               + b"\r\nContent-Length: 100000\r\n\r\n" + bytes(1000))
                time.sleep(0.2)
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        time.sleep(0.2)
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

    def test_half_closed_connections_are_told_so(self):
        """A client that closes its side counts as gone; some, such as nc -N, still read."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=20) as client:
            client.sendall(b"POST /v1/faces HTTP/1.1\r\nHost: localhost\r\nContent-Type: image/png\r\n"
                           b"Content-Length: %d\r\n\r\n" % len(photo()) + photo())
            client.shutdown(socket.SHUT_WR)
            answer = client.recv(10_000)
        self.assertNotIn(b"stopping", answer)

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
                self.assertTrue(not answer or re.match(rb"HTTP/1.1 (400|431|505) ", answer), answer)
            self.assertEqual(self.server.ask("/healthz")[0], 200)


class Starts(unittest.TestCase):
    def test_a_token_is_asked_for(self):
        server = Server("--token", "a-secret")
        for headers in [{}, {"Authorization": "Bearer a-secre"}, {"Authorization": "Bearer a-secrets"},
                        {"Authorization": "a-secret"}, {"Authorization": "Basic a-secret"}]:
            self.assertEqual(server.ask("/v1", **headers)[0], 401, headers)
        # Kubernetes has no token for its probes; they tell nothing.
        self.assertEqual([server.ask(path)[0] for path in ["/healthz", "/readyz", "/metrics"]], [200, 200, 401])
        self.assertEqual(server.ask("/readyz", Host="evil.example")[0], 403)
        self.assertEqual(server.ask("/v1", Authorization="Bearer a-secret")[0], 200)
        # A browser gets a page with a field instead of JSON, and is told if its token is wrong.
        for path, says in [("/", False), ("/?token=a-secre", True)]:
            status, headers, body = server.ask(path, Accept="text/html,*/*;q=0.8")
            self.assertEqual((status, headers["Content-Type"]), (401, "text/html; charset=utf-8"))
            self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"])
            self.assertTrue(b'name="token"' in body and (b"wrong" in body) == says, body)
        self.assertEqual(server.ask("/?token=a-secret", Accept="text/html")[0], 303)
        self.assertIn("json", server.ask("/")[1]["Content-Type"])
        # The token is printed on a terminal only.
        self.assertNotIn("token=", server.messages())
        self.assertEqual(server.stop()[0], 0)

    def test_guessing_tokens_is_slow_and_logged(self):
        server = Server("--token", "a-secret")
        start = time.monotonic()
        for number in range(13):
            self.assertEqual(server.ask("/v1", Authorization=f"Bearer {number}")[0], 401)
        self.assertGreater(time.monotonic() - start, 3)
        # Who has the token is not slowed down, nor who has none yet.
        start = time.monotonic()
        self.assertEqual(server.ask("/v1", Authorization="Bearer a-secret")[0], 200)
        self.assertEqual(server.ask("/v1")[0], 401)
        self.assertLess(time.monotonic() - start, 1)
        self.assertIn("11 requests from 127.0.0.1 had a wrong token within a minute.", server.messages())
        self.assertEqual(server.stop(logged=1)[0], 0)

    def test_unsafe_starts_are_refused(self):
        for options, word in [(["--host", "0.0.0.0"], "--token"), (["--host", "example.org"], "--allow-host"),
                              (["--port", "70000"], "--port"), (["--token", ""], "--token"), (["--token", "a b"], "--token"),
                              (["--host", "0.0.0.0", "--token", "a"], "at least 16"), (["--port", "1", "--port", "2"], "2 times"),
                              (["--allow-host", "faces.example", "--token", "fifteen-letters"], "at least 16")]:
            self.assertFails(2, word, options)

    def test_an_address_that_cannot_be_used_may_be_tried_again(self):
        """The exit status is not that of invalid options, after which systemd does not start the service again."""
        server = Server()
        self.assertFails(1, "in use", ["--port", str(server.port)])
        self.assertFails(1, "--host", ["--host", "192.0.2.1", "--token", "sixteen-letters!"])
        try:
            socket.create_server(("127.0.0.1", 1)).close()
        except PermissionError:
            self.assertFails(1, "above 1023", ["--port", "1"])
        self.assertEqual(server.stop()[0], 0)

    def assertFails(self, status, word, options):
        run = subprocess.run([PROGRAM, "serve", *options], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, status, run.stderr)
        self.assertIn(word, run.stderr)

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

    def test_many_requests_at_once_are_not_mixed_up(self):
        server = Server()
        paths = [f"/v1/{task}" for task in TASKS] * 5
        with concurrent.futures.ThreadPoolExecutor(10) as pool:
            bodies = list(pool.map(lambda path: server.ask(path, photo())[2], paths))
        for path in set(paths):
            self.assertEqual(len({body for known, body in zip(paths, bodies) if known == path}), 1, path)
        self.assertEqual(server.stop()[0], 0)


@unittest.skipUnless(shutil.which("openssl"), "openssl makes the certificate")
class Encrypted(unittest.TestCase):
    def test_https(self):
        with tempfile.TemporaryDirectory() as folder:
            certificate, key = (os.path.join(folder, name) for name in ["certificate.pem", "key.pem"])
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
                 "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate], check=True, capture_output=True)
            other = os.path.join(folder, "other.pem")
            subprocess.run(["openssl", "genrsa", "-out", other, "2048"], check=True, capture_output=True)
            run = subprocess.run(
                [PROGRAM, "serve", "--tls-certificate", certificate, "--tls-key", other], capture_output=True, text=True, timeout=60)
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertIn("The TLS key does not belong to the certificate", run.stderr)
            server = Server("--tls-certificate", certificate, "--tls-key", key)
            trust = ssl.create_default_context(cafile=certificate)
            connection = http.client.HTTPSConnection("127.0.0.1", server.port, context=trust, timeout=60)
            connection.request("POST", "/v1/face-detector", photo())
            answer = connection.getresponse()
            self.assertEqual((answer.status, len(json.loads(answer.read())["detections"])), (200, 1))
            connection.close()
            trust.maximum_version = ssl.TLSVersion.TLSv1_1
            with self.assertRaises(OSError), socket.create_connection(("127.0.0.1", server.port)) as plain:
                trust.wrap_socket(plain, server_hostname="127.0.0.1")
            self.assertEqual(server.stop()[0], 0)
