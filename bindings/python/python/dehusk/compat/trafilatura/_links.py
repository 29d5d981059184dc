"""What ``feeds`` and ``sitemaps`` share: which of the addresses that were found are returned."""

from __future__ import annotations

from typing import Optional
from urllib.parse import urlsplit

#: Beginnings of the part of a query that names the language of a page.
_MARKS = ("lang=", "hl=")


def site(url: str) -> Optional[tuple[str, str]]:
    """Returns the host and the address of the home page of a URL, or ``None`` if it is not a web address."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    return parts.hostname, f"{parts.scheme}://{parts.netloc}"


def is_similar(host: str, other: Optional[str]) -> bool:
    """Whether two hosts have the same last two labels, as those of one site do."""
    last = [".".join((name or "").split(".")[-2:]) for name in (host, other)]
    return last[0] == last[1]


def kept(
    urls: list[str], host: str, *, external: bool, target_lang: Optional[str], urlfilter: Optional[str]
) -> list[str]:
    """Returns the addresses of the site, sorted and each once: those in the language, as far as they name one, and below
    the address that was asked for, if there are any."""
    pages = {url for url in urls if site(url) and url.count("/") > 2}
    if not external:
        pages = {url for url in pages if is_similar(host, urlsplit(url).hostname)}
    if target_lang:
        pages = {url for url in pages if _language(url) in (None, target_lang)}
    if urlfilter:
        pages = {url for url in pages if urlfilter in url}
    return sorted(pages)


def _language(url: str) -> Optional[str]:
    """The language that the first part of the path or the query names, in two letters."""
    parts = urlsplit(url)
    first = parts.path.lstrip("/").split("/")[0]
    named = [first, *(pair.partition("=")[2] for pair in parts.query.split("&") if pair.startswith(_MARKS))]
    for word in named:
        tag = word.replace("_", "-").split("-")
        if len(tag[0]) == 2 and tag[0].isalpha() and len(tag) <= 2 and "." not in word:
            return tag[0].lower()
    return None
