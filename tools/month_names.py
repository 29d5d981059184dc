"""Writes the names of months and of parts of the day that dehusk reads in dates: python3 tools/month_names.py

The tables are months.tsv and periods.tsv in crates/dehusk/src/metadata/date. Needs Babel 2.18.0, which brings the Unicode CLDR. Names
are folded as `fold` in months.rs there does: tests compare the two. Names of months that the beginnings there (`GREGORIAN`) already
read are left out.
"""

import re
import unicodedata
from pathlib import Path

from babel import Locale

FOLDER = Path(__file__).parent.parent / "crates/dehusk/src/metadata/date"
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
    source = (FOLDER / "months.rs").read_text(encoding="utf-8")
    table = re.search(r"const GREGORIAN: .*?= \[\n(.*?)\n\];", source, re.DOTALL)[1]
    months = enumerate(re.findall(r"&\[(.*?)\]", table, re.DOTALL), 1)
    return {name: month for month, names in months for name in re.findall(r'"(.*?)"', names)}


def by_beginning(name: str) -> int | None:
    """The month with the longest beginning that a name has."""
    read = [it for it in BEGINNINGS if name == it or len(it) > 2 and name.startswith(it) and len(name) - len(it) <= MAX_ENDING_CHARS]
    return BEGINNINGS[max(read, key=lambda it: len(it.encode()))] if read else None


BEGINNINGS = beginnings()
MAX_ENDING_CHARS = 8

# Languages whose months have numbers instead of names, but whose parts of the day have names.
WITH_PERIODS_ONLY = ["ja", "ko", "zh", "zh_Hant"]
# Other names than those of the two halves are read only where times up to twelve are common: not in these alphabets, but in Vietnamese.
UP_TO_24 = "LATIN|CYRILLIC|GREEK|GEORGIAN|ARMENIAN"
# In Bengali and Hindi, `AM` and `PM` are often written as they sound. Chosen by hand.
AS_THEY_SOUND = {"এএম": 0, "পিএম": 12, "एएम": 0, "पीएम": 12}
# The first of the twelve hours that a time with such a name can have: 12:10 at night is after midnight, 12:10 at noon is not.
FIRST_HOURS = {"am": 0, "morning": 0, "noon": 6, "pm": 12, "afternoon": 12, "evening": 15, "night": 18, "midnight": 18}


def is_period(name: str, period: str, language: str) -> bool:
    """Whether a folded name is used: in the Latin script, short names are too often other words (`in`, `de`)."""
    is_half = period in ("am", "pm")
    is_latin = unicodedata.name(name[0], "").startswith("LATIN")
    is_short = is_latin and len(name) < MIN_LATIN_CHARS and name not in ("am", "pm", "đem", "tối")
    is_used = is_half or language == "vi" or not re.match(UP_TO_24, unicodedata.name(name[0], ""))
    return is_used and not is_short and all(unicodedata.category(c)[0] in "LM" for c in name)


def periods(language: str) -> dict[str, int]:
    """The parts of the day, without spaces and quotation marks, and their first hours. The name of a half is that of nothing else."""
    tables = [table for context in Locale.parse(language).day_periods.values() for width, table in context.items() if width != "narrow"]
    named = [(period, re.sub("[ \u202f״]", "", fold(name))) for table in tables for period, name in table.items()]
    used = [(period, name) for period, name in named if is_period(name, period, language)]
    # Halves come last, so that they win.
    used.sort(key=lambda it: it[0] in ("am", "pm"))
    return {name: FIRST_HOURS[period.rstrip("0123456789")] for period, name in used}


def month_lines() -> list[str]:
    found = sorted(set.union(*map(names, LANGUAGES)))
    assert len({name for name, _ in found}) == len(found), "a name is that of two months"
    # Names of two words are only read whole.
    return [f"{name}\t{month}" for name, month in found if " " in name or by_beginning(name) != month]


def period_lines() -> list[str]:
    hours: dict[str, set[int]] = {name: {hour} for name, hour in AS_THEY_SOUND.items()}
    for language in LANGUAGES + WITH_PERIODS_ONLY:
        for name, hour in periods(language).items():
            hours.setdefault(name, set()).add(hour)
    # A name that is one part of the day in one language and another in another is left out.
    return sorted(f"{name}\t{found.pop()}" for name, found in hours.items() if len(found) == 1)


for table, lines in (("months", month_lines()), ("periods", period_lines())):
    (FOLDER / f"{table}.tsv").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
