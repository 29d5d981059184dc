"""Compares dehusk with other extractors in Python, from bytes to text.

    python3 -m venv venv && venv/bin/pip install bindings/python resiliparse==2.0.1 trafilatura==2.3.1 lxml_html_clean
    venv/bin/python bench/peers.py /tmp/corpora/wcxb-dev/pages

All pages are in memory as bytes. Each round runs every extractor in turn on one pinned core. The result is the median CPU time
of the rounds. trafilatura is much slower, so it gets only every eighth page and is compared with dehusk on the same pages.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Callable

import resiliparse.extract.html2text as html2text
import trafilatura

import dehusk

#: trafilatura gets only every n-th of the pages that the other extractors get. Chosen by hand.
SLOW_STRIDE = 8
#: Size of the sample, as in `dehusk-bench speed`.
SAMPLE_BYTES = 60_000_000

Extract = Callable[[bytes], str | None]


def extractors() -> dict[str, Extract]:
    def resiliparse(page: bytes) -> str:
        return html2text.extract_plain_text(page.decode("utf-8", "replace"), main_content=True)

    def with_method(method: str) -> Extract:
        extractor = dehusk.Extractor(method=method)
        return lambda page: extractor.extract(page).text

    return {"dehusk grain": with_method("grain"), "dehusk addanag": with_method("addanag"),
            "resiliparse": resiliparse, "trafilatura": lambda page: trafilatura.extract(page)}


def sample(folder: Path) -> list[bytes]:
    files = sorted(folder.iterdir())
    size = sum(file.stat().st_size for file in files)
    return [file.read_bytes() for file in files[:: max(1, round(size / SAMPLE_BYTES))]]


def seconds(extract: Extract, pages: list[bytes]) -> float:
    start = time.process_time()
    for page in pages:
        extract(page)
    return time.process_time() - start


def rates(extractors: dict[str, Extract], pages: list[bytes], rounds: int) -> dict[str, float]:
    """The speed of each extractor in MB of HTML per CPU second: the median of the rounds."""
    times: dict[str, list[float]] = {name: [] for name in extractors}
    for number in range(rounds + 1):
        for name, extract in extractors.items():
            used = seconds(extract, pages)
            # The first round is a warm-up.
            times[name] += [used] if number else []
    size = sum(map(len, pages)) / 1e6
    return {name: size / statistics.median(used) for name, used in times.items()}


def table(title: str, found: dict[str, float]) -> None:
    grain = found["dehusk grain"]
    print(f"\n{title}\n\n| extractor | MB/s | times slower than grain |\n|---|--:|--:|")
    for name, rate in found.items():
        print(f"| {name} | {rate:.1f} | {grain / rate:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", type=Path)
    parser.add_argument("--core", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    os.sched_setaffinity(0, {arguments.core})
    versions = [f"{name} {version(name)}" for name in ("dehusk", "resiliparse", "trafilatura")]
    load = " ".join(f"{part:.2f}" for part in os.getloadavg())
    print(f"{time.strftime('%Y-%m-%d %H:%M UTC', time.gmtime())}, Python {sys.version.split()[0]}, {', '.join(versions)}, load {load}")
    pages, all_of_them = sample(arguments.pages), extractors()
    fast = {name: extract for name, extract in all_of_them.items() if name != "trafilatura"}
    table(f"{len(pages)} pages, {sum(map(len, pages)) / 1e6:.1f} MB", rates(fast, pages, arguments.rounds))
    few = pages[::SLOW_STRIDE]
    slow = {name: all_of_them[name] for name in ("dehusk grain", "trafilatura")}
    table(f"{len(few)} pages, {sum(map(len, few)) / 1e6:.1f} MB", rates(slow, few, arguments.rounds))


if __name__ == "__main__":
    main()
