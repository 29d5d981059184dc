"""The list of extraction methods and presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from . import _native


@dataclass(frozen=True)
class Param:
    """A parameter of a method."""

    name: str
    default: str
    #: The allowed values, in words.
    values: str
    doc: str


@dataclass(frozen=True)
class Method:
    """An extraction method, or a preset: a name for a method with some of its parameters set."""

    name: str
    summary: str
    paper: str
    #: For a preset, the name of its method.
    preset_of: Optional[str]
    params: tuple[Param, ...]


def methods() -> list[Method]:
    """Returns all methods, followed by all presets."""
    return [
        Method(
            name=method["name"],
            summary=method["summary"],
            paper=method["paper"],
            preset_of=method["preset_of"],
            params=tuple(Param(**param) for param in method["params"]),
        )
        for method in _native.methods()
    ]
