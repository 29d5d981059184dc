"""``extract_metadata`` with the arguments of trafilatura."""

from __future__ import annotations

from typing import Any, Optional

from ... import _functions as functions
from ..._metadata import Metadata
from .._page import page_of
from .settings import DEFAULT_CONFIG, Document, set_date_params


def extract_metadata(
    filecontent: Any,
    default_url: Optional[str] = None,
    date_config: Optional[dict[str, Any]] = None,
    extensive: bool = True,
    author_blacklist: Optional[set[str]] = None,
) -> Optional[Document]:
    """Returns the metadata of a page: empty if it cannot be read, ``None`` for ``None``."""
    page = page_of(filecontent, DEFAULT_CONFIG.getint("DEFAULT", "MAX_FILE_SIZE"))
    if page is None:
        return None
    metadata = functions.extract_metadata(page, default_url) or Metadata()
    dates = date_config or set_date_params(extensive)
    return document_of(metadata, default_url, dates, set(author_blacklist or ()))


def document_of(
    metadata: Metadata, url: Optional[str], dates: dict[str, Any], author_blacklist: set[str]
) -> Document:
    """Returns a document with the metadata of a page, in the forms of trafilatura."""
    refused = {name.lower() for name in author_blacklist}
    authors = [name for name in metadata.authors if name.lower() not in refused]
    return Document(
        title=metadata.title,
        author="; ".join(authors) or None,
        url=metadata.canonical or url,
        hostname=metadata.hostname,
        description=metadata.description,
        sitename=metadata.sitename,
        date=_date(metadata, dates),
        categories=list(metadata.categories),
        tags=list(metadata.tags),
        license_val=metadata.license,
        language=metadata.language,
        image=metadata.image,
        filedate=dates.get("max_date"),
    )


def _date(metadata: Metadata, dates: dict[str, Any]) -> Optional[str]:
    """Returns the date as the parameters of htmldate want it: the first or the last one, in bounds, in a format."""
    is_original = dates.get("original_date", False)
    found = (metadata.date or metadata.date_modified) if is_original else (metadata.date_modified or metadata.date)
    day = found[:10] if found else ""
    if not day or day < _bound(dates.get("min_date"), "") or day > _bound(dates.get("max_date"), day):
        return None
    return _formatted(day, dates.get("outputformat", "%Y-%m-%d"))


def _bound(value: Any, default: str) -> str:
    """Returns a bound, given as a text or as a ``datetime``, as a day in ISO 8601."""
    if value is None:
        return default
    return str(value.isoformat() if hasattr(value, "isoformat") else value)[:10]


def _formatted(day: str, form: str) -> str:
    from datetime import datetime

    try:
        return datetime.fromisoformat(day).strftime(form)
    except ValueError:
        return day  # a year, or a year and a month
