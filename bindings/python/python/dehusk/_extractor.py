"""Extractors: options once, then page after page, on any number of threads."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, Any, Optional, Protocol, Union, cast

from ._errors import OptionError
from ._extraction import Extraction
from ._metadata import Metadata
from ._native import Engine

if TYPE_CHECKING:
    import pyarrow

    from ._native import _Arguments, _Limits

#: A page: its bytes as they came, or text that is decoded already.
Page = Union[bytes, bytearray, memoryview, str]

class SupportsArrow(Protocol):
    """A batch of any library that speaks the Arrow PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


#: Pages that each thread of ``extract_many`` may be ahead: enough that none waits, and memory stays small.
_AHEAD = 4


class Extractor:
    """Extracts the main content of pages. It may be shared by threads, pickled and used after a fork.

    ``method`` is one of :func:`methods`, ``params`` are its parameters. Main content is looked for only in elements that match one
    of the CSS selectors ``select``, if there are any, and not in those that match ``exclude``; without ``tables`` it has no tables of
    data. ``markdown``, ``html``, ``metadata`` and ``blocks`` say what is wanted besides the text. ``timeout`` is in seconds, for
    each page (``None``: no limit); ``max_bytes`` are those of the page, ``max_output`` those of the text, ``max_depth`` and
    ``max_elements`` are of its tree.

    >>> from dehusk import Extractor
    >>> story = "<p>The old mill on the river reopens on Monday, after ten years of repair, which cost more than we thought.</p>"
    >>> page = f"<ul><li><a href=/>Home</a></ul><article><h1>The mill</h1>{story * 3}</article>"
    >>> Extractor(method="plain").extract(page).text.splitlines()[:2]
    ['Home', 'The mill']
    >>> Extractor(method="grain", markdown=True).extract(page)
    <dehusk.Extraction ok: 323 characters of 400 bytes by grain>
    """

    def __init__(
        self,
        method: Optional[str] = None,
        params: Optional[Mapping[str, object]] = None,
        *,
        select: Union[str, Iterable[str]] = (),
        exclude: Union[str, Iterable[str]] = (),
        tables: bool = True,
        markdown: bool = False,
        html: bool = False,
        metadata: bool = False,
        blocks: bool = False,
        timeout: Optional[float] = 10.0,
        max_bytes: Optional[int] = None,
        max_depth: Optional[int] = None,
        max_elements: Optional[int] = None,
        max_output: Optional[int] = None,
    ) -> None:
        limits: _Limits = {
            "timeout": timeout,
            "max_bytes": max_bytes,
            "max_depth": max_depth,
            "max_elements": max_elements,
            "max_output": max_output,
        }
        _check_limits(limits)
        self._arguments: _Arguments = {
            "method": method,
            "params": [(name, _parameter(value)) for name, value in (params or {}).items()],
            "select": _selectors(select),
            "exclude": _selectors(exclude),
            "tables": tables,
            "markdown": markdown,
            "html": html,
            "metadata": metadata,
            "blocks": blocks,
            **limits,
        }
        try:
            self._engine = Engine(self._arguments)
        except ValueError as error:
            raise OptionError(str(error)) from None

    @property
    def method(self) -> str:
        """Name of the method."""
        return self._engine.method

    @property
    def options_hash(self) -> str:
        """A fingerprint of everything that can change an answer, as in the records of the program ``dehusk``."""
        return self._engine.options_hash

    def extract(
        self, page: Page, url: Optional[str] = None, *, content_type: Optional[str] = None
    ) -> Extraction:
        """The main content of a page. Odd pages raise nothing: see ``Extraction.status``.

        ``url`` is where the page came from: links, images and metadata are resolved against it. ``content_type`` is the
        HTTP header of that name; it and the page itself say how bytes are decoded. A ``str`` is taken as it is, whatever
        encoding the page declares.
        """
        data, is_text = _bytes_of(page)
        return Extraction._of(self._engine.extract(data, is_text, url, content_type, False), is_text)

    def explain(
        self, page: Page, url: Optional[str] = None, *, content_type: Optional[str] = None
    ) -> Extraction:
        """As :meth:`extract`, with all blocks of the page, kept and removed, each with the reason and what decided about it. It
        costs many times an extraction. A notebook shows it.
        """
        data, is_text = _bytes_of(page)
        return Extraction._of(self._engine.extract(data, is_text, url, content_type, True), is_text)

    def extract_many(
        self, pages: Iterable[Union[Page, tuple[Page, Optional[str]]]], threads: Optional[int] = None
    ) -> Iterator[Extraction]:
        """The main content of many pages, in their order, on several threads (as many as there are cores if not said).

        An item is a page or a pair of a page and its URL. Items are taken a few at a time, as answers are taken, so that
        neither all pages nor all answers have to be in memory.
        """
        count = _cores() if threads is None else threads
        if count < 1:
            raise OptionError(f"threads must be 1 or more, not {count}")
        return self._in_order(iter(pages), count)

    def _in_order(
        self, pages: Iterator[Union[Page, tuple[Page, Optional[str]]]], threads: int
    ) -> Iterator[Extraction]:
        if threads == 1:
            yield from map(self._item, pages)
            return
        pool = ThreadPoolExecutor(threads, thread_name_prefix="dehusk")
        try:
            waiting: deque[Future[Extraction]] = deque()
            waiting.extend(pool.submit(self._item, page) for page in islice(pages, threads * _AHEAD))
            while waiting:
                extraction = waiting.popleft().result()
                waiting.extend(pool.submit(self._item, page) for page in islice(pages, 1))
                yield extraction
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _item(self, item: Union[Page, tuple[Page, Optional[str]]]) -> Extraction:
        return self.extract(*item) if isinstance(item, tuple) else self.extract(item)

    def extract_metadata(
        self, page: Page, url: Optional[str] = None, *, content_type: Optional[str] = None
    ) -> Optional[Metadata]:
        """What a page says about itself, without looking for main content; ``None`` if it cannot be read."""
        data, is_text = _bytes_of(page)
        answer = self._engine.metadata(data, is_text, url, content_type)["metadata"]
        return None if answer is None else Metadata._of(answer)

    def extract_batch(self, batch: SupportsArrow, *, column: str = "html") -> pyarrow.RecordBatch:
        """The main content of every page in an Arrow batch: same rows, same order, a status for each.

        ``column`` has the pages, as binary or string; ``url`` and ``content_type`` are read if they are there, and all columns
        but the pages are passed on. The columns made are ``status``, ``reason``, ``error``, ``method``, ``encoding``,
        ``encoding_origin``, ``bytes``, ``text``; ``markdown``, ``html`` and those of :class:`Metadata` if asked for;
        ``rules_version`` and ``options_hash``. ``batch`` is anything with ``__arrow_c_array__``; the answer needs pyarrow.
        """
        self._check_batch()
        try:
            made: pyarrow.RecordBatch = self._engine.extract_batch(batch, column)
            return made
        except ValueError as error:
            raise OptionError(str(error)) from None

    def batch_schema(self, schema: pyarrow.Schema, *, column: str = "html") -> pyarrow.Schema:
        """The schema of :meth:`extract_batch` for batches of a schema."""
        self._check_batch()
        try:
            made: pyarrow.Schema = self._engine.batch_schema(schema, column)
            return made
        except ValueError as error:
            raise OptionError(str(error)) from None

    def _check_batch(self) -> None:
        if self._arguments["blocks"]:
            raise OptionError("batches have no blocks: use Extractor(blocks=False), or extract_many")

    def __repr__(self) -> str:
        defaults = Extractor()._arguments
        given = {name: value for name, value in self._arguments.items() if value != defaults[name]}  # type: ignore[literal-required]
        if self._arguments["params"]:
            given["params"] = dict(self._arguments["params"])
        return f"dehusk.Extractor({', '.join(f'{name}={value!r}' for name, value in given.items())})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self._arguments,)


def _rebuild(arguments: _Arguments) -> Extractor:
    params = dict(arguments["params"])
    return Extractor(**{**arguments, "params": params})  # type: ignore[arg-type]


def _bytes_of(page: Page) -> tuple[bytes, bool]:
    """The page as bytes, and whether it was text."""
    if isinstance(page, bytes):
        return page, False
    if isinstance(page, str):
        try:
            return page.encode(), True
        except UnicodeEncodeError:  # half of a pair of surrogates
            return page.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode(), True
    if isinstance(page, (bytearray, memoryview)):  # pyright: ignore[reportUnnecessaryIsInstance]
        return bytes(page), False
    raise TypeError(f"a page is bytes or str, not {type(page).__name__}")


def _parameter(value: object) -> str:
    """A parameter as the command line has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(str(item) for item in cast("Iterable[object]", value))
    return str(value)


def _selectors(given: Union[str, Iterable[str]]) -> list[str]:
    return [given] if isinstance(given, str) else list(given)


def _check_limits(limits: _Limits) -> None:
    for name, value in limits.items():
        if value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(f"{name} is a number, not {type(value).__name__}")
        if not value > 0:
            raise OptionError(f"{name} must be above 0, not {value}")


def _cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
