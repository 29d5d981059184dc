"""Checks arguments and converts them into the types that the native module takes.

A wrong type raises ``TypeError`` and a wrong value :class:`OptionError`; the message says what is allowed.
Pages, URLs and content types are never rejected because of their content.
"""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Optional, TypeVar, Union, cast

from ._errors import OptionError

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from ._native import _Limits, _Switches

#: A page: the bytes as they were received, or text that is already decoded.
Page = Union[bytes, bytearray, memoryview, str]

_T = TypeVar("_T")

#: Number of characters that are encoded at once. Most pages are almost entirely ASCII. CPython encodes such a
#: page twice as fast in pieces as in one step, because pieces that are pure ASCII are simply copied.
_PIECE_CHARACTERS = 4096


def page_as_bytes(page: Page) -> tuple[bytes, bool]:
    """Returns the page as bytes, and whether it was given as text."""
    if isinstance(page, bytes):
        return page, False
    if isinstance(page, str):
        return _encode(page), True
    if isinstance(page, (bytearray, memoryview)):  # pyright: ignore[reportUnnecessaryIsInstance]
        return bytes(page), False
    advice = "pass its data: response.data" if hasattr(page, "data") else "read or download it first"
    raise TypeError(f"a page must be bytes or str, not {_type_name(page)}; {advice}")


def is_missing(page: object) -> TypeIs[None]:
    """Whether there is no page: ``None``, or what pandas has in an empty cell.

    >>> is_missing(None), is_missing(float("nan")), is_missing("")
    (True, True, False)
    """
    is_nan = isinstance(page, float) and page != page
    return page is None or is_nan or type(page).__name__ in ("NAType", "NaTType")


#: What looks like a URL.
_URL = re.compile(r"\s*(?:https?|file|ftp)://\S*\s*", re.IGNORECASE)
#: What looks like a path: it ends like the name of a page, and is one word without a tag, or begins as only paths do.
_PATH = re.compile(
    r"\s*(?:(?:[/~\\]|\.{1,2}[/\\]|[a-z]:[/\\])[^<>\n]*|[^<>\s。，、；：！？]+)\.(?:html?|xhtml|mhtml|php|txt|pdf|warc|gz)\s*",
    re.IGNORECASE,
)
#: Longer texts are pages in any case: addresses and paths that programs accept are shorter.
_MAX_ADDRESS_CHARACTERS = 4096


def refuse_address(page: object) -> None:
    """Raises an error for a path, and for a text that is a URL or a path instead of a page.

    >>> refuse_address("Read this in the file notes.txt")
    >>> refuse_address("pages/mill.html")
    Traceback (most recent call last):
    dehusk._errors.OptionError: this is a path, not a page: 'pages/mill.html'; pass its content, Path(...).read_bytes()
    """
    if isinstance(page, os.PathLike):
        raise TypeError(f"this is a path, not a page: {page!r}; pass its content, Path(...).read_bytes()")
    if not isinstance(page, str) or len(page) > _MAX_ADDRESS_CHARACTERS:
        return
    if _URL.fullmatch(page):
        raise OptionError(f"this is a URL, not a page: {page.strip()!r}; download it first, with dehusk.fetch_url(url)")
    if _PATH.fullmatch(page):
        raise OptionError(f"this is a path, not a page: {page.strip()!r}; pass its content, Path(...).read_bytes()")


def _encode(text: str) -> bytes:
    try:
        if text.isascii():
            return text.encode()
        starts = range(0, len(text), _PIECE_CHARACTERS)
        return b"".join([text[start : start + _PIECE_CHARACTERS].encode() for start in starts])
    except UnicodeEncodeError:
        return _replace_lone_surrogates(text).encode()


