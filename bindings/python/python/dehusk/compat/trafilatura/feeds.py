"""``find_feed_urls``: the pages that the feeds of a site list, with the arguments of trafilatura."""

from __future__ import annotations

import logging
import re
from configparser import ConfigParser
from html.parser import HTMLParser
from time import sleep
from typing import Optional
from urllib.parse import urljoin

from ... import _native
from ..._fetch import Response
from ._links import kept, site
from .downloads import fetch_list
from .settings import DEFAULT_CONFIG

LOGGER = logging.getLogger("dehusk")

#: The maximum number of feeds of a page that are read. Chosen by hand: most pages name one to three.
MAX_FEEDS_CHECKED = 10
_TYPES = ("application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml")
#: Links that lead to feeds, for pages that declare none.
_FEED = re.compile(r"\.(?:atom|rdf|rss|xml)$|\b(?:atom|rss)\b|feeds/posts/default/?$|\?feed=|/feed/?$", re.IGNORECASE)


def find_feed_urls(
    url: str,
    target_lang: Optional[str] = None,
    external: bool = False,
    sleep_time: float = 2.0,
    config: ConfigParser = DEFAULT_CONFIG,
) -> list[str]:
    """Returns the addresses of the entries of a feed, or of the feeds that a page or the home page of its site names.

    The result is sorted, and empty if there is none. Entries of other sites are left out unless ``external`` is true, and so
    are addresses that name another language than ``target_lang``. Google News is not asked.
    """
    host_and_home = site(url)
    if host_and_home is None:
        LOGGER.warning("invalid URL: %s", url)
        return []
    host, home = host_and_home
    response = fetch_list(url, config)
    if response is None:
        if url.strip("/") == home:
            return []
        sleep(sleep_time)
        return find_feed_urls(home, target_lang, external, sleep_time, config)
    entries, urlfilter = _native.feed_addresses(response.data, response.url), None
    if entries is None:
        entries = _entries_of_page(response, sleep_time, config)
        urlfilter = url if len(url) > len(home) + 2 else None
    return kept(entries, host, external=external, target_lang=target_lang, urlfilter=urlfilter)


def _entries_of_page(page: Response, sleep_time: float, config: ConfigParser) -> list[str]:
    """Returns the addresses of the entries of the feeds that a page names."""
    entries: list[str] = []
    for number, feed in enumerate(_feeds_of_page(page)[:MAX_FEEDS_CHECKED]):
        if number:
            sleep(sleep_time)
        response = fetch_list(feed, config)
        if response is not None:
            entries += _native.feed_addresses(response.data, response.url) or []
    return entries


def _feeds_of_page(page: Response) -> list[str]:
    names = _Names()
    names.feed(_native.decode(page.data, page.headers.get("content-type")))
    urls = (urljoin(page.url, written.strip()) for written in names.declared or names.linked)
    return list(dict.fromkeys(url for url in urls if site(url) and url != page.url))


class _Names(HTMLParser):
    """The feeds that a page declares, and links that look like feeds."""

    def __init__(self) -> None:
        super().__init__()
        self.declared: list[str] = []
        self.linked: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Optional[str]]]) -> None:
        found = dict(attrs)
        href = found.get("href")
        if not href:
            return
        if tag == "link" and "alternate" in (found.get("rel") or "").lower().split():
            kind = (found.get("type") or "").split(";")[0].strip().lower()
            if kind in _TYPES:
                self.declared.append(href)
        elif tag == "a" and _FEED.search(href):
            self.linked.append(href)
