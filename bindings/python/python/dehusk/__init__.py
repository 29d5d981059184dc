"""Main content extraction: a web page without the husk of menus, adverts and footers.

>>> import dehusk
>>> page = "<p>The old mill reopens on Monday, after ten years of repair.</p><script>advert()</script>"
>>> dehusk.extract(page)
'The old mill reopens on Monday, after ten years of repair.'

``extract``, ``bare_extraction``, ``extract_metadata`` and ``html2txt`` are for one page in one call. ``Extractor``
does everything else: it returns an ``Extraction`` for every page, with a status. ``fetch_url`` downloads a page; nothing
else opens a connection. No scripts are run and no state is kept: the same page and options always give the same
result. Programs written for trafilatura, readability or resiliparse run with :mod:`dehusk.compat`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Optional, Union

from ._checks import Page
from ._errors import Error, OptionError, PageError
from ._extraction import Extraction
from ._extractor import Extractor, ExtractorOptions, SupportsArrow
from ._fetch import Response, fetch_response, fetch_url
from ._functions import Document, OutputFormat, bare_extraction, extract, extract_metadata, html2txt
from ._metadata import Metadata
from ._methods import Method, Param, methods
from ._native import RULES_VERSION, VERSION as __version__
from ._parts import Block, Comment, Image, Item, ItemField, Link, Quality, Signal, Table
from ._typing import RecordBatch, Unpack
from ._words import (
    BlockKind,
    Direction,
    EncodingOrigin,
    FieldName,
    Focus,
    Hidden,
    HiddenBy,
    Invisible,
    ItemKind,
    PageType,
    Status,
    Title,
    Verdict,
)

__all__ = [
    "RULES_VERSION",
    "Block",
    "BlockKind",
    "Comment",
    "Direction",
    "Document",
    "EncodingOrigin",
    "Error",
    "Extraction",
    "Extractor",
    "ExtractorOptions",
    "FieldName",
    "Focus",
    "Hidden",
    "HiddenBy",
    "Image",
    "Invisible",
    "Item",
    "ItemField",
    "ItemKind",
    "Link",
    "Metadata",
    "Method",
    "OptionError",
    "OutputFormat",
    "PageError",
    "PageType",
    "Param",
    "Quality",
    "Response",
    "Signal",
    "Status",
    "Table",
    "Title",
    "Verdict",
    "__version__",
    "bare_extraction",
    "explain",
    "extract",
    "extract_batch",
    "extract_many",
    "extract_metadata",
    "fetch_response",
    "fetch_url",
    "html2txt",
    "methods",
]


def extract_many(
    pages: Iterable[Union[Page, tuple[Optional[Page], Optional[str]], None]],
    threads: Optional[int] = None,
    **options: Unpack[ExtractorOptions],
) -> Iterator[Extraction]:
    """Same as ``Extractor(**options).extract_many(pages, threads)``: yields results in input order.

    >>> import dehusk
    >>> pages = [b"<p>A story, told in a few plain words.</p>", b"%PDF-1.7"]
    >>> [result.status for result in dehusk.extract_many(pages)]
    ['ok', 'not_html']
    """
    return Extractor(**options).extract_many(pages, threads)


def extract_batch(batch: SupportsArrow, *, column: str = "html", **options: Unpack[ExtractorOptions]) -> RecordBatch:
    """Same as ``Extractor(**options).extract_batch(batch, column=column)``: extracts an Arrow batch.

    >>> import dehusk, pyarrow
    >>> pages = [b"<p>A story, told in a few plain words.</p>", b"%PDF-1.7", None]
    >>> batch = pyarrow.RecordBatch.from_pydict({"id": [1, 2, 3], "html": pages})
    >>> dehusk.extract_batch(batch).select(["id", "status"]).to_pylist()
    [{'id': 1, 'status': 'ok'}, {'id': 2, 'status': 'not_html'}, {'id': 3, 'status': 'error'}]
    """
    return Extractor(**options).extract_batch(batch, column=column)


def explain(page: Page, url: Optional[str] = None, **options: Unpack[ExtractorOptions]) -> Extraction:
    """Same as ``Extractor(**options).explain(page, url)``: lists all blocks with the reason for each.

    >>> import dehusk
    >>> page = "<p>The old mill reopens on Monday, after ten years.</p><nav><a href=/>Home</a></nav>"
    >>> [(block.text[:8], block.kept) for block in dehusk.explain(page, method="thai").blocks]
    [('The old ', True), ('Home', False)]
    """
    return Extractor(**options).explain(page, url)
