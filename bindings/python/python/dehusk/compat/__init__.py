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

#: The modules that can stand for others, and the names of those.
_NAMES = {"readability": "readability", "resiliparse": "resiliparse.extract.html2text", "trafilatura": "trafilatura"}


def replace(*packages: str) -> None:
    """Makes ``import trafilatura`` and the like import these modules, in programs whose source cannot be changed.

    It has to run before the program that is to use them is imported. Of resiliparse only
    ``resiliparse.extract.html2text`` is replaced.

        import dehusk.compat
        dehusk.compat.replace("trafilatura")
        from datatrove.pipeline.extractors import Trafilatura
    """
    for package in packages:
        if package not in _NAMES:
            raise ValueError(f"package must be one of {', '.join(sorted(_NAMES))}, not {package!r}")
        sys.modules.update(_modules(package))


@contextmanager
def replaced(*packages: str) -> Generator[None, None, None]:
    """Does the same as :func:`replace` for a while."""
    before = dict(sys.modules)
    replace(*packages)
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.split(".")[0] in packages]:
            del sys.modules[name]
        sys.modules.update({name: module for name, module in before.items() if name.split(".")[0] in packages})


def _modules(package: str) -> dict[str, ModuleType]:
    """Returns the modules that stand for a package, by the names that programs import."""
    module = import_module(f"{__name__}.{package}")
    modules = {_NAMES[package]: module}
    for found in pkgutil.iter_modules(getattr(module, "__path__", ())):
        modules[f"{package}.{found.name}"] = import_module(f"{module.__name__}.{found.name}")
    parents = _NAMES[package].split(".")[:-1]
    for depth in range(len(parents)):
        name = ".".join(parents[: depth + 1])
        modules[name] = sys.modules.get(name) or ModuleType(name)
    return modules
