# SPDX-License-Identifier: Apache-2.0
"""/metrics in the text format of Prometheus."""

import json
import re

from live import WebSocket
from media import Clip
from service import Server, ServerTest, multipart, photo

NAME, LABEL = r"[a-zA-Z_:][a-zA-Z0-9_:]*", r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"'
SAMPLE = re.compile(rf"({NAME})(?:\{{((?:{LABEL})(?:,{LABEL})*)?\}})? (\S+)")


def families_of(text):
    """Reads metrics strictly; returns {name: (type, {sample name and labels: value})}."""
    assert text.endswith("\n"), "the last line has no end"
    families, family = {}, None
    for line in text.splitlines():
        declared = re.fullmatch(rf"# (HELP|TYPE) ({NAME}) (.+)", line)
        if declared:
            kind, name, words = declared.groups()
            if kind == "HELP":
                assert name not in families, f"{name} comes twice"
                family, families[name] = name, ("", {})
            else:
                assert name == family and not any(families[name]), f"TYPE of {name} without HELP"
                assert words in ("counter", "gauge", "histogram"), line
                families[name] = (words, {})
            continue
        sample = SAMPLE.fullmatch(line)
        assert sample, f"no sample: {line}"
        assert re.sub("_(bucket|sum|count)$" if families[family][0] == "histogram" else "$^", "", sample[1]) == family, line
        key = sample[1], tuple(sorted(label[:2] for label in re.findall(LABEL, sample[2] or "")))
        assert key not in families[family][1], f"twice: {line}"
        families[family][1][key] = float(sample[7].replace("+Inf", "inf"))
    return families


def buckets_of(samples):
    """The buckets of each series of a histogram as [(limit, count)]."""
    series = {}
    for (name, labels), value in samples.items():
        if name.endswith("_bucket"):
            limit = float(dict(labels)["le"].replace("+Inf", "inf"))
            series.setdefault(tuple(pair for pair in labels if pair[0] != "le"), []).append((limit, value))
    return series


