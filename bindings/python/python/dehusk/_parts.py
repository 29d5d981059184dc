"""The parts of a page that an :class:`Extraction` lists: blocks, links, images, tables, items and reader comments.

The classes only hold values; whether a list is made is decided by the options of :class:`Extractor`. Offsets
that begin with ``src_`` count bytes of the decoded page in UTF-8. Offsets that begin with ``text_`` count
characters of ``Extraction.text``; they are ``None`` if the part is not in the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from ._words import BlockKind, Direction, FieldName, HiddenBy, ItemKind, Verdict


@dataclass(frozen=True)
class Signal:
    """A piece of evidence for or against a block.

    Attributes:
        name: A short name of what was examined, such as ``text`` or ``links``.
        weight: The change in the log odds that the block is kept; positive values speak for keeping it.
        says: What was found, in words; empty if it cannot be put into words.
        named: Whether it is one of the few that say most clearly why the block was kept or removed. None is if the decision did
            not depend on the score of the block.
    """

    name: str
    weight: float
    says: str
    named: bool = False


@dataclass(frozen=True)
class Quality:
    """An estimate of how good the text is.

    Attributes:
        score: The F1 score that the text is expected to have against one chosen by a person. If there is no text:
            the probability that the page has no main content.
        verdict: ``good``, ``fair``, ``poor`` or ``empty``.
    """

    score: float
    verdict: Verdict


@dataclass(frozen=True)
class Block:
    """A block of the page, such as a paragraph, or the part of one to which a single verdict applies.

    Attributes:
        text: The text that a browser shows, on one line.
        kind: ``paragraph``, ``heading``, ``list_item``, ``term``, ``definition``, ``table_cell``, ``code``,
            ``quote``, ``caption`` or ``comment`` (a reader comment).
        kept: Whether it is main content.
        score: How much it looks like main content, from 0 to 1.
        reason: Why it was kept or removed, as a reason word such as ``likely_prose``.
        src_start, src_end: Its byte range in the page, decoded to UTF-8.
        text_start, text_end: Its character range in ``Extraction.text``, or ``None`` if it is not there.
        xpath: Absolute XPath of the block-level element around it, in the tree that a browser builds.
        dir: The declared text direction: ``ltr``, ``rtl`` or ``auto``.
        hidden: How the page hides it, such as ``display_none``, if it is kept although it is hidden, or was removed
            because it is hidden.
        signals: The evidence, strongest first. Empty unless the page was explained and the method provides it.
    """

    text: str
    kind: BlockKind
    kept: bool
    score: float
    reason: str
    src_start: int
    src_end: int
    text_start: Optional[int]
    text_end: Optional[int]
    xpath: str
    dir: Optional[Direction]
    hidden: Optional[HiddenBy] = None
    signals: tuple[Signal, ...] = ()


@dataclass(frozen=True)
class Link:
    """A link in the main content. Its offsets have the same meaning as in :class:`Block`.

    Attributes:
        url: An ``http``, ``https`` or ``mailto`` URL; relative if the URL of the page is unknown.
        text: The text of the link.
        rel: The attribute ``rel``, if there is one.
        src_start, src_end: Its byte range in the page, decoded to UTF-8.
        text_start, text_end: Its character range in ``Extraction.text``, or ``None`` if it is not there.
    """

    url: str
    text: str
    rel: Optional[str]
    src_start: int
    src_end: int
    text_start: Optional[int]
    text_end: Optional[int]


@dataclass(frozen=True)
class Image:
    """An image in the main content.

    Attributes:
        src: Its address; relative if the URL of the page is unknown.
        alt: The text in place of the image.
        title: The attribute ``title``.
        caption: The caption below or above it.
        src_start, src_end: Its byte range in the page, decoded to UTF-8.
        hidden: How the page hides it or its caption, if it is kept although readers do not see it at first.
    """

    src: str
    alt: Optional[str]
    title: Optional[str]
    caption: Optional[str]
    src_start: int
    src_end: int
    hidden: Optional[HiddenBy] = None


@dataclass(frozen=True)
class Table:
    """A data table in the main content. Rows have equal lengths; the first ``header_rows`` are headers.

    Attributes:
        caption: The caption.
        header_rows: The number of rows at the beginning that are headers.
        rows: The cells of each row.
        src_start, src_end: Its byte range in the page, decoded to UTF-8.
        text_start, text_end: Its character range in ``Extraction.text``, or ``None`` if it is not there.
    """

    caption: Optional[str]
    header_rows: int
    rows: tuple[tuple[str, ...], ...]
    src_start: int
    src_end: int
    text_start: Optional[int]
    text_end: Optional[int]


@dataclass(frozen=True)
class ItemField:
    """A field of an item. Its value is a piece of the page.

    Attributes:
        name: ``title``, ``value`` (of a fact), ``url``, ``link`` (a further one), ``image``, ``price``, ``date``,
            ``author``, ``number`` or ``reply_to``.
        value: Text on one line as printed, a date in ISO 8601, or a URL.
        src_start, src_end: Its byte range in the page, decoded to UTF-8.
    """

    name: FieldName
    value: str
    src_start: int
    src_end: int


@dataclass(frozen=True)
class Item:
    """An item of a group in the main content: a product, a search result, a post.

    Attributes:
        kind: ``products``, ``results``, ``posts``, ``ingredients``, ``steps``, ``facts`` or ``items``.
        group: The number of its group, from 0. The items of a group follow each other.
        fields: The fields that the page has, at most one of each name, but several links.
        text: Its kept text, one line per paragraph; all of its text if none is kept.
        src_start, src_end: Its byte range in the page, decoded to UTF-8.
        hidden: How the page hides the first of its texts and fields that readers do not see, if there is one.
    """

    kind: ItemKind
    group: int
    fields: tuple[ItemField, ...]
    text: str
    src_start: int
    src_end: int
    hidden: Optional[HiddenBy] = None

    def get(self, name: FieldName) -> Optional[str]:
        """Returns the value of a field, or ``None`` if the item does not have it."""
        return next((field.value for field in self.fields if field.name == name), None)


@dataclass(frozen=True)
class Comment:
    """A reader comment, whether or not it is in the text.

    Attributes:
        author: Who wrote it.
        date: When, in ISO 8601.
        text: The comment itself.
        depth: Nesting depth: 0 for a comment that is not a reply.
        src_start, src_end: Its byte range in the page, decoded to UTF-8.
        hidden: How the page hides the first part of it that is listed although readers do not see it at first.
    """

    author: Optional[str]
    date: Optional[str]
    text: str
    depth: int
    src_start: int
    src_end: int
    hidden: Optional[HiddenBy] = None
