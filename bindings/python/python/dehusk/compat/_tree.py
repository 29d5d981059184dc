"""The HTML of an extraction as a tree in the vocabulary of trafilatura: ``head``, ``p``, ``list``, ``quote`` and so on.

It reads only what the HTML renderer of dehusk writes: few elements, all of them closed. Whatever else might come is
replaced by its content. Trees are those of the standard library; :func:`to_lxml` converts them.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any, Optional
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from . import _lxml

#: Characters that XML cannot contain.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

#: The elements that stand on their own, and the name and ``rend`` of each in the tree.
_BLOCKS: dict[str, tuple[str, Optional[str]]] = {
    **{f"h{level}": ("head", f"h{level}") for level in range(1, 7)},
    "p": ("p", None),
    "ul": ("list", "ul"),
    "ol": ("list", "ol"),
    "dl": ("list", "dl"),
    "li": ("item", None),
    "dt": ("item", "dt"),
    "dd": ("item", "dd"),
    "blockquote": ("quote", None),
    "pre": ("code", None),
    "table": ("table", None),
    "tr": ("row", None),
    "th": ("cell", None),
    "td": ("cell", None),
    "caption": ("p", None),
    "figcaption": ("p", None),
}
#: The formatting within a line.
_FORMATTING = {"strong": "#b", "b": "#b", "em": "#i", "i": "#i", "u": "#u", "sub": "#sub", "sup": "#sup"}
_DELETED = {"s", "del", "strike"}

#: Elements whose text is their own; text elsewhere gets a paragraph.
_HOLDS_TEXT = {"head", "p", "item", "quote", "code", "cell", "hi", "del", "ref"}
_BLOCK_NAMES = {name for name, _ in _BLOCKS.values()}
#: Elements that are deeper are replaced by their content. Chosen by hand; what writes and reads XML is recursive.
_MAX_DEPTH = 100
#: What may be in these elements; anything else is wrapped.
_ONLY_CHILD = {"list": "item", "table": "row", "row": "cell"}


def tree_of(html: str, *, formatting: bool, links: bool, images: bool) -> Element:
    """Returns a ``body`` with the blocks of an extraction, with formatting, links and images only if they are wanted."""
    builder = _Builder(formatting, links, images)
    builder.feed(html)
    builder.close()
    return builder.body


def paragraphs(text: str, tag: str = "body") -> Element:
    """Returns an element with a paragraph for each line of a text."""
    body = Element(tag)
    for line in filter(None, map(str.strip, text.splitlines())):
        SubElement(body, "p").text = xml_text(line)
    return body


def xml_text(text: str) -> str:
    """Returns a text without the characters that XML cannot contain."""
    return _NOT_XML.sub("", text)


def to_lxml(tree: Any) -> Any:
    """Returns the same tree as an element of lxml, or the tree itself if lxml is not installed."""
    etree = _lxml.optional("etree")
    if etree is None:
        return tree
    parser = etree.XMLParser(huge_tree=True, resolve_entities=False)
    return etree.fromstring(ElementTree.tostring(tree, encoding="utf-8"), parser)


def serialized(tree: Element) -> str:
    """Returns a tree as XML. Elements without text of their own have their children on lines of their own."""
    _indent(tree, 0)
    return ElementTree.tostring(tree, encoding="unicode").strip()


def _indent(element: Element, depth: int) -> None:
    children = list(element)
    if not children or element.text or element.tag in _HOLDS_TEXT or any(child.tail for child in children):
        return
    element.text = "\n" + "  " * (depth + 1)
    for child in children:
        child.tail = element.text
        _indent(child, depth + 1)
    children[-1].tail = "\n" + "  " * depth


class _Builder(HTMLParser):
    def __init__(self, formatting: bool, links: bool, images: bool) -> None:
        super().__init__(convert_charrefs=True)
        self.body = Element("body")
        self._wanted = {"formatting": formatting, "links": links, "images": images}
        #: The open elements: the name in HTML, and the element, or ``None`` if only its content is in the tree.
        self._open: list[tuple[str, Optional[Element]]] = []
        self._parents = [self.body]
        #: The paragraph that holds text which is in no paragraph of the HTML, until the next block.
        self._loose: Optional[Element] = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Optional[str]]]) -> None:
        attributes = {name: xml_text(value or "") for name, value in attrs}
        if tag == "br":
            self._add_empty("lb", {})
        elif tag == "img":
            self._add_image(attributes)
        elif tag not in ("hr", "meta"):
            element = self._element(tag, attributes)
            self._open.append((tag, element))
            if element is not None:
                self._parents.append(element)

    def handle_endtag(self, tag: str) -> None:
        if not any(name == tag for name, _ in reversed(self._open)):
            return
        while self._open:
            name, element = self._open.pop()
            if element is not None:
                self._parents.pop()
                self._loose = None if element.tag in _BLOCK_NAMES else self._loose
            if name == tag:
                break

    def handle_data(self, data: str) -> None:
        holder = self._parents[-1]
        last = holder[-1] if len(holder) else None
        is_between = holder.tag not in _HOLDS_TEXT or (last is not None and last.tag in _BLOCK_NAMES - {"code"})
        if is_between and not data.strip():
            return
        parent = self._text_parent()
        last = parent[-1] if len(parent) else None
        if last is None:
            parent.text = (parent.text or "") + xml_text(data)
        else:
            last.tail = (last.tail or "") + xml_text(data)

    def _element(self, tag: str, attributes: dict[str, str]) -> Optional[Element]:
        """Opens what stands for an HTML element. Code holds text only."""
        parent = self._parents[-1]
        if parent.tag == "code" or len(self._parents) >= _MAX_DEPTH:
            return None
        if tag not in _BLOCKS:
            return self._inline(tag, attributes)
        self._loose = None
        if tag == "caption" and parent.tag == "table":
            return self._add_before_table()
        name, rend = _BLOCKS[tag]
        given = {"role": "head"} if tag == "th" else {} if rend is None else {"rend": rend}
        return SubElement(self._fitting_parent(name), name, given)

    def _inline(self, tag: str, attributes: dict[str, str]) -> Optional[Element]:
        if tag == "code":
            return SubElement(self._text_parent(), "code")
        if tag == "a" and self._wanted["links"] and attributes.get("href"):
            return SubElement(self._text_parent(), "ref", {"target": attributes["href"]})
        if tag in _FORMATTING and self._wanted["formatting"]:
            return SubElement(self._text_parent(), "hi", {"rend": _FORMATTING[tag]})
        if tag in _DELETED and self._wanted["formatting"]:
            return SubElement(self._text_parent(), "del", {"rend": "overstrike"})
        return None

    def _add_before_table(self) -> Element:
        paragraph, holder = Element("p"), self._parents[-2]
        holder.insert(len(holder) - 1, paragraph)
        return paragraph

    def _add_image(self, attributes: dict[str, str]) -> None:
        if self._wanted["images"] and attributes.get("src"):
            known = {name: attributes[name] for name in ("src", "alt", "title") if attributes.get(name)}
            self._add_empty("graphic", known)

    def _add_empty(self, tag: str, attributes: dict[str, str]) -> None:
        parent = self._parents[-1]
        if parent.tag == "code":
            parent.text = (parent.text or "") + ("\n" if tag == "lb" else "")
        elif tag != "lb" or parent.tag in _HOLDS_TEXT:
            SubElement(self._text_parent(), tag, attributes)

    def _text_parent(self) -> Element:
        """Returns the element that text or formatting goes to now: a paragraph, where only blocks may be."""
        parent = self._parents[-1]
        if parent.tag in _HOLDS_TEXT:
            return parent
        needed = _ONLY_CHILD.get(parent.tag)
        if needed is None:
            self._loose = SubElement(parent, "p") if self._loose is None else self._loose
            return self._loose
        return parent[-1] if len(parent) else SubElement(parent, needed)

    def _fitting_parent(self, name: str) -> Element:
        """Returns the element that a block goes to: a list takes items only, a table rows, a row cells."""
        parent = self._parents[-1]
        needed = _ONLY_CHILD.get(parent.tag)
        if needed is None or needed == name:
            return parent
        return parent[-1] if len(parent) else SubElement(parent, needed)


def text_of(tree: Any) -> str:
    """Returns the text of a tree of either library, without the whitespace around it."""
    return "".join(tree.itertext()).strip()
