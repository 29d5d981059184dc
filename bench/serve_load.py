"""Loads `dehusk serve` with wrk over loopback: pages per second, median and 99th percentile of the latency, and memory.

wrk sends the next page when the last one is answered, so its rate is the maximum, and its latencies are those of a full server. Then
a client in this program posts the same pages to dehusk at a fixed rate, each at its time, whether or not the one before was answered.
There, a latency counts from the time at which the page was due: a server that stops for a while makes all pages late that fell due
meanwhile. This client takes more of the machine than wrk, so the rate is a share (--load) of the maximum that it reaches itself. Pages
differ in size, and so in their time: at a low load, the ratio of the 99th percentile to the median is that of the pages alone.

Usage: python3 bench/serve_load.py PROGRAM PAGES... [options]

PAGES are files and folders; the pages of one argument are posted in turns to /v1/extract, in a random order that is always the same.
wrk (Debian: apt install wrk) has one thread, which shares the machine with the server.

  --seconds N        duration of each load (default: 10)
  --connections N    connections at the same time (default: 4)
  --load PERCENTS    the fixed rates, in percent of the maximum (default: 10,80; 0: none)
  --node FOLDER      also loads bench/serve_peer.mjs (Node.js), with the packages of this folder, such as bindings/js
  --python PROGRAM   also loads bench/serve_peer.py, with this Python, which has trafilatura
  --requests N       then posts at least N pages, and prints the memory on the way
"""

import argparse
import asyncio
import collections
import itertools
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

# One client stands for many here, so it may have more requests at the same time than one client has.
SERVE = ["--port", "0", "--no-log", "--no-cache", "--max-requests", "1000", "--max-client-requests", "1000"]

LUA = """
local bodies, at = {}, 0
for path in io.lines("%s") do
  local file = io.open(path, "rb")
  bodies[#bodies + 1] = file:read("*a")
  file:close()
end
function request()
  at = at %% #bodies + 1
  return wrk.format("POST", "%s", { ["content-type"] = "text/html", ["host"] = "localhost" }, bodies[at])
end
"""


