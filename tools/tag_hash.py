"""Finds a multiplier for the perfect hash of tag names in crates/dehusk/src/markup/tag.rs.

Reads the names from that file, tries random odd numbers, and prints the first number with which no two names collide. It is
needed only if a name was added and the table no longer compiles. Run: python3 tools/tag_hash.py
"""

import pathlib
import random
import re

BITS, SALT, MASK = 10, 0x9E3779B97F4A7C15, (1 << 64) - 1
source = (pathlib.Path(__file__).parent.parent / "crates/dehusk/src/markup/tag.rs").read_text()
names = re.findall(r'^    \w+ "([a-z0-9-]+)" ', source, re.M)
keys = [int.from_bytes(n.encode()[:8].ljust(8, b"\0"), "little") + len(n) * SALT & MASK for n in names]
random.seed(7)
while True:
    multiplier = random.getrandbits(64) | 1
    if len({(key * multiplier & MASK) >> (64 - BITS) for key in keys}) == len(keys):
        print(f"{len(names)} names, MULTIPLIER = {multiplier:#x}")
        break
