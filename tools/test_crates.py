"""Every crate is packaged with what a stranger looks for: a README, a description and the texts of both licenses."""

import json
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Crates(unittest.TestCase):
    def test_each_crate_has_a_readme_a_description_and_its_licenses(self):
        command = ["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1"]
        answer = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
        crates = [crate for crate in json.loads(answer)["packages"] if crate["publish"] != []]
        self.assertGreater(len(crates), 10)
        for crate in crates:
            folder = Path(crate["manifest_path"]).parent
            with self.subTest(crate["name"]):
                self.assertTrue(crate["readme"] and (folder / crate["readme"]).exists())
                self.assertTrue(crate["description"])
                for name in ("LICENSE-MIT", "LICENSE-APACHE"):
                    self.assertTrue((folder / name).exists(), name)


if __name__ == "__main__":
    unittest.main()
