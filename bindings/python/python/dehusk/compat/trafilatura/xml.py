"""The output formats of trafilatura: XML, XML-TEI, CSV, JSON, HTML, and text with a header."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from html import escape
from typing import Any, Optional
from xml.etree.ElementTree import Element

from .._page import warn_once
from .._tree import paragraphs, serialized, text_of, tree_of, xml_text
from ._lines import row_of
from .settings import Document, Extractor
from .tei import tei_of, validate_tei

__all__ = ["validate_tei", "written", "xmltocsv", "xmltotxt"]

#: The fields in the header of a text, and in the attributes of XML, in their order.
_HEADER = "title author url hostname description sitename date categories tags fingerprint id license".split()
_ATTRIBUTES = "sitename title author date url hostname description categories tags license id fingerprint language".split()
#: The elements that are a line of text.
_BLOCKS = {"head", "p", "item", "row", "quote", "code"}
#: The names that JSON has for some of the fields.
_JSON_NAMES = {"url": "source", "sitename": "source-hostname", "description": "excerpt"}
#: What CSV has for a missing value.
_NULL = "null"


def written(document: Document, html: str, options: Extractor) -> str:
    """Returns a document in the format of the options. ``html`` is the text as dehusk renders it."""
    if options.format in ("xml", "xmltei"):
        return _xml(document, html, options)
    if options.format == "csv":
        return _csv(document)
    if options.format == "json":
        return _json(document, options.with_metadata)
    if options.format == "html":
        return _html(document, html, options.with_metadata)
    return _text(document, options.with_metadata)


def xmltotxt(xmloutput: Any, include_formatting: bool = False) -> str:
    """Returns the text of a tree, one line for each block. For Markdown use ``output_format="markdown"``."""
    if include_formatting:
        warn_once("trafilatura", "include_formatting", "xmltotxt() writes plain text")
    if xmloutput is None:
        return ""
    lines = [_line(block) for block in _outer_blocks(xmloutput)]
    return "\n".join(filter(None, lines)) or text_of(xmloutput)


def _line(block: Any) -> str:
    """Returns a block as a line of text, as trafilatura writes it."""
    if block.tag == "row":
        return row_of(_on_one_line(cell) for cell in block)
    text = _on_one_line(block)
    return f"- {text}" if block.tag == "item" and text else text


def _on_one_line(block: Any) -> str:
    return " ".join("".join(_pieces(block)).split())


def _pieces(element: Any) -> Iterator[str]:
    """Yields the text of an element, with spaces around the blocks in it."""
    yield element.text or ""
    for child in element:
        space = " " if child.tag in _BLOCKS else ""
        yield space
        yield from _pieces(child)
        yield space + (child.tail or "")


def _outer_blocks(tree: Any) -> Iterator[Any]:
    """Yields the blocks of a tree that are in no other block."""
    left = [tree]
    while left:
        element = left.pop()
        if element.tag in _BLOCKS:
            yield element
        else:
            left.extend(reversed(list(element)))


def _text(document: Document, with_metadata: bool) -> str:
    parts = [document.text, document.comments]
    return (_header(document) if with_metadata else "") + "\n".join(filter(None, parts))


def _header(document: Document) -> str:
    values = {name: getattr(document, name) for name in _HEADER}
    lines = [f"{name}: {_yaml(value)}" for name, value in values.items() if value]
    return "\n".join(["---", *lines, "---", ""])


def _yaml(value: Any) -> str:
    """Returns a value as YAML: plain if that is certainly the same, otherwise as JSON."""
    if isinstance(value, str) and value[0].isalpha() and value.isprintable() and not set(value) & set(':#"\\'):
        is_word = value.lower() in ("true", "false", "yes", "no", "on", "off", "y", "n", "null", "none")
        return json.dumps(value) if is_word or value != value.strip() else value
    return json.dumps(value, ensure_ascii=False)


def _items(document: Document) -> Iterator[tuple[str, str]]:
    """Yields the metadata that is there, lists joined with semicolons."""
    for name in _ATTRIBUTES:
        value = getattr(document, name)
        if value:
            yield name, xml_text(value if isinstance(value, str) else ";".join(value))


def _xml(document: Document, html: str, options: Extractor) -> str:
    formatting, links, images = bool(options.formatting), bool(options.links), bool(options.images)
    main = tree_of(html, formatting=formatting, links=links, images=images)
    comments = paragraphs(document.comments or "", "comments")
    if options.format == "xmltei":
        tree = tei_of(document, main, comments)
        if options.tei_validation:
            validate_tei(tree)
        return serialized(tree)
    tree = Element("doc", dict(_items(document)))
    main.tag = "main"
    tree.extend([main, comments])
    return serialized(tree)


def _csv(document: Document) -> str:
    return _csv_row(document, document.text, document.comments)


def xmltocsv(document: Document, include_formatting: bool = False, *, delim: str = "\t", null: str = _NULL) -> str:
    """Returns a document as a row of CSV, with the text of its trees."""
    text, comments = (xmltotxt(tree, include_formatting) for tree in (document.body, document.commentsbody))
    return _csv_row(document, text, comments, delim, null)


def _csv_row(document: Document, text: Optional[str], comments: Optional[str], delim: str = "\t", null: str = _NULL) -> str:
    fields: list[Optional[str]] = [
        document.url,
        document.id,
        document.fingerprint,
        document.hostname,
        document.title,
        document.image,
        document.date,
        text,
        comments,
        document.license,
        document.pagetype,
    ]
    output = io.StringIO()
    csv.writer(output, delimiter=delim).writerow([field or null for field in fields])
    return output.getvalue()


def _json(document: Document, with_metadata: bool) -> str:
    values: dict[str, Any] = {"text": document.raw_text, "comments": document.comments or ""}
    if with_metadata:
        names = [name for name in Document.FIELDS if name not in ("body", "commentsbody")]
        fields = {_JSON_NAMES.get(name, name): getattr(document, name) for name in names}
        lists = {name: ";".join(fields[name] or ()) for name in ("categories", "tags")}
        values = {**fields, **lists, **values}
    return json.dumps(values, ensure_ascii=False)


def _html(document: Document, html: str, with_metadata: bool) -> str:
    """Returns a document of HTML, with the metadata in its head and the comments at its end."""
    body = html.strip()
    meta = [f'<meta name="{name}" content="{escape(value)}">' for name, value in _items(document)]
    head = ["<head>", '<meta charset="utf-8">', *(meta if with_metadata else []), "</head>"]
    comments = [f"<p>{escape(line)}</p>" for line in (document.comments or "").splitlines()]
    return "\n".join(["<html>", *head, "<body>", *filter(None, [body]), *comments, "</body>", "</html>"])
