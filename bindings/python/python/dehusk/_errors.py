"""The exceptions of the package. Unusual pages do not raise any: see ``Extraction.status``."""

from __future__ import annotations

from typing import Optional


class Error(Exception):
    """The base class of all exceptions of dehusk."""


class OptionError(Error, ValueError):
    """An option that does not exist or has an invalid value. The message says what is allowed."""


#: What the statuses of pages without text mean.
_MEANINGS = {
    "empty": "the page has no main content",
    "partial": "a limit was reached before any main content was found",
    "timeout": "the extraction took longer than it may",
    "too_large": "the page is larger than it may be",
    "not_html": "the page is not HTML",
    "error": "the page could not be extracted",
}


class PageError(Error):
    """A page without text. Only ``Extraction.raise_for_status`` raises it.

    ``status``, ``reason`` and ``error`` are those of the extraction.

    >>> print(PageError("not_html", "pdf"))
    the page is not HTML (not_html: pdf)
    """

    def __init__(self, status: str, reason: Optional[str], error: Optional[str] = None) -> None:
        super().__init__(status, reason, error)
        self.status = status
        self.reason = reason
        self.error = error

    def __str__(self) -> str:
        has_more = self.reason not in (None, self.status)
        details = f"{self.status}: {self.reason}" if has_more else self.status
        return f"{_MEANINGS.get(self.status, 'the page has no text')} ({self.error or details})"
