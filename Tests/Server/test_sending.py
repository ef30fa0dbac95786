# SPDX-License-Identifier: Apache-2.0
"""Live sessions that send movements to other programs."""

import json
import math
import socket
import struct

from live import LiveTest
from media import Clip

HOLISTIC = "task=holistic-landmarker&outputFaceBlendshapes=true"


class Receiver:
    """A program that other programs send datagrams to."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]

    def address(self, scheme="vmc", path=""):
        return f"{scheme}://127.0.0.1:{self.port}{path}"

    def receive(self, within=10):
        self.socket.settimeout(within)
        return self.socket.recv(65536)

    def is_quiet(self):
        self.socket.settimeout(0.3)
        try:
            self.socket.recv(65536)
        except TimeoutError:
            return True
        return False


def padded(data, place):
    """A text of Open Sound Control at a place, and the place after it."""
    end = data.index(0, place)
    return data[place:end].decode(), (end // 4 + 1) * 4


def messages(bundle):
    """The messages of a bundle of Open Sound Control 1.0: address and arguments."""
    assert bundle[:16] == b"#bundle\0" + bytes(7) + b"\1", bundle[:16]
    place, found = 16, []
    while place < len(bundle):
        (size,) = struct.unpack_from(">I", bundle, place)
        data, place = bundle[place + 4 : place + 4 + size], place + 4 + size
        address, position = padded(data, 0)
        tags, position = padded(data, position)
        arguments = []
        for tag in tags[1:]:
            if tag == "s":
                text, position = padded(data, position)
                arguments.append(text)
            else:
                arguments += struct.unpack_from({"f": ">f", "i": ">i"}[tag], data, position)
                position += 4
        assert position == size, (address, position, size)
        found.append((address, arguments))
    return found


class Sending(LiveTest):
    options = ["--send-to", "localhost.invalid:40000"]
    clip = Clip(12)

    def setUp(self):
        self.receiver = Receiver()
        self.addCleanup(self.receiver.socket.close)

    def begin(self, query=HOLISTIC, scheme="vmc", path="", **more):
        session = self.open(query)
        to = [self.receiver.address(scheme, path)]
        answer = self.ask(session, {"send": {"to": to, **more}})
        self.assertEqual(answer, {"send": {"calibrate": False, "to": to} | more})
        return session

    def assertNear(self, values, others):
        self.assertEqual(len(values), len(others))
        for value, other in zip(values, others):
            self.assertAlmostEqual(value, other, places=5)

    def test_what_is_told_is_what_is_sent(self):
        session = self.begin()
        for number in range(4):
            answer = self.ask(session, self.clip.message(number))
            data = self.receiver.receive()
            sent, received = answer["sent"], messages(data)
            self.assertEqual(sent["to"], [{"address": self.receiver.address(), "bytes": len(data)}])
            bones = {values[0]: values[1:] for address, values in received if address == "/VMC/Ext/Bone/Pos"}
            self.assertEqual([bone["name"] for bone in sent["bones"]], list(bones))
            for bone in sent["bones"]:
                self.assertNear(bone["position"] + bone["rotation"], bones[bone["name"]])
                self.assertAlmostEqual(math.hypot(*bone["rotation"]), 1, places=5)
            shapes = {values[0]: values[1] for address, values in received if address == "/VMC/Ext/Blend/Val"}
            self.assertEqual(len(sent["shapes"]), 52)
            scores = {score["categoryName"]: score["score"] for score in answer["people"][0]["faceBlendshapes"]} \
                if "people" in answer else {score["categoryName"]: score["score"] for score in answer["faceBlendshapes"][0]}
            for (name, score), told in zip(scores.items(), sent["shapes"]):
                self.assertAlmostEqual(told, score, places=5)
                if name != "_neutral":
                    self.assertAlmostEqual(shapes[name[0].upper() + name[1:]], told, places=5)
        self.assertEqual(self.ask(session, {"send": {"to": []}}), {"send": {"to": []}})
        self.assertNotIn("sent", self.ask(session, self.clip.message(4)))
        self.assertTrue(self.receiver.is_quiet())

    def test_sessions_that_do_not_send_say_nothing_of_it(self):
        self.assertNotIn("sent", self.ask(self.open(HOLISTIC), self.clip.message(0)))

    def test_the_query_can_say_it(self):
        query = f"task=face-landmarker&outputFaceBlendshapes=true&send={self.receiver.address('livelink', '/Anna')}&rate=30"
        session = self.open(query)
        answer = self.ask(session, self.clip.message(0))
        data = self.receiver.receive()
        self.assertEqual(data[:5], b"\6\0\0\0$")
        self.assertEqual(data[41:49], b"\0\0\0\4Anna")
        self.assertEqual(data[65], 61)
        values = struct.unpack_from(">61f", data, 66)
        shapes = answer["sent"]["shapes"]
        self.assertEqual(answer["sent"]["to"][0]["bytes"], len(data))
        self.assertNotIn("bones", answer["sent"])
        # Live Link begins with the shapes of the left eye.
        self.assertAlmostEqual(values[0], shapes[9], places=5)

    def test_shapes_in_percent(self):
        session = self.begin("task=face-landmarker&outputFaceBlendshapes=true", "ifacialmocap", gains={"jawOpen": 2})
        answer = self.ask(session, self.clip.message(0))
        values = dict(part.split("-") for part in self.receiver.receive().decode().split("|=head")[0].split("|") if "-" in part)
        jaw = answer["faceBlendshapes"][0][25]
        self.assertEqual(jaw["categoryName"], "jawOpen")
        self.assertAlmostEqual(answer["sent"]["shapes"][25], min(1, 2 * jaw["score"]), places=5)
        self.assertEqual(int(values["jawOpen"]), round(100 * answer["sent"]["shapes"][25]))

    def test_calibration_begins_when_it_is_asked_for(self):
        session = self.begin()
        self.assertIn("shapes", self.ask(session, self.clip.message(0))["sent"])
        self.assertEqual(self.ask(session, {"calibrate": True}), {"calibrate": True})
        first = self.ask(session, self.clip.message(1))["sent"]
        self.assertEqual(first.get("state"), "calibrating")
        self.assertNotIn("shapes", first)
        long = Clip(40)
        sent = [self.ask(session, long.message(number))["sent"] for number in range(2, 40)]
        self.assertNotIn("state", sent[-1])
        # The face hardly changes, so that little is left of it.
        self.assertLess(sum(sent[-1]["shapes"]) / 52, 0.1)

    def test_a_rate_is_held_and_a_reset_does_not_end_it(self):
        session = self.begin(rate=12.5)
        answers = self.run_clip(session, self.clip)
        self.assertEqual(["sent" in answer for answer in answers], [True, False] * 6)
        self.assertEqual(self.ask(session, {"reset": True}), {"reset": True})
        self.assertTrue(any("sent" in answer for answer in self.run_clip(session, Clip(4))))

    def test_the_person_who_was_chosen_is_sent(self):
        session = self.open(HOLISTIC)
        track = self.ask(session, self.clip.message(0))["trackIDs"][0]
        for number, (person, is_sent) in enumerate([(track, True), (track + 1, False), (track, True)], start=1):
            self.ask(session, {"send": {"to": [self.receiver.address()], "person": person}})
            self.assertEqual("bones" in self.ask(session, self.clip.message(number))["sent"], is_sent)

    def test_nobody_listens(self):
        session = self.begin()
        self.receiver.socket.close()
        sent = [self.ask(session, self.clip.message(number))["sent"]["to"][0] for number in range(6)]
        self.assertTrue(any(receiver.get("error") for receiver in sent), sent)

    def test_addresses_that_are_refused(self):
        session = self.open(HOLISTIC)
        for address, word in [
            ("vmc://10.0.0.5", "--send-to 10.0.0.5:39539"), ("vmc://127.0.0.1:53", "1024"), ("vmc://example.org", "--send-to"),
            ("vmc://[::ffff:127.0.0.1]", "--send-to"), ("vmc://0.0.0.0", "--send-to"), ("osc://127.0.0.1", "vmc://"),
            ("vmc://127.0.0.1:99999", "vmc://"), ("", "vmc://"),
        ]:
            self.assertIn(word, self.ask(session, {"send": {"to": [address]}})["error"], address)
            if address:
                self.assertProblem(self.server.ask(f"/v1/live?{HOLISTIC}&send={address}"), 400, word)
        answer = self.ask(session, {"send": {"to": ["vmc://localhost.invalid:40000"]}})
        self.assertIn("localhost.invalid", answer["error"])
        self.assertNotIn("sent", self.ask(session, self.clip.message(0)))

    def test_wrong_messages(self):
        session = self.open(HOLISTIC)
        for wrong in [
            {"send": None}, {"send": []}, {"send": {}}, {"send": {"to": self.receiver.address()}}, {"send": {"to": [], "x": 1}},
            {"send": {"to": [self.receiver.address()], "rate": 0}}, {"send": {"to": [self.receiver.address()] * 9}},
            {"send": {"to": [self.receiver.address()], "gains": {"jaw": 1}}},
            {"send": {"to": [self.receiver.address()], "person": "Anna"}}, {"calibrate": True}, {"calibrate": 1},
            {"send": {"to": []}, "reset": True},
        ]:
            self.assertEqual(list(self.ask(session, wrong)), ["error"], wrong)
        for query in ["rate=3", "send=", "send=vmc://127.0.0.1&rate=x", "send=vmc://127.0.0.1&gains=1", "send=vmc://127.0.0.1&person=x"]:
            self.assertProblem(self.server.ask(f"/v1/live?{HOLISTIC}&{query}"), 400)

    def test_tasks_must_have_what_is_sent(self):
        for task in ["face-detector", "faces", "hand-landmarker", "face-landmarker"]:
            self.assertIn("outputFaceBlendshapes", self.ask(self.open(f"task={task}"), {"send": {"to": [self.receiver.address()]}})["error"])
        self.assertIn("outputFaceBlendshapes", self.ask(
            self.open("task=pose-landmarker"), {"send": {"to": [self.receiver.address("livelink")]}})["error"])
        session = self.begin("task=pose-landmarker")
        self.assertIn("stop sending", self.ask(session, {"task": "face-detector", "options": {}})["error"])
        self.assertIn("bones", self.ask(session, self.clip.message(0))["sent"])

    def test_hosts_that_are_allowed_are_told(self):
        self.assertEqual(json.loads(self.server.ask("/v1")[2])["sendTo"], ["localhost.invalid:40000"])
