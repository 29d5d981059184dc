"""``sitemap_search``: the pages that the sitemaps of a site list, with the arguments of trafilatura."""

from __future__ import annotations

import logging
from configparser import ConfigParser
from time import sleep
from typing import Optional

from ... import _native
from ._links import is_similar, kept, site
from .downloads import fetch_list
from .settings import DEFAULT_CONFIG

LOGGER = logging.getLogger("dehusk")

#: Where sitemaps are if robots.txt names none, the most likely place first.
GUESSES = ["sitemap.xml", "sitemap.xml.gz", "sitemap", "sitemap_index.xml", "sitemap_news.xml"]
MAX_SITEMAPS_SEEN = 10_000


def sitemap_search(
    url: str,
    target_lang: Optional[str] = None,
    external: bool = False,
    sleep_time: float = 2.0,
    max_sitemaps: int = MAX_SITEMAPS_SEEN,
    config: ConfigParser = DEFAULT_CONFIG,
) -> list[str]:
    """Returns the addresses that a sitemap lists, or those that robots.txt names, with the sitemaps in them.

    The result is sorted, and empty if there is none. Pages and sitemaps of other sites are left out unless ``external`` is
    true, and so are pages whose address names another language than ``target_lang``.
    """
    host_and_home = site(url)
    if host_and_home is None:
        LOGGER.warning("invalid URL: %s", url)
        return []
    host, home = host_and_home
    is_sitemap = url.endswith((".gz", "sitemap", ".xml"))
    waiting = [url] if is_sitemap else _sitemaps_of(home, config)
    urlfilter = url if not is_sitemap and len(url) > len(home) + 2 else None
    pages: list[str] = []
    seen: set[str] = set()
    while waiting and len(seen) < max_sitemaps:
        address = waiting.pop(0)
        if address in seen or not (external or is_similar(host, (site(address) or ("",))[0])):
            continue
        if seen:
            sleep(sleep_time)
        seen.add(address)
        found, nested = _read(address, config)
        pages += found
        waiting += nested
    return kept(pages, host, external=external, target_lang=target_lang, urlfilter=urlfilter)


def _sitemaps_of(home: str, config: ConfigParser) -> list[str]:
    """Returns the sitemaps that robots.txt names, or the places where they usually are."""
    robots = fetch_list(f"{home}/robots.txt", config)
    named = _native.robots_sitemaps(robots.data) if robots else []
    return named or [f"{home}/{guess}" for guess in GUESSES]


def _read(address: str, config: ConfigParser) -> tuple[list[str], list[str]]:
    """Returns the pages and the sitemaps that a sitemap lists."""
    response = fetch_list(address, config)
    found = _native.sitemap_addresses(response.data, response.url) if response else None
    return found or ([], [])
