#!/usr/bin/env python3
"""From an archive to texts, beside FastWARC + Resiliparse and trafilatura, in one run.

    bench/archives.py ARCHIVE.warc.gz --dehusk target/release/dehusk --python VENV/bin/python [--trafilatura-pages 150] [--repeat 3]

Printed: MB of HTML per CPU second of the whole process tree (user and system), and per second of the clock. CPU time is what counts
on a machine that others use; it is that of all threads, so it is per core. Trafilatura reads fewer pages, for it needs its time.
Each row is the best of its rounds; rounds of all rows alternate.
"""
import argparse
import os
import resource
import subprocess
import tempfile
import time

RESILIPARSE = """
import sys
from fastwarc.warc import ArchiveIterator, WarcRecordType
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import detect_encoding, bytes_to_str
out = open(sys.argv[2], 'w')
pages = size = 0
for record in ArchiveIterator(open(sys.argv[1], 'rb'), record_types=WarcRecordType.response):
    html = record.reader.read()
    size += len(html)
    pages += 1
    out.write(extract_plain_text(bytes_to_str(html, detect_encoding(html)), main_content=True))
print(pages, size)
"""
INFLATE = """
import sys
from fastwarc.warc import ArchiveIterator, WarcRecordType
pages = size = 0
for record in ArchiveIterator(open(sys.argv[1], 'rb'), record_types=WarcRecordType.response):
    size += len(record.reader.read())
    pages += 1
print(pages, size)
"""
TRAFILATURA = """
import sys
from fastwarc.warc import ArchiveIterator, WarcRecordType
from trafilatura import extract
out = open(sys.argv[2], 'w')
pages = size = 0
for record in ArchiveIterator(open(sys.argv[1], 'rb'), record_types=WarcRecordType.response):
    html = record.reader.read()
    size += len(html)
    pages += 1
    out.write(extract(html) or '')
    if pages == int(sys.argv[3]):
        break
print(pages, size)
"""


def measured(command):
    """Seconds of CPU and of the clock, and what was printed."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    if done.returncode > 1:
        raise SystemExit(f"{command}: {done.stderr}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, end - begin, done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("archive")
    parser.add_argument("--dehusk", required=True)
    parser.add_argument("--python", required=True)
    parser.add_argument("--trafilatura-pages", default="150")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--jobs", default="2")
    typed = parser.parse_args()
    folder = tempfile.mkdtemp()
    out = os.path.join(folder, "out")
    rows = {}
    for method in ["plain", "addanag", "grain"]:
        rows[f"dehusk batch, {method}, Parquet"] = [
            typed.dehusk, "batch", typed.archive, "-o", out + ".parquet", "--method", method, "--jobs", typed.jobs]
    rows["dehusk batch, addanag, 1 job"] = [
        typed.dehusk, "batch", typed.archive, "-o", out + ".parquet", "--method", "addanag", "--jobs", "1"]
    rows["FastWARC alone (read every page)"] = [typed.python, "-c", INFLATE, typed.archive]
    rows["FastWARC + Resiliparse, text file"] = [typed.python, "-c", RESILIPARSE, typed.archive, out]
    rows["FastWARC + trafilatura, text file"] = [
        typed.python, "-c", TRAFILATURA, typed.archive, out, typed.trafilatura_pages]
    _, _, told = measured(rows["FastWARC alone (read every page)"])
    pages, size = map(int, told.split())
    best = {}
    for _ in range(typed.repeat):
        for name, command in rows.items():
            cpu, wall, told = measured(command)
            read = int(told.split()[1]) if told.split() else size
            rate = (read / 1e6 / cpu, read / 1e6 / wall)
            best[name] = max(best.get(name, rate), rate)
    print(f"{pages} pages, {size / 1e6:.0f} MB of HTML, {os.path.getsize(typed.archive) / 1e6:.0f} MB packed; "
          f"load {os.getloadavg()[0]:.1f}; best of {typed.repeat}\n")
    base = best["dehusk batch, addanag, Parquet"][0]
    print("| what | MB/s of HTML per core (CPU time) | MB/s by the clock | dehusk addanag is faster by |\n|---|--:|--:|--:|")
    for name, (cpu, wall) in best.items():
        print(f"| {name} | {cpu:.1f} | {wall:.1f} | {base / cpu:.2f} |")


main()
