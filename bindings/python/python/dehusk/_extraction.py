"""What comes out of one page."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Optional

from ._display import page_as_html
from ._errors import PageError
from ._metadata import Metadata

if TYPE_CHECKING:
    from ._native import _Answer, _Block

#: Statuses without a usable answer.
FAILURES = frozenset({"timeout", "too_large", "not_html", "error"})


@dataclass(frozen=True)
class Signal:
    """What spoke for or against a block."""

    #: What was looked at, in a word.
    name: str
    #: How much it changed the log odds that the block is kept; above 0 it spoke for it.
    weight: float
    #: What was found.
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
    """A paragraph-like box of a page and what the method said about it."""

    text: str
    #: Whether it is main content.
    kept: bool
    #: How much it looks like main content, 0 to 1; ``None`` if the method did not look at it.
    score: Optional[float]
    #: Why, as a word.
    reason: Optional[str]
    #: Where it stands: a range of bytes of the decoded page in UTF-8.
    src_start: int
    src_end: int
    #: What decided, the weightiest first, if the page was explained and the method can tell.
    signals: tuple[Signal, ...] = ()


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
        fields["blocks"] = None if self.blocks is None else list(fields["blocks"])
        return fields

    def __repr__(self) -> str:
        why = f" ({self.reason})" if self.reason else ""
        found = f"{len(self.text):,} characters of {self.bytes:,} bytes"
        return f"<dehusk.Extraction {self.status}{why}: {found} by {self.method or 'no method'}>"

    def _repr_html_(self) -> str:
        return page_as_html(self)

    @classmethod
    def _of(cls, answer: _Answer, is_text: bool) -> Extraction:
        metadata, blocks, quality = answer["metadata"], answer["blocks"], answer["quality"]
        return cls(
            status=answer["status"],
            reason=answer["reason"],
            text=answer["text"],
            markdown=answer["markdown"],
            html=answer["html"],
            metadata=None if metadata is None else Metadata._of(metadata),
            blocks=None if blocks is None else tuple(_block(block) for block in blocks),
            lost=answer["lost"],
            page_type=answer["page_type"],
            quality=None if quality is None else Quality(**quality),
            method=answer["method"],
            encoding=None if is_text else answer["encoding"],
            encoding_origin=None if is_text else answer["encoding_origin"],
            replaced=answer["replaced"],
            bytes=answer["bytes"],
        )


def _block(answer: _Block) -> Block:
    signals = tuple(Signal(**signal) for signal in answer["signals"])
    return Block(
        text=answer["text"],
        kept=answer["kept"],
        score=answer["score"],
        reason=answer["reason"],
        src_start=answer["src_start"],
        src_end=answer["src_end"],
        signals=signals,
    )
