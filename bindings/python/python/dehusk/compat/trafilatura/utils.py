"""Small functions of trafilatura that scripts use: reading of pages and cleaning of text."""

from __future__ import annotations

import logging
import re
import unicodedata
from typing import Any, Optional, Union

from ..._languages import CODES
from ..._native import language_of
from .._page import decoded, lxml_tree, page_of
from .settings import DEFAULT_CONFIG, Extractor

LOGGER = logging.getLogger("dehusk")

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def _max_file_size(max_size: Optional[int]) -> int:
    return DEFAULT_CONFIG.getint("DEFAULT", "MAX_FILE_SIZE") if max_size is None else max_size


def load_html(htmlobject: Any, max_size: Optional[int] = None) -> Any:
    """Returns a page as a tree of lxml.html, or ``None`` if there is none. lxml has to be installed.

    The functions of this package do not need it: they take the page itself.
    """
    if hasattr(htmlobject, "getroottree"):
        return htmlobject
    page = page_of(htmlobject, _max_file_size(max_size))
    return None if page is None else lxml_tree(page)


def decode_file(filecontent: Union[bytes, str, None], max_size: Optional[int] = None) -> Optional[str]:
    """Returns the text of a file, decompressed if it is gzip, and decoded as an extraction would."""
    page = filecontent if isinstance(filecontent, str) else page_of(filecontent, _max_file_size(max_size))
    return decoded(page) if isinstance(page, bytes) else page


def normalize_unicode(string: str, unicodeform: str = "NFC") -> str:
    """Returns a text in a normal form of Unicode."""
    return unicodedata.normalize(unicodeform, string)  # type: ignore[arg-type]


def remove_control_characters(string: str) -> str:
    """Returns a text without control characters."""
    return _CONTROL.sub("", string)


def sanitize(text: str, preserve_space: bool = False, trailing_space: bool = False) -> Optional[str]:
    """Returns a text without control characters, empty lines and superfluous whitespace."""
    lines = [remove_control_characters(line) for line in text.splitlines()]
    return "\n".join(line if preserve_space else trim(line) for line in lines if line.strip())


def trim(string: str) -> str:
    """Returns a text in one line, with single spaces."""
    return " ".join(string.split())


def is_acceptable_length(my_len: int, options: Extractor) -> bool:
    """Whether a page has an accepted number of bytes. If not, it is logged."""
    is_accepted = options.min_file_size <= my_len <= options.max_file_size
    if not is_accepted:
        LOGGER.warning("the size of %s is not accepted: %s bytes", options.url or "a page", my_len)
    return is_accepted


def language_classifier(temp_text: str, temp_comments: str) -> Optional[str]:
    """Returns the code of the language of the longer text, or ``None`` if it has no letters.

    >>> language_classifier("Das alte Mühlrad dreht sich wieder, nach zehn Jahren.", "")
    'de'
    """
    code = language_of(temp_text if len(temp_text) > len(temp_comments) else temp_comments)
    return code if code in CODES else None
