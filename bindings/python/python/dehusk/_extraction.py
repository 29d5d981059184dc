"""What comes out of one page."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar

from ._display import page_as_html
from ._errors import PageError
from ._metadata import Metadata

if TYPE_CHECKING:
    from ._native import _Answer, _Block, _Table

_A = TypeVar("_A")
_T = TypeVar("_T")

#: Statuses without a usable answer.
FAILURES = frozenset({"timeout", "too_large", "not_html", "error"})


@dataclass(frozen=True)
class Signal:
    """What spoke for or against a block."""

    #: What was looked at, in a word.
    name: str
    #: How much it changed the log odds that the block is kept; above 0 it spoke for it.
    weight: float
    #: What was found; empty where no word would tell it.
    says: str


@dataclass(frozen=True)
class Quality:
    """How good a text probably is."""

    #: The F1 that is expected of it against what a person would choose; of no text, how probably there is none.
    score: float
    #: ``good``, ``fair``, ``poor`` or ``empty``.
    verdict: str


@dataclass(frozen=True)
class Block:
    """A paragraph-like box of a page, or the part of one with the same verdict, and what the method said about it."""

    #: What a browser shows of it, in one line.
    text: str
    #: ``paragraph``, ``heading``, ``list_item``, ``term``, ``definition``, ``table_cell``, ``code``, ``quote``, ``caption`` or
    #: ``comment`` (of a reader).
    kind: str
    #: Whether it is main content.
    kept: bool
    #: How much it looks like main content, 0 to 1.
    score: float
    #: Why, as a word.
    reason: str
    #: Where it stands: a range of bytes of the decoded page in UTF-8.
    src_start: int
    src_end: int
    #: Where it stands in ``Extraction.text``, if it does: a range of characters.
    text_start: Optional[int]
    text_end: Optional[int]
    #: The element that it stands in, for the tree that a browser builds.
    xpath: str
    #: The direction that is declared for it: ``ltr``, ``rtl``, ``auto``.
    dir: Optional[str]
    #: What decided, the weightiest first, if the page was explained and the method can tell.
    signals: tuple[Signal, ...] = ()


@dataclass(frozen=True)
class Link:
    """A link of the main content. Places are as those of a :class:`Block`."""

    #: ``http``, ``https`` or ``mailto``; relative if nobody said where the page came from.
    url: str
    text: str
    rel: Optional[str]
    src_start: int
    src_end: int
    text_start: Optional[int]
    text_end: Optional[int]


@dataclass(frozen=True)
class Image:
    """An image of the main content."""

    src: str
    alt: Optional[str]
    title: Optional[str]
    caption: Optional[str]
    src_start: int
    src_end: int


@dataclass(frozen=True)
class Table:
    """A table of data of the main content: rows of the same length, of which the first ``header_rows`` are headers."""

    caption: Optional[str]
    header_rows: int
    rows: tuple[tuple[str, ...], ...]
    src_start: int
    src_end: int
    text_start: Optional[int]
    text_end: Optional[int]


@dataclass(frozen=True)
class Comment:
    """A comment of a reader, whether it is in the text or not."""

    author: Optional[str]
    #: ISO 8601.
    date: Optional[str]
    text: str
    #: In how many other comments it stands.
    depth: int
    src_start: int
    src_end: int


@dataclass(frozen=True)
class Extraction:
    """The main content of a page and how it was found. There always is one, whatever the page.

    ``status`` is ``ok``, ``empty`` (there is no main content), ``partial`` (a limit was hit; the text is what there was
    before it), ``timeout``, ``too_large``, ``not_html`` or ``error``; ``reason`` says more where it is not ``ok``.
    """

    status: str
    reason: Optional[str]
    #: The main content as plain text.
    text: str
    #: As GitHub's Markdown, if asked for.
    markdown: Optional[str]
    #: As HTML of a few elements, safe to insert into a page, if asked for.
    html: Optional[str]
    #: What the page says about itself, if asked for.
    metadata: Optional[Metadata]
    #: All blocks of the page with visible text, kept and removed, if asked for.
    blocks: Optional[tuple[Block, ...]]
    #: Links, images and tables of the main content and comments of readers, each if asked for.
    links: Optional[tuple[Link, ...]]
    images: Optional[tuple[Image, ...]]
    tables: Optional[tuple[Table, ...]]
    comments: Optional[tuple[Comment, ...]]
    #: What Markdown or HTML could not express: how many of each kind.
    lost: dict[str, int] = field(hash=False)
    #: ``article``, ``collection``, ``documentation``, ``forum``, ``listing``, ``product`` or ``service``; only ``grain`` says so.
    page_type: Optional[str]
    #: How good the text probably is; only ``grain`` says so.
    quality: Optional[Quality]
    #: Name of the method.
    method: str
    #: Name of the encoding of the page, and how it was found: ``bom``, ``http``, ``meta``, ``utf8`` or ``detected``.
    #: ``None`` if the page was a ``str``, which nobody had to decode.
    encoding: Optional[str]
    encoding_origin: Optional[str]
    #: Whether bytes that fit no encoding were replaced.
    replaced: bool
    #: Length of the page.
    bytes: int

    @property
    def is_failure(self) -> bool:
        """Whether there is no usable answer: ``timeout``, ``too_large``, ``not_html``, ``error``."""
        return self.status in FAILURES

    def raise_for_status(self) -> Extraction:
        """This extraction, if it has text; else :class:`PageError`."""
        if not self.text:
            raise PageError(self.status, self.reason)
        return self

    def as_dict(self) -> dict[str, Any]:
        """The fields by name, ready for ``json.dumps``."""
        fields = asdict(self)
        fields["metadata"] = self.metadata.as_dict() if self.metadata else None
        for name in ("blocks", "links", "images", "tables", "comments"):
            fields[name] = None if fields[name] is None else list(fields[name])
        return fields

    def __repr__(self) -> str:
        why = f" ({self.reason})" if self.reason else ""
        found = f"{len(self.text):,} characters of {self.bytes:,} bytes"
        return f"<dehusk.Extraction {self.status}{why}: {found} by {self.method or 'no method'}>"

    def _repr_html_(self) -> str:
        return page_as_html(self)

    @classmethod
    def _of(cls, answer: _Answer, is_text: bool) -> Extraction:
        metadata, lists, quality = answer["metadata"], answer["lists"], answer["quality"]
        return cls(
            status=answer["status"],
            reason=answer["reason"],
            text=answer["text"],
            markdown=answer["markdown"],
            html=answer["html"],
            metadata=None if metadata is None else Metadata._of(metadata),
            blocks=_all(lists["blocks"], _block),
            links=_all(lists["links"], lambda link: Link(**link)),
            images=_all(lists["images"], lambda image: Image(**image)),
            tables=_all(lists["tables"], _table),
            comments=_all(lists["comments"], lambda comment: Comment(**comment)),
            lost=answer["lost"],
            page_type=answer["page_type"],
            quality=None if quality is None else Quality(**quality),
            method=answer["method"],
            encoding=None if is_text else answer["encoding"],
            encoding_origin=None if is_text else answer["encoding_origin"],
            replaced=answer["replaced"],
            bytes=answer["bytes"],
        )


def _all(answers: Optional[list[_A]], make: Callable[[_A], _T]) -> Optional[tuple[_T, ...]]:
    return None if answers is None else tuple(map(make, answers))


def _block(answer: _Block) -> Block:
    signals = tuple(Signal(**signal) for signal in answer["signals"])
    return Block(**{**answer, "signals": signals})  # type: ignore[arg-type]


def _table(answer: _Table) -> Table:
    return Table(**{**answer, "rows": tuple(map(tuple, answer["rows"]))})  # type: ignore[arg-type]
