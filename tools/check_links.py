#!/usr/bin/env python3
"""Checks that relative links and anchors have a target, in the Markdown files of the repository and in the built book.

    tools/check_links.py                  all tracked *.md files except those of tests
    tools/check_links.py --book FOLDER    also the HTML files under FOLDER, as `mdbook build` writes them

Links to other hosts are not followed. In Markdown, code blocks and code spans are ignored. Anchors are those that GitHub
generates from headings, and the `id` and `name` attributes of HTML tags. The anchors of an included file also count for the file
that includes it. The links of an included file are checked in that file, and again in the built book. For each dead link, prints
its file, its line and the link; the exit code is then 1.
"""

import argparse
import functools
import html.parser
import pathlib
import re
import subprocess
import sys
import unicodedata
import urllib.parse

TESTS = re.compile(r"(^|/)tests/")
FENCE = re.compile(r"^\s*(?:>\s*)*(?P<mark>`{3,}|~{3,})")
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
INLINE_LINK = re.compile(r"\]\(\s*(?:<(?P<angle>[^>\n]*)>|(?P<plain>[^\s()]*(?:\([^\s()]*\)[^\s()]*)*))(?:\s+[\"'(][^)]*)?\s*\)")
REFERENCE = re.compile(r"^ {0,3}\[[^\]^][^\]]*\]:\s*<?(?P<target>[^\s>]+)", re.MULTILINE)
HTML_LINK = re.compile(r"<(?:a|img|source)\b[^>]*?\b(?:href|src)\s*=\s*[\"'](?P<target>[^\"']*)", re.IGNORECASE)
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(?P<text>.*?)(?:[ \t]+#+)?[ \t]*$", re.MULTILINE)
UNDERLINED = re.compile(r"^(?P<text>[^\s#>|`~-].*)\n(?:=+|-+)[ \t]*$", re.MULTILINE)
BOOK_ID = re.compile(r"\s*\{\s*#(?P<id>[^\s}]+)[^}]*\}\s*$")
INCLUDE = re.compile(r"\{\{#include\s+(?P<path>[^\s:}]+)(?::(?P<part>[\w-]+))?\s*\}\}")
HTML_ID = re.compile(r"<[^>]*\b(?:id|name)\s*=\s*[\"'](?P<id>[^\"']+)", re.IGNORECASE)


def without_code(text):
    """The Markdown with code blocks and comments replaced by empty lines, so that line numbers do not change."""
    lines, fence = [], None
    for line in COMMENT.sub(blank, text).split("\n"):
        mark = FENCE.match(line)
        if fence:
            if mark and mark["mark"].startswith(fence) and not line.strip(" >").strip(fence[0]):
                fence = None
            lines.append("")
        elif mark:
            fence = mark["mark"]
            lines.append("")
        else:
            lines.append(line)
    return "\n".join(lines)


def blank(match):
    return "\n" * match.group().count("\n")


def slug(heading):
    """The anchor that GitHub generates from a heading."""
    text = re.sub(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?", r"\1", heading)
    text = re.sub(r"<[^>]*>", "", text)
    text = re.sub(r"(?<!\w)_+|_+(?!\w)", "", text).replace("*", "").replace("`", "")
    kept = (c for c in text.strip().lower() if c in " -_" or unicodedata.category(c)[0] in "LNM")
    return "".join(kept).replace(" ", "-")


def with_includes(path):
    """The Markdown with each `{{#include FILE}}` or `{{#include FILE:PART}}` of mdBook replaced by that file or part."""

    def included(match):
        file = path.parent / match["path"]
        if not file.is_file():
            return ""
        text = with_includes(file)
        if not match["part"]:
            return text
        mark = r"\bANCHOR{}:\s*" + re.escape(match["part"]) + r"\b"
        begin = re.search(mark.format(""), text)
        end = re.search(mark.format("_END"), text)
        return text[begin.end() : end.start() if end else None].partition("\n")[2] if begin else ""

    return INCLUDE.sub(included, path.read_text(encoding="utf-8"))


@functools.lru_cache(maxsize=None)
def markdown_anchors(path):
    text = without_code(with_includes(path))
    anchors, seen = {match["id"] for match in HTML_ID.finditer(text)}, {}
    headings = sorted([*HEADING.finditer(text), *UNDERLINED.finditer(text)], key=lambda match: match.start())
    for heading in headings:
        given = BOOK_ID.search(heading["text"])
        if given:
            anchors.add(given["id"])
            continue
        name = slug(heading["text"])
        number = seen[name] = seen.get(name, -1) + 1
        anchors.add(f"{name}-{number}" if number else name)
    return anchors


def markdown_links(path):
    """Yields the line number and the target of every link."""
    text = CODE_SPAN.sub(blank, without_code(path.read_text(encoding="utf-8")))
    for pattern in (INLINE_LINK, REFERENCE, HTML_LINK):
        for match in pattern.finditer(text):
            target = match["angle"] or match["plain"] if pattern is INLINE_LINK else match["target"]
            yield text.count("\n", 0, match.start()) + 1, target or ""


class Html(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.anchors, self.base = [], set(), None

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        self.anchors.update(filter(None, (attributes.get("id"), attributes.get("name") if tag == "a" else None)))
        if tag == "base":
            self.base = attributes.get("href")
        else:
            found = (attributes.get(name) for name in ("href", "src"))
            self.links += [(self.getpos()[0], target) for target in found if target]


@functools.lru_cache(maxsize=None)
def read_html(path):
    reader = Html()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


def dead(source, target, root):
    """Describes what is wrong with a link, or returns None."""
    parts = urllib.parse.urlsplit(target)
    if parts.scheme or parts.netloc:
        return None
    if not target:
        return "an empty link"
    path = source
    if parts.path:
        name = urllib.parse.unquote(parts.path)
        path = root / name.lstrip("/") if name.startswith("/") else source.parent / name
        if not path.exists():
            return "no such file"
        if not path.resolve().is_relative_to(root.resolve()):
            return "outside the root"
    if path.is_dir() and source.suffix == ".html":
        path = path / "index.html"
    anchor = urllib.parse.unquote(parts.fragment)
    if not anchor or path.suffix not in (".md", ".html") or re.fullmatch(r"L\d+(-L\d+)?", anchor):
        return None
    anchors = markdown_anchors(path) if path.suffix == ".md" else read_html(path).anchors
    return None if anchor in anchors else "no such anchor"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--book", type=pathlib.Path, metavar="FOLDER", help="the folder of the built book")
    options = parser.parse_args()
    root = pathlib.Path(__file__).resolve().parent.parent
    tracked = subprocess.run(["git", "ls-files", "-z", "*.md"], cwd=root, check=True, capture_output=True, text=True)
    files = [root / name for name in tracked.stdout.split("\0") if name and not TESTS.search(name)]
    links = [(path, line, target, root) for path in files if path.exists() for line, target in markdown_links(path)]
    if options.book:
        # The playground has pages to extract, whose links lead nowhere.
        pages = sorted(
            path
            for path in options.book.rglob("*.html")
            if path.name not in ("print.html", "toc.html", "404.html") and "playground" not in path.parts
        )
        if not pages:
            sys.exit(f"{options.book}: no pages")
        links += [(path, line, target, options.book) for path in pages for line, target in read_html(path).links]
        files += pages
    wrong = 0
    for path, line, target, top in links:
        reason = dead(path, target, top)
        if reason:
            wrong += 1
            shown = path.relative_to(root) if path.is_relative_to(root) else path
            print(f"{shown}:{line}: {reason}: {target}")
    print(f"check_links: {len(links)} links in {len(files)} files, {wrong} dead")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
