"""Labels pages by hand: shows the numbered blocks of a page, stores which of them are main content, makes a corpus of the labels.

    label.py show PAGE…                 the blocks of pages, one per line, with their numbers
    label.py add LABELS SPEC…           adds labels of pages to a file of labels
    label.py corpus OUT LABELS…         a corpus (pages, gold texts, manifest) for `dehusk eval` and `dehusk-train`
    label.py agree LABELS LABELS        how well two files of labels agree: F1 of words, κ of blocks
    label.py view OUT LABELS…           an HTML file for each labeled page: its blocks, kept or removed, beside the page

A SPEC is one argument: `PAGE main=12-40,42 title=12 records=14,20,26 kind=products labeler=NAME`, with the numbers that `show`
prints. An empty `main=` says that the page has no main content. `records` are the first blocks of the items of a list; each reaches
to the next one or to the end of its run of main content. A label stores byte ranges and a hash of the page, but no text of it, and
stays valid if the numbers change. LABELING.md says what main content is. PAGE is a path below the folder of corpora
($DEHUSK_CORPORA) without extension: `more/unlabelled/form-101`. $DEHUSK is the program (default: dehusk).
"""

import functools
import hashlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

# Characters of a block that `show` prints; the rest is replaced by its length. Chosen by hand.
SHOWN = 110

# What a page can be, for the column `kind` of the labels.
KINDS = ("article", "collection", "documentation", "forum", "front", "listing", "product", "recipe", "search", "service", "other")


def corpora():
    return Path(os.environ["DEHUSK_CORPORA"])


def page_path(page):
    corpus, name = page.rsplit("/", 1)
    return corpora() / corpus / "pages" / f"{name}.html"


@functools.cache
def blocks(page):
    """The blocks of a page with the text that `plain` gives: a list of (start, end, kind, path, text)."""
    command = [os.environ.get("DEHUSK", "dehusk"), "extract", "--method", "plain", "--format", "json", "--with", "blocks"]
    record = json.loads(subprocess.run([*command, str(page_path(page))], check=True, capture_output=True).stdout)
    text = record["text"].encode()
    found = []
    for block in record["blocks"]:
        span = text[block["text_start"] : block["text_end"]].decode(errors="replace")
        found.append((block["src_start"], block["src_end"], block["kind"], block["xpath"], span))
    return found


def show(pages):
    for page in pages:
        shown = blocks(page)
        print(f"==> {page}  ({len(shown)} blocks)")
        previous = ""
        for number, (_, _, kind, path, text) in enumerate(shown):
            line = " / ".join(text.split("\n"))
            more = f" …+{len(line) - SHOWN}" if len(line) > SHOWN + 10 else ""
            print(f"{number} {short_path(path, previous)} {kind[:4]}: {line[:SHOWN] if more else line}{more}")
            previous = path


def short_path(path, previous):
    """The path of a block without the steps that it shares with the block before; `~` stands for these."""
    steps, before = path.removeprefix("/html/body").split("/"), previous.removeprefix("/html/body").split("/")
    shared = 0
    while shared < min(len(steps), len(before)) and steps[shared] == before[shared]:
        shared += 1
    rest = "/".join(step.replace("[1]", "") for step in steps[shared:])
    return f"~{shared}/{rest}" if shared > 1 else "/".join(step.replace("[1]", "") for step in steps)


def numbers(spec):
    """The numbers of `3-5,8`: 3, 4, 5, 8."""
    found = []
    for part in filter(None, spec.split(",")):
        first, _, last = part.partition("-")
        found.extend(range(int(first), int(last or first) + 1))
    return sorted(set(found))


def runs(chosen, page_blocks):
    """The byte ranges of runs of blocks that follow each other."""
    found, previous = [], None
    for number in chosen:
        start, end = page_blocks[number][:2]
        if previous is not None and number == previous + 1:
            found[-1][1] = max(end, found[-1][1])
        else:
            found.append([start, end])
        previous = number
    return found


def label(spec):
    page, *fields = spec.split()
    given = dict(field.split("=", 1) for field in fields)
    unknown = given.keys() - {"main", "title", "records", "author", "date", "kind", "labeler", "note"}
    if unknown or "main" not in given or given.get("kind", "other") not in KINDS:
        sys.exit(f"{page}: wrong fields {sorted(unknown)}, no main=, or a kind that is none of {', '.join(KINDS)}")
    page_blocks = blocks(page)
    for name in ("main", "title", "records", "author", "date"):
        wrong = [number for number in numbers(given.get(name, "")) if number >= len(page_blocks)]
        if wrong:
            sys.exit(f"{page}: {name}: the page has no blocks {wrong}")
    made = {"page": page, "sha256": hashlib.sha256(page_path(page).read_bytes()).hexdigest()}
    made["kind"] = given.get("kind", "other")
    made["main"] = runs(numbers(given["main"]), page_blocks)
    for name in ("title", "records", "author", "date"):
        if name in given:
            made[name] = [page_blocks[number][0] for number in numbers(given[name])]
    return made | {name: given[name] for name in ("labeler", "note") if name in given}


def read(path):
    return [json.loads(line) for line in Path(path).read_text().splitlines() if line]


