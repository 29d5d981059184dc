"""What a page says about itself."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from ._native import _Metadata

#: Fields with any number of values.
_LISTS = ("authors", "categories", "tags")


@dataclass(frozen=True)
class Metadata:
    """Title, authors, dates and more; ``None`` or empty where the page does not say.

    Dates are ISO 8601: a day, or a day with its time. ``origins`` has the place where each field was found: ``json-ld``,
    ``microdata``, ``rdfa``, ``open-graph``, ``dublin-core``, ``meta``, ``link``, ``html``, ``url`` or ``visible``.
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
        """The authors as one text, separated by ``"; "``."""
        return "; ".join(self.authors) or None

    def as_dict(self) -> dict[str, Any]:
        """The fields by name; lists of texts are lists."""
        lists = {name: list(getattr(self, name)) for name in _LISTS}
        return {**asdict(self), **lists}

    @classmethod
    def _of(cls, answer: _Metadata) -> Metadata:
        lists = {name: tuple(answer[name]) for name in _LISTS}  # type: ignore[literal-required]
        return cls(**{**answer, **lists})  # type: ignore[arg-type]
