# SPDX-License-Identifier: Apache-2.0
"""A WebSocket client, and what tests of live sessions share."""

import base64
import hashlib
import http.client
import json
import os
import socket
import struct

from service import ServerTest


class Closed(Exception):
    """The server closed a WebSocket: code and reason; 1006 if it said nothing."""

    def __init__(self, code, reason=""):
        super().__init__(code, reason)
        self.code, self.reason = code, reason


class WebSocket:
    """A client of RFC 6455 that can also send what is wrong. A header that is None is left out."""

    def __init__(self, port, path, early=b"", **headers):
        key = base64.b64encode(os.urandom(16)).decode()
        names = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                 "Sec-WebSocket-Key": key, "Sec-WebSocket-Version": "13"}
        names |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = [f"GET {path} HTTP/1.1"] + [f"{name}: {value}" for name, value in names.items() if value is not None]
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.sendall("\r\n".join(lines + ["", ""]).encode() + early)
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.headers = http.client.parse_headers(self.file)
        self.pings, self.pongs = 0, []
        if self.status == 101:
            digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
            assert self.headers["Sec-WebSocket-Accept"] == base64.b64encode(digest).decode()
        else:
            self.body = self.file.read(int(self.headers.get("Content-Length", 0)))
            self.drop()

    @staticmethod
    def frame(opcode, payload=b"", fin=True, masked=True, rsv=0, length=None):
        """The bytes of a frame; `length` is what its head says, if that is not the truth."""
        size = len(payload) if length is None else length
        # Longer sizes follow in two or eight bytes.
        short = size
        if size >= 126:
            short = 126 if size < 1 << 16 else 127
        head = bytes([fin << 7 | rsv << 4 | opcode, masked << 7 | short])
        head += struct.pack({126: ">H", 127: ">Q"}[short], size) if short > 125 else b""
        return head + (bytes(4) if masked else b"") + payload  # a mask of zeros changes nothing

    def send_frame(self, opcode, payload=b"", **details):
        self.socket.sendall(self.frame(opcode, payload, **details))

    def send(self, message):
        """Sends bytes as they are and anything else as JSON."""
        binary = isinstance(message, bytes)
        self.send_frame(2 if binary else 1, message if binary else json.dumps(message).encode())

    def receive(self):
        """The next message: bytes, or what its JSON says."""
        message, kind = b"", None
        while True:
            opcode, fin, payload = self.receive_frame()
            if opcode == 8:
                code = int.from_bytes(payload[:2], "big") if payload else 1005
                self.send_frame_if_open(8, payload[:2])
                raise Closed(code, payload[2:].decode())
            if opcode == 9:
                self.pings += 1
                self.send_frame(10, payload)
            elif opcode == 10:
                self.pongs.append(payload)
            else:
                assert (opcode == 0) == (kind is not None), "wrong fragments from the server"
                kind, message = kind or opcode, message + payload
                if fin:
                    return json.loads(message) if kind == 1 else message

    def receive_frame(self):
        try:
            first, second = self.file.read(2)
            size = second & 127
            assert not first & 0x70 and not second & 128, "reserved bits or a mask from the server"
            if size > 125:
                size = int.from_bytes(self.file.read(2 if size == 126 else 8), "big")
            payload = self.file.read(size)
        except (ValueError, ConnectionError):
            raise Closed(1006) from None
        if len(payload) < size:
            raise Closed(1006)
        return first & 15, bool(first & 128), payload

    def send_frame_if_open(self, opcode, payload):
        try:
            self.send_frame(opcode, payload)
        except OSError:
            pass

    def end(self):
        """Reads until the server closes; returns the code and the reason."""
        try:
            while True:
                self.receive()
        except Closed as closed:
            return closed.code, closed.reason
        finally:
            self.drop()

    def close(self):
        """Closes in order; returns the server's code."""
        self.send_frame(8, (1000).to_bytes(2, "big"))
        return self.end()[0]

    def drop(self):
        """Closes the connection without a word."""
        self.file.close()
        self.socket.close()


def results(answer):
    """What a message says of its frame, without what only live sessions say."""
    return {name: value for name, value in answer.items() if name not in ("source", "milliseconds", "masks")}


class LiveTest(ServerTest):
    def open(self, query="task=face-detector", **headers):
        session = WebSocket(self.server.port, f"/v1/live?{query}", **headers)
        self.addCleanup(session.drop)
        self.assertEqual(session.status, 101, getattr(session, "body", b""))
        return session

    def ask(self, session, frame):
        session.send(frame)
        return session.receive()

    def run_clip(self, session, clip, **details):
        """Sends all frames, never more than two without their answers, so that none is replaced; returns the answers."""
        answers = []
        for number in range(len(clip.frames) + 1):
            if number < len(clip.frames):
                session.send(clip.message(number, **details))
            if number:
                answers.append(session.receive())
                self.assertNotIn("replaced", answers[-1])
        return answers

    def assertResultsOfTheCommandLine(self, answers, printed):
        expected = [results(json.loads(line)) for line in printed.splitlines()]
        self.assertEqual(len(answers), len(expected))
        for answer, line in zip(answers, expected):
            self.assertEqual(results(answer), line)
