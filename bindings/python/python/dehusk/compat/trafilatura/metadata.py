"""``extract_metadata`` with the arguments of trafilatura."""

from __future__ import annotations

import functools
import re
from importlib import import_module
from typing import Any, Callable, Optional, cast
from urllib.parse import urlsplit

from ... import _functions as functions
from ..._metadata import Metadata
from .._page import page_of
from .settings import DEFAULT_CONFIG, Document, set_date_params

#: What the names of hosts begin with that trafilatura leaves out.
_WWW = re.compile(r"^www[0-9]*\.")
#: The least length of a label that is taken for a name and not for a part of a suffix such as ``co.uk``, as in courlan.
_MIN_NAME_CHARACTERS = 4


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
    address = metadata.canonical or url
    host = host_of(address)
    return Document(
        title=metadata.title,
        author="; ".join(authors) or None,
        url=address,
        hostname=domain_of(host),
        description=metadata.description,
        sitename=metadata.sitename or host,
        date=_date(metadata, dates),
        categories=list(metadata.categories),
        tags=list(metadata.tags),
        license_val=metadata.license,
        language=metadata.language,
        image=metadata.image,
        filedate=dates.get("max_date"),
    )


def host_of(url: Optional[str]) -> Optional[str]:
    """Returns the host of an address without ``www.``, or ``None`` if it has none.

    >>> host_of("https://www.mill.example:8080/news")
    'mill.example'
    """
    try:
        host = urlsplit(url or "").hostname
    except ValueError:
        return None
    return _WWW.sub("", host) if host else None


def domain_of(host: Optional[str]) -> Optional[str]:
    """Returns the domain of a host as trafilatura does: from the last label that is long enough for a name.

    If there is none, tld says which domain was registered. Without tld, which comes with trafilatura, it is the host.

    >>> domain_of("blog.mill.example"), domain_of("bbc.co.uk"), domain_of("127.0.0.1")
    ('mill.example', 'bbc.co.uk', '127.0.0.1')
    """
    labels = (host or "").split(".")
    for start in range(len(labels) - 2, -1, -1):
        if len(labels[start]) >= _MIN_NAME_CHARACTERS:
            return ".".join(labels[start:])
    get_fld = _get_fld()
    return host if get_fld is None or host is None else get_fld(f"https://{host}/", fail_silently=True) or host


@functools.lru_cache(maxsize=1)
def _get_fld() -> Optional[Callable[..., Optional[str]]]:
    """Returns the function of tld that finds the registered domain. trafilatura brings it along."""
    try:
        return cast(Callable[..., Optional[str]], import_module("tld").get_fld)
    except ImportError:
        return None


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
