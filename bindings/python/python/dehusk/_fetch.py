"""``fetch_url`` and ``fetch_response``: download a page, safely enough for addresses that come from strangers.

The download itself is done by the Rust crate ``dehusk-fetch``. This is not a crawler: it keeps no cookies, runs no
scripts and reads no robots.txt.
"""

from __future__ import annotations

import functools
import logging
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Optional

from . import _checks as checks
from . import _native
from ._errors import OptionError

if TYPE_CHECKING:
    from ._native import _FetchArguments

LOGGER = logging.getLogger("dehusk")

#: The status code of a page that was fetched.
_OK = 200
#: The defaults of the crate ``dehusk-fetch``: 30 seconds, 5 redirects and 64 MiB.
DEFAULT_TIMEOUT = _native.FETCH_TIMEOUT
DEFAULT_MAX_REDIRECTS = _native.FETCH_MAX_REDIRECTS
DEFAULT_MAX_BYTES = _native.FETCH_MAX_BYTES
#: The largest number of redirects that the crate can count.
_MAX_REDIRECTS = (1 << 32) - 1


@dataclass(frozen=True)
class Response:
    """A downloaded page. The names are those of trafilatura.

    Attributes:
        data: The page as it was received, with its compression removed. Empty if ``status`` is an error.
        status: The status code of the server.
        url: The URL of the page after all redirects.
        headers: The headers that are kept, by lowercase name: ``content-type``, if the server sent it.
        html: The page as text, if ``decode`` was requested.
    """

    data: bytes
    status: int
    url: str
    headers: Mapping[str, str] = field(hash=False)
    html: Optional[str] = None

    def __bool__(self) -> bool:
        return bool(self.data)

    def __repr__(self) -> str:
        return f"<dehusk.Response {self.status}: {len(self.data):,} bytes from {self.url}>"

    def as_dict(self) -> dict[str, Any]:
        """Returns the fields by name."""
        return {"data": self.data, "headers": dict(self.headers), "html": self.html, "status": self.status, "url": self.url}


def fetch_url(
    url: str,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    max_redirects: int = DEFAULT_MAX_REDIRECTS,
    max_bytes: int = DEFAULT_MAX_BYTES,
    public_only: bool = True,
    user_agent: Optional[str] = None,
    headers: Optional[Mapping[str, str]] = None,
) -> Optional[str]:
    """Downloads a page and returns it as text, or ``None`` if that fails or the page is empty; the reason is logged as a warning.

    The options are those of :func:`fetch_response`.

    >>> import dehusk
    >>> dehusk.fetch_url("http://127.0.0.1:8080/") is None
    True
    """
    response = fetch_response(
        url,
        decode=True,
        timeout=timeout,
        max_redirects=max_redirects,
        max_bytes=max_bytes,
        public_only=public_only,
        user_agent=user_agent,
        headers=headers,
    )
    return response.html if response else None


def fetch_response(
    url: str,
    *,
    decode: bool = False,
    timeout: float = DEFAULT_TIMEOUT,
    max_redirects: int = DEFAULT_MAX_REDIRECTS,
    max_bytes: int = DEFAULT_MAX_BYTES,
    public_only: bool = True,
    user_agent: Optional[str] = None,
    headers: Optional[Mapping[str, str]] = None,
    any_content_type: bool = False,
) -> Optional[Response]:
    """Downloads a page, or returns ``None`` if that fails; the reason is logged as a warning.

    If the server responds with an error, the response has its status code and no data. ``decode`` also sets
    ``html``. ``timeout`` limits the seconds of the whole download, ``max_bytes`` the size of the page. With
    ``public_only``, the default, addresses of this machine and its network are refused, before and after every
    redirect, and no proxy is used; without it, the proxies of the environment (``HTTPS_PROXY`` and so on) are used.
    What the server declares to be no page, such as a feed, is refused unless ``any_content_type`` is true.
    """
    checks.true_or_false({"decode": decode, "public_only": public_only, "any_content_type": any_content_type})
    fetcher = _fetcher(
        os.getpid(),
        checks.positive_seconds("timeout", timeout),
        min(checks.natural_number("max_redirects", max_redirects), _MAX_REDIRECTS),
        min(checks.positive_integer("max_bytes", max_bytes), sys.maxsize),
        public_only,
        any_content_type,
        checks.text_or_none("user_agent", user_agent),
        checks.headers(headers),
    )
    found = fetcher.fetch(_address(url))
    if found["error"] is not None:
        LOGGER.warning("cannot fetch %s: %s", url, found["error"])
        return None if found["status"] is None else Response(b"", found["status"], found["url"], {})
    if not found["body"]:
        LOGGER.warning("nothing to read at %s: the page has 0 bytes", url)
    return _response(found["url"], found["content_type"], found["body"], decode)


def _response(url: str, content_type: Optional[str], body: bytes, is_decoded: bool) -> Response:
    headers = {} if content_type is None else {"content-type": content_type}
    return Response(body, _OK, url, headers, _native.decode(body, content_type) if is_decoded else None)


def _address(url: object) -> str:
    if not isinstance(url, str):
        raise TypeError(f"url must be a str, not {type(url).__name__}")
    return checks.encodable_text_or_none("url", url) or ""


#: Number of fetchers that are cached, each with its open connections. Chosen by hand: programs rarely need more.
_MAX_CACHED_FETCHERS = 4


@functools.lru_cache(maxsize=_MAX_CACHED_FETCHERS)
def _fetcher(
    process: int,
    timeout: float,
    max_redirects: int,
    max_bytes: int,
    public_only: bool,
    any_content_type: bool,
    user_agent: Optional[str],
    headers: tuple[tuple[str, str], ...],
) -> _native.Fetcher:
    """Returns a fetcher. Processes do not share one, because they would share its connections."""
    arguments: _FetchArguments = {
        "timeout": timeout,
        "max_redirects": max_redirects,
        "max_bytes": max_bytes,
        "public_only": public_only,
        "any_content_type": any_content_type,
        "user_agent": user_agent,
        "headers": list(headers),
    }
    try:
        return _native.Fetcher(arguments)
    except (ValueError, OverflowError) as error:
        raise OptionError(str(error)) from None
