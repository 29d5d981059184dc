"""Loads `dehusk serve` with wrk over loopback: pages per second, median and 99th percentile of the latency, and memory.

Usage: python3 bench/serve_load.py PROGRAM PAGES... [options]

PAGES are files and folders; the pages of one argument are posted in turns to /v1/extract, by wrk (Debian: apt install wrk), whose
one thread shares the machine with the server.

  --seconds N        duration of each load (default: 10)
  --connections N    connections at the same time (default: 4)
  --node FOLDER      also loads bench/serve_peer.mjs (Node.js), with the packages of this folder, such as bindings/js
  --python PROGRAM   also loads bench/serve_peer.py, with this Python, which has trafilatura
  --requests N       then posts at least N pages, and prints the memory on the way
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

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
    values = [re.search(pattern, text).group(1) for pattern in (r"(\d+) requests in", r"Requests/sec:\s*(\S+)", r"50%\s+(\S+)", r"99%\s+(\S+)")]
    return int(values[0]), float(values[1]), *values[2:]


def files_of(name):
    path = Path(name).resolve()
    return sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else [path]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--connections", type=int, default=4)
    parser.add_argument("--node")
    parser.add_argument("--python")
    parser.add_argument("--requests", type=int, default=0)
    options = parser.parse_args()
    servers = [Server("dehusk serve", [options.program, "serve", "--port", "0", "--no-log", "--no-cache"], "/v1/extract")]
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
