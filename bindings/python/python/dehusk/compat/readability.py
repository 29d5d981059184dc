"""``Document`` of readability-lxml, with the content and the metadata of dehusk.

    from dehusk.compat.readability import Document
    document = Document(html)
    document.short_title(), document.summary()
"""

from __future__ import annotations

import html as html_module
import re
from functools import cached_property
from typing import Any, Optional

from .. import _functions as functions
from .._checks import refuse_address
from .._extraction import Extraction
from .._fetch import DEFAULT_MAX_BYTES
from ._page import decoded, page_of, warn_once

#: What readability says instead of a title or an author that is missing.
_NO_TITLE = "[no-title]"
_NO_AUTHOR = "[no-author]"

#: The title of a page is looked for in so many characters at its beginning. Chosen by hand.
_MAX_HEAD_CHARACTERS = 1 << 18


class Unparseable(ValueError):
    """The page is empty, is not HTML, or exceeds a limit. The message says which; a limit is a status of an extraction."""


class Document:
    """A page, read as readability does: ``title()``, ``short_title()``, ``author()``, ``summary()`` and ``content()``.

    The page is bytes, text or an element of lxml. ``url`` makes links absolute. The keywords, lengths and ``xpath`` of
    readability mean nothing here.
    """

    def __init__(
        self,
        input: Any,
        positive_keywords: Any = None,
        negative_keywords: Any = None,
        url: Optional[str] = None,
        min_text_length: int = 25,
        retry_length: int = 250,
        xpath: bool = False,
        handle_failures: Optional[str] = "discard",
        **options: Any,
    ) -> None:
        given = {"positive_keywords": positive_keywords, "negative_keywords": negative_keywords, "xpath": xpath, **options}
        for name, value in given.items():
            if value:
                warn_once("readability", name, "the content is found by what dehusk has learned")
        refuse_address(input)
        page = page_of(input, DEFAULT_MAX_BYTES)
        if page is None:
            raise TypeError("a page must be bytes, str or an element of lxml, not None")
        self.input = page
        self.url = url
        self.encoding: Optional[str] = None

    @cached_property
    def _extraction(self) -> Extraction:
        extractor = functions.extractor(None, None, html=True, metadata=True, include_comments=False)
        extraction = extractor.extract(self.input, self.url)
        self.encoding = extraction.encoding
        return extraction

    @cached_property
    def _source(self) -> str:
        return self.input if isinstance(self.input, str) else decoded(self.input)

    def title(self) -> str:
        """Returns the title that the page declares, or ``[no-title]``."""
        title = _content_of("title", self._source[:_MAX_HEAD_CHARACTERS]) or ""
        return " ".join(html_module.unescape(title).split()) or _NO_TITLE

    def short_title(self) -> str:
        """Returns the title of the content, without the name of the site, or ``[no-title]``."""
        metadata = self._extraction.metadata
        return (metadata.title if metadata else None) or self.title()

    def author(self) -> str:
        """Returns the authors, separated by ``"; "``, or ``[no-author]``."""
        metadata = self._extraction.metadata
        return (metadata.author if metadata else None) or _NO_AUTHOR

    def summary(self, html_partial: bool = False, keep_all_images: bool = False) -> str:
        """Returns the main content as HTML: a document, or one ``div`` with ``html_partial``.

        Raises :class:`Unparseable` for what is not a page, and for an empty one.

        >>> Document("<p>The old mill reopens on Monday, after ten years of repair.</p>").summary(html_partial=True)
        '<div><p>The old mill reopens on Monday, after ten years of repair.</p></div>'
        """
        if keep_all_images:
            warn_once("readability", "keep_all_images", "the images of the main content are always kept")
        if not self.input.strip():
            raise Unparseable("Document is empty")
        if self._extraction.is_failure:
            raise Unparseable(self._extraction.status)
        content = (self._extraction.html or "").strip()
        part = f"<div>{content}</div>"
        return part if html_partial else f"<html><body>{part}</body></html>"

    def content(self) -> str:
        """Returns what the page has in its ``body``."""
        content = _content_of("body", self._source)
        return (self._source if content is None else content).strip()

    def get_clean_html(self) -> str:
        """Returns the main content as HTML, as :meth:`summary` does."""
        return self.summary()


def _content_of(tag: str, source: str) -> Optional[str]:
    """Returns what is between the first start tag and the end tag after it, or ``None`` if there is no start tag."""
    start = re.search(rf"<{tag}(?=[\s/>])", source, re.IGNORECASE)
    begin = source.find(">", start.end()) if start else -1
    if begin < 0:
        return None
    end = re.compile(rf"</{tag}", re.IGNORECASE).search(source, begin)
    return source[begin + 1 : end.start() if end else len(source)]
