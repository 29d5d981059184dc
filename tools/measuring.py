"""What the tools that measure dehusk share: the records of pages, the halves of sites, and the letters of a text."""

import hashlib
import json
import subprocess
import sys

# Pages of one call of the program: a command line has room for many more. Chosen by hand.
PAGES_PER_CALL = 200


def records(program, paths, options):
    """The records of pages, in their order. Ends the tool if the program does not give one for each page."""
    for start in range(0, len(paths), PAGES_PER_CALL):
        pages = [str(path) for path in paths[start : start + PAGES_PER_CALL]]
        # The exit code is 1 as soon as one page is empty, so it says nothing about the others.
        run = subprocess.run([program, "extract", "--format", "jsonl", *options, *pages], capture_output=True, check=False)
        lines = run.stdout.splitlines()
        if len(lines) != len(pages):
            sys.exit(f"{len(lines)} records for {len(pages)} pages: {run.stderr.decode('utf-8', 'replace').strip()[-500:]}")
        yield from map(json.loads, lines)


def half(name, salt):
    """`tune` or `report`, by a hash of a name. Rules are chosen on the former, figures are given for the latter."""
    return "report" if hashlib.sha256((salt + name).encode()).digest()[0] % 2 else "tune"


def letters(text):
    """The letters and digits of a text in lower case, without spaces and punctuation."""
    return "".join(c for c in text.casefold() if c.isalnum())
