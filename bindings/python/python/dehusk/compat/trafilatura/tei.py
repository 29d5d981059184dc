"""XML-TEI: the tree of a document as the guidelines of the Text Encoding Initiative want it.

The tests validate it with the DTD that trafilatura ships. That DTD has no tables and no code: a table is a list of rows,
each a list of cells, and code is an anonymous block or highlighted. Their attributes ``rend`` and ``type`` tell.
"""

from __future__ import annotations

import logging
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, Optional
from xml.etree.ElementTree import Element, SubElement

from ..._native import VERSION
from .. import _lxml
from .._page import warn_once
from .._tree import to_lxml, xml_text
from .settings import Document

LOGGER = logging.getLogger("dehusk")

#: What TEI allows in a division; anything else in it gets a paragraph around it.
_IN_DIVISION = {"p", "ab", "list", "quote"}
#: What TEI has instead of some elements, with its attributes.
_INSTEAD: dict[str, tuple[str, dict[str, str]]] = {
    "head": ("ab", {"type": "header"}),
    "table": ("list", {"rend": "table"}),
    "row": ("item", {"rend": "row"}),
    "cell": ("item", {"rend": "cell"}),
}
#: What TEI has as attributes of a text.
_ATTRIBUTES = {"rend", "target", "type", "url"}
_DTD: list[Any] = []


def tei_of(document: Document, main: Element, comments: Element) -> Element:
    """Returns the TEI of a document. ``main`` and ``comments`` become its divisions."""
    tei = Element("TEI", {"xmlns": "http://www.tei-c.org/ns/1.0"})
    _add_header(SubElement(tei, "teiHeader"), document)
    body = SubElement(SubElement(tei, "text"), "body")
    for division, kind in ((main, "entry"), (comments, "comments")):
        body.append(_division(division, kind))
    return tei


def validate_tei(xmldoc: Any) -> bool:
    """Whether a tree is valid by the DTD that trafilatura ships. If not, the reason is logged as a warning.

    Without lxml or without trafilatura, there is nothing to validate with: this is said once, and the answer is true.
    """
    dtd = _dtd()
    if dtd is None:
        warn_once("trafilatura", "tei_validation", "it needs lxml, and the DTD that comes with trafilatura")
        return True
    tree = xmldoc if hasattr(xmldoc, "getroottree") or hasattr(xmldoc, "getroot") else to_lxml(xmldoc)
    is_valid = bool(dtd.validate(tree))
    if not is_valid:
        LOGGER.warning("not a valid TEI document: %s", dtd.error_log.last_error)
    return is_valid


def _dtd() -> Any:
    """Returns the DTD in the package trafilatura, which is not imported for that, or ``None``."""
    if not _DTD:
        etree, folder = _lxml.optional("etree"), _folder_of_trafilatura()
        if etree is None or folder is None:
            return None
        _DTD.append(etree.DTD(str(Path(folder) / "data" / "tei_corpus.dtd")))
    return _DTD[0]


def _folder_of_trafilatura() -> Optional[str]:
    try:
        files = distribution("trafilatura")
    except PackageNotFoundError:
        return None
    return str(files.locate_file("trafilatura"))


def _division(tree: Element, kind: str) -> Element:
    """Makes a tree a division of TEI."""
    _make_valid(tree)
    division = Element("div", {"type": kind})
    for child in list(tree):
        if child.tag in _IN_DIVISION:
            division.append(child)
        else:
            SubElement(division, "p").append(child)
    return division


def _make_valid(parent: Element) -> None:
    """Replaces what TEI does not have inside an element."""
    for child in list(parent):
        if child.tag in ("list", "table", "row") and not len(child):
            SubElement(child, "item")
        _make_valid(child)
        if child.tag == "code":
            is_block = parent.tag in ("body", "item", "cell", "quote") and not parent.text and not child.tail
            child.tag = "ab" if is_block else "hi"
            child.attrib.update({"type": "code"} if is_block else {"rend": "#t"})
        elif child.tag == "graphic":
            child.set("url", child.attrib.get("src", ""))
        elif child.tag == "row":
            _put_cells_in_list(child)
        _rename(child)


def _put_cells_in_list(row: Element) -> None:
    cells = list(row)
    row[:] = []
    SubElement(row, "list", {"rend": "cells"}).extend(cells)


def _rename(element: Element) -> None:
    """Gives an element the name and the attributes that it has in TEI."""
    attributes = {"rend": "head"} if element.get("role") == "head" else {}
    name, more = _INSTEAD.get(element.tag, (element.tag, {}))
    element.tag = name
    element.attrib.update({**more, **attributes})
    for attribute in [attribute for attribute in element.attrib if attribute not in _ATTRIBUTES]:
        del element.attrib[attribute]


def _add(parent: Element, tag: str, text: Optional[str] = None, **attributes: str) -> Element:
    element = SubElement(parent, tag, {name: xml_text(value) for name, value in attributes.items()})
    element.text = xml_text(text) if text else None
    return element


def _add_header(header: Element, document: Document) -> None:
    file = SubElement(header, "fileDesc")
    _add_title(file, document)
    _add_licence(SubElement(file, "publicationStmt"), document)
    notes = SubElement(file, "notesStmt")
    if document.id:
        _add(notes, "note", document.id, type="id")
    _add(notes, "note", document.fingerprint, type="fingerprint")
    _add_source(SubElement(file, "sourceDesc"), document)
    _add_encoding(SubElement(header, "encodingDesc"))
    _add_profile(SubElement(header, "profileDesc"), document)


def _add_title(parent: Element, document: Document) -> None:
    statement = SubElement(parent, "titleStmt")
    _add(statement, "title", document.title, type="main")
    if document.author:
        _add(statement, "author", document.author)


def _publisher(document: Document) -> str:
    if document.hostname and document.sitename:
        return f"{document.sitename} ({document.hostname})"
    return document.hostname or document.sitename or "N/A"


def _add_licence(statement: Element, document: Document) -> None:
    if document.license:
        _add(statement, "publisher", _publisher(document))
        _add(SubElement(statement, "availability"), "p", document.license)
    else:
        SubElement(statement, "p")


def _add_source(source: Element, document: Document) -> None:
    origin = ", ".join(filter(None, [document.sitename, document.date]))
    _add(source, "bibl", ", ".join(filter(None, [document.title, origin])))
    _add(source, "bibl", origin, type="sigle")
    full = SubElement(source, "biblFull")
    _add_title(full, document)
    publication = SubElement(full, "publicationStmt")
    _add(publication, "publisher", _publisher(document))
    if document.url:
        _add(publication, "ptr", type="URL", target=document.url)
    _add(publication, "date", document.date)


def _add_profile(profile: Element, document: Document) -> None:
    _add(SubElement(profile, "abstract"), "p", document.description)
    lists: list[tuple[str, Optional[list[str]]]] = [("categories", document.categories), ("tags", document.tags)]
    if any(values for _, values in lists):
        keywords = SubElement(SubElement(profile, "textClass"), "keywords")
        for kind, values in lists:
            if values:
                _add(keywords, "term", ",".join(values), type=kind)
    _add(SubElement(profile, "creation"), "date", document.filedate, type="download")


def _add_encoding(encoding: Element) -> None:
    application = _add(SubElement(encoding, "appInfo"), "application", version=VERSION, ident="dehusk")
    _add(application, "label", "dehusk")
