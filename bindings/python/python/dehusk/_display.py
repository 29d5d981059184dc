"""HTML views of an extraction for notebooks.

Everything that comes from the page is escaped, so a page cannot inject markup into a notebook. The HTML form
of the main content is ``Extraction.html``, not this.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ._parts import Block

#: Maximum number of blocks that are shown; the rest are only counted, because large outputs make notebooks
#: slow. Chosen by hand.
MAX_BLOCKS = 500
#: Number of characters shown of a removed block, enough to recognize the block. Chosen by hand.
MAX_REMOVED_CHARACTERS = 300

_BOX = "font-family:sans-serif;max-width:60em;border:1px solid #8888;border-radius:4px;padding:.6em 1em"
_KEPT = "border-left:4px solid #2a7;padding-left:.6em;margin:.3em 0;white-space:pre-wrap"
_REMOVED = (
    "border-left:4px solid #8886;padding-left:.6em;margin:.3em 0;opacity:.6;text-decoration:line-through"
)
_NOTE = "font-size:75%;opacity:.7;display:inline-block;text-decoration:none;margin-inline-start:.6em"


def text_as_html(summary: str, text: str) -> str:
    """Shows the text, with a hint that says how to see the removed blocks."""
    body = f'<div dir="auto" style="{_KEPT}">{escape(text)}</div>'
    return _box(summary, body + _note("Extractor(blocks=True) or explain() shows what was removed"))


def blocks_as_html(summary: str, blocks: Sequence[Block]) -> str:
    """Shows all blocks of the page, kept and removed, each with the reason."""
    body = "".join(map(_block, blocks[:MAX_BLOCKS]))
    omitted = len(blocks) - MAX_BLOCKS
    return _box(summary, body + (_note(f"and {omitted:,} more blocks") if omitted > 0 else ""))


def _box(summary: str, body: str) -> str:
    return f'<div style="{_BOX}"><div><b>dehusk</b> {escape(summary)}</div>{body}</div>'


def _block(block: Block) -> str:
    text = block.text
    if not block.kept and len(text) > MAX_REMOVED_CHARACTERS:
        text = text[:MAX_REMOVED_CHARACTERS] + " …"
    verdict = f"{'kept' if block.kept else 'removed'}: {block.reason} {block.score:.2f}"
    style, tag = (_KEPT, "div") if block.kept else (_REMOVED, "del")
    body = f'<{tag} dir="auto" style="display:block;{style}">{escape(text)}</{tag}>'
    return body + _note("; ".join([verdict, *(signal.says for signal in block.signals if signal.named)]))


def _note(text: str) -> str:
    return f'<div style="{_NOTE}">{escape(text)}</div>'
