"""Extractors: options once, then page after page, on any number of threads."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Optional, Protocol, Union

from . import _checks as checks
from ._checks import Page
from ._errors import OptionError
from ._extraction import Extraction
from ._many import in_order
from ._metadata import Metadata
from ._native import Engine

if TYPE_CHECKING:
    import pyarrow

    from ._native import _Arguments, _Limits, _Switches


class SupportsArrow(Protocol):
    """A batch of any library that speaks the Arrow PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


class Extractor:
    """Extracts the main content of pages. It may be shared by threads, pickled and used after a fork.

    ``method`` is one of :func:`methods`, ``params`` are its parameters. Main content is looked for only in elements that match one
    of the CSS selectors ``select``, if there are any, and not in those that match ``exclude``; ``include_tables`` and
    ``include_comments`` say whether tables of data and comments of readers may be in it, ``include_links`` and ``include_images`` whether
    Markdown and HTML have links and images. ``markdown``, ``html``, ``metadata`` and the
    lists ``blocks``, ``links``, ``images``, ``tables`` and ``comments`` are made besides the text if they are asked for. ``timeout`` is in
    seconds, for each page (``None``: no limit); ``max_bytes`` are those of the page, ``max_output`` those of the text, ``max_depth`` and
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
        include_tables: bool = True,
        include_comments: bool = True,
        include_links: bool = True,
        include_images: bool = True,
        markdown: bool = False,
        html: bool = False,
        metadata: bool = False,
        blocks: bool = False,
        links: bool = False,
        images: bool = False,
        tables: bool = False,
        comments: bool = False,
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
        switches: _Switches = {
            "include_tables": include_tables,
            "include_comments": include_comments,
            "include_links": include_links,
            "include_images": include_images,
            "markdown": markdown,
            "html": html,
            "metadata": metadata,
            "blocks": blocks,
            "links": links,
            "images": images,
            "tables": tables,
            "comments": comments,
        }
        self._arguments: _Arguments = {
            "method": checks.text_or_none("method", method),
            "params": checks.parameters(params),
            "select": checks.texts("select", select),
            "exclude": checks.texts("exclude", exclude),
            **checks.switches(switches),
            **checks.limits(limits),
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
        return self._extract(page, url, content_type, explain=False)

    def explain(
        self, page: Page, url: Optional[str] = None, *, content_type: Optional[str] = None
    ) -> Extraction:
        """As :meth:`extract`, with all blocks of the page, kept and removed, each with the reason and what decided about it. It
        costs many times an extraction. A notebook shows it.
        """
        return self._extract(page, url, content_type, explain=True)

    def _extract(
        self, page: Page, url: Optional[str], content_type: Optional[str], *, explain: bool
    ) -> Extraction:
        data, is_text = checks.page(page)
        url, content_type = checks.datum("url", url), checks.datum("content_type", content_type)
        return Extraction._of(self._engine.extract(data, is_text, url, content_type, explain), is_text)

    def extract_many(
        self, pages: Iterable[Union[Page, tuple[Page, Optional[str]]]], threads: Optional[int] = None
    ) -> Iterator[Extraction]:
        """The main content of many pages, in their order, on several threads (as many as there are cores if not said).

        An item is a page or a pair of a page and its URL. Items are taken a few at a time, as answers are taken, so that
        neither all pages nor all answers have to be in memory. An error that ``pages`` raises comes after the answers of the pages
        before it. A child of ``fork`` goes on with threads of its own.
        """
        count = _cores() if threads is None else checks.count("threads", threads)
        return in_order(self._item, checks.iterator(pages), count)

    def _item(self, item: Union[Page, tuple[Page, Optional[str]]]) -> Extraction:
        return self.extract(*checks.pair(item))

    def extract_metadata(
        self, page: Page, url: Optional[str] = None, *, content_type: Optional[str] = None
    ) -> Optional[Metadata]:
        """What a page says about itself, without looking for main content; ``None`` if it cannot be read."""
        data, is_text = checks.page(page)
        url, content_type = checks.datum("url", url), checks.datum("content_type", content_type)
        answer = self._engine.metadata(data, is_text, url, content_type)["metadata"]
        return None if answer is None else Metadata._of(answer)

    def extract_batch(self, batch: SupportsArrow, *, column: str = "html") -> pyarrow.RecordBatch:
        """The main content of every page in an Arrow batch: same rows, same order, a status for each.

        ``column`` has the pages, as binary or string; ``url`` and ``content_type`` are read if they are there, and all columns
        but the pages are passed on. The columns made are ``status``, ``reason``, ``error``, ``method``, ``encoding``,
        ``encoding_origin``, ``bytes``, ``page_type``, ``quality_score``, ``quality_verdict``, ``text``; ``markdown``, ``html``, lists
        (of structs; places in the text are bytes there) and those of :class:`Metadata` if asked for; ``rules_version`` and
        ``options_hash``. A column that is passed on under the name of one that is made gets ``input_`` before it.
        ``batch`` is anything with ``__arrow_c_array__``; the answer needs pyarrow.
        """
        try:
            made: pyarrow.RecordBatch = self._engine.extract_batch(batch, column)
            return made
        except ValueError as error:
            raise OptionError(str(error)) from None

    def batch_schema(self, schema: pyarrow.Schema, *, column: str = "html") -> pyarrow.Schema:
        """The schema of :meth:`extract_batch` for batches of a schema."""
        try:
            made: pyarrow.Schema = self._engine.batch_schema(schema, column)
            return made
        except ValueError as error:
            raise OptionError(str(error)) from None

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


def _cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