def _replace_lone_surrogates(text: str) -> str:
    """Replaces lone surrogates with U+FFFD and joins surrogate pairs into the characters that they encode."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def encodable_text_or_none(name: str, value: Optional[str]) -> Optional[str]:
    """Returns a string that can be encoded as UTF-8, or ``None``."""
    if text_or_none(name, value) is None or value is None or value.isascii():
        return value
    return _replace_lone_surrogates(value)


def text_or_none(name: str, value: Optional[str]) -> Optional[str]:
    """Returns the value if it is a string or ``None``."""
    if value is None or isinstance(value, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        return value
    raise TypeError(f"{name} must be a str or None, not {_type_name(value)}")


def texts(name: str, value: Union[str, Iterable[str]]) -> list[str]:
    """Returns one string or several as a list."""
    if isinstance(value, str):
        return [value]
    # Callers without a type checker may pass anything.
    unknown = cast(object, value)
    items = list(cast("Iterable[object]", unknown)) if isinstance(unknown, Iterable) else [unknown]
    strings = [item for item in items if isinstance(item, str)]
    if len(strings) < len(items):
        raise TypeError(f"{name} must be a str or an iterable of str, not {value!r}")
    return strings


def headers(value: Optional[Mapping[str, str]]) -> tuple[tuple[str, str], ...]:
    """Returns the headers of a request as pairs."""
    if value is None:
        return ()
    if not isinstance(value, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"headers must be a mapping of names to values, not {_type_name(value)}")
    for name, text in value.items():
        if not isinstance(name, str) or not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(f"headers must be a mapping of str to str, but it has {name!r}: {text!r}")
    return tuple(value.items())


def parameters(value: Optional[Mapping[str, object]]) -> list[tuple[str, str]]:
    """Returns the parameters of a method, written as on the command line."""
    if value is None:
        return []
    if not isinstance(value, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"params must be a mapping of names to values, not {_type_name(value)}")
    return [(str(name), _parameter(item)) for name, item in value.items()]


def with_focus(params: list[tuple[str, str]], focus: Optional[str]) -> list[tuple[str, str]]:
    """Returns the parameters of a method with its focus, which may also be one of the parameters."""
    if text_or_none("focus", focus) is None:
        return params
    if any(name == "focus" for name, _ in params):
        raise OptionError("focus is given twice; give it as an argument or in params")
    return [*params, ("focus", str(focus))]


def _parameter(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(str(item) for item in cast("Iterable[object]", value))
    return str(value)


def switches(values: _Switches) -> _Switches:
    """Checks and returns the options that are true or false."""
    true_or_false(values)
    return values


def true_or_false(values: Mapping[str, object]) -> None:
    """Raises an error if a value is neither ``True`` nor ``False``."""
    for name, value in values.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} must be True or False, not {value!r}")


def limits(values: _Limits) -> _Limits:
    """Checks and returns the limits. Each is ``None`` or greater than 0, and all except the timeout are integers."""
    checked = {name: _limit(name, value) for name, value in values.items()}
    return cast("_Limits", checked)


def _limit(name: str, value: object) -> Union[int, float, None]:
    if value is None:
        return None
    if name != "timeout":
        return min(positive_integer(name, value), sys.maxsize)
    return positive_seconds(name, value)


def positive_seconds(name: str, value: object) -> float:
    """Returns a number of seconds greater than 0. Infinity, and what no float can hold, is no limit in practice.

    >>> positive_seconds("timeout", 10**400)
    inf
    """
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if not value > 0:  # Written this way, the comparison also rejects NaN.
        raise OptionError(f"{name} must be greater than 0, not {value}")
    try:
        float(value)
    except OverflowError:
        return math.inf
    return value


def positive_integer(name: str, value: object) -> int:
    """Returns an integer greater than 0."""
    return _integer(name, value, 1)


def natural_number(name: str, value: object) -> int:
    """Returns an integer greater than -1."""
    return _integer(name, value, 0)


def _integer(name: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} must be an integer, not {value!r}")
    if value < least:
        raise OptionError(f"{name} must be greater than {least - 1}, not {value}")
    return value


def page_iterator(pages: Iterable[_T]) -> Iterator[_T]:
    """Returns an iterator over pages. Rejects a single page, whose items would be characters or bytes."""
    unknown = cast(object, pages)
    if isinstance(unknown, (str, bytes, bytearray, memoryview)) or not isinstance(unknown, Iterable):
        type_name = _type_name(cast(object, pages))
        raise TypeError(f"pages must be an iterable of pages, not {type_name}; put a single page in a list")
    return iter(pages)


def refuse_table(batch: object) -> None:
    """Raises an error that says what to do for anything that is not an Arrow batch, such as a table or a data frame.

    >>> refuse_table({"html": []})
    Traceback (most recent call last):
    TypeError: this is no Arrow batch: dict; make one, with pyarrow.RecordBatch.from_pydict(columns)
    """
    if hasattr(batch, "__arrow_c_array__"):
        return
    if hasattr(batch, "to_batches"):
        advice = "extract each of its batches: for batch in table.to_batches()"
    elif hasattr(batch, "to_arrow"):
        advice = "extract each of its batches: for batch in frame.to_arrow().to_batches()"
    elif _type_name(batch) == "DataFrame":
        advice = "make one, with pyarrow.RecordBatch.from_pandas(frame)"
    else:
        advice = "make one, with pyarrow.RecordBatch.from_pydict(columns)"
    raise TypeError(f"this is no Arrow batch: {_type_name(batch)}; {advice}")


def page_and_url(item: object) -> tuple[Optional[Page], Optional[str]]:
    """Returns a page and its URL, each of which may be missing."""
    if not isinstance(item, tuple):
        return cast(Page, item), None
    length = len(cast("tuple[object, ...]", item))
    if length != 2:
        raise TypeError(f"each item must be a page or a (page, url) tuple, not a tuple of length {length}")
    page, url = cast("tuple[Page, Optional[str]]", item)
    return page, None if is_missing(url) else url


def _type_name(value: object) -> str:
    return type(value).__name__
