"""dehusk under the names of other packages, so that a program runs unchanged once its import is replaced.

    from dehusk.compat.trafilatura import fetch_url, extract     # instead of: from trafilatura import ...
    from dehusk.compat.readability import Document               # instead of: from readability import ...
    from dehusk.compat.resiliparse import extract_plain_text     # instead of: from resiliparse.extract.html2text import ...

Each module takes all arguments of the original and returns the same types. The text is dehusk's. An argument that
means nothing here is ignored, with one warning per process. New programs are better served by ``dehusk`` itself.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Optional

#: The packages that can be replaced: for each module that programs import from, the module here that stands for it.
_NAMES = {
    "readability": {"readability": "readability", "readability.readability": "readability"},
    "resiliparse": {"resiliparse.extract.html2text": "resiliparse"},
    "trafilatura": {"trafilatura": "trafilatura"},
}


def replace(*packages: str) -> None:
    """Makes ``import trafilatura`` and the like import these modules, in programs whose source cannot be changed.

    It has to run before the program that is to use them is imported. Of resiliparse only
    ``resiliparse.extract.html2text`` is replaced: its other modules stay those that are installed.

        import dehusk.compat
        dehusk.compat.replace("trafilatura")
        from datatrove.pipeline.extractors import Trafilatura
    """
    for package in packages:
        for name, module in _modules(package).items():
            _put(name, module)


@contextmanager
def replaced(*packages: str) -> Generator[None, None, None]:
    """Does the same as :func:`replace` for a while.

    >>> from dehusk.compat import replaced
    >>> with replaced("trafilatura"):
    ...     from trafilatura import extract
    >>> extract("<p>The old mill reopens on Monday, after ten years of repair, they say.</p>")
    'The old mill reopens on Monday, after ten years of repair, they say.'
    """
    before = {name: sys.modules.get(name) for package in packages for name in _modules(package)}
    replace(*packages)
    try:
        yield
    finally:
        for name, module in before.items():
            _put(name, module)


def _put(name: str, module: Optional[ModuleType]) -> None:
    """Makes a module importable by a name, also from its parent, as in ``from resiliparse.extract import html2text``.

    ``None`` removes the module that has the name.
    """
    if module is None:
        sys.modules.pop(name, None)
        return
    sys.modules[name] = module
    parent, _, child = name.rpartition(".")
    holder = sys.modules.get(parent)
    # A function may have the name of a module: trafilatura.baseline is one.
    if holder is not None and isinstance(getattr(holder, child, module), ModuleType):
        setattr(holder, child, module)


def _modules(package: str) -> dict[str, ModuleType]:
    """Returns the modules that stand for a package, by the names that programs import, parents first."""
    if package not in _NAMES:
        raise ValueError(f"package must be one of {', '.join(sorted(_NAMES))}, not {package!r}")
    modules: dict[str, ModuleType] = {}
    for name, ours in _NAMES[package].items():
        for parent in _parents(name):
            if parent not in modules:
                modules[parent] = _installed(parent)
        module = modules[name] = import_module(f"{__name__}.{ours}")
        for found in pkgutil.iter_modules(getattr(module, "__path__", ())):
            modules[f"{name}.{found.name}"] = import_module(f"{module.__name__}.{found.name}")
    return modules


def _parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:depth]) for depth in range(1, len(parts))]


def _installed(name: str) -> ModuleType:
    """Returns a module of a package that is replaced in part: the real one, or an empty one if it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        return ModuleType(name)
