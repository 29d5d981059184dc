#!/usr/bin/env python3
"""Measures the items that dehusk lists (--with items) against the records of the labeled pages (train/labels).

    python3 tools/labeled_items.py target/debug/dehusk /tmp/corpora train/labels/{lists,threads,forms}.jsonl
    python3 tools/labeled_items.py … --kind forum --skip more/unlabelled/form-20 --pages

A label says where the records of a page begin; a record reaches to the next one, or to the end of its run of main content. An item is
right if it holds at least half of the main content of one record, and not half of another. F1 is over all items and records
of a page; the mean is over pages. A page's count is right if the number of items differs from the number of records by at most one.
Where a label marks the author or the date of a record, that field is right if the item takes it from the marked block.

Pages are divided into two halves by a hash of the beginning of their name, which pages of one site share: rules were chosen on `tune`.
"""

import argparse
import hashlib
import json
import sys
from bisect import bisect_left
from pathlib import Path

import measuring

# Pages of one site have this many characters of their name in common.
SITE_CHARS = 16
# An item holds a record if at least this share of the record's main content is in it.
MIN_HELD = 0.5


def half(page):
    """The half of a page."""
    site = page.rsplit("/", 1)[1][:SITE_CHARS]
    return measuring.half(site, "")


def overlap(a, b):
    """The number of bytes that two ranges have in common."""
    return max(0, min(a[1], b[1]) - max(a[0], b[0]))


def records_of(label):
    """The ranges of main content of each record."""
    starts = sorted(label["records"])
    found = []
    for number, start in enumerate(starts):
        run_end = next((end for first, end in label["main"] if first <= start < end), start)
        end = starts[number + 1] if number + 1 < len(starts) else run_end
        parts = [(max(first, start), min(last, end)) for first, last in label["main"]]
        found.append([part for part in parts if part[0] < part[1]])
    return found


def held(item, record):
    """The share of a record that is in an item."""
    size = sum(end - start for start, end in record)
    return sum(overlap((item["src_start"], item["src_end"]), part) for part in record) / size if size else 0.0


def field_is_right(item, name, blocks):
    """Whether a field of an item is from one of these blocks. None if none of the blocks is in the item."""
    inside = [block for block in blocks if overlap(block, (item["src_start"], item["src_end"]))]
    if not inside:
        return None
    fields = [field for field in item["fields"] if field["name"] == name]
    # A link is the source of an address, and a piece of text may begin after the tags of its block.
    return any(overlap((field["src_start"], field["src_end"]), block) for field in fields for block in inside)


def score(answer, label):
    """The figures of a page."""
    records, items = records_of(label), answer["items"]
    ends = sorted((block["src_start"], block["src_end"]) for block in answer["blocks"])
    marked = {name: [ends[at] for start in label.get(name, []) if (at := bisect_left(ends, (start, 0))) < len(ends)]
              for name in ("author", "date")}
    fields = {"author": [0, 0], "date": [0, 0]}
    unused = list(records)
    right = 0
    for item in items:
        mine = [record for record in unused if held(item, record) >= MIN_HELD]
        if len(mine) != 1:
            continue
        right += 1
        unused.remove(mine[0])
        for name, count in fields.items():
            is_right = field_is_right(item, name, marked[name])
            count[0] += is_right is True
            count[1] += is_right is not None
    total = len(items) + len(records)
    return {"f1": 2 * right / total if total else 1.0, "right": right, "items": len(items), "records": len(records), "fields": fields}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("corpora", type=Path)
    parser.add_argument("labels", type=Path, nargs="+")
    parser.add_argument("--kind", action="append", help="only pages of this kind")
    parser.add_argument("--half", choices=["tune", "report", "all"], default="all")
    parser.add_argument("--skip", nargs="*", default=[], help="pages to leave out")
    parser.add_argument("--pages", action="store_true", help="print a row for each page")
    arguments = parser.parse_args()
    labels = {}
    for path in arguments.labels:
        for label in map(json.loads, path.read_text().splitlines()):
            is_wanted = label.get("records") and label["page"] not in arguments.skip
            is_in_half = arguments.half in ("all", half(label["page"]))
            if is_wanted and is_in_half and (not arguments.kind or label["kind"] in arguments.kind):
                labels.setdefault(label["page"], label)
    rows = []
    paths = [arguments.corpora / page.rsplit("/", 1)[0] / "pages" / f"{page.rsplit('/', 1)[1]}.html" for page in labels]
    answers = measuring.records(arguments.program, paths, ["--with", "items,blocks"])
    for (page, label), path, answer in zip(labels.items(), paths, answers):
        if hashlib.sha256(path.read_bytes()).hexdigest() != label["sha256"]:
            sys.exit(f"{page}: the page has changed")
        rows.append({"page": page, "kind": label["kind"], **score(answer, label)})
    if arguments.pages:
        for row in sorted(rows, key=lambda row: row["f1"]):
            print("{page}\t{kind}\t{f1:.3f}\t{right}\t{items}\t{records}".format(**row))
    for kind in [*sorted({row["kind"] for row in rows}), None]:
        print(summary(kind or "all", [row for row in rows if kind in (None, row["kind"])]))


def summary(name, rows):
    """One line of figures."""
    close = 100 * sum(abs(row["items"] - row["records"]) <= 1 for row in rows) / len(rows)
    line = f"{name}: {len(rows)} pages, F1 {sum(row['f1'] for row in rows) / len(rows):.3f}, count within one {close:.1f} %"
    for field in ("author", "date"):
        right, all_of = (sum(row["fields"][field][at] for row in rows) for at in (0, 1))
        line += f", {field} {right}/{all_of}" if all_of else ""
    return line


if __name__ == "__main__":
    main()
