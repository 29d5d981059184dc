"""The parts of a page that an :class:`Extraction` lists: blocks, links, images, tables, items and reader comments.

The classes only hold values; whether a list is made is decided by the options of :class:`Extractor`. Offsets
that begin with ``src_`` count bytes of the decoded page in UTF-8. Offsets that begin with ``text_`` count
characters of ``Extraction.text``; they are ``None`` if the part is not in the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass(frozen=True)
class Signal:
    """A piece of evidence for or against a block."""

    #: A short name of what was examined, such as ``text`` or ``links``.
    name: str
    #: The change in the log odds that the block is kept; positive values speak for keeping it.
    weight: float
    #: What was found, in words; empty if it cannot be put into words.
    says: str


@dataclass(frozen=True)
class Quality:
    """An estimate of how good the text is."""

    #: The F1 score that the text is expected to have against one chosen by a person. If there is no text: the
    #: probability that the page has no main content.
    score: float
    #: ``good``, ``fair``, ``poor`` or ``empty``.
    verdict: str


@dataclass(frozen=True)
class Block:
    """A block of the page, such as a paragraph, or the part of one to which a single verdict applies."""

    #: The text that a browser shows, on one line.
    text: str
    #: ``paragraph``, ``heading``, ``list_item``, ``term``, ``definition``, ``table_cell``, ``code``,
    #: ``quote``, ``caption`` or ``comment`` (a reader comment).
    kind: str
    #: Whether it is main content.
    kept: bool
    #: How much it looks like main content, from 0 to 1.
    score: float
    #: Why it was kept or removed, as a reason word such as ``likely_prose``.
    reason: str
    #: Byte range in the source.
    src_start: int
    src_end: int
    #: Character range in ``Extraction.text``, if the block is there.
    text_start: Optional[int]
    text_end: Optional[int]
    #: Absolute XPath of the block-level element around it, in the tree that a browser builds.
    xpath: str
    #: The declared text direction: ``ltr``, ``rtl`` or ``auto``.
    dir: Optional[str]
    #: How the page hides it, such as ``display_none``, if it is kept although it is hidden, or was removed because it
    #: is hidden.
    hidden: Optional[str] = None
    #: The evidence, strongest first. Empty unless the page was explained and the method provides it.
    signals: tuple[Signal, ...] = ()


@dataclass(frozen=True)
class Link:
    """A link in the main content. Its offsets have the same meaning as in :class:`Block`."""

    #: An ``http``, ``https`` or ``mailto`` URL; relative if the URL of the page is unknown.
    url: str
    text: str
    rel: Optional[str]
    src_start: int
    src_end: int
    text_start: Optional[int]
    text_end: Optional[int]


@dataclass(frozen=True)
class Image:
    """An image in the main content."""

    src: str
    alt: Optional[str]
    title: Optional[str]
    caption: Optional[str]
    src_start: int
    src_end: int


@dataclass(frozen=True)
class Table:
    """A data table in the main content. Rows have equal lengths; the first ``header_rows`` are headers."""

    caption: Optional[str]
    header_rows: int
    rows: tuple[tuple[str, ...], ...]
    src_start: int
    src_end: int
    text_start: Optional[int]
    text_end: Optional[int]


@dataclass(frozen=True)
class ItemField:
    """A field of an item. Its value is a piece of the page."""

    #: ``title``, ``value`` (of a fact), ``url``, ``link`` (a further one), ``image``, ``price``, ``date``, ``author``,
    #: ``number`` or ``reply_to``.
    name: str
    #: Text on one line as printed, a date in ISO 8601, or a URL.
    value: str
    src_start: int
    src_end: int


@dataclass(frozen=True)
class Item:
    """An item of a group in the main content: a product, a search result, a post."""

    #: ``products``, ``results``, ``posts``, ``ingredients``, ``steps``, ``facts`` or ``items``.
    kind: str
    #: The number of its group, from 0. The items of a group follow each other.
    group: int
    #: The fields that the page has, at most one of each name, but several links.
    fields: tuple[ItemField, ...]
    #: Its kept text, one line per paragraph; all of its text if none is kept.
    text: str
    src_start: int
    src_end: int
    #: How the page hides the first of its texts and fields that readers do not see, if there is one.
    hidden: Optional[str] = None

    def get(self, name: str) -> Optional[str]:
        """Returns the value of a field, or ``None`` if the item does not have it."""
        return next((field.value for field in self.fields if field.name == name), None)


@dataclass(frozen=True)
class Comment:
    """A reader comment, whether or not it is in the text."""

    author: Optional[str]
    #: ISO 8601.
    date: Optional[str]
    text: str
    #: Nesting depth: 0 for a comment that is not a reply.
    depth: int
    src_start: int
    src_end: int
