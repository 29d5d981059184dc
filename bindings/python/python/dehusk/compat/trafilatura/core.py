"""``extract``, ``bare_extraction`` and ``extract_with_metadata`` with all arguments of trafilatura."""

from __future__ import annotations

import html as html_module
import re
from collections import deque
from configparser import ConfigParser
from dataclasses import dataclass
from typing import Any, Literal, Optional, Union, cast

from ... import _functions as functions
from ..._extraction import Extraction
from ..._languages import code_of
from ..._metadata import Metadata
from ..._native import language_of
from .._page import page_of, pruned, warn_once
from .._tree import tree_of
from ._lines import with_rows, without_mark
from .deduplication import LRUCache, content_fingerprint, is_duplicate
from .metadata import document_of
from .settings import DEFAULT_CONFIG, Document, Extractor, use_config
from .xml import written

OutputFormat = Literal["csv", "html", "json", "markdown", "python", "txt", "xml", "xmltei"]

#: The formats whose text can be Markdown.
_TEXT_FORMATS = ("txt", "markdown", "csv", "python")
#: The formats that are made from a tree.
_TREE_FORMATS = ("xml", "xmltei", "python")
#: The formats that always have a fingerprint; the others have it with the metadata.
_FINGERPRINTED = ("csv", "xml", "xmltei")


def extract(
    filecontent: Any,
    url: Optional[str] = None,
    record_id: Optional[str] = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: OutputFormat = "txt",
    tei_validation: bool = False,
    target_language: Optional[str] = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: Optional[bool] = None,
    include_links: bool = False,
    deduplicate: Union[bool, LRUCache] = False,
    date_extraction_params: Optional[dict[str, Any]] = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: Optional[int] = None,
    url_blacklist: Optional[set[str]] = None,
    author_blacklist: Optional[set[str]] = None,
    settingsfile: Optional[str] = None,
    prune_xpath: Optional[Union[str, list[str]]] = None,
    config: Optional[ConfigParser] = DEFAULT_CONFIG,
    options: Optional[Extractor] = None,
) -> Optional[str]:
    """Returns the main content of a page in a format, or ``None`` if there is none or ``filecontent`` is ``None``.

    ``filecontent`` is bytes, text, a response or an element of lxml. In the formats ``txt``, ``csv`` and ``json``, an item of a
    list is a line ``- item``, or has its number, and a row of a table is a line ``| cell | cell |``. ``include_links``, ``include_images`` and
    ``include_formatting`` make the formats ``txt`` and ``csv`` Markdown. ``prune_xpath`` needs lxml.

    >>> from dehusk.compat.trafilatura import extract
    >>> page = "<article><h1>The mill</h1><p>The old mill reopens on Monday, after ten years of repair.</p></article>"
    >>> print(extract(page, output_format="xml", fast=True))
    <doc fingerprint="5e7cebdd7d600af3">
      <main>
        <head rend="h1">The mill</head>
        <p>The old mill reopens on Monday, after ten years of repair.</p>
      </main>
      <comments />
    </doc>
    """
    found = _run(locals())
    return None if found is None else found.text


def extract_with_metadata(
    filecontent: Any,
    url: Optional[str] = None,
    record_id: Optional[str] = None,
    fast: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: OutputFormat = "txt",
    tei_validation: bool = False,
    target_language: Optional[str] = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: Optional[bool] = None,
    include_links: bool = False,
    deduplicate: Union[bool, LRUCache] = False,
    date_extraction_params: Optional[dict[str, Any]] = None,
    url_blacklist: Optional[set[str]] = None,
    author_blacklist: Optional[set[str]] = None,
    settingsfile: Optional[str] = None,
    prune_xpath: Optional[Union[str, list[str]]] = None,
    config: Optional[ConfigParser] = DEFAULT_CONFIG,
    options: Optional[Extractor] = None,
) -> Optional[Document]:
    """Returns the metadata of a page, with ``text`` as :func:`extract` would return it, or ``None``."""
    return _run({**locals(), "with_metadata": True})


