#!/usr/bin/env python3
"""Run hostile pages through the program, the batch command and the Python package, each under a limit on its address space.

    python3 fuzz/ceilings.py PROGRAM PAGES [--python PYTHON] [--only SUBSTR] [--bytes N] [--seconds N] [--every N]

PROGRAM is a built dehusk; PAGES the program of fuzz/ (`cargo build --manifest-path fuzz/Cargo.toml --no-default-features`), which
makes the pages of the recipes; PYTHON an interpreter that can import dehusk. The least address space with which a page of one
paragraph succeeds is measured first, for each kind of run. Then each recipe gets that much, and twice the promised
bound of 64 MiB, or 40 times the page if that is more: allocators reserve more than they use. `batch` gets small pages of the same
recipe besides. A run that fails, or that uses more CPU time than 1.2 times the deadline of ten
seconds, is reported. Exits with 1 after such a run.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MIN_BOUND = 64 << 20
BYTES_PER_BYTE = 40
#: Allocators reserve more address space than they use: this many times the bound is allowed.
RESERVED = 2
#: The deadline of a page in seconds of CPU time, and by how much it may be exceeded.
DEADLINE, OVERRUN = 10.0, 1.2
#: A run that takes longer is ended, and has failed with this exit code.
MAX_SECONDS, HUNG = 60, 124
#: glibc would reserve 64 MiB of address space for each thread, and a backtrace needs memory where there is none.
ENVIRONMENT = {**os.environ, "MALLOC_ARENA_MAX": "1", "RUST_BACKTRACE": "0"}
#: The number and the size of the small pages that `batch` gets together with a large one.
SMALL_PAGES, SMALL_BYTES = 20, 10_000
#: How often a run that failed is repeated.
REPETITIONS = 2
#: The step in which the least address space is measured.
STEP = 4 << 20
MAX_BASE = 4 << 30

RECIPES = Path(__file__).resolve().parent / "recipes"

PYTHON_CODE = """
import sys, dehusk
page = open(sys.argv[1], "rb").read()
everything = dict.fromkeys("markdown html metadata blocks links images tables comments".split(), True)
answer = dehusk.Extractor(method=sys.argv[2], **everything).extract(page, url="https://mill.example/")
sys.exit(answer.status == "error")
"""


def commands(program: Path, python: "str | None") -> "dict[str, list[str]]":
    """Each kind of run, with PAGE, LINES and OUT for the files."""
    extract = [str(program), "extract", "PAGE", "-o", "OUT", "--format"]
    batch = [str(program), "batch", "LINES", "--jobs", "1", "--with", "all", "--method", "plain", "-o"]
    kinds = {f"extract {form}": [*extract, form, "--method", "plain"] for form in ("txt", "md", "html")}
    kinds |= {f"extract all {method}": [*extract, "jsonl", "--with", "all", "--method", method] for method in ("plain", "grain")}
    kinds |= {f"batch {form}": [*batch, f"OUT.{form}"] for form in ("jsonl", "jsonl.gz", "jsonl.zst", "parquet")}
    if python:
        kinds |= {f"python {method}": [python, "-c", PYTHON_CODE, "PAGE", method] for method in ("plain", "grain")}
    return kinds


def run(words: "list[str]", page: Path, space: int) -> "tuple[int, float, str]":
    """Exit code, seconds of CPU time and standard error of a run under a limit on its address space."""
    out = page.with_name("out")
    for old in page.parent.glob("out*"):
        old.unlink()
    names = {"PAGE": str(page), "LINES": str(page.with_suffix(".jsonl"))}
    words = [str(out) + word[3:] if word.startswith("OUT") else names.get(word, word) for word in words]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (space, space))  # noqa: E731
    with tempfile.TemporaryFile() as errors:
        try:
            done = subprocess.run(
                words, stdout=errors, stderr=errors, preexec_fn=limit, timeout=MAX_SECONDS, env=ENVIRONMENT, check=False
            )
            code = done.returncode
        except subprocess.TimeoutExpired:
            code = HUNG
        errors.seek(0)
        error = errors.read().decode(errors="replace")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return code, seconds, error


def has_failed(outcome: "tuple[int, float, str]") -> bool:
    code, seconds, error = outcome
    is_refused = code == 1 and "not_html" in error
    return (code != 0 and not is_refused) or seconds > OVERRUN * DEADLINE


def least_space(words: "list[str]", page: Path) -> int:
    """The least address space with which a run succeeds."""
    low, high = 0, MAX_BASE
    while high - low > STEP:
        middle = (low + high) // 2
        low, high = (low, middle) if run(words, page, middle)[0] == 0 else (middle, high)
    return high


def write(page: Path, content: bytes, small: bytes = b"") -> None:
    """Writes a page, and the page and many small ones as JSON lines: `batch` must not keep the output of all of them."""
    page.write_bytes(content)
    contents = [content] + [small] * (SMALL_PAGES if small else 0)
    lines = (json.dumps({"id": str(number), "html": html.decode()}) for number, html in enumerate(contents))
    page.with_suffix(".jsonl").write_text("\n".join(lines))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("pages", type=Path)
    parser.add_argument("--python")
    parser.add_argument("--only", default="", help="only kinds of run whose name contains this")
    parser.add_argument("--bytes", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no recipe after this time")
    parser.add_argument("--every", type=int, default=1, help="only every Nth recipe")
    args = parser.parse_args()
    kinds = {name: words for name, words in commands(args.program.resolve(), args.python).items() if args.only in name}
    begin, runs, repeated, failures = time.monotonic(), 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        write(page, b"<p>The old mill reopens on Monday, after ten years of repair.")
        base = {name: least_space(words, page) for name, words in kinds.items()}
        print("least address space:", ", ".join(f"{name} {space >> 20} MiB" for name, space in base.items()), flush=True)
        recipes = sorted(RECIPES.glob("*.recipe"))[:: args.every]
        for recipe in recipes:
            if time.monotonic() - begin > args.seconds:
                break
            content, small = (
                subprocess.run([args.pages, "page", recipe, str(size)], stdout=subprocess.PIPE, check=True).stdout
                for size in (args.bytes, SMALL_BYTES)
            )
            write(page, content, small)
            bound = max(MIN_BOUND, BYTES_PER_BYTE * len(content))
            for name, words in kinds.items():
                outcomes = [run(words, page, base[name] + RESERVED * bound)]
                while has_failed(outcomes[-1]) and len(outcomes) <= REPETITIONS:
                    outcomes.append(run(words, page, base[name] + RESERVED * bound))
                runs += 1
                repeated += len(outcomes) > 1
                if has_failed(outcomes[-1]):
                    failures += 1
                    code, seconds, error = outcomes[-1]
                    print(f"{recipe.stem}, {name}: exit code {code}, {seconds:.1f} s, {error.strip()[:300]}", flush=True)
    print(f"{runs} runs, {repeated} repeated, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
