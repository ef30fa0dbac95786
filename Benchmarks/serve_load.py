# SPDX-License-Identifier: Apache-2.0
"""Loads `lineament serve` at a fixed rate and prints how long answers take.

usage: serve_load.py PROGRAM PHOTO --rate R --seconds S [--random] [--task NAME] [--accept TYPE]

Requests are sent when they are due, whether or not earlier ones have been answered, and their times count from then, so
that queueing shows. They are due at equal intervals, or with --random independently of each other, as from many clients. (A
client that waits for an answer before it sends again sends less when the server is slow.) Statuses count all requests,
times only those that were answered with 200. Needs only the standard library.
"""

import argparse
import asyncio
import collections
import contextlib
import itertools
import os
import random
import re
import signal
import subprocess
import tempfile
import time


def arguments():
    parser = argparse.ArgumentParser(description="Loads `lineament serve` at a fixed rate.")
    parser.add_argument("program")
    parser.add_argument("photo")
    parser.add_argument("--rate", type=float, required=True, help="requests a second")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--random", action="store_true")
    parser.add_argument("--task", default="face-landmarker")
    parser.add_argument("--accept", default="application/json")
    return parser.parse_args()


@contextlib.contextmanager
def running_server(*program):
    """Starts the service of a program, which may follow what starts it; gives its port."""
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen([*map(str, program), "serve", "--port", "0"], stderr=log)
        try:
            yield port_in(log, process)
        finally:
            process.send_signal(signal.SIGTERM)
            print(f"exit status of the server: {process.wait(30)}")


def port_in(log, process):
    text = ""
    while process.poll() is None:
        log.seek(0)
        text = log.read()
        found = re.search(r"Serving http://.*:(\d+)\.", text)
        if found:
            return int(found[1])
        time.sleep(0.1)
    raise SystemExit(text or "the server ended")


class Load:
    """Requests over as many connections as are needed; each is used again. Of several ports, each takes its part at random."""

    def __init__(self, ports, request):
        self.ports, self.request = ports, request
        self.idle, self.statuses, self.times = collections.defaultdict(list), collections.Counter(), []
        self.connections = 0

    async def send(self, due):
        try:
            status = await self.answer()
        except (OSError, asyncio.IncompleteReadError) as error:
            status = type(error).__name__
        self.statuses[status] += 1
        if status == 200:
            self.times.append(time.monotonic() - due)

    async def answer(self):
        port = random.choice(self.ports)
        if self.idle[port]:
            reader, writer = self.idle[port].pop()
        else:
            self.connections += 1
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(self.request)
        head = await reader.readuntil(b"\r\n\r\n")
        size = re.search(rb"(?i)\ncontent-length: *(\d+)", head)
        await reader.readexactly(int(size[1]))
        if re.search(rb"(?i)\nconnection: *close", head):
            writer.close()
        else:
            self.idle[port].append((reader, writer))
        return int(head.split()[1])

    async def run(self, rate, seconds, at_random=False):
        due, tasks = time.monotonic(), []
        for _ in range(int(rate * seconds)):
            due += random.expovariate(rate) if at_random else 1 / rate
            await asyncio.sleep(max(0, due - time.monotonic()))
            tasks.append(asyncio.create_task(self.send(due)))
        await asyncio.gather(*tasks)
        for _, writer in itertools.chain.from_iterable(self.idle.values()):
            writer.close()

    def quantile(self, part):
        """A quantile of the times, in ms."""
        times = sorted(self.times)
        return 1000 * times[min(len(times) - 1, int(len(times) * part))]


def request_of(task, photo, accept="application/json"):
    return (f"POST /v1/{task} HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n"
            f"Content-Length: {len(photo)}\r\n\r\n").encode() + photo


def report(load):
    print("answers:", ", ".join(f"{status}: {count}" for status, count in sorted(load.statuses.items(), key=str)))
    print(f"connections: {load.connections}")
    if load.times:
        p50, p99 = load.quantile(0.5), load.quantile(0.99)
        print(f"p50: {p50:.1f} ms, p99: {p99:.1f} ms, p99/p50: {p99 / p50:.2f}")


def main():
    chosen = arguments()
    with open(chosen.photo, "rb") as file:
        photo = file.read()
    request = request_of(chosen.task, photo, chosen.accept)
    with running_server(os.path.abspath(chosen.program)) as port:
        load = Load([port], request)
        asyncio.run(load.run(chosen.rate, chosen.seconds, chosen.random))
        report(load)


if __name__ == "__main__":
    main()
