# SPDX-License-Identifier: Apache-2.0
"""Many images in one request."""

import json
import socket

from media import png_of, png_of_rows
from service import TASKS, ServerTest, command_line, multipart, photo

BLANK = png_of_rows([b"\x80" * 96] * 32)


class Batches(ServerTest):
    options = ["--max-parts", "8", "--max-body", "8000000", "--max-pixels", "1000000", "--body-timeout", "1"]

    def ask(self, body, kind, path="/v1/face-detector", **headers):
        return self.server.ask(path, body, Content_Type=kind, **headers)

    def assertSources(self, answer, *sources):
        """The lines of an answer are about these; returns them."""
        self.assertEqual(answer[0], 200, answer)
        lines = [json.loads(line) for line in answer[2].splitlines()]
        self.assertEqual([line["source"] for line in lines], list(sources))
        return lines

    def test_each_part_has_the_line_of_its_image_in_order(self):
        images = {"a.png": photo(), "blank.png": BLANK, "b.png": photo(), "z.png": BLANK}
        for task in TASKS:
            status, headers, body = self.ask(*multipart(images.items()), f"/v1/{task}")
            self.assertEqual((status, headers["Content-Type"]), (200, "application/x-ndjson"))
            self.assertEqual(body, command_line(task, images, "--format", "json")[0], task)

    def test_options_hold_for_all_parts(self):
        body, kind = multipart([("a", photo()), ("b", photo())])
        for line in self.assertSources(self.ask(body, kind, "/v1/face-landmarker?fields=boundingBoxes"), "a", "b"):
            self.assertEqual(set(line), {"source", "width", "height", "boundingBoxes"})
        self.assertProblem(self.ask(body, kind, "/v1/face-landmarker?foo=1"), 400, "foo")

    def test_a_part_that_fails_has_a_line_with_the_error(self):
        parts = [("good.png", photo()), ("text.png", b"text" * 99), ("cut.png", photo()[:4000]), ("empty.png", b""),
                 ("bomb.png", png_of(30000, 30000)), ("last.png", photo())]
        lines = self.assertSources(self.ask(*multipart(parts)), *(name for name, _ in parts))
        for number, line in enumerate(lines):
            if number in (0, 5):
                self.assertEqual(len(line["detections"]), 1)
            else:
                self.assertEqual(set(line), {"source", "error"})
        self.assertIn("30000x30000", lines[4]["error"])

    def test_names(self):
        names = ["a.png", None, "a; b=c.png", "Gesicht ä 顔.png", "../../etc/passwd", None]
        sources = ["a.png", "part 2", "a; b=c.png", "Gesicht ä 顔.png", "../../etc/passwd", "part 6"]
        self.assertSources(self.ask(*multipart((name, BLANK) for name in names)), *sources)

    def test_one_part_has_one_line(self):
        self.assertSources(self.ask(*multipart([(None, BLANK)])), "part 1")

    def test_a_table(self):
        images = {"a.png": photo(), "text.png": b"text", "b.png": photo()}
        for task in TASKS:
            status, headers, body = self.ask(*multipart(images.items()), f"/v1/{task}", Accept="text/csv")
            self.assertEqual((status, headers["Content-Type"]), (200, "text/csv"))
            rows, printed = body.splitlines(), command_line(task, images, "--format", "csv")[0].splitlines()
            # The line about text.png names the file in the command line's words.
            good = [number for number, row in enumerate(printed) if not row.startswith(b"text.png,")]
            self.assertEqual(len(rows), len(printed))
            self.assertEqual([rows[number] for number in good], [printed[number] for number in good], task)
            self.assertIn(b"text.png,", body)

    def test_no_drawings(self):
        body, kind = multipart([("a.png", photo()), ("b.png", photo())])
        for accept in ["image/png", "image/webp", "image/*", "text/html"]:
            self.assertProblem(self.ask(body, kind, Accept=accept), 406)
        for accept in ["application/x-ndjson", "application/json", "*/*", "image/png, */*;q=0.1"]:
            answer = self.ask(body, kind, Accept=accept)
            self.assertEqual(answer[1]["Content-Type"], "application/x-ndjson", accept)
            self.assertSources(answer, "a.png", "b.png")

    def test_forms_of_the_body(self):
        plain = b"\r\n--b c\r\n\r\n" + BLANK + b"\r\n--b c--"
        for body, kind in [(plain, 'multipart/mixed; boundary="b c"'), (plain[2:] + b"\r\n", 'multipart/mixed; boundary="b c"'),
                           (b"preamble" + plain + b"\r\nepilogue", 'Multipart/Form-Data; charset=utf-8; Boundary="b c"'),
                           (plain.replace(b"c\r\n\r\n", b"c \t\r\n\r\n"), 'multipart/mixed; boundary="b c"')]:
            self.assertSources(self.ask(body, kind), "part 1")
        body, kind = multipart([("a", BLANK), ("b", BLANK)])
        pieces = (body[place : place + 7] for place in range(0, len(body), 7))
        self.assertSources(self.ask(pieces, kind), "a", "b")

    def test_data_that_look_like_a_boundary(self):
        for tail in [b"--XYZ--", b"\n--XYZ\n", b"\r\n--XY", b"\r\n", b"\r", b"-", b"\r\n\r\n--XY\r\n"]:
            lines = self.assertSources(self.ask(*multipart([("a", photo() + tail), ("b", BLANK)])), "a", "b")
            self.assertEqual(len(lines[0]["detections"]), 1, tail)

    def test_limits(self):
        self.assertSources(self.ask(*multipart([("a", BLANK)] * 8)), *["a"] * 8)
        self.assertProblem(self.ask(*multipart([("a", BLANK)] * 9)), 413, "--max-parts")
        self.assertProblem(self.ask(*multipart([("a", bytes(5_000_000))] * 2)), 413, "--max-body")

    def test_what_is_no_multipart(self):
        body, kind = multipart([("a.png", BLANK), ("b.png", BLANK)])
        for wrong, type_ in [
            (body, "multipart/form-data"), (body, "multipart/form-data; boundary="), (body, "multipart/form-data; boundary=other"),
            (body[:-8], kind), (body[: len(body) // 2], kind), (b"", kind), (b"--XYZ--\r\n", kind), (BLANK, kind),
            (b"--XYZ\r\n", kind), (b"--XYZ\r\nContent-Disposition: form-data", kind),
        ]:
            self.assertProblem(self.server.ask("/v1/face-detector", wrong, "POST", Content_Type=type_), 400)
        self.assertProblem(self.ask(body, "multipart/related; boundary=XYZ"), 415)

    def test_options_are_no_parts(self):
        """The images would be processed without them."""
        field = b'--XYZ\r\nContent-Disposition: form-data; name="minDetectionConfidence"\r\n\r\n0.9\r\n'
        body, kind = multipart([("a.png", BLANK)])
        self.assertProblem(self.ask(field + body, kind), 400, "minDetectionConfidence", "in the address")

    def test_heads_of_parts_without_end(self):
        for head in [b"X: " + b"x" * 1_000_000 + b"\r\n", b"X: x\r\n" * 100_000]:
            status, headers, _ = self.ask(b"--XYZ\r\n" + head + b"\r\n" + BLANK + b"\r\n--XYZ--\r\n",
                                          "multipart/form-data; boundary=XYZ")
            self.assertIn(status, (400, 413, 431))
            self.assertEqual(headers["Content-Type"], "application/problem+json")

    def test_many_small_parts_are_refused_in_no_time(self):
        before = self.server.seconds_of_work()
        status, _, _ = self.ask(b"--XYZ\r\n\r\n\r\n" * 600_000 + b"--XYZ--\r\n", "multipart/form-data; boundary=XYZ")
        self.assertEqual(status, 413)
        self.assertLess(self.server.seconds_of_work() - before, 2)

    def test_a_pipelined_request_that_expects_100_waits_for_its_answer(self):
        body, kind = multipart([(f"{number}.png", photo()) for number in range(4)])
        head = f"Host: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as connection:
            connection.sendall(f"POST /v1/face-landmarker HTTP/1.1\r\n{head}\r\n".encode() + body)
            answer = connection.recv(100)
            self.assertTrue(answer.startswith(b"HTTP/1.1 200"), answer)
            connection.sendall(f"POST /v1/face-detector HTTP/1.1\r\n{head}Expect: 100-continue\r\nConnection: close\r\n\r\n".encode() + body)
            while part := connection.recv(1 << 16):
                answer += part
        self.assertEqual(answer.count(b"HTTP/1.1 200"), 2)
        self.assertEqual(answer.count(b'"source"'), 8)

    def test_a_client_that_goes_away_stops_the_work(self):
        body, kind = multipart([("a", photo())] * 8)
        clients = [self.server.open("/v1/pose-landmarker", body, Content_Type=kind) for _ in range(2)]
        for client in clients:
            self.server.leave(client)
        self.assertTrue(self.server.rests())
        self.assertEqual(self.ask(BLANK, "image/png")[0], 200)
