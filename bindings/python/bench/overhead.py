"""What Python costs beside Rust on whole pages, and how threads scale.

    bindings/python/bench/run /tmp/corpora/wcxb-dev/pages

Overhead: the same pages in memory through the library in Rust (``overhead.rs``) and through this package, in turn, each turn a
process of its own (where a process has its memory changes its speed), on one pinned core; for each page the least CPU time of all
rounds counts, since other programs can only add to it. Threads: wall-clock time of
``extract_many`` with one and two threads on two cores, the best of all rounds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable

import pyarrow as pa

import dehusk

#: Rows of a batch, as in ``overhead.rs``.
ROWS = 64
#: Rounds of one turn, and turns.
ROUNDS, TURNS = 2, 10


def main(rust: str, folder: str, every: int, method: str) -> None:
    files = sorted(Path(folder).iterdir())[::every]
    pages = [file.read_bytes() for file in files]
    size = sum(map(len, pages))
    cores = sorted(os.sched_getaffinity(0))
    print(f"{len(pages)} pages, {size / 1e6:.1f} MB, {method}, dehusk {dehusk.__version__}, Python {sys.version.split()[0]}")

    os.sched_setaffinity(0, {cores[-1]})
    least: dict[str, list[float]] = {}
    sides = {"rust": [rust], "python": [sys.executable, __file__, "python"]}
    for _ in range(TURNS):
        for side, program in sides.items():
            command = [*program, folder, str(every), str(ROUNDS), method]
            output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            for line in output.splitlines():
                name, _, times = line.partition("\t")
                merge(least, f"{side} {name}", [float(time) for time in times.split(",")])
    for name in ("Extractor", "extract", "extract_batch"):
        in_rust, in_python = sum(least[f"rust {name}"]), sum(least[f"python {name}"])
        print(f"{name:20} rust {size / in_rust / 1e6:6.1f} MB/s   python {size / in_python / 1e6:6.1f} MB/s"
              f"   {100 * (in_python / in_rust - 1):+.1f} %")
    in_rust, in_python = sum(least["rust Extractor"]), sum(least["python Extractor, str"])
    print(f"{'Extractor, str':20} {'':17}   python {size / in_python / 1e6:6.1f} MB/s   {100 * (in_python / in_rust - 1):+.1f} %")

    if len(cores) < 2:
        print("threads: one core only, not measured")
        return
    os.sched_setaffinity(0, set(cores[:2]))
    best = {threads: min(many(pages, method, threads) for _ in range(3 * TURNS)) for threads in (1, 2)}
    print(f"extract_many: 1 thread {size / best[1] / 1e6:.1f} MB/s, 2 threads {size / best[2] / 1e6:.1f} MB/s"
          f"   {best[1] / best[2]:.2f} x")


def python(folder: str, every: str, rounds: str, method: str) -> None:
    """The Python side: prints what ``overhead.rs`` prints."""
    pages = [file.read_bytes() for file in sorted(Path(folder).iterdir())[:: int(every)]]
    for name, items, work in ways(pages, method):
        print(name, ",".join(f"{time:.9f}" for time in measured(items, work, int(rounds))), sep="\t")


def ways(pages: list[bytes], method: str) -> list[tuple[str, list[Any], Callable[[Any], object]]]:
    """The ways to call it, each with its items."""
    extractor = dehusk.Extractor(method)
    texts = [page.decode("utf-8", "replace") for page in pages]
    batches = [
        pa.RecordBatch.from_arrays([pa.array(pages[at : at + ROWS], pa.binary())], ["html"])
        for at in range(0, len(pages), ROWS)
    ]
    return [
        ("Extractor", pages, extractor.extract),
        ("Extractor, str", texts, extractor.extract),
        ("extract", pages, lambda page: dehusk.extract(page, method=method)),
        ("extract_batch", batches, extractor.extract_batch),
    ]


def measured(items: list[Any], work: Callable[[Any], object], rounds: int) -> list[float]:
    """The least CPU time of each item."""
    least = [float("inf")] * len(items)
    for _ in range(rounds):
        for index, item in enumerate(items):
            start = time.process_time_ns()
            work(item)
            least[index] = min(least[index], (time.process_time_ns() - start) * 1e-9)
    return least


def merge(least: dict[str, list[float]], name: str, times: list[float]) -> None:
    before = least.get(name, times)
    least[name] = [min(pair) for pair in zip(before, times)]


def many(pages: list[bytes], method: str, threads: int) -> float:
    """Wall-clock time of all pages."""
    extractor = dehusk.Extractor(method)
    start = time.perf_counter()
    for _ in extractor.extract_many(pages, threads=threads):
        pass
    return time.perf_counter() - start


if __name__ == "__main__":
    if sys.argv[1] == "python":
        python(*sys.argv[2:])
    else:
        main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
