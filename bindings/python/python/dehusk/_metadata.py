"""``Metadata``: what a page declares about itself. The library reads it; this module only holds it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from ._native import _MetadataDict

#: The fields that hold several values.
_LISTS = ("authors", "categories", "tags")


@dataclass(frozen=True)
class Metadata:
    """Title, authors, dates and other metadata of a page.

    Fields that the page does not provide are ``None`` or empty. Dates are in ISO 8601 format, with or without
    a time. ``origins`` says where each field was found: ``json-ld``, ``microdata``, ``rdfa``, ``open-graph``,
    ``dublin-core``, ``meta``, ``link``, ``html``, ``url`` or ``visible``.

    Attributes:
        title: The title, without the name of the site.
        authors: The names of the authors.
        date: When it was published.
        date_modified: When it was last changed.
        sitename: The name of the site.
        hostname: The host of the page's address.
        description: The summary that the page declares.
        language: The language, as a tag such as ``en``.
        direction: The direction of the text: ``ltr`` or ``rtl``.
        image: The address of the main image.
        categories: The sections of the site that the page is in.
        tags: The keywords.
        license: The license, as a name or an address.
        canonical: The address that the page declares as its own.
        origins: Where each field was found, by its name.
    """

    title: Optional[str] = None
    authors: tuple[str, ...] = ()
    date: Optional[str] = None
    date_modified: Optional[str] = None
    sitename: Optional[str] = None
    hostname: Optional[str] = None
    description: Optional[str] = None
    language: Optional[str] = None
    direction: Optional[str] = None
    image: Optional[str] = None
    categories: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    license: Optional[str] = None
    canonical: Optional[str] = None
    origins: dict[str, str] = field(default_factory=dict[str, str], hash=False)

    @property
    def author(self) -> Optional[str]:
        """The authors as one string, separated by ``"; "``."""
        return "; ".join(self.authors) or None

    def as_dict(self) -> dict[str, Any]:
        """Returns the fields by name, with lists instead of tuples."""
        lists = {name: list(getattr(self, name)) for name in _LISTS}
        return {**asdict(self), **lists}

    @classmethod
    def _from_native(cls, metadata: _MetadataDict) -> Metadata:
        lists = {name: tuple(metadata[name]) for name in _LISTS}  # type: ignore[literal-required]
        return cls(**{**metadata, **lists})  # type: ignore[arg-type]
