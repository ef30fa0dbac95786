# SPDX-License-Identifier: Apache-2.0
"""A reverse proxy that has a server in a folder, as nginx's `location /lineament/` does."""

import re
import socket
import threading


class FolderProxy:
    """Passes on what asks for a path in `folder`, without the folder; answers 404 to anything else."""

    def __init__(self, port, folder="/lineament"):
        self.target, self.folder = port, folder.encode()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.refused = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client:
            head = b""
            while b"\r\n\r\n" not in head:
                part = client.recv(65536)
                if not part:
                    return
                head += part
            method, target, rest = head.split(b" ", 2)
            if not target.startswith(self.folder + b"/"):
                self.refused.append(target.decode())
                client.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                return
            if b"websocket" not in head.lower():
                # One request for each connection, so that the path of each is changed.
                rest = re.sub(rb"\r\nConnection: [^\r]*", b"", rest, flags=re.IGNORECASE).replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
            with socket.create_connection(("127.0.0.1", self.target)) as server:
                server.sendall(b" ".join([method, target[len(self.folder):], rest]))
                threading.Thread(target=self.copy, args=(client, server), daemon=True).start()
                self.copy(server, client)

    @staticmethod
    def copy(source, target):
        try:
            while part := source.recv(65536):
                target.sendall(part)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def close(self):
        self.listener.close()
