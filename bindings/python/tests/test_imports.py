"""The modules of the package do not import each other in a cycle, not even for type checking."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import dehusk


def relative_imports(module: Path) -> Iterator[str]:
    """Yields the names of the modules of the package that a module imports anywhere in its source."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            yield from [node.module] if node.module else [alias.name for alias in node.names]


def test_no_import_cycles() -> None:
    modules = Path(dehusk.__file__).parent.glob("*.py")
    imports = {module.stem: set(relative_imports(module)) for module in modules}
    assert "_display" in imports["_extraction"]
    TopologicalSorter(imports).prepare()  # raises CycleError
