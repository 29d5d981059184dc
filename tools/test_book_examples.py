"""Tests of tools/book_examples.py, and of what can be checked in the book's examples without the program."""

import re
import tempfile
import unittest
from pathlib import Path

import book_examples

ROOT = Path(__file__).resolve().parent.parent


class BookExamplesTest(unittest.TestCase):
    def test_the_examples_have_the_version_of_the_rules(self):
        library = (ROOT / "crates/dehusk/src/lib.rs").read_text(encoding="utf-8")
        version = re.search(r'RULES_VERSION: &str = "(.+)"', library)[1]
        printed = re.compile(r'"rules_version": ?"([^"]+)"|^dehusk \S+, rules (\S+)$', re.MULTILINE)
        found = 0
        for path in [ROOT / "README.md", *(ROOT / "docs/src/guide").glob("*.md")]:
            for block in book_examples.BLOCK.findall(path.read_text(encoding="utf-8")):
                for match in printed.finditer(block):
                    found += 1
                    self.assertEqual(match[1] or match[2], version, path.name)
        self.assertGreater(found, 0)

    def test_what_runs_in_the_background_is_ended(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(book_examples.outputs(["sleep 600 &", "echo on"], folder, "/bin/true")[:2], [[], ["on"]])


if __name__ == "__main__":
    unittest.main()
