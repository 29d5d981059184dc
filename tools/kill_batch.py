#!/usr/bin/env python3
"""Kill `dehusk batch` at random moments, resume it, and compare the output with that of an undisturbed run.

    python3 tools/kill_batch.py PROGRAM PAGES [--kills 300] [--seed 1] [--pages 900]

PROGRAM is a built dehusk, PAGES a folder with .html or .html.gz files (searched recursively). The pages become three WARC
archives in a temporary folder. Each form of output gets its share of the kills: folders of parts in every format, each with a
manifest, a file of errors and all columns, and single files. A run of a folder is resumed until it ends; then its parts and the
lines of its error file must have the same bytes as those of an undisturbed run. A single file cannot be resumed: after a kill
there must be no file at all. Prints one line for each form, and exits with 1 after a difference.
"""

import argparse
import gzip
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FOLDERS = ["parquet", "jsonl", "jsonl.gz", "jsonl.zst"]
FORMS = [(form, True) for form in FOLDERS] + [(form, False) for form in FOLDERS]
ARCHIVES = 3
#: Kills come at a random part of the time of an undisturbed run, up to this many times that time.
LATEST_KILL = 1.1


def record(number: int, body: bytes) -> bytes:
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number}>\r\n"
        f"WARC-Target-URI: https://mill.example/{number}\r\nContent-Type: application/http\r\n"
        f"Content-Length: {len(http)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + http + b"\r\n\r\n", 1, mtime=0)


def make_archives(pages: Path, limit: int, folder: Path) -> list[Path]:
    found = sorted(path for path in pages.rglob("*") if path.name.endswith((".html", ".html.gz")))[:limit]
    if not found:
        sys.exit(f"no .html or .html.gz files in {pages}")
    archives = [folder / f"{index}.warc.gz" for index in range(ARCHIVES)]
    for index, archive in enumerate(archives):
        with archive.open("wb") as out:
            for number, path in enumerate(found[index::ARCHIVES]):
                body = path.read_bytes()
                out.write(record(number, gzip.decompress(body) if path.suffix == ".gz" else body))
                if number % 50 == 7:
                    out.write(record(100_000 + number, b"%PDF-1.7"))
    return archives


def command(program: Path, archives: list[Path], work: Path, form: str, is_folder: bool) -> list[str]:
    words = [str(program), "batch", *map(str, archives), "--with", "all", "--jobs", "3", "--errors", str(work / "errors")]
    if is_folder:
        return [*words, "-o", str(work / "out"), "--format", form, "--manifest", str(work / "manifest"), "--part-bytes", "4000000"]
    return [*words, "-o", str(work / f"out.{form}")]


def answer(work: Path) -> dict[str, bytes]:
    """The bytes of every output file that is not hidden, and the sorted lines of the error file."""
    files = [path for path in [*work.glob("out/*"), *work.glob("out.*")] if path.is_file() and not path.name.startswith(".")]
    found = {path.name: path.read_bytes() for path in files}
    # Parts are finished in any order, and so are their lines.
    return found | {"errors": b"\n".join(sorted((work / "errors").read_bytes().split(b"\n")))}


def fresh(work: Path) -> Path:
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    return work


def run_to_end(words: list[str]) -> float:
    begin = time.monotonic()
    done = subprocess.run(words, stderr=subprocess.PIPE, check=False)
    # 1 says that some pages failed: the PDFs.
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(words)}\nexit code {done.returncode}: {done.stderr.decode()}")
    return time.monotonic() - begin


def kill_at(words: list[str], seconds: float) -> bool:
    """Start a run and kill it after a time. False if it ended before."""
    run = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        run.wait(seconds)
        return False
    except subprocess.TimeoutExpired:
        run.kill()
        run.wait()
        return True


def attack(words: list[str], work: Path, is_folder: bool, kills: int, chance: random.Random) -> tuple[int, int]:
    """Kill runs until there were enough kills. Returns the number of completed outputs, and of those that differ."""
    fresh(work)
    duration = run_to_end(words)
    expected = answer(work)
    completed = different = killed = 0
    fresh(work)
    while killed < kills:
        was_killed = kill_at(words, chance.uniform(0, LATEST_KILL * duration))
        killed += was_killed
        if is_folder and was_killed and killed < kills:
            continue
        if was_killed and not is_folder and len(answer(work) if (work / "errors").exists() else {}) > 1:
            # The run was killed after the file got its name.
            was_killed = False
        if is_folder and was_killed:
            run_to_end(words)
        if is_folder or not was_killed:
            completed += 1
            different += answer(work) != expected
        fresh(work)
    return completed, different


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("pages", type=Path)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", dest="limit", type=int, default=900)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        archives = make_archives(args.pages, args.limit, Path(folder))
        for index, (form, is_folder) in enumerate(FORMS):
            kills = args.kills * (index + 1) // len(FORMS) - args.kills * index // len(FORMS)
            work = Path(folder) / "work"
            words = command(args.program.resolve(), archives, work, form, is_folder)
            completed, different = attack(words, work, is_folder, kills, chance)
            kind = "folder" if is_folder else "file"
            print(f"{kind:6} {form:9} {kills:4} kills, {completed:3} complete outputs, {different} different", flush=True)
            failures += different
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
