#!/usr/bin/env python3
"""Measures whether the Markdown of a page begins with the headline of the page, and whether its metadata have it as the title.

    python3 tools/titles.py target/debug/dehusk CORPORA/more/recipes CORPORA/wcxb-dev
    python3 tools/titles.py target/debug/dehusk CORPORA --labels train/labels/lists.jsonl --half report
    python3 tools/titles.py target/debug/dehusk CORPORA/more/recipes --half tune --show

Without --labels, the headline is the gold title in the manifest.jsonl of each corpus, and every page with one is counted. With
--labels, it is the text of the block that is labelled as the headline (train/LABELING.md); CORPORA is then the folder that the
pages of the labels are relative to.

Only letters and digits are compared, in lower case. A page counts as

    begins   the first heading of its Markdown is the headline, and at most 150 letters and digits precede it
    alike    the same, but one has the other and at most as much again (a site's name, a subtitle)
    other    another heading of level 1 comes first
    none     no heading of level 1 is at the beginning
    empty    the Markdown is empty: left out of the shares
    title    the title of the metadata is the headline

Sites are divided into two halves by a hash of their name, so that rules are chosen on `tune` and figures given for `report`.
"""

import argparse
import collections
import html
import json
import re
import sys
from pathlib import Path

import measuring
from measuring import records

# The letters that may precede the headline, as in `MAX_BEFORE_HEADLINE` of crates/dehusk/src/overrides.rs.
MAX_BEFORE = 150


def letters(text):
    """The letters and digits of a text that may have references of HTML, in lower case."""
    return measuring.letters(html.unescape(text))


def half(site):
    """The half of a site. Its last two labels count, so that hosts of one domain are together."""
    domain = ".".join(site.split(".")[-2:])
    return measuring.half(domain, "t")


def of_manifest(corpus):
    """(page, site, headline) of the pages of a corpus that have a gold title."""
    rows = [json.loads(line) for line in (corpus / "manifest.jsonl").open(encoding="utf-8")]
    pages = ((str(corpus / "pages" / f"{row['id']}.html"), row.get("site", row["id"]), row.get("title")) for row in rows)
    return [page for page in pages if page[2]]


def of_labels(program, corpora, path):
    """(page, site, headline) of labelled pages; the headline is the text of the block at the labelled offset."""
    rows = [json.loads(line) for line in path.open(encoding="utf-8")]
    rows = [row for row in rows if row.get("title")]
    page_of = lambda row: corpora / row["page"].rsplit("/", 1)[0] / "pages" / (row["page"].rsplit("/", 1)[1] + ".html")
    paths = [str(page_of(row)) for row in rows]
    plain = records(program, paths, ["--method", "plain", "--with", "blocks"])
    found = []
    for row, file, record in zip(rows, paths, plain):
        text = record["text"].encode()
        blocks = {block["src_start"]: text[block["text_start"] : block["text_end"]].decode() for block in record["blocks"]}
        headline = " ".join(blocks.get(start, "") for start in row["title"]).strip()
        if headline:
            found.append((file, site_of(file), headline))
        else:
            print(f"{file}: no block at {row['title']}", file=sys.stderr)
    return found


def site_of(file):
    """The site of a page without a site in its label, from the manifest of its corpus."""
    path = Path(file)
    manifest = path.parent.parent / "manifest.jsonl"
    if manifest not in SITES:
        rows = map(json.loads, manifest.open(encoding="utf-8"))
        SITES[manifest] = {row["id"]: row.get("site", row["id"]) for row in rows}
    return SITES[manifest].get(path.stem, path.stem)


SITES = {}


def verdict(markdown, headline):
    """How the Markdown of a page begins, and the heading that was looked at."""
    before = 0
    for line in markdown.splitlines():
        line = line.strip()
        heading = re.match(r"(?:[->*\d.]+ )*(#{1,6}) (.*)", line)
        text = shown(heading[2] if heading else line)
        if heading and letters(text) and before <= MAX_BEFORE:
            key, wanted = letters(text), letters(headline)
            if key == wanted:
                return "begins", text
            if (key in wanted or wanted in key) and max(len(key), len(wanted)) <= 2 * min(len(key), len(wanted)):
                return "alike", text
            if heading[1] == "#":
                return "other", text
        before += len(letters(text))
        if before > MAX_BEFORE:
            break
    return "none", ""


def shown(text):
    """The text of a line of Markdown without addresses and marks."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", text)
    return re.sub(r"\]\([^)\s]*\)|<[^>]*>|[\\*_`\[]", "", text)


def measure(program, pages, show):
    """Counts of the verdicts of pages."""
    counts = collections.Counter()
    found = records(program, [page for page, _, _ in pages], ["--with", "metadata,markdown"])
    for (file, _, headline), record in zip(pages, found):
        title = record.get("title") or ""
        is_title = letters(title) == letters(headline)
        counts["title"] += is_title
        markdown = (record.get("markdown") or "").strip()
        kind, heading = verdict(markdown, headline) if markdown else ("empty", "")
        counts[kind] += 1
        if show and (kind not in ("begins", "empty") or not is_title):
            print(f"{kind:6} {file}\n       gold  {headline[:110]}\n       title {title[:110]}\n       first {heading[:110]}")
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("corpora", nargs="+", type=Path)
    parser.add_argument("--labels", nargs="+", type=Path, default=[])
    parser.add_argument("--half", choices=["tune", "report"])
    parser.add_argument("--show", action="store_true", help="print the pages that are not right")
    arguments = parser.parse_args()
    if arguments.labels:
        sets = [(path.stem, of_labels(arguments.program, arguments.corpora[0], path)) for path in arguments.labels]
    else:
        sets = [(corpus.name, of_manifest(corpus)) for corpus in arguments.corpora]
    print(f"{'':12} pages begins  alike  other   none  empty  title")
    for name, pages in sets:
        pages = [page for page in pages if arguments.half in (None, half(page[1]))]
        counts = measure(arguments.program, pages, arguments.show)
        filled = max(len(pages) - counts["empty"], 1)
        shares = [counts[kind] / filled for kind in ("begins", "alike", "other", "none")]
        print(f"{name:12} {len(pages):5} " + " ".join(f"{share:6.3f}" for share in shares)
              + f" {counts['empty']:6} {counts['title'] / max(len(pages), 1):6.3f}")


if __name__ == "__main__":
    main()
