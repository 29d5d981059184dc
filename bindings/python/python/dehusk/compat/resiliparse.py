"""``extract_plain_text`` of resiliparse, with the text of dehusk.

    from dehusk.compat.resiliparse import extract_plain_text
    extract_plain_text(html, main_content=True)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Optional, Union

from .. import _functions as functions
from .._extraction import Extraction
from .._fetch import DEFAULT_MAX_BYTES
from ._page import page_of, warn_once

#: What stands before an item of a list.
_BULLET = "• "


def extract_plain_text(
    html: Any,
    preserve_formatting: Union[bool, Literal["minimal_html"]] = True,
    main_content: bool = False,
    list_bullets: bool = True,
    alt_texts: bool = True,
    links: bool = False,
    form_fields: bool = False,
    noscript: bool = False,
    comments: bool = True,
    skip_elements: Optional[Iterable[str]] = None,
) -> Optional[str]:
    """Returns the text of a page: all that is visible, or only the main content. ``None`` gives ``None``.

    ``html`` is text, bytes, or a tree or node of resiliparse. ``skip_elements`` are CSS selectors. ``links`` adds the
    address after the text of a link. With ``preserve_formatting=False`` the text is one line, and with
    ``"minimal_html"`` it is HTML. Alternative texts of images are not part of it, nor are fields of forms.

    >>> page = "<nav>Home</nav><ul><li>One</li><li>Two</li></ul>"
    >>> print(extract_plain_text(page))
    Home
    • One
    • Two
    """
    for name, wanted in (("form_fields", form_fields), ("noscript", noscript)):
        if wanted:
            warn_once("resiliparse", name, "what the text holds is decided by dehusk")
    page = page_of(_markup_of(html), DEFAULT_MAX_BYTES)
    if page is None:
        return None
    is_html = preserve_formatting == "minimal_html"
    extraction = functions.extractor(
        None if main_content else "plain",
        None,
        html=is_html,
        links=links and not is_html,
        blocks=list_bullets and not is_html,
        include_comments=comments,
        exclude=tuple(skip_elements or ()),
    ).extract(page)
    if is_html:
        return (extraction.html or "").strip()
    text = _with_additions(extraction)
    return text if preserve_formatting else " ".join(text.split())


def _markup_of(page: Any) -> Any:
    """Returns the HTML of a tree or a node of resiliparse, and anything else as it is."""
    node = getattr(page, "document", page)
    return getattr(node, "html", page)


def _with_additions(extraction: Extraction) -> str:
    """Returns the text with a bullet before each item of a list, and the address after each link."""
    text = extraction.text
    bullets = [
        (block.text_start, _BULLET)
        for block in extraction.blocks or ()
        if block.text_start is not None and block.kind == "list_item" and text[block.text_start - 1 : block.text_start] in ("", "\n")
    ]
    addresses = [(link.text_end, f" ({link.url})") for link in extraction.links or () if link.text_end is not None]
    pieces: list[str] = []
    position = 0
    for at, addition in sorted(bullets + addresses):
        pieces += [text[position:at], addition]
        position = at
    return "".join([*pieces, text[position:]])
