"""Serves the pages of a folder on a free port, which it prints; an address without a page gets 404 and a page. Usage: site.py FOLDER"""

import functools
import http.server
import sys

MISSING = """<!DOCTYPE html><title>Not here</title><main><h1>Not here</h1><p>The page that you look for is not here any more. It was moved
when the mill was rebuilt, and nobody wrote down where it went.</p></main>"""


class Handler(http.server.SimpleHTTPRequestHandler):
    error_message_format = MISSING

    def log_message(self, *_):
        """Nothing is logged."""


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=sys.argv[1]))
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
