"""What the compat modules accept as a page, and the warning for arguments without a meaning.

It opens no files and fetches nothing.
"""

from __future__ import annotations

import functools
import gzip
import io
import logging
import sys
import warnings
import zlib
from pathlib import Path
from typing import Any, Optional, Union, cast

from .. import _checks as checks
from .._errors import OptionError
from .._native import decode
from . import _lxml

LOGGER = logging.getLogger("dehusk")

#: Where the package is. Warnings are shown for the line outside of it that called it.
_PACKAGE = str(Path(__file__).parent.parent)

_GZIP_START = b"\x1f\x8b\x08"


def page_of(content: Any, max_bytes: int) -> Optional[Union[bytes, str]]:
    """Returns a page as bytes or text, or ``None`` if there is none.

    ``content`` is bytes, text, a response (whatever has ``data`` as bytes) or an element of lxml. Bytes that are a gzip
    file are decompressed, up to ``max_bytes``. A text that is a URL or a path is no page: the log says what to do.

    >>> page_of("https://mill.example/news", 1000) is None
    True
    """
    if checks.is_missing(content) or _is_address(content):
        return None
    content = getattr(content, "data", content)
    if isinstance(content, str):
        return content
    if isinstance(content, (bytes, bytearray, memoryview)):
        return _decompressed(bytes(cast("bytes", content)), max_bytes)
    if hasattr(content, "getroottree"):
        return _serialized(content)
    raise TypeError(f"a page must be bytes, str, a response or an element of lxml, not {type(content).__name__}")


def _is_address(content: Any) -> bool:
    """Whether a text is a URL or a path, which is then logged."""
    try:
        checks.refuse_address(content)
    except OptionError as error:
        LOGGER.warning("%s", error)
        return True
    return False


def _decompressed(page: bytes, max_bytes: int) -> bytes:
    if not page.startswith(_GZIP_START):
        return page
    try:
        # One byte too many, so that the limit of the extractor applies.
        return gzip.GzipFile(fileobj=io.BytesIO(page)).read(max_bytes + 1)
    except (OSError, EOFError, zlib.error):
        return page


def _serialized(element: Any) -> str:
    etree = _lxml.needed("etree")
    tree = element.getroottree()
    root = tree if tree.getroot() is element else element
    return cast(str, etree.tostring(root, method="html", encoding="unicode", with_tail=False))


def lxml_tree(page: Union[bytes, str]) -> Any:
    """Returns a page as a tree of lxml.html, or ``None`` if nothing is in it. lxml has to be installed."""
    html = _lxml.needed("html")
    text = page if isinstance(page, str) else decoded(page)
    try:
        parser = html.HTMLParser(encoding="utf-8")
        return html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except Exception as error:  # lxml has several error types for a document without content
        if type(error).__module__.startswith("lxml") or isinstance(error, ValueError):
            return None
        raise


def decoded(page: bytes) -> str:
    """Returns the text of a page, decoded as an extraction would."""
    return decode(page, None)


def pruned(page: Union[bytes, str], expressions: Union[str, list[str]]) -> Union[bytes, str]:
    """Returns a page without the elements that any of the XPath expressions selects. lxml has to be installed."""
    tree = lxml_tree(page)
    if tree is None:
        return page
    for expression in [expressions] if isinstance(expressions, str) else expressions:
        for element in tree.xpath(expression):
            if hasattr(element, "drop_tree") and element.getparent() is not None:
                element.drop_tree()
    return _serialized(tree)


@functools.lru_cache(maxsize=None)
def warn_once(package: str, argument: str, reason: str) -> None:
    """Warns that an argument is ignored, once in a process."""
    warnings.warn(f"{package}'s argument {argument!r} is ignored: {reason}", UserWarning, stacklevel=_stack_level())


def _stack_level() -> int:
    """Returns how many calls are between the function that asks for it and the caller of the package, plus 1."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    return level
