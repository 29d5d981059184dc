#!/usr/bin/env python3
"""Figures about the Thai gold of dehusk-words (crates/dehusk-words/tests/gold/th*.txt).

    tools/thai_gold.py agreement    how well its two labelings agree: word F1, kappa of borders, and how differences were settled
    tools/thai_gold.py compare      word F1 and speed of dehusk and other segmenters, for each kind of text

`compare` builds and runs `--example segment`, and compares with those of PyThaiNLP's newmm and longest, attacut, and ICU
(PyICU) that this Python can import; the others are reported as missing. For all of them:

    python3 -m venv VENV && VENV/bin/pip install pythainlp pyicu attacut && VENV/bin/python tools/thai_gold.py compare

Speed is measured on one core, on the same text: the phrases, repeated up to --bytes. For dehusk it is the best of five runs, for
the others processor time, which does not count what other programs take. A ratio is the speed of dehusk divided by that of the
other segmenter.
"""

import argparse
import collections
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TESTS = ROOT / "crates/dehusk-words/tests"
KINDS = ["th", "th_everyday", "th_news", "th_forum", "th_manual"]
PROGRAM = ["cargo", "run", "--quiet", "--release", "-p", "dehusk-words", "--example", "segment", "--"]
# Characters before or after which no word may begin, so that annotators have no choice there.
DEPENDENT = set("ะัาำิีึืฺุู็่้๊๋์ํๅ")
LEADING = set("เแโใไ")
SILENCER = "์"


def lines(path):
    """The phrases of a file, with `|` between words."""
    text = path.read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def uncut(line):
    return line.replace("|", "")


def spans(words):
    """The words of a cut line as pairs of offsets. Blanks separate words and count as characters."""
    found, start, at = set(), 0, 0
    for character in words + "|":
        if character in "| ":
            if at > start:
                found.add((start, at))
            at += character == " "
            start = at
        else:
            at += 1
    return found


def spans_of(tokens):
    """The tokens of a segmenter that have a letter or a digit, as pairs of offsets."""
    found, at = set(), 0
    for token in tokens:
        if any(character.isalnum() for character in token):
            found.add((at, at + len(token)))
        at += len(token)
    return found


def f1(pairs):
    pairs = list(pairs)
    both = sum(len(gold & found) for gold, found in pairs)
    return 2 * both / sum(len(gold) + len(found) for gold, found in pairs)


def choices(text):
    """The offsets inside a phrase where a reader may set a border or not."""
    for at in range(1, len(text)):
        before, after, following = text[at - 1], text[at], text[at + 1 : at + 2]
        if " " not in (before, after) and after not in DEPENDENT and before not in LEADING and following != SILENCER:
            yield at


def kappa(first, second):
    """Cohen's kappa of two lists of answers, each true or false."""
    total = len(first)
    observed = sum(a == b for a, b in zip(first, second)) / total
    p, q = sum(first) / total, sum(second) / total
    chance = p * q + (1 - p) * (1 - q)
    return (observed - chance) / (1 - chance)


def answers(cut):
    """Whether there is a border, for each offset where there may be one."""
    ends = {end for _, end in spans(cut)}
    return [at in ends for at in choices(uncut(cut))]


def agreement():
    print(f"{'text':<12} {'phrases':>7} {'equal':>6} {'word F1':>8} {'kappa':>6}")
    of_all = []
    for kind in KINDS + ["all"]:
        pairs = of_all
        if kind != "all":
            passes = [lines(TESTS / "passes" / name / f"{kind}.txt") for name in ("first", "second")]
            pairs = list(zip(*passes, strict=True))
            assert all(uncut(a) == uncut(b) for a, b in pairs)
            of_all += pairs
        first, second = ([answer for pair in pairs for answer in answers(pair[side])] for side in (0, 1))
        score = f1((spans(a), spans(b)) for a, b in pairs)
        equal = sum(a == b for a, b in pairs)
        print(f"{kind:<12} {len(pairs):>7} {equal:>6} {score:>8.3f} {kappa(first, second):>6.3f}")
    settled = [line.split("\t") for line in lines(TESTS / "passes/settled.tsv")]
    for column, name in [(2, "taken"), (3, "rule")]:
        counts = collections.Counter(row[column] for row in settled).most_common()
        print(f"{name}: " + ", ".join(f"{what} {count}" for what, count in counts))


