# SPDX-License-Identifier: Apache-2.0
"""What a live session does with wrong input, and who may open one."""

import json
import os
import time
import unittest

from live import Closed, LiveTest, WebSocket
from media import I420, NV12, RGBA, Clip, message, png_of
from service import TASKS, photo

FRAME = 100 * 100 * 3 // 2


class Frames(LiveTest):
    clip = Clip(4)
    options = ["--max-pixels", "1000000"]

    def assertError(self, session, frame, number):
        answer = self.ask(session, frame)
        self.assertEqual((set(answer), answer["frame"]), ({"frame", "error"}, number), answer)
        return answer["error"]

    def test_wrong_frames_have_an_error_and_the_session_goes_on(self):
        good, size = bytes(FRAME), (100, 100)
        wrong = [
            b"", b"\1", message(I420, *size, 0, good)[:31], message(I420, *size, 0, b""), message(I420, *size, 0, good[:-1]),
            message(I420, *size, 0, good + b"\0"), message(RGBA, *size, 0, good), message(NV12, 101, 101, 0, good),
            message(I420, *size, 0, good, version=0), message(I420, *size, 0, good, version=2), message(5, *size, 0, good),
            message(255, *size, 0, good), message(I420, 0, 0, 0, b""), message(I420, 0, 100, 0, b""), message(RGBA, 100, 0, 0, b""),
            message(RGBA, 2**32 - 1, 2**32 - 1, 0, good), message(I420, 2**31, 2**31, 0, good), message(I420, 1, 2**32 - 1, 0, good),
            message(RGBA, 2**31, 2**31, 0, b""), message(I420, *size, 0, good, rotation=45), message(I420, *size, 0, good, rotation=360),
            message(I420, *size, 0, good, matrix=3), message(I420, *size, 0, good, full=2), message(0, 0, 0, 0, b""),
            message(0, 0, 0, 0, b"text" * 99), message(0, 0, 0, 0, photo()[:4000]), message(0, 0, 0, 0, png_of(30000, 30000)),
            message(RGBA, 1001, 1000, 0, bytes(4004000)),
        ]
        for task in TASKS:
            session = self.open(f"task={task}")
            for number, frame in enumerate(wrong):
                self.assertError(session, frame, number)
            self.assertEqual(self.ask(session, self.clip.message(0))["frame"], len(wrong))

    def test_time_must_increase(self):
        for task in TASKS:
            session = self.open(f"task={task}")
            self.assertNotIn("error", self.ask(session, self.clip.message(2)))
            for number, frame in enumerate([2, 1, 0], 1):
                self.assertIn("time", self.assertError(session, self.clip.message(frame), number).lower())
            self.assertNotIn("error", self.ask(session, self.clip.message(3)))

    def test_extreme_times(self):
        for task in TASKS:
            session = self.open(f"task={task}")
            for number, moment in enumerate([-(2**63), -1, 0, 2**31, 2**53, 2**63 - 1, -(2**63)]):
                self.assertEqual(self.ask(session, message(I420, 100, 100, moment, bytes(FRAME)))["frame"], number)
            self.ask(session, {"reset": True})
            self.assertNotIn("error", self.ask(session, self.clip.message(0)))

    def test_tiny_and_narrow_frames(self):
        session = self.open("task=pose-landmarker&outputSegmentationMasks=true")
        for number, (width, height) in enumerate([(1, 1), (2, 1), (1, 2), (3, 3), (1, 5000), (5000, 1)]):
            data = bytes(width * height + 2 * ((width + 1) // 2) * ((height + 1) // 2))
            answer = self.ask(session, message(I420, width, height, number, data))
            self.assertEqual(answer["frame"], number)
            for _ in range(answer.get("masks", 0)):
                session.receive()

    def test_numbers_that_do_not_fit_are_errors_that_name_their_member(self):
        session = self.open("task=holistic-landmarker")
        to = '"to":["vmc://127.0.0.1:39539"]'
        for text, name in [
            ('{"send":{%s,"person":1e30}}' % to, "person"), ('{"send":{%s,"person":1.5}}' % to, "person"),
            ('{"send":{%s,"rate":1e400}}' % to, "rate"), ('{"send":{%s,"gains":{"jawOpen":1e39}}}' % to, "gains"),
            ('{"options":{"minFaceDetectionConfidence":1e39}}', "minFaceDetectionConfidence"),
            ('{"options":{"numPeople":99999999999999999999}}', "numPeople"), ('{"reset":1e400}', "reset"),
        ]:
            session.socket.sendall(WebSocket.frame(1, text.encode()))
            error = session.receive()["error"]
            # The refusal of anything else names the members, too.
            self.assertTrue(error.startswith(f"{name} ") if "send" in text else name in error, (text, error))
        self.assertNotIn("error", self.ask(session, self.clip.message(0)))

    def test_errors_come_in_order(self):
        session = self.open("task=pose-landmarker")
        for count in range(5):
            for frame in [self.clip.message(0), b"wrong", {"reset": True}]:
                session.send(frame)
            answers = [session.receive() for _ in range(3)]
            self.assertEqual([answer.get("frame") for answer in answers], [2 * count, 2 * count + 1, None])
            self.assertEqual(["error" in answer for answer in answers], [False, True, False])


class Protocol(LiveTest):
    clip = Clip(2)

    def assertCloses(self, code, *frames):
        session = self.open()
        try:
            for frame in frames:
                session.socket.sendall(frame)
        except OSError:
            pass  # The server may close before everything is sent.
        closed, reason = session.end()
        self.assertEqual(closed, code, frames[0][:20])
        return reason

    def test_violations_close_with_1002(self):
        frame, part = WebSocket.frame, WebSocket.frame(2, b"part", fin=False)
        for frames in [
            [frame(2, b"unmasked", masked=False)], [frame(1, b"{}", masked=False)], [frame(1, b"{}", rsv=4)], [frame(2, b"x", rsv=1)],
            [frame(0, b"x")], [part, frame(2, b"x")], [part, frame(1, b"{}")], [frame(9, bytes(126))], [frame(9, b"", fin=False)],
            [frame(8, b"", fin=False)], [frame(3)], [frame(7, b"x")], [frame(11)], [frame(15)], [frame(8, b"\3")],
            [frame(8, (1005).to_bytes(2, "big"))], [frame(8, (999).to_bytes(2, "big"))], [frame(8, bytes(126))],
        ]:
            self.assertCloses(1002, *frames)
        self.open()

    def test_texts_that_are_no_json_close_with_1007(self):
        for text in [b"", b"text", b'{"reset":true', b"{'reset':true}", b"\xff\xfe", b'{"reset":"\xc0\xaf"}', b'"\xed\xa0\x80"',
                     b"[" * 1000, b'{"reset":true}{"reset":true}', b"NaN", b"\0"]:
            self.assertTrue(self.assertCloses(1007, WebSocket.frame(1, text)), text[:20])

    def test_messages_that_are_too_large_close_with_1009(self):
        limit = json.loads(self.server.ask("/v1")[2])["limits"]["frameBytes"]
        self.assertTrue(self.assertCloses(1009, WebSocket.frame(2, length=limit + 100)))
        self.assertCloses(1009, WebSocket.frame(1, length=2**40))
        self.assertCloses(1009, WebSocket.frame(2, length=2**63 - 1))
        pieces = [WebSocket.frame(2, b"", fin=False)] + [WebSocket.frame(0, bytes(2**20), fin=False)] * (limit // 2**20 + 2)
        self.assertCloses(1009, *pieces)

    def test_large_texts_are_not_read(self):
        session = self.open()
        session.send("[" + "0," * 40_000 + "0]")
        with self.assertRaises(Closed) as closed:
            session.receive()
        self.assertEqual(closed.exception.code, 1009)

    def test_pings_of_a_client_that_does_not_read_do_not_pile_up(self):
        session = self.open()
        before = self.server.resident()
        ping = WebSocket.frame(9, b"p" * 125) * 1000
        for _ in range(200):
            session.socket.sendall(ping)
        self.assertLess(self.server.resident() - before, 30 << 20)
        session.drop()

    def test_texts_without_end_are_not_kept(self):
        """A text is some options: far less than a frame."""
        session = self.open()
        session.send({"options": {"foo": "x" * 1_000_000}})
        try:
            self.assertIn("error", session.receive())
        except Closed as closed:
            self.assertEqual(closed.code, 1009)

    def test_a_close_frame_is_answered_while_frames_wait(self):
        session = self.open("task=pose-landmarker")
        for number in range(2):
            session.send(self.clip.message(number))
        self.assertEqual(session.close(), 1000)

    def test_clients_that_go_away_leave_nothing_behind(self):
        self.ask(self.open(), self.clip.message(0))
        before = self.server.descriptors()
        for count in range(10):
            session = self.open("task=pose-landmarker")
            for number in range(2):
                session.send(self.clip.message(number))
            if count % 2:
                session.socket.sendall(WebSocket.frame(2, bytes(1000), length=100_000))
            session.drop()
        self.assertTrue(self.server.rests(within=3))
        self.assertTrue(self.server.closes_all(before))
        self.assertNotIn("error", self.ask(self.open(), self.clip.message(0)))

    def test_a_client_that_does_not_read_holds_up_only_itself(self):
        session, clip = self.open("task=face-landmarker&outputFaceBlendshapes=true"), Clip(2)
        session.socket.settimeout(0.5)
        try:
            for number in range(2000):
                session.send(message(I420, 320, 240, number, clip.frames[0]))
        except TimeoutError:
            pass
        self.assertTrue(self.server.rests())
        self.assertNotIn("error", self.ask(self.open(), self.clip.message(0)))
        session.drop()
        self.assertTrue(self.server.rests())

    @unittest.skipUnless(os.environ.get("LINEAMENT_SLOW"), "takes 45 seconds")
    def test_the_server_pings(self):
        session = self.open()
        end = time.monotonic() + 45
        for number in range(450):
            time.sleep(max(0, end - 45 + number / 10 - time.monotonic()))
            self.ask(session, message(I420, 100, 100, number, bytes(FRAME)))
        self.assertEqual(session.pings, 2)


class Admission(LiveTest):
    options = ["--max-sessions", "2", "--live-idle", "1", "--token", "a-secret"]
    token = {"Authorization": "Bearer a-secret"}

    def setUp(self):
        time.sleep(0.1)  # sessions of the test before may still be ending

    def refused(self, query, status, *words, **headers):
        answer = WebSocket(self.server.port, query, **headers)
        self.assertProblem((answer.status, answer.headers, getattr(answer, "body", b"")), status, *words)

    def test_who_may_open_a_session(self):
        path = "/v1/live?task=faces"
        self.refused(path, 401)
        self.refused(path, 401, Authorization="Bearer a-secre")
        for host in ["evil.example", "", "127.0.0.1.evil.example"]:
            self.refused(path, 403, Host=host, **self.token)
        for origin in ["http://evil.example", "null", "https://127.0.0.1:1"]:
            self.refused(path, 403, Origin=origin, **self.token)
        own = f"http://127.0.0.1:{self.server.port}"
        self.assertEqual(self.open("task=faces", Origin=own, **self.token).close(), 1000)

    def test_what_a_session_needs(self):
        for query, words in [("", ["task"]), ("?task=none", ["task"]), ("?task=faces&foo=1", ["foo"]), ("?task=faces&task=faces", ["task"]),
                             ("?task=face-landmarker&numFaces=0", ["numFaces"]), ("?task=faces&outputSegmentationMasks=true",
                             ["outputSegmentationMasks"]), ("?task=face-detector&every=2", ["every"])]:
            self.refused(f"/v1/live{query}", 400, *words, **self.token)

    def test_what_is_no_websocket(self):
        path = "/v1/live?task=faces"
        self.assertProblem(self.server.ask(path, **self.token), 426)
        self.refused(path, 426, Upgrade=None, **self.token)
        self.refused(path, 426, Upgrade="h2c", **self.token)
        self.assertEqual(self.server.ask(path, b"x", **self.token)[0], 405)
        for wrong in [{"Sec-WebSocket-Version": "8"}, {"Sec-WebSocket-Key": None}]:
            answer = WebSocket(self.server.port, path, **wrong, **self.token)
            self.assertIn(answer.status, (400, 426))
        other = WebSocket(self.server.port, "/v1/faces", **self.token)
        self.assertEqual(other.status, 405)

    def test_no_extension_is_agreed_on(self):
        session = self.open("task=faces", Sec_WebSocket_Extensions="permessage-deflate; client_max_window_bits", **self.token)
        self.assertIsNone(session.headers["Sec-WebSocket-Extensions"])
        session.close()

    def test_too_many_sessions(self):
        sessions = [self.open("task=faces", **self.token) for _ in range(2)]
        self.refused("/v1/live?task=faces", 503, "--max-sessions", **self.token)
        sessions[0].close()
        sessions[1].drop()
        time.sleep(0.5)
        for session in [self.open("task=faces", **self.token) for _ in range(2)]:
            session.close()

    def test_silence_closes_with_1008(self):
        start = time.monotonic()
        code, reason = self.open("task=faces", **self.token).end()
        self.assertEqual(code, 1008)
        self.assertIn("--live-idle", reason)
        self.assertLess(time.monotonic() - start, 5)

    def test_a_message_that_never_ends_is_silence(self):
        session = self.open("task=faces", **self.token)
        session.send_frame(2, b"a", fin=False)
        session.socket.settimeout(0.2)
        for _ in range(25):
            try:
                session.send_frame(0, b"a", fin=False)
                first = session.socket.recv(1)
                break
            except TimeoutError:
                first = None
            except OSError:
                first = b""
                break
        self.assertIsNotNone(first, "still open after 5 s")

    def test_a_session_that_is_used_stays(self):
        session = self.open("task=faces", **self.token)
        for number in range(5):
            time.sleep(0.5)
            self.assertEqual(self.ask(session, message(I420, 100, 100, number, bytes(FRAME)))["frame"], number)
        self.assertEqual(session.close(), 1000)
