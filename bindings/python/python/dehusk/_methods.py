"""Which methods there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from . import _native


@dataclass(frozen=True)
class Param:
    """A parameter of a method."""

    name: str
    default: str
    #: What it may be.
    values: str
    doc: str


@dataclass(frozen=True)
class Method:
    """A method of finding main content, or a preset: a name for a method with some of its parameters set."""

    name: str
    summary: str
    paper: str
    #: The method that a preset is of.
    preset_of: Optional[str]
    params: tuple[Param, ...]


def methods() -> list[Method]:
    """All methods, then all presets."""
    return [
        Method(
            name=listed["name"],
            summary=listed["summary"],
            paper=listed["paper"],
            preset_of=listed["preset_of"],
            params=tuple(Param(**param) for param in listed["params"]),
        )
        for listed in _native.methods()
    ]
