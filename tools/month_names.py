"""Writes the names of months that dehusk reads in dates: python3 tools/month_names.py > crates/dehusk/src/metadata/date/months.tsv

Needs Babel 2.18.0, which brings the Unicode CLDR. Names are folded as `fold` in crates/dehusk/src/metadata/date/months.rs does: a test
there compares the two. Names that the beginnings there (`GREGORIAN`) already read are left out.
"""

import re
from pathlib import Path

from babel import Locale

# The languages of the CLDR with this calendar that have news or a Wikipedia of some size.
LANGUAGES = """af am ar ar_IQ ar_MA as az be bg bn br bs ca ckb cs cv cy da de el en eo es et eu fa fi fil fo fr fy ga gl gu ha he hi hr
hu hy id ig is it jv ka kk km kn ky lb lo lt lv mg mk ml mn mr ms mt my nb ne nl nn or pa pl ps pt ro ru sd si sk sl so sq sr sr_Latn su
sv sw ta te tg th ti tk tr tt ug uk ur uz vi yo zu""".split()
# These names are other months in Croatian than in Czech and Polish.
CROATIAN = {"lip", "lis", "listopad", "listopada", "srp"}
# Short names in the Latin script are too often other words, such as `pro` and `mean`. Those of these languages are few and rare words.
MIN_LATIN_CHARS = 4
WITH_SHORT_NAMES = {"az", "bs", "fil", "gl", "ms", "sl", "sq", "sr_Latn", "tr"}
LEFT_OUT = {"hr": CROATIAN, "ga": {"mean"}, "br": {"here"}}

FOLDED = {
    "a": "àáâãäåāăą", "c": "çćč", "d": "ď", "e": "èéêëēėęě", "g": "ğģ", "i": "ìíîïīı", "l": "łľ", "n": "ñńň", "o": "òóôõöőøō",
    "r": "ř", "s": "śšş", "t": "țţ", "u": "ùúûüūůűų", "y": "ý", "z": "źžż", "α": "ά", "ε": "έ", "η": "ή", "ι": "ίΐϊ", "ο": "ό", "υ": "ύϋ",
    "ا": "أإآ", "ي": "ىی", "ك": "ک", "گ": "ګ", "ه": "ة",
}
FOLDS = {ord(c): to for to, characters in FOLDED.items() for c in characters}
REMOVED = dict.fromkeys([*range(0x300, 0x370), 0x640, *range(0x64B, 0x653), *range(0x200C, 0x2010), ord(".")])


def fold(name: str) -> str:
    """Folds a name, without the Catalan preposition before it."""
    return re.sub("^(de |d’)", "", name.lower()).rstrip("’׳॰").replace("\u00a0", " ").translate(FOLDS).translate(REMOVED)


def is_name(name: str, language: str) -> bool:
    is_short = name.isascii() and len(name) < MIN_LATIN_CHARS and language not in WITH_SHORT_NAMES
    return not is_short and not any(c.isdigit() for c in name) and name not in LEFT_OUT.get(language, ())


def names(language: str) -> set[tuple[str, int]]:
    months = Locale.parse(language).months
    tables = [months[context][width] for context in ("format", "stand-alone") for width in ("wide", "abbreviated")]
    folded = {(fold(name), month) for table in tables for month, name in table.items()}
    return {(name, month) for name, month in folded if is_name(name, language)}


def beginnings() -> dict[str, int]:
    source = (Path(__file__).parent.parent / "crates/dehusk/src/metadata/date/months.rs").read_text(encoding="utf-8")
    table = re.search(r"const GREGORIAN: .*?= \[\n(.*?)\n\];", source, re.DOTALL)[1]
    months = enumerate(re.findall(r"&\[(.*?)\]", table, re.DOTALL), 1)
    return {name: month for month, names in months for name in re.findall(r'"(.*?)"', names)}


def by_beginning(name: str) -> int | None:
    """The month with the longest beginning that a name has."""
    read = [it for it in BEGINNINGS if name == it or len(it) > 2 and name.startswith(it) and len(name) - len(it) <= MAX_ENDING_CHARS]
    return BEGINNINGS[max(read, key=lambda it: len(it.encode()))] if read else None


BEGINNINGS = beginnings()
MAX_ENDING_CHARS = 8
found = sorted(set.union(*map(names, LANGUAGES)))
assert len({name for name, _ in found}) == len(found), "a name is that of two months"
for name, month in found:
    # Names of two words are only read whole.
    if " " in name or by_beginning(name) != month:
        print(f"{name}\t{month}")
