"""Mean F1 by characters of each method over the pages that come after the first N of their corpus.

Usage: python3 tools/unseen_pages.py N pages.csv    (pages.csv from `dehusk eval CORPUS... --pages pages.csv`)
For choices that were made on the first N pages of each corpus.
"""

import csv
import sys
from collections import defaultdict

first, path = int(sys.argv[1]), sys.argv[2]
places, scores = {}, defaultdict(list)
with open(path, encoding="utf-8", newline="") as file:
    for row in csv.DictReader(file):
        corpus = places.setdefault(row["corpus"], {})
        if corpus.setdefault(row["page"], len(corpus)) >= first:
            scores[row["method"], row["corpus"]].append(float(row["char_f1"]))
for (method, corpus), values in scores.items():
    print(f"{method:16} {corpus:16} {len(values):5} {sum(values) / len(values):.4f}")
