"""``baseline`` and ``html2txt``, as in trafilatura."""

from __future__ import annotations

from typing import Any, Optional

from ... import _functions as functions
from .._page import page_of
from .._tree import paragraphs, to_lxml, tree_of
from .settings import DEFAULT_CONFIG


def _page(content: Any) -> Any:
    return page_of(content, DEFAULT_CONFIG.getint("DEFAULT", "MAX_FILE_SIZE"))


def baseline(filecontent: Any) -> tuple[Any, str, int]:
    """Returns the main content as a tree and as text, and the length of the text. There is no simpler method here.

    A page without content gives an empty tree, ``""`` and 0.
    """
    page = _page(filecontent)
    if page is None:
        return to_lxml(paragraphs("")), "", 0
    extraction = functions.extractor(None, None, html=True).extract(page)
    tree = tree_of(extraction.html or "", formatting=False, links=False, images=False)
    return to_lxml(tree), extraction.text, len(extraction.text)


def html2txt(content: Any, clean: bool = True) -> Optional[str]:
    """Returns all visible text of a page in one line, or ``None`` for ``None``.

    Scripts and styles are never part of it, so ``clean`` makes no difference.
    """
    page = _page(content)
    if page is None:
        return None
    return " ".join(functions.extractor("plain", None).extract(page).text.split())
