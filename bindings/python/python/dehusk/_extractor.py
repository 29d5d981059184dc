"""``Extractor``: options that are checked once and used for any number of pages, on any number of threads.

It fetches nothing and opens no files: callers bring the pages.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Optional, Protocol, TypedDict, Union

from . import _checks as checks
from ._checks import Page
from ._errors import OptionError
from ._extraction import Extraction
from ._metadata import Metadata
from ._native import Engine
from ._parallel import map_in_order
from ._typing import RecordBatch, Schema
from ._words import Focus, Hidden, Invisible, Title

if TYPE_CHECKING:
    from ._native import _Arguments, _Limits, _Switches

LOGGER = logging.getLogger("dehusk")


class SupportsArrow(Protocol):
    """A batch of any library that implements the Arrow PyCapsule interface."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any: ...


class ExtractorOptions(TypedDict, total=False):
    """The options of :class:`Extractor`, for functions that pass them on. A test compares both."""

    method: Optional[str]
    params: Optional[Mapping[str, object]]
    focus: Optional[Focus]
    select: Union[str, Iterable[str]]
    exclude: Union[str, Iterable[str]]
    hidden: Optional[Hidden]
    invisible: Optional[Invisible]
    languages: Union[str, Iterable[str]]
    title: Optional[Title]
    include_tables: bool
    include_comments: bool
    include_links: bool
    include_images: bool
    data_images: bool
    list_marks: bool
    table_rows: bool
    markdown: bool
    html: bool
    metadata: bool
    blocks: bool
    links: bool
    images: bool
    tables: bool
    items: bool
    comments: bool
    jsonld: bool
    timeout: Optional[float]
    max_bytes: Optional[int]
    max_depth: Optional[int]
    max_elements: Optional[int]
    max_output: Optional[int]
    max_memory: Optional[int]


