"""Tests of labeled_items.py."""

import unittest

from labeled_items import records_of, score

LABEL = {"records": [10, 50], "main": [[10, 40], [50, 90]], "author": [10], "date": [60]}
BLOCKS = [{"src_start": start, "src_end": end} for start, end in [(10, 20), (20, 40), (50, 60), (60, 70), (70, 90)]]


def item(start, end, **fields):
    fields = [{"name": name, "value": "", "src_start": first, "src_end": last} for name, (first, last) in fields.items()]
    return {"src_start": start, "src_end": end, "fields": fields}


class LabeledItems(unittest.TestCase):
    def test_records_end_where_the_next_one_begins_or_their_run_ends(self):
        self.assertEqual(records_of(LABEL), [[(10, 40)], [(50, 90)]])
        self.assertEqual(records_of({"records": [10, 30], "main": [[10, 90]]}), [[(10, 30)], [(30, 90)]])

    def test_scores(self):
        cases = [
            # (items, F1, authors right and given, dates right and given)
            ([item(5, 45, author=(12, 15)), item(46, 95, date=(62, 65))], 1.0, [1, 1], [1, 1]),
            ([item(5, 45, author=(25, 30)), item(46, 95)], 1.0, [0, 1], [0, 1]),
            ([item(5, 95)], 0.0, [0, 0], [0, 0]),
            ([item(5, 15), item(20, 45), item(46, 95)], 0.8, [0, 0], [0, 1]),
            ([], 0.0, [0, 0], [0, 0]),
        ]
        for items, f1, author, date in cases:
            got = score({"items": items, "blocks": BLOCKS}, LABEL)
            self.assertEqual((got["f1"], got["fields"]["author"], got["fields"]["date"]), (f1, author, date), items)


if __name__ == "__main__":
    unittest.main()
