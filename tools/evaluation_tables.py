"""Updates the tables of EVALUATION.md, between their markers, from evaluation/*.csv and a record of bench/.

Usage: python3 tools/evaluation_tables.py          (in any folder; needs Python 3.9 or newer, and no packages)
       python3 tools/evaluation_tables.py --check  (changes nothing; fails if a table is out of date)
"""

import csv
import re
import sys
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SPEED_RECORD = "2026-11-23-methods.md"
CORPORA = ["cleaneval-dev", "cleanportaleval", "daniel", "dragnet", "scripts", "wcxb-dev"]

# Speeds in MB/s that the DANA talk reports ("Average processing time").
TALK_SPEEDS = {
    "dana": 19.43,
    "bte": 0.17,
    "dsc": 7.76,
    "accb": 0.40,
    "tccb": 15.86,
    "tccb-18": 17.09,
    "density": 7.62,
    "lqf": 1.25,
    "lqf-50": 1.25,
    "lqf-75": 1.25,
    "fe": 14.33,
    "kfe": 11.76,
}
# The metadata of trafilatura 2.3.1 on the same pages, by `dehusk eval … --outputs trafilatura=…`.
TRAFILATURA_METADATA = {"title": 0.486, "title, articles only": 0.520, "author": 0.555, "date": 0.839}
# Sites that are both in the papers' tables and in `scripts`, by the names that they have there.
SHARED_SITES = {"BBC Pashto": "bbc.com/pashto", "BBC Persian": "bbc.com/persian", "BBC Urdu": "bbc.com/urdu"}
ARABIC_SOURCES = ("R2L paper table 2", "DANA talk", "AdDANAg paper table 4")
OTHER_SOURCES = ("AdDANAg paper table 3",)
THAI_SOURCES = ("Thai paper table I",)


