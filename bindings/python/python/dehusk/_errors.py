"""The exceptions of the package. Odd pages raise none: see ``Extraction.status``."""

from __future__ import annotations

from typing import Optional


class Error(Exception):
    """What all exceptions of dehusk are."""


class OptionError(Error, ValueError):
    """An option that does not exist or does not fit; the message says what does."""


class PageError(Error):
    """A page without an answer, raised only where that was asked for (``Extraction.raise_for_status``)."""

    def __init__(self, status: str, reason: Optional[str]) -> None:
        super().__init__(status, reason)
        self.status = status
        self.reason = reason

    def __str__(self) -> str:
        return f"page has no main content: {self.status}" + (f" ({self.reason})" if self.reason else "")
