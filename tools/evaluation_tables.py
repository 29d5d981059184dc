"""Updates the tables of EVALUATION.md, between their markers, from evaluation/*.csv and a record of bench/.

Usage: python3 tools/evaluation_tables.py          (in any folder; needs Python 3.9 or newer, and no packages)
       python3 tools/evaluation_tables.py --check  (changes nothing; fails if a table is out of date)
"""

import csv
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPEED_RECORD = "2026-11-21-methods-2.md"
CORPORA = ["cleaneval-dev", "cleanportaleval", "daniel", "dragnet", "scripts", "wcxb-dev"]

# Results of the papers: mean F1 over the ten sites in Arabic script (DANA talk; AdDANAg, Table 4), mean F1 over the twelve other
# sites (AdDANAg, Table 3), and MB/s (DANA talk). The means were computed from these tables (ALGORITHMS.md, section 11).
PAPERS = {
    "plain": (None, 0.5700, None),
    "r2l": (0.8978, None, None),
    "dana": (0.9379, None, 19.43),
    "danag": (0.9391, 0.8099, None),
    "addanag": (0.9547, 0.8284, None),
    "bte": (0.7540, None, 0.17),
    "dsc": (0.8726, 0.7715, 7.76),
    "ccb": (None, 0.7498, None),
    "accb": (0.8498, 0.7804, 0.40),
    "tccb": (0.9030, 0.7635, 15.86),
    "tccb-18": (0.9000, None, 17.09),
    "density": (0.7994, 0.6796, 7.62),
    "lqf": (0.8214, 0.6790, 1.25),
    "lqf-50": (0.8172, None, 1.25),
    "lqf-75": (0.8108, None, 1.25),
    "crunch": (None, 0.7008, None),
    "fe": (0.1834, None, 14.33),
    "kfe": (0.7415, None, 11.76),
}


