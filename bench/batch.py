#!/usr/bin/env python3
"""Compares the speed of `dehusk batch` with other programs that turn a web archive into a table of texts, measures its parts
separately, and checks that its memory use does not grow.

    cargo build --release -p dehusk-cli && cargo build --release -p dehusk-batch --example parts
    python3 -m venv /tmp/venv-batch && /tmp/venv-batch/bin/pip install fastwarc resiliparse trafilatura==2.3.1 pyarrow
    /tmp/venv-batch/bin/python bench/batch.py speed  CORPUS [--repeat N]      # needs a quiet machine
    /tmp/venv-batch/bin/python bench/batch.py memory CORPUS... [--pages 200000]

CORPUS is a folder with pages/*.html. Its pages are written to a WARC.gz file with one gzip member per record, as crawlers do.
Times are CPU seconds (user and system) of one process pinned to one core; the fastest round counts. MB are megabytes of
uncompressed HTML.
"""

from __future__ import annotations

import argparse
import gzip
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

#: Number of rows that peers write at once. Chosen by hand.
BATCH_ROWS = 1000
#: Slow peers, each with a number n: the peer gets only every n-th record. Chosen by hand.
EVERY = {"trafilatura": 12}
#: Seconds between two measurements of the memory of a run. Chosen by hand.
POLL_SECONDS = 0.05
#: Number of parts of a run for which memory is reported.
TENTHS = 10


def archive(corpora: list[Path], folder: Path) -> tuple[Path, int, int]:
    """Writes a WARC.gz file with all pages. Returns its path, the number of pages, and their size in bytes."""
    file = folder / f"{'-'.join(corpus.name for corpus in corpora)}.warc.gz"
    pages = [page for corpus in corpora for page in sorted((corpus / "pages").iterdir())]
    size = 0
    with open(file, "wb") as out:
        for number, page in enumerate(pages):
            body = page.read_bytes()
            size += len(body)
            out.write(gzip.compress(record(number, page.name, body), compresslevel=6, mtime=0))
    return file, len(pages), size


def record(number: int, name: str, body: bytes) -> bytes:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number:08}>\r\nWARC-Date: 2026-11-22T00:00:00Z\r\n"
        f"WARC-Target-URI: https://corpus.example/{name}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(http)}\r\n\r\n"
    )
    return head.encode() + http + b"\r\n\r\n"


