"""The closed sets of words that options and results have. A test compares those of results with the schema of records."""

from __future__ import annotations

from typing import Literal

#: What to favor where ``grain`` is unsure: the option ``focus``.
Focus = Literal["precision", "balanced", "recall"]
#: The values of the option ``hidden``.
Hidden = Literal["auto", "drop", "keep", "flag"]
#: The values of the option ``invisible``.
Invisible = Literal["keep", "strip"]
#: The values of the option ``title``.
Title = Literal["auto", "as-found", "in", "out"]

#: How an extraction went: see :class:`Extraction`.
Status = Literal["ok", "empty", "partial", "timeout", "too_large", "not_html", "error"]
#: The kind of a page.
PageType = Literal["article", "collection", "documentation", "forum", "listing", "product", "service"]
#: How good a text is expected to be: see :class:`Quality`.
Verdict = Literal["good", "fair", "poor", "empty"]
#: How the encoding of a page was determined.
EncodingOrigin = Literal["bom", "http", "meta", "utf8", "detected"]

#: The kind of a :class:`Block`.
BlockKind = Literal[
    "paragraph", "heading", "list_item", "term", "definition", "table_cell", "code", "quote", "caption", "comment"
]
#: The text direction that a page declares for a :class:`Block`.
Direction = Literal["ltr", "rtl", "auto"]
#: How a page hides a part from its readers.
HiddenBy = Literal[
    "display_none", "hidden_attribute", "until_found", "closed_details", "closed_dialog", "visibility_hidden",
    "content_visibility", "opacity", "font_size", "off_screen", "clipped", "no_size", "same_color", "aria_hidden", "inert",
]
#: What the items of a group are: see :class:`Item`.
ItemKind = Literal["products", "results", "posts", "ingredients", "steps", "facts", "items"]
#: The name of an :class:`ItemField`.
FieldName = Literal["title", "value", "url", "link", "image", "price", "date", "author", "number", "reply_to"]
