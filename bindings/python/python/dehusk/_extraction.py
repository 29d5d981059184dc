"""``Extraction``: the result for one page.

It converts what the native module returns and computes nothing itself. The classes of the listed parts are in
``_parts``.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Callable, Optional, TypeVar

from ._display import blocks_as_html, text_as_html
from ._errors import PageError
from ._metadata import Metadata
from ._parts import Block, Comment, Image, Item, ItemField, Link, Quality, Signal, Table
from ._words import EncodingOrigin, PageType, Status

if TYPE_CHECKING:
    from ._native import _BlockDict, _ExtractionDict, _ItemDict, _TableDict

_Dict = TypeVar("_Dict")
_Part = TypeVar("_Part")

#: The statuses that mean that there is no usable result.
FAILURES: frozenset[Status] = frozenset({"timeout", "too_large", "not_html", "error"})


@dataclass(frozen=True)
class Extraction:
    """The main content of a page, and how the extraction went. Every page gets one, whatever it contains.

    ``status`` is ``ok``, ``empty`` (the page has no main content), ``partial`` (a limit was reached; the text
    is what was found before that), ``timeout``, ``too_large``, ``not_html`` or ``error``. ``reason`` gives
    details unless the status is ``ok``. With ``ok`` it is ``None``, or ``json_ld`` if the page does not show
    its text but has it in its JSON-LD data.

    Attributes:
        status: How it went, as above.
        reason: Details of the status, if there are any, as a word.
        error: A sentence about a page with the status ``error``.
        text: The main content as plain text.
        markdown: The main content as GitHub Flavored Markdown, if requested.
        html: The main content as HTML with few elements, safe to insert into a page, if requested.
        metadata: Title, authors, dates and other metadata, if requested.
        blocks: All blocks of the page that have visible text, kept and removed, if requested.
        links: The links in the main content, if requested.
        images: The images in the main content, if requested.
        tables: The data tables in the main content, if requested.
        items: The items of groups in the main content, if requested.
        comments: All reader comments of the page, if requested.
        jsonld: The JSON-LD scripts of the page as they are written, if requested.
        lost: How many ``links``, ``images``, ``emphasis``, ``nesting``, ``spans`` and ``formulas`` Markdown or HTML could
            not express. ``None`` if neither was requested.
        page_type: ``article``, ``collection``, ``documentation``, ``forum``, ``listing``, ``product`` or
            ``service``. Only the method ``grain`` sets it.
        page_types: The probability of each type of page. Only the method ``grain`` sets it.
        quality: The estimated quality of the text. Only the method ``grain`` sets it.
        hidden_kept: The number of texts that the page hides from its readers and that were kept.
        hidden_removed: The number of texts that were removed because they are hidden.
        invisible: The number of characters of the text that readers do not see. They are in it unless
            ``invisible="strip"``.
        method: The name of the method.
        encoding: The encoding of the page. ``None`` if the page was a ``str``.
        encoding_origin: How the encoding was determined: ``bom``, ``http``, ``meta``, ``utf8`` or ``detected``.
            ``None`` if the page was a ``str``.
        replaced: Whether bytes that are invalid in the encoding were replaced.
        bytes: The length of the page in bytes.
    """

    status: Status
    reason: Optional[str]
    error: Optional[str]
    text: str
    markdown: Optional[str]
    html: Optional[str]
    metadata: Optional[Metadata]
    blocks: Optional[tuple[Block, ...]]
    links: Optional[tuple[Link, ...]]
    images: Optional[tuple[Image, ...]]
    tables: Optional[tuple[Table, ...]]
    items: Optional[tuple[Item, ...]]
    comments: Optional[tuple[Comment, ...]]
    jsonld: Optional[tuple[str, ...]]
    lost: Optional[dict[str, int]] = field(hash=False)
    page_type: Optional[PageType]
    page_types: Optional[dict[PageType, float]] = field(hash=False)
    quality: Optional[Quality]
    hidden_kept: int
    hidden_removed: int
    invisible: int
    method: str
    encoding: Optional[str]
    encoding_origin: Optional[EncodingOrigin]
    replaced: bool
    bytes: int

    @property
    def is_failure(self) -> bool:
        """Whether there is no usable result: ``timeout``, ``too_large``, ``not_html`` or ``error``."""
        return self.status in FAILURES

    def raise_for_status(self) -> Extraction:
        """Returns this extraction if it has text, and raises :class:`PageError` otherwise."""
        if not self.text:
            raise PageError(self.status, self.reason, self.error)
        return self

    def as_dict(self) -> dict[str, Any]:
        """Returns the fields by name, ready for ``json.dumps``."""
        values = asdict(self)
        values["metadata"] = self.metadata.as_dict() if self.metadata else None
        for name in ("blocks", "links", "images", "tables", "items", "comments", "jsonld"):
            values[name] = None if values[name] is None else list(values[name])
        return values

    def __repr__(self) -> str:
        return f"<dehusk.Extraction {self._summary()}>"

    def _summary(self) -> str:
        details = self.error or self.reason
        reason = f" ({details})" if details else ""
        size = f"{len(self.text):,} characters of {self.bytes:,} bytes"
        return f"{self.status}{reason}: {size} by {self.method or 'no method'}"

    def _repr_html_(self) -> str:
        """Returns what a Jupyter notebook shows: all blocks if they were requested, otherwise the text."""
        if self.blocks is None:
            return text_as_html(self._summary(), self.text)
        return blocks_as_html(self._summary(), self.blocks)

    @classmethod
    def _failed(cls, error: str, method: str) -> Extraction:
        """Returns the result for what is no page. ``error`` says what it is."""
        nothing: dict[str, object] = {each.name: None for each in fields(cls)}
        numbers: dict[str, object] = {"hidden_kept": 0, "hidden_removed": 0, "invisible": 0, "replaced": False, "bytes": 0}
        given: dict[str, object] = {"status": "error", "error": error, "text": "", "method": method}
        return cls(**{**nothing, **numbers, **given})  # type: ignore[arg-type]

    @classmethod
    def _from_native(cls, result: _ExtractionDict, is_text: bool) -> Extraction:
        metadata, lists, quality = result["metadata"], result["lists"], result["quality"]
        return cls(
            status=result["status"],
            reason=result["reason"],
            error=result["error"],
            text=result["text"],
            markdown=result["markdown"],
            html=result["html"],
            metadata=None if metadata is None else Metadata._from_native(metadata),
            blocks=_convert_all(lists["blocks"], _block),
            links=_convert_all(lists["links"], lambda link: Link(**link)),
            images=_convert_all(lists["images"], lambda image: Image(**image)),
            tables=_convert_all(lists["tables"], _table),
            items=_convert_all(lists["items"], _item),
            comments=_convert_all(lists["comments"], lambda comment: Comment(**comment)),
            jsonld=None if lists["jsonld"] is None else tuple(lists["jsonld"]),
            lost=result["lost"],
            page_type=result["page_type"],
            page_types=result["page_types"],
            quality=None if quality is None else Quality(**quality),
            hidden_kept=result["hidden_kept"],
            hidden_removed=result["hidden_removed"],
            invisible=result["invisible"],
            method=result["method"],
            encoding=None if is_text else result["encoding"],
            encoding_origin=None if is_text else result["encoding_origin"],
            replaced=result["replaced"],
            bytes=result["bytes"],
        )


def _convert_all(
    items: Optional[list[_Dict]], convert: Callable[[_Dict], _Part]
) -> Optional[tuple[_Part, ...]]:
    return None if items is None else tuple(map(convert, items))


def _block(block: _BlockDict) -> Block:
    signals = tuple(Signal(**signal) for signal in block["signals"])
    return Block(**{**block, "signals": signals})  # type: ignore[arg-type]


def _item(item: _ItemDict) -> Item:
    item_fields = tuple(ItemField(**field) for field in item["fields"])
    return Item(**{**item, "fields": item_fields})  # type: ignore[arg-type]


def _table(table: _TableDict) -> Table:
    return Table(**{**table, "rows": tuple(map(tuple, table["rows"]))})  # type: ignore[arg-type]
