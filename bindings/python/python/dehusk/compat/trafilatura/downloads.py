"""``fetch_url`` and ``fetch_response`` with the arguments and settings of trafilatura, over :mod:`dehusk._fetch`."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from configparser import ConfigParser
from functools import partial
from importlib import import_module
from time import sleep
from typing import Any, Callable, Optional, TypeVar

from ... import _fetch
from ..._errors import OptionError
from ..._fetch import Response
from .._page import warn_once
from .settings import DEFAULT_CONFIG, Extractor
from .utils import is_acceptable_length

_Page = TypeVar("_Page")

#: Where a proxy is named, as for the crate ``dehusk-fetch``.
_PROXIES = ("https_proxy", "http_proxy", "all_proxy", "HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY")
#: What the addresses of a blacklist lack.
_SCHEME = re.compile(r"^https?://(?:www\.)?")
#: The number of addresses that are taken from a store at once, as in trafilatura.
_MAX_BUFFERED = 100_000


def fetch_url(
    url: str, no_ssl: bool = False, config: ConfigParser = DEFAULT_CONFIG, options: Optional[Extractor] = None
) -> Optional[str]:
    """Downloads a page and returns it as text, or ``None`` if that fails or its size is not accepted."""
    options = options or Extractor(config=config)
    response = fetch_response(url, decode=True, no_ssl=no_ssl, config=options.config)
    if not response:
        return None
    return response.html if is_acceptable_length(len(response.data), options) else None


def fetch_response(
    url: str,
    *,
    decode: bool = False,
    no_ssl: bool = False,
    with_headers: bool = False,
    config: ConfigParser = DEFAULT_CONFIG,
) -> Optional[Response]:
    """Downloads a page, or returns ``None`` if that fails. ``headers`` has the content type.

    Addresses of this machine and its network are refused, as in trafilatura, unless ``SSRF_PROTECTION`` is off or there
    is a proxy.
    """
    if no_ssl:
        warn_once("trafilatura", "no_ssl", "certificates are always verified")
    return _fetched(url, config, decode=decode, any_content_type=False)


def buffered_downloads(
    bufferlist: list[str], download_threads: int, options: Optional[Extractor] = None
) -> Iterator[tuple[str, Optional[str]]]:
    """Downloads pages with several threads, and yields each address with its page as soon as it is there."""
    return _in_threads(partial(fetch_url, options=options), bufferlist, download_threads)


def buffered_response_downloads(
    bufferlist: list[str], download_threads: int, options: Optional[Extractor] = None
) -> Iterator[tuple[str, Optional[Response]]]:
    """Does the same as :func:`buffered_downloads`, but yields responses."""
    config = options.config if options else DEFAULT_CONFIG
    return _in_threads(partial(fetch_response, config=config), bufferlist, download_threads)


def _in_threads(fetch: Callable[[str], _Page], urls: list[str], threads: int) -> Iterator[tuple[str, _Page]]:
    with ThreadPoolExecutor(threads) as pool:
        futures = {pool.submit(fetch, url): url for url in urls}
        for future in as_completed(list(futures)):
            # A page that was yielded is not kept.
            yield futures.pop(future), future.result()


def add_to_compressed_dict(
    inputlist: list[str],
    blacklist: Optional[set[str]] = None,
    url_filter: Optional[list[str]] = None,
    url_store: Any = None,
    compression: bool = False,
    verbose: bool = False,
) -> Any:
    """Adds addresses to a ``UrlStore`` of courlan, which has to be installed, and returns it.

    Addresses of ``blacklist``, without their scheme and ``www.``, are left out, and those that contain none of
    ``url_filter``.
    """
    if url_store is None:
        url_store = _url_store(compressed=compression, strict=False, verbose=verbose)
    urls = [url for url in dict.fromkeys(inputlist) if not blacklist or _SCHEME.sub("", url) not in blacklist]
    url_store.add_urls([url for url in urls if not url_filter or any(part in url for part in url_filter)])
    return url_store


def _url_store(**options: Any) -> Any:
    try:
        courlan: Any = import_module("courlan")
    except ImportError:
        raise OptionError("this needs courlan: pip install courlan") from None
    return courlan.UrlStore(**options)


def load_download_buffer(url_store: Any, sleep_time: float = 5.0) -> tuple[list[str], Any]:
    """Returns addresses of a ``UrlStore`` that may be asked now, those of one host ``sleep_time`` apart, and the store."""
    while True:
        urls: list[str] = url_store.get_download_urls(time_limit=sleep_time, max_urls=_MAX_BUFFERED)
        if urls or url_store.done:
            return urls, url_store
        sleep(sleep_time)


def fetch_list(url: str, config: ConfigParser) -> Optional[Response]:
    """Downloads a feed, a sitemap, a robots.txt or a page that may name them."""
    response = _fetched(url, config, decode=False, any_content_type=True)
    return response if response else None


def _fetched(url: str, config: ConfigParser, *, decode: bool, any_content_type: bool) -> Optional[Response]:
    read = config["DEFAULT"]
    agents = [line.strip().strip("\"'") for line in read.get("USER_AGENTS", "").splitlines() if line.strip()]
    cookie = read.get("COOKIE", "").strip()
    return _fetch.fetch_response(
        url,
        decode=bool(decode),
        timeout=read.getfloat("DOWNLOAD_TIMEOUT", _fetch.DEFAULT_TIMEOUT),
        max_redirects=read.getint("MAX_REDIRECTS", _fetch.DEFAULT_MAX_REDIRECTS),
        max_bytes=read.getint("MAX_FILE_SIZE", _fetch.DEFAULT_MAX_BYTES),
        public_only=read.getboolean("SSRF_PROTECTION", True) and not any(map(os.environ.get, _PROXIES)),
        user_agent=random.choice(agents) if agents else None,
        headers={"Cookie": cookie} if cookie else None,
        any_content_type=any_content_type,
    )
