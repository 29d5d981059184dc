"""``fetch_url`` and ``fetch_response`` with the arguments and settings of trafilatura, over :mod:`dehusk._fetch`."""

from __future__ import annotations

import os
import random
from configparser import ConfigParser
from typing import Optional

from ... import _fetch
from ..._fetch import LOGGER, Response
from .._page import warn_once
from .settings import DEFAULT_CONFIG, Extractor

#: Where a proxy is named, as for the crate ``dehusk-fetch``.
_PROXIES = ("https_proxy", "http_proxy", "all_proxy", "HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY")


def fetch_url(
    url: str, no_ssl: bool = False, config: ConfigParser = DEFAULT_CONFIG, options: Optional[Extractor] = None
) -> Optional[str]:
    """Downloads a page and returns it as text, or ``None`` if that fails or its size is not accepted."""
    options = options or Extractor(config=config)
    response = fetch_response(url, decode=True, no_ssl=no_ssl, config=options.config)
    if not response:
        return None
    if not options.min_file_size <= len(response.data) <= options.max_file_size:
        LOGGER.warning("the size of %s is not accepted: %s bytes", url, len(response.data))
        return None
    return response.html


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
        decode=decode,
        timeout=read.getfloat("DOWNLOAD_TIMEOUT", _fetch.DEFAULT_TIMEOUT),
        max_redirects=read.getint("MAX_REDIRECTS", _fetch.DEFAULT_MAX_REDIRECTS),
        max_bytes=read.getint("MAX_FILE_SIZE", _fetch.DEFAULT_MAX_BYTES),
        public_only=read.getboolean("SSRF_PROTECTION", True) and not any(map(os.environ.get, _PROXIES)),
        user_agent=random.choice(agents) if agents else None,
        headers={"Cookie": cookie} if cookie else None,
        any_content_type=any_content_type,
    )
