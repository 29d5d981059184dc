"""Prints the release notes of a version: its part of CHANGELOG.md, or the part *Unreleased* if it has none yet.

    python3 release/notes.py VERSION
"""

import pathlib
import re
import sys

CHANGELOG = pathlib.Path(__file__).parent.parent / "CHANGELOG.md"


def notes(changelog: str, version: str) -> str:
    """Returns what stands under the heading of a version, without the heading.

    >>> notes("# Changelog\\n## [1.1.0] - 2026-01-02\\nNew.\\n## 1.0.0\\nOld.\\n", "1.1.0")
    'New.'
    >>> notes("# Changelog\\n## Unreleased\\nNew.\\n## 1.0.0\\nOld.\\n", "1.1.0")
    'New.'
    """
    parts = re.split(r"^## +(.*)$", changelog, flags=re.MULTILINE)
    found = {re.split(r"[\s\]]", heading.strip("["))[0]: text.strip() for heading, text in zip(parts[1::2], parts[2::2])}
    text = found.get(version) or found.get("Unreleased")
    if not text:
        sys.exit(f"CHANGELOG.md has nothing about {version}")
    return text


if __name__ == "__main__":
    print(f"# dehusk {sys.argv[1]}\n\n{notes(CHANGELOG.read_text(encoding='utf-8'), sys.argv[1])}")
