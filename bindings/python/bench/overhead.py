"""Measures the overhead of Python over Rust, and how ``extract_many`` scales with threads.

    bindings/python/bench/run /tmp/corpora/wcxb-dev/pages

Overhead: the same pages are extracted from memory by the Rust library (``overhead.rs``) and by this package,
on one pinned core. The two sides alternate, and each turn is a new process, because the memory layout of a
process affects its speed. The result for each page is its minimum CPU time, because other programs can only
increase it.

Threads: the minimum wall-clock time of ``extract_many`` with one and two threads on two cores.

It does not measure quality, and it does not compare the speed of different methods.
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

#: Number of rows per batch, as in ``overhead.rs``.
BATCH_ROWS = 64
#: Number of turns of each side, and number of rounds over all pages in a turn. Chosen by hand.
TURNS, ROUNDS = 10, 2


def main(rust: str, folder: str, every: int, method: str) -> None:
    files = sorted(Path(folder).iterdir())[::every]
    pages = [file.read_bytes() for file in files]
    size = sum(map(len, pages))
    cores = sorted(os.sched_getaffinity(0))
    print(f"{len(pages)} pages, {size / 1e6:.1f} MB, {method}, dehusk {dehusk.__version__}, Python {sys.version.split()[0]}")

    os.sched_setaffinity(0, {cores[-1]})
    minimum: dict[str, list[float]] = {}
    sides = {"rust": [rust], "python": [sys.executable, __file__, "python"]}
    for _ in range(TURNS):
        for side, program in sides.items():
            command = [*program, folder, str(every), str(ROUNDS), method]
            output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            for line in output.splitlines():
                name, _, times = line.partition("\t")
                merge(minimum, f"{side} {name}", [float(time) for time in times.split(",")])
    for name in ("Extractor", "extract", "extract_batch"):
        in_rust, in_python = sum(minimum[f"rust {name}"]), sum(minimum[f"python {name}"])
        print(f"{name:20} rust {size / in_rust / 1e6:6.1f} MB/s   python {size / in_python / 1e6:6.1f} MB/s"
              f"   {100 * (in_python / in_rust - 1):+.1f} %")
    in_rust, in_python = sum(minimum["rust Extractor"]), sum(minimum["python Extractor, str"])
    print(f"{'Extractor, str':20} {'':17}   python {size / in_python / 1e6:6.1f} MB/s   {100 * (in_python / in_rust - 1):+.1f} %")

    if len(cores) < 2:
        print("threads: not measured, there is only one core")
        return
    os.sched_setaffinity(0, set(cores[:2]))
    best = {threads: min(wall_clock_time(pages, method, threads) for _ in range(3 * TURNS)) for threads in (1, 2)}
    print(f"extract_many: 1 thread {size / best[1] / 1e6:.1f} MB/s, 2 threads {size / best[2] / 1e6:.1f} MB/s"
          f"   {best[1] / best[2]:.2f} x")


def python(folder: str, every: str, rounds: str, method: str) -> None:
    """Measures the Python side and prints the same lines as ``overhead.rs``."""
    pages = [file.read_bytes() for file in sorted(Path(folder).iterdir())[:: int(every)]]
    for name, items, work in entry_points(pages, method):
        print(name, ",".join(f"{time:.9f}" for time in minimum_times(items, work, int(rounds))), sep="\t")


def entry_points(pages: list[bytes], method: str) -> list[tuple[str, list[Any], Callable[[Any], object]]]:
    """Returns the functions to measure, each with its name and its inputs."""
    extractor = dehusk.Extractor(method)
    texts = [page.decode("utf-8", "replace") for page in pages]
    batches = [
        pa.RecordBatch.from_arrays([pa.array(pages[at : at + BATCH_ROWS], pa.binary())], ["html"])
        for at in range(0, len(pages), BATCH_ROWS)
    ]
    return [
        ("Extractor", pages, extractor.extract),
        ("Extractor, str", texts, extractor.extract),
        ("extract", pages, lambda page: dehusk.extract(page, method=method)),
        ("extract_batch", batches, extractor.extract_batch),
    ]


def minimum_times(items: list[Any], work: Callable[[Any], object], rounds: int) -> list[float]:
    """Returns the minimum CPU time of each item, in seconds."""
    times = [float("inf")] * len(items)
    for _ in range(rounds):
        for index, item in enumerate(items):
            start = time.process_time_ns()
            work(item)
            times[index] = min(times[index], (time.process_time_ns() - start) * 1e-9)
    return times


def merge(minimum: dict[str, list[float]], name: str, times: list[float]) -> None:
    previous = minimum.get(name, times)
    minimum[name] = [min(pair) for pair in zip(previous, times)]


def wall_clock_time(pages: list[bytes], method: str, threads: int) -> float:
    """Returns the wall-clock time of ``extract_many`` over all pages, in seconds."""
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
