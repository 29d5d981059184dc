"""The examples in the docstrings and in the README work and print what they show, and all fields are described."""

from __future__ import annotations

import dataclasses
import doctest
import importlib
import re
from pathlib import Path

import pytest

import dehusk

MODULES = [
    "dehusk",
    "dehusk._checks",
    "dehusk._errors",
    "dehusk._extractor",
    "dehusk._fetch",
    "dehusk._functions",
    "dehusk._languages",
    "dehusk.compat",
    "dehusk.compat._page",
    "dehusk.compat.readability",
    "dehusk.compat.resiliparse",
    "dehusk.compat.trafilatura._lines",
    "dehusk.compat.trafilatura.cli_utils",
    "dehusk.compat.trafilatura.core",
    "dehusk.compat.trafilatura.deduplication",
    "dehusk.compat.trafilatura.metadata",
    "dehusk.compat.trafilatura.utils",
]


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name))
    assert (failed, tried > 0) == (0, True)


def test_every_field_is_described_where_help_shows_it() -> None:
    classes = [value for value in vars(dehusk).values() if isinstance(value, type) and dataclasses.is_dataclass(value)]
    assert len(classes) >= 14
    for each in classes:
        described = re.findall(r"^ {8}([\w, ]+): ", each.__doc__ or "", re.MULTILINE)
        assert ", ".join(described).split(", ") == [field.name for field in dataclasses.fields(each)], each


def test_readme_examples() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    failed, tried = doctest.testfile(str(readme), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert (failed, tried > 0) == (0, True)