def bare_extraction(
    filecontent: Any,
    url: Optional[str] = None,
    fast: bool = False,
    no_fallback: bool = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: OutputFormat = "python",
    target_language: Optional[str] = None,
    include_tables: bool = True,
    include_images: bool = False,
    include_formatting: Optional[bool] = None,
    include_links: bool = False,
    deduplicate: Union[bool, LRUCache] = False,
    date_extraction_params: Optional[dict[str, Any]] = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    max_tree_size: Optional[int] = None,
    url_blacklist: Optional[set[str]] = None,
    author_blacklist: Optional[set[str]] = None,
    as_dict: bool = False,
    prune_xpath: Optional[Union[str, list[str]]] = None,
    config: Optional[ConfigParser] = DEFAULT_CONFIG,
    options: Optional[Extractor] = None,
) -> Optional[Document]:
    """Returns the text, the comments, their trees and the metadata of a page, or ``None`` if it has no content.

    With ``as_dict``, which is deprecated in trafilatura too, it returns what ``Document.as_dict()`` does.
    """
    arguments = locals()
    found = _find({**arguments, "options": _options(arguments)})
    if found is None:
        return None
    return cast(Document, found.document.as_dict()) if as_dict else found.document


@dataclass(frozen=True)
class _Found:
    """The content of a page, and the options it was found with."""

    document: Document
    html: str
    options: Extractor


def _run(arguments: dict[str, Any]) -> Optional[Document]:
    """Extracts a page and writes it in its format, as ``text``."""
    options = _options(arguments)
    if options.format == "python":
        raise ValueError("'python' format only usable in bare_extraction() function")
    found = _find({**arguments, "options": options})
    if found is None:
        return None
    document = found.document
    document.id = arguments["record_id"]
    if options.format in _FINGERPRINTED or options.with_metadata:
        document.fingerprint = content_fingerprint(f"{document.title} {document.raw_text}")
    document.text = written(document, found.html, options)
    return document


def _options(arguments: dict[str, Any]) -> Extractor:
    """Returns the options that were given, or those that the other arguments say."""
    _warn_of_ignored(arguments)
    if arguments["options"] is not None:
        given: Extractor = arguments["options"]
        return given
    settings = arguments.get("settingsfile")
    return Extractor(
        config=use_config(settings) if settings else arguments["config"],
        output_format=arguments["output_format"],
        precision=arguments["favor_precision"],
        recall=arguments["favor_recall"],
        comments=arguments["include_comments"],
        formatting=arguments["include_formatting"],
        links=arguments["include_links"],
        images=arguments["include_images"],
        tables=arguments["include_tables"],
        dedup=arguments["deduplicate"],
        lang=arguments["target_language"],
        url=arguments["url"],
        with_metadata=arguments.get("with_metadata", False),
        only_with_metadata=arguments.get("only_with_metadata", False),
        tei_validation=arguments.get("tei_validation", False),
        author_blacklist=arguments["author_blacklist"],
        url_blacklist=arguments["url_blacklist"],
        date_params=arguments["date_extraction_params"],
    )


def _warn_of_ignored(arguments: dict[str, Any]) -> None:
    reasons = {
        "fast": "there is only one speed",
        "no_fallback": "there is only one speed",
        "max_tree_size": "pages are limited by MAX_FILE_SIZE",
    }
    for name, reason in reasons.items():
        if arguments.get(name):
            warn_once("trafilatura", name, reason)


def _find(arguments: dict[str, Any]) -> Optional[_Found]:
    """Finds the content of a page, or ``None`` if there is none, or none that the options accept."""
    options: Extractor = arguments["options"]
    page = page_of(arguments["filecontent"], options.max_file_size)
    if page is None:
        return None
    if arguments["prune_xpath"] is not None:
        page = pruned(page, arguments["prune_xpath"])
    url = arguments["url"] or options.url
    extraction = _extractor(options).extract(page, url)
    document = _document(extraction, url, options)
    if document is None:
        return None
    html = extraction.html or ""
    if options.dedup:
        html = _without_duplicates(document, html, options)
    _add_trees(document, html, options)
    return None if _is_refused(document, options) else _Found(document, html, options)


