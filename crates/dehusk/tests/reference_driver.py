"""Runs the independent Python reference on pages for the differential test, with several sets of parameters.

Usage: python3 reference_driver.py FOLDER_OF_MCE_REF < pages.jsonl > answers.jsonl
A line in is a JSON string, the text of a page; a line out is an object, a text for each method.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])
import mce_ref  # noqa: E402

for line in sys.stdin:
    page = json.loads(line)
    answers = {
        "plain": mce_ref.parser_text(page),
        "r2l": mce_ref.r2l(page)["out"],
        "dana": mce_ref.dana(page)["out"],
        "danag": mce_ref.danag(page)["out"],
        "addanag": mce_ref.danag(page, links=True)["out"],
        "r2l,P=3,s1=r2l_blocks,split=always": mce_ref.r2l(page, 3, "always", "r2l_blocks")["out"],
        "danag,L=40,P=5,seed_rule=column,snap=none": mce_ref.danag(
            page, P=5, L=40, seed_rule="column", snap="none"
        )["out"],
        "addanag,L=100,anchor_overhead=7,fill_gaps=true,snap=word": mce_ref.danag(
            page, L=100, links=True, overhead=7, fill_gaps=True, snap="word"
        )["out"],
    }
    print(json.dumps(answers), flush=True)
