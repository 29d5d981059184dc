"""Prints the mean character F1 of each method over all pages of a corpus except the first N.

Usage: python3 tools/unseen_pages.py N pages.csv    (pages.csv is written by `dehusk eval CORPUS... --pages pages.csv`)

If methods were chosen by their results on the first N pages of each corpus, this scores them on the other pages.
"""

import csv
import sys
from collections import defaultdict

first, path = int(sys.argv[1]), sys.argv[2]
positions, scores = {}, defaultdict(list)
with open(path, encoding="utf-8", newline="") as file:
    for row in csv.DictReader(file):
        corpus = positions.setdefault(row["corpus"], {})
        if corpus.setdefault(row["page"], len(corpus)) >= first:
            scores[row["method"], row["corpus"]].append(float(row["char_f1"]))
for (method, corpus), values in scores.items():
    print(f"{method:16} {corpus:16} {len(values):5} {sum(values) / len(values):.4f}")
