"""lxml, which is imported only by what takes or returns its elements."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from .._errors import OptionError


def needed(module: str) -> Any:
    """Returns a module of lxml, such as ``etree``, or raises an error that says to install it."""
    found = optional(module)
    if found is None:
        raise OptionError("this needs lxml: pip install lxml")
    return found


def optional(module: str) -> Any:
    """Returns a module of lxml, or ``None`` if lxml is not installed."""
    try:
        return import_module(f"lxml.{module}")
    except ImportError:
        return None