def add(path, specs):
    made = [label(spec) for spec in specs]
    again = {entry["page"] for entry in made}
    old = [entry for entry in read(path) if entry["page"] not in again] if Path(path).exists() else []
    lines = sorted(old + made, key=lambda entry: entry["page"])
    Path(path).write_text("".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in lines))
    for entry in made:
        kept = kept_texts(entry)
        print(f"{entry['page']}: {len(kept)} blocks, {sum(len(text.split()) for text in kept)} words; first: {kept[0][:60] if kept else '-'!r}")


def kept(entry, page_blocks):
    """For each block of a page, whether it is main content."""
    return [any(start <= block[0] and block[1] <= end for start, end in entry["main"]) for block in page_blocks]


def kept_texts(entry):
    page = page_path(entry["page"])
    if hashlib.sha256(page.read_bytes()).hexdigest() != entry["sha256"]:
        sys.exit(f"{page} is not the page that was labeled")
    page_blocks = blocks(entry["page"])
    return [block[4] for block, is_kept in zip(page_blocks, kept(entry, page_blocks)) if is_kept]


def corpus(out, paths):
    out = Path(out)
    for folder in ("pages", "gold"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    rows = []
    for entry in (entry for path in paths for entry in read(path)):
        name = entry["page"].rsplit("/", 1)[1]
        shutil.copyfile(page_path(entry["page"]), out / "pages" / f"{name}.html")
        (out / "gold" / f"{name}.txt").write_text("".join(f"{text}\n" for text in kept_texts(entry)))
        about = manifest_row(entry["page"])
        rows.append({"id": name, "url": about.get("url"), "site": about.get("site"), "page_type": entry["kind"]})
    (out / "manifest.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    print(f"{len(rows)} pages in {out}")


def manifest_row(page):
    folder, name = page.rsplit("/", 1)
    return manifest(folder).get(name, {})


@functools.cache
def manifest(folder):
    """The rows of the manifest of a corpus, by the id of their page."""
    return {row["id"]: row for row in read(corpora() / folder / "manifest.jsonl")}


def agree(first, second):
    ours, theirs = ({entry["page"]: entry for entry in read(path)} for path in (first, second))
    shared = sorted(ours.keys() & theirs.keys())
    pairs, scores = [], []
    for page in shared:
        page_blocks = blocks(page)
        one, two = kept(ours[page], page_blocks), kept(theirs[page], page_blocks)
        pairs.extend(zip(one, two))
        words = [len(re.findall(r"\w+", block[4])) for block in page_blocks]
        both, total = sum(n for n, a, b in zip(words, one, two) if a and b), sum(n * (a + b) for n, a, b in zip(words, one, two))
        scores.append((2 * both / total if total else 1.0, page))
    same, n = sum(a == b for a, b in pairs) / len(pairs), len(pairs)
    yes = [sum(pair[side] for pair in pairs) / n for side in (0, 1)]
    chance = yes[0] * yes[1] + (1 - yes[0]) * (1 - yes[1])
    print(f"{len(shared)} pages, {n} blocks: mean F1 of words {sum(score for score, _ in scores) / len(scores):.3f}, κ {(same - chance) / (1 - chance):.3f}")
    for score, page in sorted(scores)[:20]:
        print(f"  {score:.3f} {page}")


VIEW = """<!doctype html><meta charset=utf-8><title>{page}</title><style>
body {{ display: grid; grid-template-columns: 1fr 1fr; height: 100vh; margin: 0; font: 14px/1.4 sans-serif }}
ol {{ overflow: auto; margin: 0; padding: 1em 1em 1em 4em }} li {{ color: #888; white-space: pre-line }}
.kept {{ color: #000; background: #dfd }} .title {{ font-weight: bold }} .record {{ border-top: 2px solid #080 }}
.author, .date {{ color: #04c }} iframe {{ border: 0; width: 100%; height: 100% }}
</style><ol start=0>{blocks}</ol><iframe sandbox srcdoc="{source}"></iframe>"""


def view(out, paths):
    Path(out).mkdir(parents=True, exist_ok=True)
    for entry in (entry for path in paths for entry in read(path)):
        text = VIEW.format(page=html.escape(entry["page"]), blocks=view_of_blocks(entry), source=view_of_page(entry["page"]))
        Path(out, entry["page"].rsplit("/", 1)[1] + ".html").write_text(text)


def view_of_blocks(entry):
    page_blocks, lines = blocks(entry["page"]), []
    for block, is_kept in zip(page_blocks, kept(entry, page_blocks)):
        classes = ["kept"] * is_kept
        classes += [name.removesuffix("s") for name in ("title", "records", "author", "date") if block[0] in entry.get(name, [])]
        lines.append(f'<li class="{" ".join(classes)}" dir=auto>{html.escape(block[4])}')
    return "".join(lines)


def view_of_page(page):
    """The page as the frame shows it: without scripts, because of `sandbox`, and without a network."""
    source = page_path(page).read_bytes().decode(errors="replace")
    policy = "<meta http-equiv=content-security-policy content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">"
    return html.escape(policy + source)


def main():
    command, *rest = sys.argv[1:] or ["help"]
    if command == "show" and rest:
        show(rest)
    elif command == "add" and len(rest) > 1:
        add(rest[0], rest[1:])
    elif command == "corpus" and len(rest) > 1:
        corpus(rest[0], rest[1:])
    elif command == "agree" and len(rest) == 2:
        agree(*rest)
    elif command == "view" and len(rest) > 1:
        view(rest[0], rest[1:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
