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
#: Maximum number of signals shown for a block, as in the output of ``dehusk extract --explain``.
MAX_SIGNALS = 3
#: Number of characters shown of a removed block, enough to recognize the block. Chosen by hand.
MAX_REMOVED_CHARACTERS = 300
#: Reasons that do not depend on the score of the block. A block with such a reason was kept or removed because
#: of other blocks, because it is a reader comment, or because the text was taken from the page's JSON-LD.
_REASONS_BEYOND_SCORE = {
    "heads_content", "heads_nothing", "amid_content", "beside_code", "control", "repeats", "comments", "other_story", "dialog",
    "label", "json_ld",
}

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
    return body + _note("; ".join([verdict, *_decisive_signals(block)]))


def _decisive_signals(block: Block) -> list[str]:
    """Describes the strongest signals that support the decision.

    Signals about the page as a whole are left out, because they are the same for all blocks.
    """
    if block.reason in _REASONS_BEYOND_SCORE:
        return []
    agreeing = (signal for signal in block.signals if (signal.weight > 0) == block.kept)
    return [signal.says for signal in agreeing if signal.says and signal.name != "page"][:MAX_SIGNALS]


def _note(text: str) -> str:
    return f'<div style="{_NOTE}">{escape(text)}</div>'
