"""How an extraction looks in a notebook. Everything that comes from a page is escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._extraction import Block, Extraction

#: More of a page makes notebooks slow.
MOST_BLOCKS = 500
#: What decided about a block, as far as it is shown.
MOST_SIGNALS = 3
#: Reasons that are not the score: what becomes of other blocks, that it is a comment, or the page's data.
_BEYOND_SCORE = {"heads_content", "rest_of_list", "amid_content", "repeats", "comments", "json_ld"}
#: A removed block is cut: it is there to be recognised.
REMOVED_CHARACTERS = 300

_BOX = "font-family:sans-serif;max-width:60em;border:1px solid #8888;border-radius:4px;padding:.6em 1em"
_KEPT = "border-left:4px solid #2a7;padding-left:.6em;margin:.3em 0;white-space:pre-wrap"
_REMOVED = "border-left:4px solid #8886;padding-left:.6em;margin:.3em 0;opacity:.6;text-decoration:line-through"
_WHY = "font-size:75%;opacity:.7;display:inline-block;text-decoration:none;margin-inline-start:.6em"


def page_as_html(extraction: Extraction) -> str:
    """The blocks of the page, kept and removed, if there are any; else its text."""
    head = f"<div><b>dehusk</b> {escape(repr(extraction)[len('<dehusk.Extraction ') : -1])}</div>"
    if extraction.blocks is None:
        text = f'<div dir="auto" style="{_KEPT}">{escape(extraction.text)}</div>'
        hint = f'<div style="{_WHY}">Extractor(blocks=True) or explain() shows what was removed</div>'
        return f'<div style="{_BOX}">{head}{text}{hint}</div>'
    blocks = "".join(_block(block) for block in extraction.blocks[:MOST_BLOCKS])
    more = len(extraction.blocks) - MOST_BLOCKS
    note = f'<div style="{_WHY}">and {more:,} more blocks</div>' if more > 0 else ""
    return f'<div style="{_BOX}">{head}{blocks}{note}</div>'


def _decisive(block: Block) -> list[str]:
    """What spoke for what became of a block, as ``--explain`` picks it: not what holds for the whole page, and nothing where it
    went by what became of other blocks."""
    if block.reason in _BEYOND_SCORE:
        return []
    points = (signal for signal in block.signals if (signal.weight > 0) == block.kept and signal.name != "page")
    return [signal.says for signal in points if signal.says][:MOST_SIGNALS]


def _block(block: Block) -> str:
    text = block.text
    if not block.kept and len(text) > REMOVED_CHARACTERS:
        text = text[:REMOVED_CHARACTERS] + " …"
    why = f"{'kept' if block.kept else 'removed'}: {block.reason} {block.score:.2f}"
    why = "; ".join([why, *_decisive(block)])
    style, tag = (_KEPT, "div") if block.kept else (_REMOVED, "del")
    body = f'<{tag} dir="auto" style="display:block;{style}">{escape(text)}</{tag}>'
    return f'{body}<div style="{_WHY}">{escape(why)}</div>'
