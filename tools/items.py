#!/usr/bin/env python3
"""Measures the items that dehusk lists (--with items) against records that were read by hand-written scrapers.

    python3 tools/items.py target/debug/dehusk /tmp/corpora/more/lists
    python3 tools/items.py target/debug/dehusk /tmp/corpora/more/lists --half report
    python3 tools/items.py target/debug/dehusk /tmp/corpora/more/lists --show ID

CORPUS is a folder with manifest.jsonl and pages/; a record has `name`, `date` (ISO), `url` and `number`. An item is right if the name
of one record, and of no other, is in its title or text, its `date` is the record's if the page prints that date inside the item, and
its `url` or one of its `link`s leads to the record's file if the item has a link there. F1 is over all items and records of a page;
the mean is over pages.
A page's count is right if the number of items differs from the number of records by at most one. `found` is the share of a page's
records that have a right item. Many scrapers keep only some rows of a page, such as those of one court or one week, so right items can
count as wrong ones: `more` is the share of pages on which every record is found and more items are listed.

Sites are divided into two halves by a hash of their name: rules were chosen on `tune`, figures are given for `report`.
"""

import argparse
import datetime
import json
import re
from pathlib import Path
from urllib.parse import unquote

import measuring
from measuring import letters

MONTHS = "January February March April May June July August September October November December".split()


def half(site: str) -> str:
    """The half of a site. Courts of one state share their pages' form, so only the letters before `_` count."""
    family = re.split(r"[_\d]", site)[0]
    return measuring.half(family, "c")


def forms_of(date: str) -> list[str]:
    """How a page may print a date."""
    day = datetime.date.fromisoformat(date[:10])
    month = MONTHS[day.month - 1]
    forms = [f"{day:%Y-%m-%d}", f"{day:%m/%d/%Y}", f"{day:%m-%d-%Y}", f"{day:%m.%d.%Y}", f"{day:%d.%m.%Y}"]
    forms += [f"{day.month}/{day.day}/{day.year}", f"{day.month}-{day.day}-{day.year}", f"{day.month}.{day.day}.{day.year}"]
    forms += [f"{name}{dot} {number}{end} {day.year}" for name in (month, month[:3], month[:4]) for dot in ("", ".")
              for number in (day.day, f"{day.day:02}") for end in ("", ",")]
    forms += [f"{number} {name} {day.year}" for name in (month, month[:3]) for number in (day.day, f"{day.day:02}")]
    return forms


def file_of(url: str) -> str:
    """The last part of an address, which tells records of one site apart."""
    return unquote(url).rstrip("/").split("/")[-1].casefold()


def items_of(program: str, method: str, pages: list[Path]) -> dict[str, list]:
    records = measuring.records(program, pages, ["--method", method, "--with", "items"])
    return {page.stem: record["items"] for page, record in zip(pages, records)}


def agrees(item: dict, record: dict, source: bytes) -> bool:
    """Whether date and address of an item are those of a record, where the item has them on the page."""
    fields = {field["name"]: field["value"] for field in item["fields"]}
    inside = source[item["src_start"]:item["src_end"]].decode("utf-8", "replace")
    plain = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", inside)).replace(" ,", ",")
    if record.get("date") and any(form.casefold() in plain.casefold() for form in forms_of(record["date"])):
        if fields.get("date", "")[:10] != record["date"][:10]:
            return False
    if record.get("url"):
        files = [file_of(link.replace("&amp;", "&")) for link in re.findall(r"""href\s*=\s*["']?([^"'>]+)""", inside)]
        listed = {file_of(field["value"]) for field in item["fields"] if field["name"] in ("url", "link")}
        if file_of(record["url"]) in files and file_of(record["url"]) not in listed:
            return False
    return True


def score(items: list[dict], records: list[dict], source: bytes) -> dict:
    """The figures of a page."""
    names = {letters(record["name"]) for record in records}
    unused = list(records)
    right = named = titled = 0
    for item in items:
        title = letters(next((field["value"] for field in item["fields"] if field["name"] == "title"), ""))
        text = letters(item["text"])
        found = {name for name in names if name in title} or {name for name in names if name in text}
        longest = max(found, key=len, default=None)
        if longest is None or any(name not in longest for name in found):
            continue
        candidates = [record for record in unused if letters(record["name"]) == longest]
        good = [record for record in candidates if agrees(item, record, source)]
        if candidates:
            named += 1
            titled += longest == title
            right += bool(good)
            unused.remove((good or candidates)[0])
    count = len(items)
    f1 = 2 * right / (count + len(records)) if count + len(records) else 1.0
    return {"f1": f1, "right": right, "named": named, "titled": titled, "items": count, "records": len(records)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--half", choices=["tune", "report", "all"], default="all")
    parser.add_argument("--method", default="grain")
    parser.add_argument("--show", metavar="ID", help="print the items of one page")
    arguments = parser.parse_args()
    manifest = [json.loads(line) for line in (arguments.corpus / "manifest.jsonl").read_text().splitlines()]
    wanted = [page for page in manifest if arguments.half in ("all", half(page["site"]))]
    if arguments.show:
        wanted = [page for page in manifest if page["id"] == arguments.show]
    paths = [arguments.corpus / "pages" / f"{page['id']}.html" for page in wanted]
    found = items_of(arguments.program, arguments.method, paths)
    rows = []
    for page, path in zip(wanted, paths):
        items = found[page["id"]]
        if arguments.show:
            for item in items:
                fields = {field["name"]: field["value"] for field in item["fields"]}
                print(item["kind"], item["group"], fields, repr(item["text"][:200]))
        rows.append({"id": page["id"], **score(items, page["items"], path.read_bytes())})
    print("page\tF1\tright\tnamed\ttitled\titems\trecords")
    for row in sorted(rows, key=lambda row: row["f1"]):
        print("{id}\t{f1:.3f}\t{right}\t{named}\t{titled}\t{items}\t{records}".format(**row))
    print(summary(rows))


def summary(rows: list[dict]) -> str:
    pages = len(rows)
    close = sum(abs(row["items"] - row["records"]) <= 1 for row in rows)
    more = sum(row["right"] == row["records"] < row["items"] - 1 for row in rows)
    found = [row["right"] / row["records"] for row in rows if row["records"]]
    share = sum(found) / len(found) if found else 1.0
    return (f"{pages} pages: F1 {sum(row['f1'] for row in rows) / pages:.3f}, count right within one on {100 * close / pages:.1f} % of "
            f"pages; found {share:.3f}, more on {100 * more / pages:.1f} % of pages")


if __name__ == "__main__":
    main()
