"""Writes crates/dehusk/src/markup/charref_names.txt: the named character references of the HTML standard.

Source: `html.entities.html5` of Python's standard library, which is the standard's own list. One line per name that
ends in a semicolon, sorted by bytes: the name without the semicolon, its code points in hexadecimal, and `L` if the
standard also accepts the name without a semicolon. Run: python3 tools/charref_names.py
"""

import html.entities
import pathlib

names = html.entities.html5
lines = []
for name in sorted(n[:-1] for n in names if n.endswith(";")):
    points = " ".join(f"{ord(c):X}" for c in names[name + ";"])
    lines.append(f"{name} {points}{' L' if name in names else ''}\n")
out = pathlib.Path(__file__).parent.parent / "crates/dehusk/src/markup/charref_names.txt"
out.write_text("".join(lines), encoding="ascii", newline="\n")
