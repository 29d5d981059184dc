"""A peer of bench/serve_load.py: trafilatura behind the HTTP server of Python, in two processes, for pages that are posted.

Usage: PYTHON bench/serve_peer.py, where PYTHON has trafilatura.
"""

import logging
import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import trafilatura


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        page = self.rfile.read(int(self.headers["content-length"]))
        text = (trafilatura.extract(page) or "").encode()
        self.send_response(200)
        self.send_header("content-type", "text/plain; charset=utf-8")
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        """Nothing is logged."""


logging.disable()
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
if os.fork() == 0:
    server.serve_forever()
print(f"listening on http://127.0.0.1:{server.server_port}/", file=sys.stderr, flush=True)
server.serve_forever()
