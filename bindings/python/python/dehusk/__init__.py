"""Main content extraction: a web page without the husk of menus, adverts and footers.

>>> import dehusk
>>> page = "<p>The old mill reopens on Monday, after ten years of repair.</p><script>advert()</script>"
>>> dehusk.extract(page)
'The old mill reopens on Monday, after ten years of repair.'

``extract``, ``bare_extraction`` and ``extract_metadata`` have the arguments of trafilatura. ``Extractor`` is for everything
else: every page gets an ``Extraction`` that says how it went. Same page and options, same answer: there is no state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Optional, Union

from ._errors import Error, OptionError, PageError
from ._extraction import Block, Comment, Extraction, Image, Link, Quality, Signal, Table
from ._checks import Page
from ._extractor import Extractor, SupportsArrow
from ._metadata import Metadata
from ._methods import Method, Param, methods
from ._native import RULES_VERSION, VERSION as __version__
from ._trafilatura import Document, bare_extraction, extract, extract_metadata

if TYPE_CHECKING:
    import pyarrow

__all__ = [
    "RULES_VERSION",
    "Block",
    "Comment",
    "Document",
    "Error",
    "Extraction",
    "Extractor",
    "Image",
    "Link",
    "Metadata",
    "Method",
    "OptionError",
    "PageError",
    "Param",
    "Quality",
    "Signal",
    "Table",
    "__version__",
    "bare_extraction",
    "explain",
    "extract",
    "extract_batch",
    "extract_many",
    "extract_metadata",
    "methods",
]


def extract_many(
    pages: Iterable[Union[Page, tuple[Page, Optional[str]]]], threads: Optional[int] = None, **options: Any
) -> Iterator[Extraction]:
    """The main content of many pages, in their order: ``Extractor(**options).extract_many(pages, threads)``.

    >>> import dehusk
    >>> [page.status for page in dehusk.extract_many([b"<p>A story, told in a few plain words.</p>", b"%PDF-1.7"])]
    ['ok', 'not_html']
    """
    return Extractor(**options).extract_many(pages, threads)


def extract_batch(batch: SupportsArrow, *, column: str = "html", **options: Any) -> pyarrow.RecordBatch:
    """The main content of every page in an Arrow batch: ``Extractor(**options).extract_batch(batch, column=column)``.

    >>> import dehusk, pyarrow
    >>> pages = [b"<p>A story, told in a few plain words.</p>", b"%PDF-1.7", None]
    >>> batch = pyarrow.RecordBatch.from_pydict({"id": [1, 2, 3], "html": pages})
    >>> dehusk.extract_batch(batch).select(["id", "status"]).to_pylist()
    [{'id': 1, 'status': 'ok'}, {'id': 2, 'status': 'not_html'}, {'id': 3, 'status': 'error'}]
    """
    return Extractor(**options).extract_batch(batch, column=column)


def explain(page: Page, url: Optional[str] = None, **options: Any) -> Extraction:
    """One page with all its blocks, kept and removed, each with the reason: ``Extractor(**options).explain(page, url)``.

    >>> import dehusk
    >>> page = "<p>The old mill reopens on Monday, after ten years of repair.</p><nav><a href=/>Home</a></nav>"
    >>> [(block.text[:8], block.kept) for block in dehusk.explain(page, method="thai").blocks]
    [('The old ', True), ('Home', False)]
    """
    return Extractor(**options).explain(page, url)