class Extractor:
    """Extracts the main content of pages. It can be shared by threads, pickled, and used after a fork.

    ``method`` is one of :func:`methods`, and ``params`` are its parameters. ``focus`` is short for the parameter
    ``focus`` of ``grain``: ``"precision"``, ``"balanced"`` or ``"recall"``.

    ``select`` and ``exclude`` are CSS selectors: main content is searched for only inside elements that match
    ``select``, if given, and never inside elements that match ``exclude``. ``include_tables`` and
    ``include_comments`` say whether the text may contain data tables and reader comments; ``include_links``
    and ``include_images`` whether Markdown and HTML contain links and images, and ``data_images`` whether that includes
    images that are embedded in the page. ``title`` says whether the text has the title of the page: ``"auto"`` (the default:
    Markdown and HTML begin with it, in the text the method decides), ``"as-found"`` (the method decides), ``"in"`` or
    ``"out"``. With ``list_marks``, items of lists in
    the text begin with ``- `` or their number; with ``table_rows``, each row of a table is one line, with tabs
    between its cells.

    ``hidden`` says what happens to text that the page hides by attributes or style: ``"drop"`` removes it, ``"keep"``
    does not look for it, ``"flag"`` keeps and marks it (:attr:`Block.hidden`, :attr:`Extraction.hidden_kept`), and
    ``"auto"``, the default of ``grain``, removes it unless a script shows it or the reader can open it. The default of
    other methods is ``"keep"``. ``invisible`` says whether characters that readers do not see, such as zero-width spaces
    and tag characters, stay (``"keep"``, the default) or are left out (``"strip"``); :attr:`Extraction.invisible` counts them.

    ``languages`` are the languages of the wanted pages, as tags: ``"pt"`` includes ``pt-BR``. Other pages have the status ``empty``
    and the reason ``other_language``.

    ``markdown``, ``html``, ``metadata`` and the lists ``blocks``, ``links``, ``images``, ``tables``, ``items``,
    ``comments`` and ``jsonld`` request more than the text.

    ``timeout`` limits the seconds of CPU time per page (of wall-clock time on Windows), by default to 10; ``None`` means
    no limit. For the other limits, ``None`` selects the default: ``max_bytes`` limits the size of the page (64 MiB),
    ``max_depth`` and ``max_elements`` its tree (512 and 2,000,000), ``max_output`` the bytes of the text (192 MiB), and
    ``max_memory`` the bytes of memory for one page besides the page itself (36 times the page, and at least 58 MiB).

    >>> from dehusk import Extractor
    >>> story = "<p>The old mill on the river reopens on Monday, after ten years of repair, they say.</p>"
    >>> page = f"<ul><li><a href=/>Home</a></ul><article><h1>The mill</h1>{story * 3}</article>"
    >>> Extractor(method="plain").extract(page).text.splitlines()[:2]
    ['Home', 'The mill']
    >>> Extractor(method="grain", markdown=True).extract(page)
    <dehusk.Extraction ok: 254 characters of 331 bytes by grain>
    """

    def __init__(
        self,
        method: Optional[str] = None,
        params: Optional[Mapping[str, object]] = None,
        *,
        focus: Optional[Focus] = None,
        select: Union[str, Iterable[str]] = (),
        exclude: Union[str, Iterable[str]] = (),
        hidden: Optional[Hidden] = None,
        invisible: Optional[Invisible] = None,
        languages: Union[str, Iterable[str]] = (),
        title: Optional[Title] = None,
        include_tables: bool = True,
        include_comments: bool = True,
        include_links: bool = True,
        include_images: bool = True,
        data_images: bool = False,
        list_marks: bool = False,
        table_rows: bool = False,
        markdown: bool = False,
        html: bool = False,
        metadata: bool = False,
        blocks: bool = False,
        links: bool = False,
        images: bool = False,
        tables: bool = False,
        items: bool = False,
        comments: bool = False,
        jsonld: bool = False,
        timeout: Optional[float] = 10.0,
        max_bytes: Optional[int] = None,
        max_depth: Optional[int] = None,
        max_elements: Optional[int] = None,
        max_output: Optional[int] = None,
        max_memory: Optional[int] = None,
    ) -> None:
        limits: _Limits = {
            "timeout": timeout,
            "max_bytes": max_bytes,
            "max_depth": max_depth,
            "max_elements": max_elements,
            "max_output": max_output,
            "max_memory": max_memory,
        }
        switches: _Switches = {
            "include_tables": include_tables,
            "include_comments": include_comments,
            "include_links": include_links,
            "include_images": include_images,
            "data_images": data_images,
            "list_marks": list_marks,
            "table_rows": table_rows,
            "markdown": markdown,
            "html": html,
            "metadata": metadata,
            "blocks": blocks,
            "links": links,
            "images": images,
            "tables": tables,
            "items": items,
            "comments": comments,
            "jsonld": jsonld,
        }
        self._arguments: _Arguments = {
            "method": checks.text_or_none("method", method),
            "params": checks.with_focus(checks.parameters(params), focus),
            "select": checks.texts("select", select),
            "exclude": checks.texts("exclude", exclude),
            "hidden": checks.text_or_none("hidden", hidden),
            "invisible": checks.text_or_none("invisible", invisible),
            "languages": checks.texts("languages", languages),
            "title": checks.text_or_none("title", title),
            **checks.switches(switches),
            **checks.limits(limits),
        }
        try:
            self._engine = Engine(self._arguments)
        except ValueError as error:
            raise OptionError(str(error)) from None

    @property
    def method(self) -> str:
        """The name of the method."""
        return self._engine.method

    @property
    def options_hash(self) -> str:
        """A hash of all options that can change a result, as in the records of the ``dehusk`` program."""
        return self._engine.options_hash

    def extract(
        self, page: Page, url: Optional[str] = None, *, content_type: Optional[str] = None
    ) -> Extraction:
        """Returns the main content of a page. Unusual pages raise no exception: see ``Extraction.status``.

        A text that is a URL or a path is not a page: it raises :class:`OptionError`, which says what to do.

        ``url`` is the URL of the page, against which links, images and metadata are resolved.
        ``content_type`` is the value of the HTTP header ``Content-Type``. Together with the page it
        determines how bytes are decoded. A ``str`` is used as it is, whatever encoding the page declares.
        """
        return self._extract(page, url, content_type, explain=False)

    def explain(
        self, page: Page, url: Optional[str] = None, *, content_type: Optional[str] = None
    ) -> Extraction:
        """Like :meth:`extract`, but lists all blocks of the page, kept and removed, with reason and evidence.

        It takes many times as long as an extraction. Notebooks display the result.
        """
        return self._extract(page, url, content_type, explain=True)

    def _extract(
        self, page: Page, url: Optional[str], content_type: Optional[str], *, explain: bool
    ) -> Extraction:
        checks.refuse_address(page)
        data, is_text = checks.page_as_bytes(page)
        url = checks.encodable_text_or_none("url", url)
        content_type = checks.encodable_text_or_none("content_type", content_type)
        result = self._engine.extract(data, is_text, url, content_type, explain)
        return Extraction._from_native(result, is_text)

    def extract_many(
        self, pages: Iterable[Union[Page, tuple[Optional[Page], Optional[str]], None]], threads: Optional[int] = None
    ) -> Iterator[Extraction]:
        """Yields the main content of many pages, in input order, computed by ``threads`` threads.

        The default is one thread per core. An item is a page or a ``(page, url)`` tuple. An item without a page (``None``,
        or an empty cell of pandas) and a text that is a URL or a path have the status ``error`` and a sentence in
        ``Extraction.error``; an item of another type raises a ``TypeError`` with its index.

        At most four items per thread are read ahead, so neither all pages nor all results have to fit into memory. If
        ``pages`` is slow, each result comes before the next page is read, as far as possible; with ``threads=1`` always,
        so that ``pages`` may wait for it. If ``pages`` raises an error, it is raised after the results of the pages
        before it. The iterator belongs to the process that made it: in a child created by ``fork`` it raises
        ``RuntimeError``.

        >>> from dehusk import Extractor
        >>> pages = ["<p>A story, told in a few plain words.</p>", None]
        >>> for result in Extractor("plain").extract_many(pages):
        ...     print(result)
        <dehusk.Extraction ok: 35 characters of 42 bytes by plain>
        <dehusk.Extraction error (there is no page): 0 characters of 0 bytes by plain>
        """
        count = _available_cores() if threads is None else checks.positive_integer("threads", threads)
        return map_in_order(self._extract_item, enumerate(checks.page_iterator(pages)), count)

    def _extract_item(self, numbered: tuple[int, object]) -> Extraction:
        number, item = numbered
        try:
            return self._extract_any(*checks.page_and_url(item))
        except TypeError as error:
            raise TypeError(f"item {number}: {error}") from None

    def _extract_any(self, page: Optional[Page], url: Optional[str]) -> Extraction:
        """Does the same as :meth:`extract`, but a missing page or an address has the status ``error``."""
        if checks.is_missing(page):
            return Extraction._failed("there is no page", self.method)
        try:
            return self.extract(page, url)
        except OptionError as error:
            return Extraction._failed(str(error), self.method)

    def extract_metadata(
        self, page: Page, url: Optional[str] = None, *, content_type: Optional[str] = None
    ) -> Optional[Metadata]:
        """Returns the metadata of a page, or ``None`` if the page cannot be read. Extracts no text.

        If that is because of the time limit or an error of dehusk, the logger ``dehusk`` gets a warning.
        """
        checks.refuse_address(page)
        data, is_text = checks.page_as_bytes(page)
        url = checks.encodable_text_or_none("url", url)
        content_type = checks.encodable_text_or_none("content_type", content_type)
        metadata, why = self._engine.metadata(data, is_text, url, content_type)
        if why is not None:
            LOGGER.warning("cannot read the metadata of %s: %s", url or "a page", why)
        return None if metadata is None else Metadata._from_native(metadata)

    def extract_batch(self, batch: SupportsArrow, *, column: str = "html") -> RecordBatch:
        """Extracts every page of an Arrow batch. The output has the same rows, each with a status.

        ``batch`` is any object with ``__arrow_c_array__``; the output needs pyarrow. A table has several batches:
        ``table.to_batches()``. ``column`` holds the
        pages, as binary or string. The columns ``url`` and ``content_type`` are used if they exist. All
        columns except the pages are copied to the output, with the prefix ``input_`` if a new column has the
        same name.

        The new columns are ``status``, ``reason``, ``error``, ``method``, ``encoding``, ``encoding_origin``,
        ``bytes``, ``page_type``, ``quality_score``, ``quality_verdict``, ``hidden_kept``, ``hidden_removed``,
        ``invisible`` and ``text``; if requested ``markdown``, ``html``, the lists (as lists of structs, in which text offsets count bytes) and the
        fields of :class:`Metadata`; then ``rules_version`` and ``options_hash``.
        """
        checks.refuse_table(batch)
        try:
            output: RecordBatch = self._engine.extract_batch(batch, column)
            return output
        except ValueError as error:
            raise OptionError(str(error)) from None

    def batch_schema(self, schema: Schema, *, column: str = "html") -> Schema:
        """Returns the output schema of :meth:`extract_batch` for an input schema."""
        try:
            output: Schema = self._engine.batch_schema(schema, column)
            return output
        except ValueError as error:
            raise OptionError(str(error)) from None

    def __repr__(self) -> str:
        defaults = Extractor()._arguments
        given = {
            name: value
            for name, value in self._arguments.items()
            if value != defaults[name]  # type: ignore[literal-required]
        }
        if self._arguments["params"]:
            given["params"] = dict(self._arguments["params"])
        return f"dehusk.Extractor({', '.join(f'{name}={value!r}' for name, value in given.items())})"

    def __getstate__(self) -> dict[str, Any]:
        """Returns what is pickled: the arguments, and the attributes of a subclass. The engine is made anew from them."""
        return {name: value for name, value in self.__dict__.items() if name != "_engine"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._engine = Engine(self._arguments)


def _available_cores() -> int:
    """Returns how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
