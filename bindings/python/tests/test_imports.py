"""The modules of the package do not import each other in a cycle, not even for type checking."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import dehusk


PACKAGE = Path(dehusk.__file__).parent


def relative_imports(module: Path) -> Iterator[str]:
    """Yields the modules of the package that a module imports anywhere in its source."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level > 0:
            folder = module.parents[node.level - 1].relative_to(PACKAGE)
            names = [node.module] if node.module else [alias.name for alias in node.names]
            yield from (str(folder / name.replace(".", "/")) for name in names)


def test_no_import_cycles() -> None:
    modules = PACKAGE.rglob("*.py")
    imports = {str(module.relative_to(PACKAGE).with_suffix("")): set(relative_imports(module)) for module in modules}
    assert "_display" in imports["_extraction"] and "compat/_tree" in imports["compat/trafilatura/tei"]
    TopologicalSorter(imports).prepare()  # raises CycleError
