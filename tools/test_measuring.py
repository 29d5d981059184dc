"""Tests of measuring.py."""

import contextlib
import io
import stat
import sys
import tempfile
import unittest
from pathlib import Path

import measuring

PROGRAM = f"""#!{sys.executable}
import json, sys
pages = [word for word in sys.argv[1:] if word.endswith(".html")]
if "--old" in sys.argv:
    sys.exit("error: there is no option --old")
for page in pages:
    print(json.dumps({{"id": page, "text": "a\\u2028b"}}, ensure_ascii=False))
sys.exit(1)
"""


class Measuring(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.program = Path(folder.name, "program")
        self.program.write_text(PROGRAM)
        self.program.chmod(stat.S_IRWXU)

    def test_there_is_a_record_for_each_page(self):
        pages = [Path(f"{number}.html") for number in range(measuring.PAGES_PER_CALL + 3)]
        found = list(measuring.records(str(self.program), pages, ["--with", "items"]))
        self.assertEqual([record["id"] for record in found], [str(page) for page in pages])

    def test_a_program_that_lacks_an_option_ends_the_tool(self):
        with self.assertRaises(SystemExit) as ended, contextlib.redirect_stderr(io.StringIO()):
            list(measuring.records(str(self.program), ["a.html"], ["--old"]))
        self.assertIn("0 records for 1 pages: error: there is no option --old", str(ended.exception))

    def test_only_letters_and_digits_count(self):
        self.assertEqual(measuring.letters("The “Old” Mill, 1872"), "theoldmill1872")


if __name__ == "__main__":
    unittest.main()