class Server:
    def __init__(self, name, command, path):
        self.name, self.path = name, path
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
        line = self.process.stderr.readline()
        found = re.search(r"http://\S+:\d+", line) or sys.exit(f"{name} did not start: {line}")
        self.base = found.group()

    def memory(self):
        """The resident memory now and at most, in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return [int(re.search(rf"{name}:\s*(\d+)", status).group(1)) / 1000 for name in ("VmRSS", "VmHWM")]


def load(server, files, seconds, connections):
    """Loads a server: answers, answers per second, and the latencies (50 % and 99 %) as wrk writes them."""
    with tempfile.TemporaryDirectory() as folder:
        names, script = Path(folder, "names"), Path(folder, "post.lua")
        names.write_text("".join(f"{file}\n" for file in files))
        script.write_text(LUA % (names, server.path))
        command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "60s", "-s", str(script), server.base]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    wrong = re.search(r"Non-2xx.*|Socket errors.*", text)
    if wrong:
        sys.exit(f"{server.name}: {wrong.group()}")
    values = [re.search(pattern, text).group(1) for pattern in (r"(\d+) requests in", r"Requests/sec:\s*(\S+)", r"\n\s+50%\s+(\S+)", r"\n\s+99%\s+(\S+)")]
    return int(values[0]), float(values[1]), *values[2:]


class Pool:
    """Connections that are open and wait for a page, the one that has waited longest first. There are as many as it takes."""

    def __init__(self, server):
        address = urlsplit(server.base)
        self.host, self.port, self.idle = address.hostname, address.port, collections.deque()

    async def post(self, request):
        """Sends a request, and reads the answer to its end."""
        reader, writer = self.idle.popleft() if self.idle else await asyncio.open_connection(self.host, self.port)
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).lower()
        if not head.startswith(b"http/1.1 200"):
            sys.exit(f"the server answered {head.splitlines()[0].decode()}")
        await reader.readexactly(int(re.search(rb"content-length: *(\d+)", head).group(1)))
        self.idle.append((reader, writer))

    def close(self):
        for _, writer in self.idle:
            writer.close()


def requests_of(server, files):
    head = f"POST {server.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/html\r\ncontent-length: "
    bodies = [file.read_bytes() for file in files]
    return [f"{head}{len(body)}\r\n\r\n".encode() + body for body in bodies]


async def maximum_rate(server, requests, seconds, connections):
    """Posts pages, each connection the next one when the last one is answered: answers per second."""
    pool, numbers, start = Pool(server), itertools.count(), time.perf_counter()

    async def post_all():
        while time.perf_counter() < start + seconds:
            await pool.post(requests[next(numbers) % len(requests)])

    await asyncio.gather(*(post_all() for _ in range(connections)))
    pool.close()
    return next(numbers) / (time.perf_counter() - start)


async def at_rate(server, requests, seconds, rate):
    """Posts pages at a rate: the latencies of all in milliseconds, from the time at which each was due, in order of size."""
    pool, latencies, tasks, start = Pool(server), [], [], time.perf_counter()

    async def one(number, due):
        await pool.post(requests[number % len(requests)])
        latencies.append((time.perf_counter() - due) * 1000)

    for number in range(int(seconds * rate)):
        due = start + number / rate
        await asyncio.sleep(max(0, due - time.perf_counter()))
        tasks.append(asyncio.create_task(one(number, due)))
    await asyncio.gather(*tasks)
    pool.close()
    return sorted(latencies)


def report_at_rates(server, files, options):
    requests = requests_of(server, files)
    most = asyncio.run(maximum_rate(server, requests, options.seconds, options.connections))
    for percent in options.load:
        report_at_rate(server, requests, options.seconds, most * percent / 100, percent)


def report_at_rate(server, requests, seconds, rate, percent):
    latencies = asyncio.run(at_rate(server, requests, seconds, rate))
    median, late = (latencies[int(len(latencies) * share)] for share in (0.5, 0.99))
    print(f"{server.name}: at {rate:.1f}/s, {percent} % of the maximum: 50 % {median:.2f} ms, 99 % {late:.2f} ms, ratio {late / median:.1f}", flush=True)


def files_of(name):
    path = Path(name).resolve()
    files = sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]
    random.Random(1).shuffle(files)
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--connections", type=int, default=4)
    parser.add_argument("--load", type=lambda text: [int(percent) for percent in text.split(",")], default=[10, 80])
    parser.add_argument("--node")
    parser.add_argument("--python")
    parser.add_argument("--requests", type=int, default=0)
    options = parser.parse_args()
    servers = [Server("dehusk serve", [options.program, "serve", *SERVE], "/v1/extract")]
    if options.node:
        command = ["node", Path(__file__).with_name("serve_peer.mjs"), str(Path(options.node).resolve())]
        servers.append(Server("Readability on jsdom", command, "/"))
    if options.python:
        servers.append(Server("trafilatura", [options.python, Path(__file__).with_name("serve_peer.py")], "/"))
    try:
        for pages in options.pages:
            files = files_of(pages)
            size = sum(file.stat().st_size for file in files) / 1000
            for server in servers:
                load(server, files, 2, options.connections)  # buffers, connections and compilers warm up
                _, rate, median, late = load(server, files, options.seconds, options.connections)
                print(f"{server.name}: {len(files)} pages of {size / len(files):.0f} kB: {rate:.1f}/s, 50 % {median}, 99 % {late}", flush=True)
                if server is servers[0] and any(options.load):
                    report_at_rates(server, files, options)
        done = 0
        while done < options.requests:
            done += load(servers[0], files_of(options.pages[-1]), options.seconds, options.connections)[0]
            now, most = servers[0].memory()
            print(f"after {done} more requests: {now:.0f} MB, at most {most:.0f} MB", flush=True)
    finally:
        for server in servers:
            os.killpg(server.process.pid, signal.SIGTERM)


if __name__ == "__main__":
    main()