def segmenters(wanted):
    """The wanted segmenters by name, each a function from a text to tokens, and the names of those that are missing."""
    found, missing = {}, []
    engines = [name for name in wanted if name != "ICU"]
    try:
        from pythainlp.tokenize import word_tokenize

        for engine in engines:
            try:
                word_tokenize("ทดสอบ", engine=engine)
                found[engine] = lambda text, engine=engine: word_tokenize(text, engine=engine)
            except ImportError:
                missing.append(engine)
    except ImportError:
        missing += engines
    if "ICU" not in wanted:
        return found, missing
    try:
        import icu

        words = icu.BreakIterator.createWordInstance(icu.Locale("th"))

        def by_icu(text):
            words.setText(text)
            borders = [0, *words]
            return [text[start:end] for start, end in zip(borders, borders[1:])]

        found["ICU"] = by_icu
    except ImportError:
        missing.append("ICU")
    return found, missing


def run_example(text, *options):
    done = subprocess.run([*PROGRAM, *options], input=text, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT)
    return done.stdout.splitlines()


def dehusk_spans(texts):
    """The words of dehusk, which are printed without the blanks between them."""
    for text, cut in zip(texts, run_example("\n".join(texts)), strict=True):
        found, at = set(), 0
        for word in cut.split("|"):
            at = text.index(word, at)
            found.add((at, at + len(word)))
            at += len(word)
        yield found


def speed(segment, text):
    """Megabytes per second, line by line."""
    start = time.process_time()
    for line in text.splitlines():
        segment(line)
    return len(text.encode()) / 1e6 / (time.process_time() - start)


def compare(max_bytes, wanted):
    others, missing = segmenters(wanted)
    gold = {kind: lines(TESTS / "gold" / f"{kind}.txt") for kind in KINDS}
    gold["all"] = [line for kind in KINDS for line in gold[kind]]
    phrases = "\n".join(uncut(line) for line in gold["all"]) + "\n"
    text = phrases * max(1, max_bytes // len(phrases.encode()))
    print(f"{'segmenter':<10} " + " ".join(f"{kind.removeprefix('th_'):>8}" for kind in gold) + f" {'MB/s':>8} {'ratio':>7}")
    ours = float(run_example(text, "--time")[0])
    for name in ["dehusk", *others]:
        scores = []
        for cuts in gold.values():
            texts = [uncut(cut) for cut in cuts]
            found = dehusk_spans(texts) if name == "dehusk" else (spans_of(others[name](text)) for text in texts)
            scores.append(f1(zip((spans(cut) for cut in cuts), found)))
        rate = ours if name == "dehusk" else speed(others[name], text)
        print(f"{name:<10} " + " ".join(f"{score:>8.3f}" for score in scores) + f" {rate:>8.2f} {ours / rate:>7.1f}")
    if missing:
        print(f"missing: {', '.join(missing)}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["agreement", "compare"])
    parser.add_argument("--bytes", type=int, default=500_000, help="bytes of text for the speed (default: 500000)")
    parser.add_argument("--engines", default="newmm,longest,attacut,ICU", help="other segmenters (default: %(default)s)")
    parser.add_argument("--program", help="the built example `segment` (default: build it in release mode and run it)")
    options = parser.parse_args()
    if options.program:
        PROGRAM[:] = [options.program]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    agreement() if options.what == "agreement" else compare(options.bytes, options.engines.split(","))


if __name__ == "__main__":
    main()
