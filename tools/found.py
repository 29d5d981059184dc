#!/usr/bin/env python3
"""Measures how much of what must be found a method finds: of corpora whose gold text is only a part of the main content.

    python3 tools/found.py target/debug/dehusk /tmp/corpora/more/recipes /tmp/corpora/more/lists
    python3 tools/found.py target/debug/dehusk /tmp/corpora/more/recipes --method plain

CORPUS is a folder with manifest.jsonl, whose pages have `must`, and pages/. Prints the share of the snippets that is found (mean over
pages), the share of pages with more than nine tenths of them, and the mean number of words of the text. Only letters and digits are
compared, in lower case: pages and gold texts differ in spaces and quotation marks. `plain`, all text of the page, finds everything then.
The shipped model has learned from these corpora; figures of pages that it has not seen need models of `train/train.py check`.
"""

import argparse
import json
from pathlib import Path

from measuring import letters, records

ENOUGH = 0.9


def texts_of(program: str, method: str, pages: Path) -> dict[str, str]:
    paths = sorted(pages.glob("*.html"))
    return {path.stem: record["text"] for path, record in zip(paths, records(program, paths, ["--method", method]))}


def found(must: list[str], text: str) -> float:
    """The share of the snippets that the text contains."""
    wanted = [snippet for snippet in map(letters, must) if snippet]
    text = letters(text)
    return sum(snippet in text for snippet in wanted) / len(wanted)


def measure(program: str, method: str, corpus: Path) -> str:
    texts = texts_of(program, method, corpus / "pages")
    pages = [json.loads(line) for line in (corpus / "manifest.jsonl").read_text().splitlines()]
    pages = [page for page in pages if any(map(letters, page.get("must", [])))]
    shares = [found(page["must"], texts.get(page["id"], "")) for page in pages]
    words = sum(len(texts.get(page["id"], "").split()) for page in pages)
    enough = sum(share > ENOUGH for share in shares)
    return f"{100 * sum(shares) / len(pages):.1f} found, {100 * enough / len(pages):.1f} % of pages, {words / len(pages):.0f} words"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("corpora", nargs="+", type=Path)
    parser.add_argument("--method", default="grain")
    options = parser.parse_args()
    for corpus in options.corpora:
        print(f"{corpus.name}, {options.method}: {measure(options.program, options.method, corpus)}")


if __name__ == "__main__":
    main()
