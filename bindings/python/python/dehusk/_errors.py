"""The exceptions of the package. Unusual pages do not raise any: see ``Extraction.status``."""

from __future__ import annotations

from typing import Optional


class Error(Exception):
    """The base class of all exceptions of dehusk."""


class OptionError(Error, ValueError):
    """An option that does not exist or has an invalid value. The message says what is allowed."""


class PageError(Error):
    """A page without main content. Only ``Extraction.raise_for_status`` raises it."""

    def __init__(self, status: str, reason: Optional[str]) -> None:
        super().__init__(status, reason)
        self.status = status
        self.reason = reason

    def __str__(self) -> str:
        return f"page has no main content: {self.status}" + (f" ({self.reason})" if self.reason else "")
