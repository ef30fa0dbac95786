# SPDX-License-Identifier: Apache-2.0
"""Restarting: three servers behind a proxy are replaced one after the other, and no request is lost."""

import collections
import concurrent.futures
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from service import Server, photo

PROXY = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
EXAMPLE = os.path.join(os.path.dirname(__file__), "../../Packaging/kubernetes.yaml")
COPIES, CLIENTS = 3, 6
# As long as a proxy needs to notice, with the checks below, several times over.
DRAIN = "3"

# The proxy tries nothing again: what a server refuses or drops reaches the client. It looks for servers as Kubernetes does,
# by /readyz, and sends requests over connections that it keeps, each as soon as it is free.
CONFIGURATION = """
defaults
    mode http
    retries 0
    timeout connect 5s
    timeout client 60s
    timeout server 60s
frontend clients
    bind 127.0.0.1:{port}
    default_backend services
backend services
    balance roundrobin
    http-reuse always
    option httpchk
    http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host localhost
    default-server check inter 300ms fall 2 rise 1
{servers}
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Proxy:
    """HAProxy in front of servers."""

    def __init__(self, ports):
        [self.port] = free_ports(1)
        self.folder = tempfile.TemporaryDirectory()
        path = os.path.join(self.folder.name, "haproxy.cfg")
        servers = "\n".join(f"    server s{port} 127.0.0.1:{port}" for port in ports)
        with open(path, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION.format(port=self.port, servers=servers))
        self.process = subprocess.Popen([PROXY, "-db", "-f", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
        self.folder.cleanup()


class Load:
    """Clients that send requests one after the other, over connections that they keep."""

    def __init__(self, port):
        self.port, self.ending, self.answers = port, threading.Event(), collections.Counter()
        self.clients = [threading.Thread(target=self.ask) for _ in range(CLIENTS)]
        for client in self.clients:
            client.start()

    def ask(self):
        body = photo()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        while not self.ending.is_set():
            try:
                connection.request("POST", "/v1/face-detector?range=short", body)
                answer = connection.getresponse()
                whole = len(answer.read()) == int(answer.getheader("Content-Length"))
                self.answers[answer.status if whole else "cut"] += 1
            except (OSError, http.client.HTTPException) as error:
                self.answers[repr(error)] += 1
                connection.close()
        connection.close()

    def end(self):
        self.ending.set()
        for client in self.clients:
            client.join()
        return self.answers


# At least 16 characters, as other machines can reach the server.
TOKEN = "a-secret-of-16-and-more"


class KubernetesExample(unittest.TestCase):
    """The options, probes and metric of Packaging/kubernetes.yaml are those of the service."""

    def test_it_starts_and_answers_the_probes(self):
        with open(EXAMPLE, encoding="utf-8") as file:
            text = file.read()
        command, *options = json.loads(re.search(r"args: (\[.*\])", text)[1])
        self.assertEqual(command, "serve")
        server = Server(*options, "--token", TOKEN)
        for path in set(re.findall(r"path: (/\w+)", text)):
            self.assertEqual(server.ask(path)[0], 200, path)
        for name in ("lineament", "lineament.default.svc.cluster.local:80"):
            self.assertEqual(server.ask("/v1", Authorization=f"Bearer {TOKEN}", Host=name)[0], 200, name)
        metric = re.search(r"metric: \{name: (\w+)\}", text)[1]
        self.assertIn(f"\n{metric} 0", server.ask("/metrics", Authorization=f"Bearer {TOKEN}")[2].decode())
        drain = int(options[options.index("--drain") + 1])
        grace = int(re.search(r"terminationGracePeriodSeconds: (\d+)", text)[1])
        self.assertGreater(grace, drain + 9)
        status, seconds = server.stop()
        self.assertEqual(status, 0)
        self.assertLess(seconds, drain + 9)


@unittest.skipUnless(PROXY, "HAProxy is not installed (apt-get install haproxy).")
class RollingRestart(unittest.TestCase):
    def test_no_request_is_lost(self):
        ports = free_ports(COPIES)
        servers = [self.start(port) for port in ports]
        proxy = Proxy(ports)
        self.addCleanup(proxy.stop)
        time.sleep(1)  # until the proxy has found them
        load = Load(proxy.port)
        try:
            for number, port in enumerate(ports):
                status, seconds = servers[number].stop()
                self.assertEqual(status, 0)
                self.assertLess(seconds, 10 + int(DRAIN))
                servers[number] = self.start(port)
                time.sleep(1)  # until the proxy has found it
        finally:
            answers = load.end()
        self.assertEqual(set(answers), {200})
        self.assertGreater(answers[200], 100)
        with concurrent.futures.ThreadPoolExecutor(COPIES) as pool:
            self.assertEqual([status for status, _ in pool.map(Server.stop, servers)], [0] * COPIES)

    def start(self, port):
        return Server("--port", str(port), "--drain", DRAIN)
