"""Items of lists and rows of tables in a text, as trafilatura writes them: ``- item`` and ``| cell | cell |``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..._parts import Table

#: What stands before an item of a list: a dash or its number.
_MARK = re.compile(r"\s*(?:-|\d{1,9}\.) ")


def row_of(cells: Iterable[str]) -> str:
    """Returns a row of a table as a line.

    >>> row_of(["City", "a|b"])
    '| City | a\\\\|b |'
    """
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def rule_of(count: int) -> str:
    """Returns the line below the header of a table with so many columns.

    >>> rule_of(2)
    '|---|---|'
    """
    return "|" + "---|" * count


def with_rows(text: str, tables: Sequence[Table]) -> str:
    """Returns a text whose rows are lines with tabs with the rows as trafilatura writes them.

    >>> table = Table(None, 1, (("City", "People"), ("Bern", "140000")), 0, 0, None, None)
    >>> print(with_rows("A table:\\nCity\\tPeople\\nBern\\t140000", [table]))
    A table:
    | City | People |
    |---|---|
    | Bern | 140000 |
    """
    rows = {_joined(row): (row, number == table.header_rows) for table in tables for number, row in enumerate(table.rows, start=1)}
    if not rows:
        return text
    lines: list[str] = []
    is_in_table = False
    for line in text.split("\n"):
        row, ends_header = rows.get(line.strip("\t"), ((), False))
        # A row of a single cell looks like a paragraph, so it counts only below another row.
        is_in_table = bool(row) and ("\t" in line or is_in_table)
        lines.append(row_of(row) if is_in_table else line)
        if is_in_table and ends_header:
            lines.append(rule_of(len(row)))
    return "\n".join(lines)


def _joined(row: Sequence[str]) -> str:
    return "\t".join(row).strip("\t")


def without_mark(line: str) -> str:
    """Returns a line without what stands before an item of a list.

    >>> without_mark("  2. Bake it."), without_mark("2.5 tons")
    ('Bake it.', '2.5 tons')
    """
    mark = _MARK.match(line)
    return line[mark.end() :] if mark else line