def rows(name):
    with open(ROOT / "evaluation" / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def means():
    """For each method and corpus, the row with the means over all pages. Methods are in the order of the file."""
    found = {}
    for row in rows("summary.csv"):
        if row["by"] == "all":
            found.setdefault(row["method"], {})[row["corpus"]] = row
    return found


def papers_by_site(sources, measure="f1"):
    """The papers' figures: for each method, the figure of each site. Methods and sites are in the order of the file."""
    found = {}
    for row in rows("papers.csv"):
        if row["source"] in sources and row["measure"] == measure:
            found.setdefault(row["method"], {})[row["site"]] = float(row["value"])
    return found


def papers_mean(method, sources):
    """The unweighted mean of the sites of the papers' tables; empty if no table has the method."""
    of = papers_by_site(sources).get(method)
    return f"{sum(of.values()) / len(of):.3f}" if of else ""


def ours_by_site(corpus, measure):
    """Our figures: for each method, the mean of each site's pages."""
    found = {}
    for row in rows("sites.csv"):
        if row["corpus"] == corpus and row["by"] == "site":
            found.setdefault(row["method"], {})[row["group"]] = float(row[measure])
    return found


def site_table(found):
    sites = list(next(iter(found.values())))
    for of in found.values():
        sites += [site for site in of if site not in sites]
    lines = ["| method | " + " | ".join(sites) + " | mean of sites |", "|---|" + "--:|" * (len(sites) + 1)]
    for method, of in found.items():
        cells = [f"{of[site]:.3f}" if site in of else "" for site in sites]
        lines.append(f"| {method} | " + " | ".join(cells) + f" | {sum(of.values()) / len(of):.3f} |")
    return lines


def shared_sites():
    papers, ours = papers_by_site(ARABIC_SOURCES), ours_by_site("scripts", "char_f1")
    heads = [f"{site}: {what}" for site in SHARED_SITES for what in ("paper", "ours")]
    lines = ["| method | " + " | ".join(heads) + " |", "|---|" + "--:|" * len(heads)]
    for method in (method for method in ours if method in papers):
        cells = []
        for name, site in SHARED_SITES.items():
            cells += [f"{papers[method][name]:.3f}", f"{ours[method][site]:.3f}"]
        lines.append(f"| {method} | " + " | ".join(cells) + " |")
    return lines


def thai_sites():
    lines = ["| | site | P | R | F1 |", "|---|---|--:|--:|--:|"]
    measures = [papers_by_site(THAI_SOURCES, measure)["thai"] for measure in ("precision", "recall", "f1")]
    for site in measures[0]:
        lines.append(f"| paper, 1 page | {site} | " + " | ".join(f"{of[site]:.3f}" for of in measures) + " |")
    for row in rows("sites.csv"):
        if row["method"] == "thai" and row["group"] in ("vajira-nephrology.github.io", "erbazz.github.io"):
            numbers = " | ".join(f"{float(row[name]):.3f}" for name in ("char_p", "char_r", "char_f1"))
            pages = "page" if row["pages"] == "1" else "pages"
            lines.append(f"| ours, {row['pages']} {pages} | {row['group']} | {numbers} |")
    return lines


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
        paper = [papers_mean(method, sources) for sources in (ARABIC_SOURCES, OTHER_SOURCES)]
        if paper == ["", ""]:
            continue
        ours = [float(of[corpus]["char_f1_sites"]) for corpus in ["scripts", "daniel", "dragnet"]]
        ours.append(float(articles[method]["char_f1_sites"]))
        lines.append(f"| {method} | {paper[0]} | {ours[0]:.3f} | {paper[1]} | " + " | ".join(f"{value:.3f}" for value in ours[1:]) + " |")
    return lines


def wikis():
    """The wiki pages of the open corpora, beside the Wikipedia pages of the papers."""
    english, persian = papers_by_site(OTHER_SOURCES), papers_by_site(ARABIC_SOURCES)
    lines = [
        "| method | paper: English | paper: Persian | words | characters | characters: P | characters: R |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for row in rows("wiki.csv"):
        paper = [of.get(row["method"], {}).get("Wikipedia") for of in (english, persian)]
        cells = ["" if value is None else f"{value:.3f}" for value in paper]
        cells += [f"{float(row[name]):.3f}" for name in ("word_f1", "char_f1", "char_p", "char_r")]
        lines.append(f"| {row['method']} | " + " | ".join(cells) + " |")
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
    """For each corpus, F1 without site noise known, and with it removed before and after; the method's own step is bold."""
    corpora = ["cleanportaleval", "daniel", "scripts", "wcxb-dev"]
    lines = ["| method | " + " | ".join(corpora) + " |", "|---|" + "---|" * len(corpora)]
    runs = {name: whole_corpora(f"site-noise{name}.csv") for name in ("", "-before", "-after")}
    for method, of in means().items():
        own = own_step(method, runs)
        cells = []
        for corpus in corpora:
            steps = {name: f"{float(runs[name][method, corpus]):.3f}" for name in ("-before", "-after")}
            steps[own] = f"**{steps[own]}**"
            cells.append(f"{float(of[corpus]['word_f1']):.3f} · " + " · ".join(steps.values()))
        lines.append(f"| {method} | " + " | ".join(cells) + " |")
    return lines


def whole_corpora(name):
    return {(row["method"], row["corpus"]): row["word_f1"] for row in rows(name) if row["by"] == "all"}


def own_step(method, runs):
    """The run in which a method answers as with its own step; "after" if both do."""
    own = {key: value for key, value in runs[""].items() if key[0] == method and key[1] != "*"}
    for step in ("-after", "-before"):
        if all(runs[step][key] == value for key, value in own.items()):
            return step
    sys.exit(f"site-noise.csv: {method} answers neither as before nor as after")


def speed():
    """The speed of each method on each corpus, from the recorded run of the bench."""
    found, corpus = {}, None
    for line in (ROOT / "bench" / "record" / SPEED_RECORD).read_text(encoding="utf-8").splitlines():
        heading = re.match(r"([a-z-]+): [0-9]+ of [0-9]+ pages,", line)
        corpus = heading[1] if heading else corpus
        row = re.match(r"\| dehusk ([a-z0-9-]+) +\| +([0-9,.]+) \|", line)
        if row:
            found.setdefault(row[1], {})[corpus] = row[2]
    corpora = list(next(iter(found.values())))
    lines = ["| method | " + " | ".join(corpora) + " | DANA talk, 2011 |", "|---|" + "---|" * (len(corpora) + 1)]
    for method in (method for method in means() if method in found):
        paper = TALK_SPEEDS.get(method)
        cells = [found[method][corpus] for corpus in corpora] + ["" if paper is None else str(paper)]
        lines.append(f"| {method} | " + " | ".join(cells) + " |")
    return lines


def kept_apart():
    """Public sets that were never used for training or tuning: one row for each set, with the best value in bold."""
    found, tools = {}, []
    for row in rows("kept-apart.csv"):
        if row["part"] == "all":
            tools += [] if row["tool"] in tools else [row["tool"]]
            found.setdefault((row["set"], row["pages"], row["measure"]), {})[row["tool"]] = row["percent"]
    lines = ["| set | pages | measure | " + " | ".join(tools) + " |", "|---|--:|---|" + "--:|" * len(tools)]
    for (name, pages, measure), of in found.items():
        lines.append(f"| {name} | {pages} | {measure} | " + " | ".join(with_best_bold(of, tools)) + " |")
    return lines


def with_best_bold(of, tools):
    best = max(map(float, of.values()))
    return [f"**{of[tool]}**" if tool in of and float(of[tool]) == best else of.get(tool, "–") for tool in tools]


def kept_apart_parts(measure, heading):
    """The sets that are split into parts: one row for each tool, one column for each part."""
    found, parts = {}, []
    for row in rows("kept-apart.csv"):
        if row["part"] != "all" and row["measure"] == measure:
            parts += [] if row["part"] in parts else [row["part"]]
            found.setdefault(row["tool"], {})[row["part"]] = row["percent"]
    lines = [f"| {heading} | " + " | ".join(parts) + " |", "|---|" + "--:|" * len(parts)]
    return lines + [f"| {tool} | " + " | ".join(of[part] for part in parts) + " |" for tool, of in found.items()]


def three_places(value):
    """Rounds a decimal number to three places, and halves up: 0.9325 becomes 0.933."""
    return str(Decimal(value).quantize(Decimal("0.001"), ROUND_HALF_UP))


def left_out(without):
    """`grain` on pages whose site (or corpus) was left out of its training, compared with the best other tool."""
    chosen = [row for row in rows("left-out.csv") if row["left_out"] == without]
    chosen = [row for row in chosen if row["best_peer_bag_f1"] or (without == "corpus" and row["part"] == "all")]
    heads = [row["corpus"] if row["part"] == "all" else f"{row['corpus']} {row['part']}" for row in chosen]
    if without == "site":
        heads = [row["part"] for row in chosen]
    lines = ["| method | " + " | ".join(heads) + " |", "|---|" + "--:|" * len(heads)]
    lines.append("| `grain` | " + " | ".join(three_places(row["bag_f1"]) for row in chosen) + " |")
    peers = [row["best_peer_bag_f1"] or "–" for row in chosen]
    lines.append("| best other tool | " + " | ".join(peers) + " |")
    if without == "site":
        cetd = {row["group"]: row for row in rows("summary.csv") if row["method"] == "cetd" and row["corpus"] == "wcxb-dev"}
        lines.append("| `cetd`, the best rule | " + " | ".join(f"{float(cetd[head]['bag_f1']):.3f}" for head in heads) + " |")
    return lines


def left_out_in_full():
    names = ["pages", "bag_f1", "word_f1", "word_p", "word_r"]
    lines = [
        "| corpus | part | left out of training | pages | bag F1 | word F1 | word P | word R |",
        "|---|---|---|--:|--:|--:|--:|--:|",
    ]
    for row in rows("left-out.csv"):
        without = {"site": "the page's site", "corpus": "the corpus"}[row["left_out"]]
        lines.append(f"| {row['corpus']} | {row['part']} | {without} | " + " | ".join(row[name] for name in names) + " |")
    return lines


def metadata():
    """The rows of `plain`: metadata do not depend on the method."""
    plain = [row for row in rows("summary.csv") if row["corpus"] == "wcxb-dev" and row["method"] == "plain"]
    everything = next(row for row in plain if row["by"] == "all")
    articles = next(row for row in plain if (row["by"], row["group"]) == ("page_type", "article"))
    of = {"title": everything, "title, articles only": articles, "author": everything, "date": everything}
    lines = ["| | pages | dehusk | trafilatura |", "|---|--:|--:|--:|"]
    for name, row in of.items():
        field = name.split(",")[0]
        share, theirs = (f"{value:.3f}".lstrip("0") for value in (float(row[field]), TRAFILATURA_METADATA[name]))
        lines.append(f"| {name} | {int(row[field + '_pages']):,} | {share} | {theirs} |")
    return lines


TABLES = {
    "public sets kept apart": kept_apart,
    "WCXB test split by page type": lambda: kept_apart_parts("bag F1", "tool"),
    "Markdown structure": lambda: kept_apart_parts("F1 of Markdown structure", "tool"),
    "grain, sites left out": lambda: left_out("site"),
    "grain, corpora left out": lambda: left_out("corpus"),
    "grain, pages left out, in full": left_out_in_full,
    "all methods, characters": lambda: all_methods("char_f1"),
    "all methods, words": lambda: all_methods("word_f1"),
    "all methods, bag of words": lambda: all_methods("bag_f1"),
    "wcxb-dev": precision_and_recall,
    "wcxb-dev by page type": page_types,
    "beside the papers": beside_the_papers,
    "sites in the papers and here": shared_sites,
    "the papers' sites in Arabic script": lambda: site_table(papers_by_site(ARABIC_SOURCES)),
    "sites of scripts": lambda: site_table(ours_by_site("scripts", "char_f1")),
    "the papers' other sites": lambda: site_table(papers_by_site(OTHER_SOURCES)),
    "sites of cleanportaleval": lambda: site_table(ours_by_site("cleanportaleval", "char_f1")),
    "thai sites": thai_sites,
    "wikis": wikis,
    "thai pages": thai_pages,
    "site noise": site_noise,
    "metadata": metadata,
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
