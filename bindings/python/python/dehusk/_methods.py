"""The list of extraction methods and presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from . import _native


@dataclass(frozen=True)
class Param:
    """A parameter of a method.

    Attributes:
        name: The name of the parameter.
        default: The value that it has if none is given.
        values: The allowed values, in words.
        doc: What it does.
    """

    name: str
    default: str
    values: str
    doc: str


@dataclass(frozen=True)
class Method:
    """An extraction method, or a preset: a name for a method with some of its parameters set.

    Attributes:
        name: The name, for ``Extractor(method=…)``.
        summary: What it does, in one sentence.
        paper: Where it was published; empty if it was not.
        preset_of: For a preset, the name of its method.
        params: Its parameters.
    """

    name: str
    summary: str
    paper: str
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
