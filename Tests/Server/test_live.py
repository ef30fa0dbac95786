# SPDX-License-Identifier: Apache-2.0
"""Live sessions: frames in, results out."""

import concurrent.futures
import json
import time

from live import LiveTest, WebSocket, results
from media import I420, Clip, message
from service import TASKS, printed_of_video


class Live(LiveTest):
    clip = Clip(12)

    def test_results_are_those_of_a_video(self):
        for task in TASKS:
            answers = self.run_clip(self.open(f"task={task}"), self.clip)
            self.assertResultsOfTheCommandLine(answers, printed_of_video(task, self.clip.y4m()))

    def test_form_of_an_answer(self):
        answer = self.ask(self.open(), self.clip.message(0))
        self.assertEqual(list(answer)[:5], ["source", "width", "height", "frame", "timestampInMilliseconds"])
        self.assertEqual((answer["source"], answer["frame"]), ("live", 0))
        self.assertEqual(set(answer), {"source", "width", "height", "frame", "timestampInMilliseconds", "detections", "milliseconds"})
        self.assertEqual(set(answer["milliseconds"]), {"wait", "decode", "run"})
        self.assertTrue(all(0 <= value < 10_000 for value in answer["milliseconds"].values()))

    def test_options(self):
        for query, options in [
            ("task=face-landmarker&numFaces=1&outputFaceBlendshapes=true&outputFacialTransformationMatrixes=true",
             ["--num-faces", "1", "--output-face-blendshapes", "--output-facial-transformation-matrixes"]),
            ("task=pose-landmarker&smoothing=none&numPoses=1", ["--smoothing", "none", "--num-poses", "1"]),
            ("task=face-landmarker&fields=boundingBoxes,trackIDs", ["--fields", "boundingBoxes,trackIDs"]),
            ("task=face-detector&range=short", ["--range", "short"]),
        ]:
            task = query.split("&")[0].removeprefix("task=")
            answers = self.run_clip(self.open(query), self.clip)
            self.assertResultsOfTheCommandLine(answers, printed_of_video(task, self.clip.y4m(), *options))

    def test_two_frames_in_flight_lose_none_and_come_in_order(self):
        clip = Clip(40)
        answers = self.run_clip(self.open("task=pose-landmarker"), clip)
        self.assertEqual([answer["frame"] for answer in answers], list(range(40)))
        self.assertTrue(all("replaced" not in answer for answer in answers))

    def test_waiting_frames_are_replaced_by_newer_ones(self):
        session, clip = self.open("task=pose-landmarker"), Clip(20)
        for number in range(20):
            session.send(clip.message(number))
        answered, replaced = [], []
        for answer in self.answers_until(session, 19):
            answered.append(answer["frame"])
            self.assertNotEqual(answer.get("replaced"), [])
            self.assertTrue(all(number < answer["frame"] for number in answer.get("replaced", [])))
            replaced += answer.get("replaced", [])
            self.assertEqual(answer["timestampInMilliseconds"], answer["frame"] * 40)
        self.assertEqual(answered, sorted(answered))
        self.assertEqual(sorted(answered + replaced), list(range(20)))
        self.assertTrue(replaced)

    def test_options_replace_all_others(self):
        session = self.open("task=face-landmarker&outputFaceBlendshapes=true&numFaces=1")
        self.assertIn("faceBlendshapes", self.ask(session, self.clip.message(0)))
        for options in [{"fields": "boundingBoxes", "numFaces": "1"}, {"numFaces": 1, "fields": "boundingBoxes"},
                        {"fields": "boundingBoxes", "outputFaceBlendshapes": False, "minFaceDetectionConfidence": 0.25}]:
            texts = {name: {False: "false"}.get(value, str(value)) for name, value in options.items()}
            self.assertEqual(self.ask(session, {"options": options}), {"task": "face-landmarker", "options": texts})
            answer = self.ask(session, self.clip.message(0))
            self.assertEqual(len(answer["boundingBoxes"]), 1)
            self.assertNotIn("faceLandmarks", answer)
        self.assertEqual(self.ask(session, {"options": {}}), {"task": "face-landmarker", "options": {}})
        answer = self.ask(session, self.clip.message(0))
        self.assertIn("faceLandmarks", answer)
        self.assertNotIn("faceBlendshapes", answer)

    def test_wrong_options_leave_the_old_ones(self):
        session = self.open("task=face-landmarker&fields=boundingBoxes")
        self.ask(session, self.clip.message(0))
        for wrong in [
            {"options": {"foo": "1"}}, {"options": {"numFaces": 0}}, {"options": {"numFaces": [1]}}, {"options": {"numFaces": None}},
            {"options": [1]}, {"options": "numFaces=1"}, {"task": "none", "options": {}}, {"task": 1}, {"options": {"range": "wide"}},
            {"task": "face-detector", "options": {"numFaces": "1"}}, {"reset": False}, {"reset": 1}, {"foo": 1}, {}, [], 1, "text",
            None,
        ]:
            self.assertEqual(list(self.ask(session, wrong)), ["error"], wrong)
        answer = self.ask(session, self.clip.message(1))
        self.assertEqual((answer["frame"], list(results(answer))[-1]), (1, "boundingBoxes"))

    def test_the_task_can_change(self):
        session = self.open("task=face-detector")
        self.run_clip(session, self.clip)
        for count, task in enumerate(["pose-landmarker", "face-landmarker", "faces", "face-detector"], 1):
            self.assertEqual(self.ask(session, {"task": task, "options": {}}), {"task": task, "options": {}})
            answers = self.run_clip(session, self.clip)
            self.assertEqual([answer["frame"] for answer in answers], list(range(12 * count, 12 * count + 12)))
            for number, answer in enumerate(answers):
                answer["frame"] = number
            self.assertResultsOfTheCommandLine(answers, printed_of_video(task, self.clip.y4m()))

    def test_a_reset_forgets_tracks_and_times(self):
        session = self.open("task=pose-landmarker")
        first = self.run_clip(session, self.clip)
        self.assertIn("error", self.ask(session, self.clip.message(0)))
        self.assertEqual(self.ask(session, {"reset": True}), {"reset": True})
        again = self.run_clip(session, self.clip)
        self.assertEqual([answer["frame"] for answer in again], list(range(13, 25)))
        for before, after in zip(first, again):
            self.assertEqual(results(after) | {"frame": 0}, results(before) | {"frame": 0})

    def test_answers_to_texts_come_after_those_of_earlier_frames(self):
        for text in [{"reset": True}, {"task": "face-detector", "options": {}}, {"foo": 1}]:
            session = self.open("task=pose-landmarker")
            for each in [self.clip.message(0), text, self.clip.message(1)]:
                session.send(each)
            answers = [session.receive() for _ in range(3)]
            self.assertEqual([answer.get("frame") for answer in answers], [0, None, 1])
            self.assertEqual("detections" in answers[2], "task" in text)

    def test_sessions_do_not_mix(self):
        clips = [Clip(12), Clip(12, 240, 200, 100, 40)]
        alone = [self.run_clip(self.open("task=pose-landmarker"), clip) for clip in clips]
        sessions = [self.open("task=pose-landmarker") for _ in clips]
        for number in range(12):
            for session, clip in zip(sessions, clips):
                session.send(clip.message(number))
            for session, answers in zip(sessions, alone):
                self.assertEqual(results(session.receive()), results(answers[number]))

    def test_client_and_server_close_in_order(self):
        session = self.open()
        self.ask(session, self.clip.message(0))
        self.assertEqual(session.close(), 1000)

    def test_a_frame_that_comes_with_the_request(self):
        early = WebSocket.frame(2, self.clip.message(0)) + WebSocket.frame(1, b'{"reset":true}')
        session = self.open(early=early)
        self.assertEqual([session.receive().get("frame"), session.receive()], [0, {"reset": True}])

    def test_fragments_and_pings(self):
        session, frame = self.open(), self.clip.message(0)
        session.send_frame(2, frame[:10], fin=False)
        session.send_frame(9, b"between")
        for place in range(10, len(frame), 1000):
            session.send_frame(0, frame[place : place + 1000], fin=False)
        session.send_frame(0)
        self.assertEqual(session.receive()["frame"], 0)
        self.assertEqual(session.pongs, [b"between"])
        text = json.dumps({"options": {"ä": "顔"}}, ensure_ascii=False).encode()
        for place in range(len(text)):
            session.send_frame(0 if place else 1, text[place : place + 1], fin=place == len(text) - 1)
        self.assertIn("ä", session.receive()["error"])

    def test_masking_is_undone(self):
        session, frame, mask = self.open(), self.clip.message(0), b"\x12\x34\x56\x78"
        covered = bytes(byte ^ mask[place % 4] for place, byte in enumerate(frame))
        head = WebSocket.frame(2, b"", length=len(frame))[:-4]
        session.socket.sendall(head + mask + covered)
        self.assertEqual(len(session.receive()["detections"]), 1)

    def test_twenty_sessions_at_five_frames_a_second(self):
        clips = [Clip(15, x=40 + 16 * number) for number in range(4)]
        expected = [[answer["detections"] for answer in self.run_clip(self.open(), clip)] for clip in clips]
        sessions = [self.open() for _ in range(20)]
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            answers = [pool.submit(self.answers_until, session, 14) for session in sessions]
            start = time.monotonic()
            for turn in range(15):
                time.sleep(max(0, start + turn * 0.2 - time.monotonic()))
                for number, session in enumerate(sessions):
                    session.send(message(I420, 320, 240, number * 1_000_000 + turn, clips[number % 4].frames[turn]))
        for number, session in enumerate(answers):
            frames = [answer["frame"] for answer in session.result()]
            replaced = [frame for answer in session.result() for frame in answer.get("replaced", [])]
            self.assertEqual((frames, sorted(frames + replaced)), (sorted(frames), list(range(15))))
            for answer in session.result():
                self.assertEqual(answer["timestampInMilliseconds"], number * 1_000_000 + answer["frame"])
                self.assertEqual(answer["detections"], expected[number % 4][answer["frame"]])

    def answers_until(self, session, last):
        answers = []
        while not answers or answers[-1]["frame"] < last:
            answers.append(session.receive())
        return answers
