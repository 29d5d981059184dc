"""The languages that ``target_language`` may name. The library detects them; a test compares this list with its tables."""

from __future__ import annotations

from typing import Optional

from ._checks import text_or_none
from ._errors import OptionError

#: The codes of the languages that are detected.
CODES = frozenset(
    "af ak am ar az be bg bn ca cs cy da de dv el en eo es et fa fi fr gu he hi hr hu hy id it ja jv ka km kn ko ku la lo lt lv mk "
    "ml mr my ne nl no or pa pl ps pt ro ru si sk sl sn sr sv ta te th tk tl tr ug uk ur uz vi yi zh zu".split()
)
#: Other codes of some languages.
_OTHER_CODES = {"nb": "no", "nn": "no", "iw": "he", "in": "id"}


def code_of(tag: object) -> Optional[str]:
    """Returns the code of the language of a tag, or ``None`` if it is not a tag of a language that is detected.

    >>> code_of("en-US"), code_of("nb"), code_of("english"), code_of(5)
    ('en', 'no', None, None)
    """
    if not isinstance(tag, str):
        return None
    language = tag.replace("_", "-").split("-")[0].strip().lower()
    code = _OTHER_CODES.get(language, language)
    return code if code in CODES else None


def checked_code(tag: Optional[str]) -> Optional[str]:
    """Returns the code of ``target_language``, or ``None`` if there is none; anything else raises an error."""
    if text_or_none("target_language", tag) is None:
        return None
    code = code_of(tag)
    if code is None:
        allowed = "a two-letter code such as en, of a language that is detected"
        raise OptionError(f"target_language must be {allowed}, not {tag!r}; the codes are {' '.join(sorted(CODES))}")
    return code
