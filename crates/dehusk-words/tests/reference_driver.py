"""Runs the Python reference of longest matching for the differential test.

Usage: python3 reference_driver.py FOLDER_OF_MCE_REF < cases.jsonl > answers.jsonl
Each input line is a JSON object with `text` and `words`, the dictionary. Each output line is the list of tokens.
"""

import json
import sys

sys.path.insert(0, sys.argv[1])
import mce_ref  # noqa: E402

for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps(mce_ref.longest_match(case["text"], set(case["words"]))))
