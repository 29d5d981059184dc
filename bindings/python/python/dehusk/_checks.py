"""What callers pass, checked and brought into the forms that the native module takes.

A wrong type is a ``TypeError`` and a wrong value an :class:`OptionError`; both say what fits. Pages and what comes with them are data:
nothing in them is an error.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Optional, TypeVar, Union, cast

from ._errors import OptionError

if TYPE_CHECKING:
    from ._native import _Limits, _Switches

#: A page: its bytes as they came, or text that is decoded already.
Page = Union[bytes, bytearray, memoryview, str]

_T = TypeVar("_T")

#: Characters encoded at once. Python encodes text that is mostly ASCII but not all of it, as pages are, twice as fast in pieces: most
#: pieces are all ASCII and are copied.
_PIECE = 4096


def page(given: Page) -> tuple[bytes, bool]:
    """The page as bytes, and whether it was text."""
    if isinstance(given, bytes):
        return given, False
    if isinstance(given, str):
        return _encoded(given), True
    if isinstance(given, (bytearray, memoryview)):  # pyright: ignore[reportUnnecessaryIsInstance]
        return bytes(given), False
    raise TypeError(f"a page is bytes or str, not {_kind(given)}; read or fetch it first")


def _encoded(text: str) -> bytes:
    try:
        if text.isascii():
            return text.encode()
        return b"".join([text[at : at + _PIECE].encode() for at in range(0, len(text), _PIECE)])
    except UnicodeEncodeError:
        return _mended(text).encode()


def _mended(text: str) -> str:
    """The text with U+FFFD for every half of a pair of surrogates."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def datum(name: str, given: Optional[str]) -> Optional[str]:
    """What is said of a page, or nothing."""
    if text_or_none(name, given) is None or given is None or given.isascii():
        return given
    return _mended(given)


def text_or_none(name: str, given: Optional[str]) -> Optional[str]:
    """A text or nothing."""
    if given is None or isinstance(given, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        return given
    raise TypeError(f"{name} is a str or None, not {_kind(given)}")


def texts(name: str, given: Union[str, Iterable[str]]) -> list[str]:
    """One text or several."""
    if isinstance(given, str):
        return [given]
    # What is typed may still be anything.
    unknown = cast(object, given)
    several = list(cast("Iterable[object]", unknown)) if isinstance(unknown, Iterable) else [unknown]
    known = [text for text in several if isinstance(text, str)]
    if len(known) < len(several):
        raise TypeError(f"{name} is a str or several of them, not {given!r}")
    return known


def parameters(given: Optional[Mapping[str, object]]) -> list[tuple[str, str]]:
    """Parameters of a method as the command line has them."""
    if given is None:
        return []
    if not isinstance(given, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"params is a dict of names and values, not {_kind(given)}")
    return [(str(name), _parameter(value)) for name, value in given.items()]


def _parameter(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(str(item) for item in cast("Iterable[object]", value))
    return str(value)


def switches(given: _Switches) -> _Switches:
    """Options that are on or off."""
    for name, value in given.items():
        if not isinstance(value, bool):
            raise TypeError(f"{name} is True or False, not {value!r}")
    return given


def limits(given: _Limits) -> _Limits:
    """The limits, each a number above 0 or none; all but the timeout are whole."""
    checked = {name: _limit(name, value) for name, value in given.items()}
    return cast("_Limits", checked)


def _limit(name: str, value: object) -> Union[int, float, None]:
    if value is None:
        return None
    if name != "timeout":
        return min(count(name, value), sys.maxsize)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"timeout is a number, not {value!r}")
    if not value > 0:
        raise OptionError(f"timeout must be above 0, not {value}")
    return value


def count(name: str, given: object) -> int:
    """A whole number above 0."""
    if isinstance(given, bool) or not isinstance(given, int):
        raise TypeError(f"{name} is a whole number, not {given!r}")
    if given < 1:
        raise OptionError(f"{name} must be above 0, not {given}")
    return given


def iterator(pages: Iterable[_T]) -> Iterator[_T]:
    """An iterator of pages; a page alone would be taken for an iterable of its characters."""
    given = cast(object, pages)
    if isinstance(given, (str, bytes, bytearray, memoryview)) or not isinstance(given, Iterable):
        raise TypeError(f"pages is an iterable of pages, not {_kind(cast(object, pages))}; put a single page into a list")
    return iter(pages)


def pair(item: object) -> tuple[Page, Optional[str]]:
    """A page with its URL, if it has one."""
    if not isinstance(item, tuple):
        return cast(Page, item), None
    length = len(cast("tuple[object, ...]", item))
    if length != 2:
        raise TypeError(f"an item is a page or a pair of a page and its url, not a tuple of {length}")
    return cast("tuple[Page, Optional[str]]", item)


def _kind(given: object) -> str:
    return type(given).__name__