class Metrics(ServerTest):
    def families(self, server=None):
        status, headers, body = (server or self.server).ask("/metrics")
        self.assertEqual(status, 200)
        self.assertRegex(headers["Content-Type"], r"^text/plain; ?version=0\.0\.4")
        return families_of(body.decode())

    def value(self, name, families=None, **labels):
        """The sum of the samples of a family that have these labels."""
        samples = (families or self.families())[name.removesuffix("_count")][1]
        return sum(value for (sample, known), value in samples.items() if sample == name and set(labels.items()) <= set(known))

    def test_families(self):
        self.server.ask("/v1/faces", Clip(2).y4m(), Content_Type="video/mp4")
        self.server.ask("/v1/faces", photo())
        families = self.families()
        for name, kind in {
            "lineament_requests_total": "counter", "lineament_request_duration_seconds": "histogram",
            "lineament_stage_duration_seconds": "histogram", "lineament_queue_depth": "gauge",
            "lineament_in_flight": "gauge", "lineament_sessions": "gauge", "lineament_frames_total": "counter",
            "lineament_decoded_pixels_total": "counter", "lineament_build_info": "gauge", "process_cpu_seconds_total": "counter",
            "process_resident_memory_bytes": "gauge", "process_open_fds": "gauge", "process_start_time_seconds": "gauge",
        }.items():
            self.assertEqual(families.get(name, [None])[0], kind, name)
        self.assertTrue(all(name.endswith("_total") == (kind == "counter") for name, (kind, _) in families.items()))
        self.assertEqual(list(families["lineament_build_info"][1].values()), [1])
        version = json.loads(self.server.ask("/v1")[2])["version"]
        self.assertIn(("version", version), [pair for _, labels in families["lineament_build_info"][1] for pair in labels])
        self.assertGreater(self.value("process_resident_memory_bytes"), 10_000_000)
        self.assertGreater(self.value("process_cpu_seconds_total"), 0.1)

    def test_requests_are_counted(self):
        before = self.families()
        for _ in range(3):
            self.server.ask("/v1/faces", photo())
        self.server.ask("/v1/faces", b"garbage")
        self.server.ask("/v1/pose-landmarker", photo())
        after = self.families()

        def more(name, **labels):
            return self.value(name, after, **labels) - self.value(name, before, **labels)

        self.assertEqual(more("lineament_requests_total", task="faces", status="200"), 3)
        self.assertEqual(more("lineament_requests_total", task="faces", status="400"), 1)
        self.assertEqual(more("lineament_requests_total", task="pose-landmarker"), 1)
        self.assertEqual(more("lineament_request_duration_seconds_count", task="pose-landmarker"), 1)
        self.assertEqual(more("lineament_stage_duration_seconds_count", task="faces", stage="run"), 3)
        self.assertEqual(more("lineament_decoded_pixels_total"), 4 * 512 * 512)

    def test_histograms(self):
        self.server.ask("/v1/faces", photo())
        for name, (kind, samples) in self.families().items():
            if kind != "histogram":
                continue
            for labels, buckets in buckets_of(samples).items():
                limits, counts = zip(*buckets)
                self.assertEqual((list(limits), list(counts)), (sorted(limits), sorted(counts)), name)
                self.assertEqual((limits[0], limits[-2], limits[-1]), (0.0005, 10, float("inf")))
                self.assertEqual(counts[-1], samples[f"{name}_count", labels])
                self.assertGreaterEqual(samples[f"{name}_sum", labels], 0)

    def test_sessions_and_frames(self):
        before, clip = self.families(), Clip(3)
        session = WebSocket(self.server.port, "/v1/live?task=face-detector")
        for frame in [clip.message(0), clip.message(1), b"wrong", clip.message(2)]:
            session.send(frame)
            session.receive()
        during = self.families()
        self.assertEqual(self.value("lineament_sessions", during), 1)
        frames = self.value("lineament_frames_total", during, task="face-detector")
        self.assertEqual(frames - self.value("lineament_frames_total", before, task="face-detector"), 4)
        outcomes = {dict(labels)["outcome"] for _, labels in during["lineament_frames_total"][1]}
        self.assertGreaterEqual(len(outcomes), 2, outcomes)
        session.close()
        self.assertEqual(self.value("lineament_sessions"), 0)

    def test_nothing_is_left_in_flight(self):
        body, kind = multipart([("a", photo())])
        self.server.ask("/v1/faces", body, Content_Type=kind)
        self.server.ask("/v1/faces", Clip(3).y4m(), Content_Type="video/mp4")
        self.server.leave(self.server.open("/v1/pose-landmarker", Clip(100).y4m(), Content_Type="video/mp4"))
        self.assertTrue(self.server.rests())
        families = self.families()
        self.assertEqual(self.value("lineament_queue_depth", families), 0)
        self.assertLessEqual(self.value("lineament_in_flight", families), 1)  # the request for the metrics itself

    def test_what_is_turned_away_is_counted(self):
        server = Server("--max-sessions", "1")
        session = WebSocket(server.port, "/v1/live?task=faces")
        self.assertEqual(WebSocket(server.port, "/v1/live?task=faces").status, 503)
        self.assertGreaterEqual(self.value("lineament_rejected_total", self.families(server)), 1)
        session.close()
        self.assertEqual(server.stop()[0], 0)

    def test_clients_choose_no_label(self):
        def series():
            return sum(len(samples) for _, samples in self.families().values())

        def odd(number):
            self.server.ask(f"/odd{number}")
            self.server.ask(f"/v1/odd{number}", b"x")
            self.server.ask(f"/v1/faces?odd{number}=1", b"x")
            self.server.ask("/v1", Host=f"odd{number}.example")
            self.server.ask("/v1", method=f"ODD{number}")
            self.server.ask("/v1/faces", b"x", Content_Type=f"odd/odd{number}", User_Agent=f"odd{number}")
            WebSocket(self.server.port, f"/v1/live?task=odd{number}")

        odd(0)
        before = series()
        for number in range(1, 50):
            odd(number)
        self.assertEqual(series(), before)
        self.assertNotIn(b"odd", self.server.ask("/metrics")[2])