def responses(file: str, every: int) -> Iterator[tuple[str, bytes]]:
    """Yields the id and the body of every n-th response of the archive, read with FastWARC."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    with open(file, "rb") as stream:
        for number, record in enumerate(ArchiveIterator(stream, record_types=WarcRecordType.response, parse_http=True)):
            body = record.reader.read()
            if number % every == 0:
                yield record.record_id, body


def peer(name: str, file: str, output: str) -> None:
    """Runs a pipeline in Python: read, decode, extract, write Parquet. Prints the number of bytes of HTML that it processed."""
    import pyarrow
    import pyarrow.parquet
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    if name == "resiliparse":
        from resiliparse.extract.html2text import extract_plain_text

        def text_of(html: str) -> str:
            return extract_plain_text(html, main_content=True)
    else:
        from trafilatura import extract

        def text_of(html: str) -> str:
            return extract(html) or ""

    schema = pyarrow.schema([("id", pyarrow.string()), ("text", pyarrow.large_string())])
    size, ids, texts = 0, [], []
    with pyarrow.parquet.ParquetWriter(output, schema, compression="zstd") as writer:
        for identity, body in responses(file, EVERY.get(name, 1)):
            size += len(body)
            ids.append(identity)
            texts.append(text_of(bytes_to_str(body, detect_encoding(body))))
            if len(ids) == BATCH_ROWS:
                writer.write_table(pyarrow.table([ids, texts], schema=schema))
                ids, texts = [], []
        writer.write_table(pyarrow.table([ids, texts], schema=schema))
    print(size)


def cpu_seconds(command: list[str], core: int) -> tuple[float, str]:
    """Runs a process pinned to one core. Returns its CPU seconds and its output."""
    pin = lambda: os.sched_setaffinity(0, {core})  # noqa: E731
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output = subprocess.run(command, preexec_fn=pin, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, output


def speed(options: argparse.Namespace, folder: Path) -> None:
    file, pages, size = archive(options.corpus, folder)
    core = sorted(os.sched_getaffinity(0))[-1]
    print(heading(options))
    print(f"{file.name}: {pages} pages, {size / 1e6:.1f} MB of HTML, {file.stat().st_size / 1e6:.1f} MB packed\n")
    ours = {
        f"dehusk batch, {method}": [
            options.program, "batch", str(file), "-o", str(folder / "out.parquet"), "--jobs", "1", "--method", method
        ]
        for method in ("addanag", "grain")
    }
    python = [sys.executable, __file__, "peer"]
    peers = {
        f"FastWARC, {name}": [*python, name, str(file), str(folder / "peer.parquet")]
        for name in ("resiliparse", "trafilatura")
    }
    best: dict[str, float] = {}
    for _ in range(options.repeat):
        for name, command in {**ours, **peers}.items():
            seconds, output = cpu_seconds(command, core)
            extracted = int(output) if name in peers else size
            best[name] = max(best.get(name, 0), extracted / 1e6 / seconds)
    print("| WARC.gz to Parquet | MB/s of HTML per CPU second |\n|---|---:|")
    for name, rate in best.items():
        print(f"| {name} | {rate:.1f} |")
    print("\n| CPU seconds | read | extract | write | sum | together | factor |\n|---|---:|---:|---:|---:|---:|---:|")
    for method in ("addanag", "grain"):
        _, output = cpu_seconds([options.parts, str(file), str(folder / "parts.parquet"), method, str(options.repeat)], core)
        read, extract, write, together = map(float, output.split())
        alone = read + extract + write
        print(f"| {method} | {read:.2f} | {extract:.2f} | {write:.2f} | {alone:.2f} | {together:.2f} | {together / alone:.2f} |")


def memory(options: argparse.Namespace, folder: Path) -> None:
    file, pages, _ = archive(options.corpus, folder)
    times = max(1, round(options.pages / pages))
    print(heading(options))
    print(f"Mean RSS in MB in each tenth of a run over {times * pages} pages, and the peak\n")
    print("| output |" + "".join(f" {tenth} |" for tenth in range(1, TENTHS + 1)) + " peak |\n|---|" + "---:|" * (TENTHS + 1))
    for output in ("out.parquet", "out.jsonl.zst", "parts"):
        samples = watched([options.program, "batch", *[str(file)] * times, "-o", str(folder / output), "--method", options.method])
        edges = [len(samples) * tenth // TENTHS for tenth in range(TENTHS + 1)]
        means = [sum(samples[start:end]) / max(1, end - start) for start, end in zip(edges, edges[1:])]
        print(f"| {output} |" + "".join(f" {mean / 1e6:.0f} |" for mean in means) + f" {max(samples) / 1e6:.0f} |", flush=True)


def watched(command: list[str]) -> list[int]:
    """Runs a process and measures its resident set size in bytes every `POLL_SECONDS`."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    samples: list[int] = []
    while process.poll() is None:
        fields = Path(f"/proc/{process.pid}/statm").read_text().split()
        samples.append(int(fields[1]) * resource.getpagesize())
        time.sleep(POLL_SECONDS)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command[:2])} exited with {process.returncode}")
    return [size for size in samples if size]


def heading(options: argparse.Namespace) -> str:
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    commit = subprocess.run(["git", "-C", Path(__file__).parent, "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout
    load = " ".join(f"{one:.1f}" for one in os.getloadavg())
    return (
        f"{time.strftime('%Y-%m-%d')}, {model}, {os.cpu_count()} cores, load {load}, {platform.system()} {platform.release()}, "
        f"commit {commit.strip()}\n\n`{' '.join(Path(word).name for word in sys.argv)}`\n"
    )


def main() -> None:
    if sys.argv[1:2] == ["peer"]:
        return peer(*sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "memory"])
    parser.add_argument("corpus", nargs="+", type=Path)
    root = Path(os.environ.get("CARGO_TARGET_DIR", Path(__file__).parent.parent / "target")) / "release"
    parser.add_argument("--program", default=str(root / "dehusk"))
    parser.add_argument("--parts", default=str(root / "examples" / "parts"))
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--pages", type=int, default=200_000)
    parser.add_argument("--method", default="grain")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="dehusk-bench-") as folder:
        {"speed": speed, "memory": memory}[options.what](options, Path(folder))


if __name__ == "__main__":
    main()