def _extractor(options: Extractor) -> Any:
    """Returns the extractor for these options, from a cache if possible."""
    return functions.extractor(
        None,
        None if options.focus == "balanced" else {"focus": options.focus},
        markdown=_is_markdown(options),
        html=options.format in (*_TREE_FORMATS, "html"),
        metadata=options.with_metadata,
        include_tables=bool(options.tables),
        include_comments=False,
        include_links=bool(options.links),
        include_images=bool(options.images),
        list_marks=True,
        table_rows=True,
        tables=True,
        comments=bool(options.comments),
        max_bytes=max(options.max_file_size, 1),
    )


def _is_markdown(options: Extractor) -> bool:
    return options.format in _TEXT_FORMATS and bool(options.formatting or options.links or options.images)


def _document(extraction: Extraction, url: Optional[str], options: Extractor) -> Optional[Document]:
    """Returns the text, the comments and the metadata of a page, or ``None`` if it cannot be read."""
    if extraction.is_failure:
        return None
    document = Document()
    if options.with_metadata:
        metadata = extraction.metadata or Metadata()
        document = document_of(metadata, url, options.date_params, options.author_blacklist)
    document.pagetype = extraction.page_type
    document.raw_text = with_rows(extraction.text, extraction.tables or ())
    document.text = extraction.markdown if _is_markdown(options) else document.raw_text
    document.comments = _comments(extraction) if options.comments else None
    return document


def _comments(extraction: Extraction) -> str:
    """Returns the comments that are not in the text, as they are where a discussion is the content of the page."""
    lines = set(map(without_mark, extraction.text.splitlines()))
    texts = [comment.text for comment in extraction.comments or ()]
    return "\n".join(text for text in texts if not lines.issuperset(map(without_mark, text.splitlines())))


def _add_trees(document: Document, html: str, options: Extractor) -> None:
    formatting, links, images = bool(options.formatting), bool(options.links), bool(options.images)
    document.body = lambda: tree_of(html, formatting=formatting, links=links, images=images)


def _is_refused(document: Document, options: Extractor) -> bool:
    """Whether a document is too short, seen too often, in another language, or without the metadata wanted."""
    text, comments = document.raw_text or "", document.comments or ""
    if len(text) < options.min_output_size and len(comments) < options.min_output_comm_size:
        return True
    if options.with_metadata and document.url in options.url_blacklist:
        return True
    if options.only_with_metadata and not (document.date and document.title and document.url):
        return True
    if options.dedup and is_duplicate(text, options):
        return True
    wanted = None if options.lang is None else _language(options.lang)
    return wanted is not None and language_of(text or comments) != wanted


def _language(tag: object) -> Optional[str]:
    """Returns the code of a language, or ``None`` with a warning if it is none that is detected."""
    code = code_of(tag)
    if code is None:
        warn_once("trafilatura", "target_language", f"{tag!r} is not the code of a language that is detected")
    return code


_MARKUP = re.compile(r"<[^<>]*>|\]\([^()]*\)")


def _key(line: str) -> str:
    """Returns the letters and digits of a line of text, of Markdown or of HTML."""
    return "".join(filter(str.isalnum, without_mark(html_module.unescape(_MARKUP.sub("", line)))))


def _without_duplicates(document: Document, html: str, options: Extractor) -> str:
    """Removes lines that were seen too often from the text of a document. Returns the HTML without them."""
    verdicts: dict[str, deque[bool]] = {}
    for line in (document.raw_text or "").splitlines():
        if line.strip():
            verdicts.setdefault(_key(line), deque()).append(is_duplicate(line, options))
    document.text = _kept(document.text or "", verdicts)
    document.raw_text = _kept(document.raw_text or "", verdicts)
    return _kept(html, verdicts)


def _kept(form: str, verdicts: dict[str, deque[bool]]) -> str:
    """Returns one form of the text without the lines that are duplicates; equal lines are told apart by their order."""
    left = {key: deque(queue) for key, queue in verdicts.items() if any(queue)}

    def is_kept(line: str) -> bool:
        queue = left.get(_key(line))
        return not (queue and queue.popleft())

    return "\n".join(filter(is_kept, form.split("\n")))
