"""Opens idle connections to `dehusk serve`: its memory, and the latency of /healthz and of a page beside them.

Usage: python3 bench/serve_idle.py PROGRAM [CONNECTIONS]     (PROGRAM: target/release/dehusk; CONNECTIONS: 10000)

Each connection comes from one of several loopback addresses, because one address has 28,000 ports. Half of them have served a request
before. This process and the server need as many open files (`ulimit -n 20000` where the hard limit is lower). Prints the resident memory
before and after, per connection, and the latencies; then waits until the server has closed the connections (--header-timeout-ms), and
prints the memory again.
"""

import http.client
import re
import resource
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

PAGE = b"<article><h1>The old mill</h1><p>" + b"The old mill by the river reopens on Monday, after ten years of repair. " * 20 + b"</p></article>"
SOURCES = 8
SPARE_FILES = 200
HEADER_TIMEOUT_MS = 60_000


def memory(pid):
    """The resident memory in megabytes."""
    return int(re.search(r"VmRSS:\s*(\d+)", Path(f"/proc/{pid}/status").read_text()).group(1)) / 1000


def files(pid):
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def latency(port, method, path, body=None, count=100):
    """The median and the worst latency of requests one after the other, in milliseconds."""
    connection, times = http.client.HTTPConnection("127.0.0.1", port, timeout=60), []
    for _ in range(count):
        start = time.perf_counter()
        connection.request(method, path, body, {"content-type": "text/html"} if body else {})
        answer = connection.getresponse()
        answer.read()
        times.append((time.perf_counter() - start) * 1000)
        if answer.status != 200:
            sys.exit(f"the server answered {answer.status}")
    connection.close()
    return statistics.median(times), max(times)


def report(name, server, port):
    health, page = latency(port, "GET", "/healthz"), latency(port, "POST", "/v1/extract", PAGE)
    print(
        f"{name}: {memory(server.pid):.1f} MB, {files(server.pid)} files; /healthz {health[0]:.2f} ms (worst {health[1]:.2f}), "
        f"a page {page[0]:.2f} ms (worst {page[1]:.2f})",
        flush=True,
    )


def open_connections(port, count):
    """Connections of which every second one has served a request."""
    opened = []
    for number in range(count):
        connection = socket.socket()
        connection.bind((f"127.0.0.{2 + number % SOURCES}", 0))
        connection.connect(("127.0.0.1", port))
        if number % 2:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
            connection.recv(4096)
        opened.append(connection)
    return opened


def main(program, count=10_000):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(count + SPARE_FILES, hard), hard))
    command = [program, "serve", "--port", "0", "--no-log", "--no-cache", "--header-timeout-ms", str(HEADER_TIMEOUT_MS)]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        port = int(re.search(r":(\d+)/", server.stderr.readline()).group(1))
        report("no connections", server, port)
        before, start = memory(server.pid), time.perf_counter()
        connections = open_connections(port, count)
        print(f"opened {count} connections in {time.perf_counter() - start:.1f} s", flush=True)
        report(f"{count} idle connections", server, port)
        print(f"{(memory(server.pid) - before) * 1000 / count:.2f} kB for each connection", flush=True)
        deadline = time.perf_counter() + 2 * HEADER_TIMEOUT_MS / 1000
        while files(server.pid) > count / 100 and time.perf_counter() < deadline:
            time.sleep(1)
        report("after the header timeout", server, port)
        for connection in connections:
            connection.close()
    finally:
        server.terminate()


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