def rows(name):
    with open(ROOT / "evaluation" / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def means():
    """The row over all pages, for each method and corpus. Methods are in the order of the file."""
    found = {}
    for row in rows("summary.csv"):
        if row["by"] == "all":
            found.setdefault(row["method"], {})[row["corpus"]] = row
    return found


def all_methods(measure):
    lines = ["| method | " + " | ".join(CORPORA) + " | mean |", "|---|" + "---|" * (len(CORPORA) + 1)]
    for method, of in means().items():
        values = [float(of[corpus][measure]) for corpus in CORPORA]
        values.append(sum(values) / len(values))
        lines.append(f"| {method} | " + " | ".join(f"{value:.3f}" for value in values) + " |")
    return lines


def precision_and_recall():
    lines = ["| method | P | R | F1 | 95 % of F1 | must | must not | empty |", "|---|---|---|---|---|---|---|---|"]
    for method, of in means().items():
        row = of["wcxb-dev"]
        numbers = " | ".join(f"{float(row[name]):.3f}" for name in ["word_p", "word_r", "word_f1"])
        interval = f"{float(row['word_f1_low']):.3f}–{float(row['word_f1_high']):.3f}"
        snippets = f"{float(row['must']):.3f} | {float(row['must_not']):.3f}"
        lines.append(f"| {method} | {numbers} | {interval} | {snippets} | {row['empty']} |")
    return lines


def page_types():
    types, found = [], {}
    for row in rows("summary.csv"):
        if row["corpus"] == "wcxb-dev" and row["by"] == "page_type":
            types += [] if row["group"] in types else [row["group"]]
            found.setdefault(row["method"], {})[row["group"]] = float(row["bag_f1"])
    lines = ["| method | " + " | ".join(types) + " |", "|---|" + "---|" * len(types)]
    return lines + [f"| {method} | " + " | ".join(f"{of[kind]:.3f}" for kind in types) + " |" for method, of in found.items()]


def beside_the_papers():
    lines = [
        "| method | papers: ten sites in Arabic script | `scripts` | papers: twelve other sites | `daniel` | `dragnet` | `wcxb-dev` articles |",
        "|---|---|---|---|---|---|---|",
    ]
    articles = {row["method"]: row for row in rows("summary.csv") if row["group"] == "article" and row["corpus"] == "wcxb-dev"}
    for method, of in means().items():
        if method not in PAPERS:
            continue
        arabic, others, _ = PAPERS[method]
        ours = [float(of[corpus]["char_f1_sites"]) for corpus in ["scripts", "daniel", "dragnet"]]
        ours.append(float(articles[method]["char_f1_sites"]))
        paper = ["" if value is None else f"{value:.3f}" for value in (arabic, others)]
        lines.append(f"| {method} | {paper[0]} | {ours[0]:.3f} | {paper[1]} | " + " | ".join(f"{value:.3f}" for value in ours[1:]) + " |")
    return lines


def thai_pages():
    lines = [
        "| method | th: words | th: characters | th: P | th: R | scripts: words | scripts: characters |",
        "|---|---|---|---|---|---|---|",
    ]
    thai = {row["method"]: row for row in rows("summary.csv") if row["corpus"] == "scripts" and row["group"] == "th"}
    for method, of in means().items():
        row, all_pages = thai[method], of["scripts"]
        numbers = [row["word_f1"], row["char_f1"], row["char_p"], row["char_r"], all_pages["word_f1"], all_pages["char_f1"]]
        lines.append(f"| {method} | " + " | ".join(f"{float(number):.3f}" for number in numbers) + " |")
    return lines


def site_noise():
    corpora = ["cleanportaleval", "daniel", "scripts"]
    heads = [f"{corpus}, {what}" for corpus in corpora for what in ("alone", "site noise")]
    lines = ["| method | " + " | ".join(heads) + " |", "|---|" + "---|" * len(heads)]
    with_noise = {(row["method"], row["corpus"]): row for row in rows("site-noise.csv") if row["by"] == "all"}
    for method, of in means().items():
        pairs = [(of[corpus], with_noise[method, corpus]) for corpus in corpora]
        numbers = [row["word_f1"] for pair in pairs for row in pair]
        lines.append(f"| {method} | " + " | ".join(f"{float(number):.3f}" for number in numbers) + " |")
    return lines


def speed():
    """The speed of each method on each corpus, from the recorded run of the bench."""
    found, corpus = {}, None
    for line in (ROOT / "bench" / "record" / SPEED_RECORD).read_text(encoding="utf-8").splitlines():
        heading = re.match(r"([a-z-]+): [0-9]+ of [0-9]+ pages,", line)
        corpus = heading[1] if heading else corpus
        row = re.match(r"\| dehusk ([a-z0-9]+) +\| +([0-9,]+) \|", line)
        if row:
            found.setdefault(row[1], {})[corpus] = row[2]
    corpora = list(next(iter(found.values())))
    lines = ["| method | " + " | ".join(corpora) + " | DANA talk, 2011 |", "|---|" + "---|" * (len(corpora) + 1)]
    for method in (method for method in means() if method in found):
        paper = PAPERS.get(method, (None, None, None))[2]
        cells = [found[method][corpus] for corpus in corpora] + ["" if paper is None else str(paper)]
        lines.append(f"| {method} | " + " | ".join(cells) + " |")
    return lines


TABLES = {
    "all methods, characters": lambda: all_methods("char_f1"),
    "all methods, words": lambda: all_methods("word_f1"),
    "all methods, bag of words": lambda: all_methods("bag_f1"),
    "wcxb-dev": precision_and_recall,
    "wcxb-dev by page type": page_types,
    "beside the papers": beside_the_papers,
    "thai pages": thai_pages,
    "site noise": site_noise,
    "speed": speed,
}


def with_tables(text):
    for name, table in TABLES.items():
        marked = re.compile(f"(<!-- table: {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)
        if not marked.search(text):
            sys.exit(f"EVALUATION.md has no markers for the table {name!r}")
        text = marked.sub(lambda found: found[1] + "\n".join(table()) + "\n" + found[2], text)
    return text


def main():
    path = ROOT / "EVALUATION.md"
    old = path.read_text(encoding="utf-8")
    new = with_tables(old)
    if "--check" in sys.argv[1:]:
        sys.exit(None if new == old else "EVALUATION.md is out of date; run tools/evaluation_tables.py")
    path.write_text(new, encoding="utf-8")


main()
