"""Compares the CPU time per page of `dehusk serve` with that of `dehusk extract`, on the same pages.

Usage: python3 bench/serve_cpu.py PROGRAM FOLDER [PAGES [ROUNDS]]     (PROGRAM: target/release/dehusk; PAGES: 400; ROUNDS: 3)

The pages of FOLDER are posted to /v1/extract over one connection, and extracted by one job of the program, in turns. CPU time is user
and system time of the process, so other load on the machine matters less than for wall-clock time; it still costs caches. The client is
not counted. `dehusk extract` also starts and reads files, which the server does not. Prints one line for each round, and the memory of
the server.
"""

import http.client
import os
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path


def cpu_seconds(pid):
    """User and system time of a running process (proc(5): fields 14 and 15 of stat)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def post_all(connection, pages):
    for page in pages:
        connection.request("POST", "/v1/extract", page, {"content-type": "text/html"})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            sys.exit(f"the server answered {answer.status}")


def start(program):
    server = subprocess.Popen([program, "serve", "--port", "0", "--no-log", "--no-cache"], stderr=subprocess.PIPE, text=True)
    port = re.search(r":(\d+)/", server.stderr.readline()).group(1)
    return server, http.client.HTTPConnection("127.0.0.1", int(port))


def main(program, folder, count=400, rounds=3):
    files = sorted(path for path in Path(folder).iterdir() if path.is_file())[:count]
    pages = [path.read_bytes() for path in files]
    server, connection = start(program)
    with tempfile.TemporaryDirectory() as copy:
        for number, page in enumerate(pages):
            Path(copy, f"{number:06}.html").write_bytes(page)
        post_all(connection, pages)
        for _ in range(rounds):
            before = cpu_seconds(server.pid)
            post_all(connection, pages)
            served = (cpu_seconds(server.pid) - before) * 1000 / len(pages)
            before = children_seconds()
            command = [program, "extract", "--format", "jsonl", "--jobs", "1", "-o", os.devnull, copy]
            subprocess.run(command, stderr=subprocess.DEVNULL, check=False)
            extracted = (children_seconds() - before) * 1000 / len(pages)
            print(f"{len(pages)} pages: serve {served:.2f} ms, extract {extracted:.2f} ms, ratio {extracted / served:.2f}")
    status = Path(f"/proc/{server.pid}/status").read_text()
    print(*re.findall(r"Vm(?:HWM|RSS):.*", status), sep="\n")
    server.terminate()


if __name__ == "__main__":
    main(*sys.argv[1:3], *map(int, sys.argv[3:]))
