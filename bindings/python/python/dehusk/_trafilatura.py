"""``extract``, ``bare_extraction`` and ``extract_metadata`` with the argument names of trafilatura, where they mean the same.

An argument of trafilatura that would have no effect here does not exist: passing it is a ``TypeError`` that says what to do.
"""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Callable, Optional, TypeVar, Union, cast

from ._errors import OptionError
from ._extraction import Extraction
from ._checks import Page
from ._extractor import Extractor
from ._metadata import Metadata
from ._native import language_of

_F = TypeVar("_F", bound=Callable[..., Any])

#: What to do instead of arguments of trafilatura that dehusk does not have.
_INSTEAD = {
    "fast": "there is one speed; leave it out",
    "no_fallback": "there are no fallbacks; leave it out",
    "deduplicate": "answers do not depend on pages before; compare texts yourself",
    "date_extraction_params": "dates are read in every common form; leave it out",
    "max_tree_size": "use Extractor(max_elements=...)",
    "url_blacklist": "filter by url before",
    "author_blacklist": "filter by author afterwards",
    "settingsfile": "pass method and params",
    "config": "pass method and params",
    "options": "use an Extractor",
    "prune_xpath": "use exclude='.advert', a CSS selector",
    "tei_validation": "there is no TEI",
    "as_dict": "use bare_extraction(...).as_dict()",
    "date_config": "dates are read in every common form; leave it out",
    "extensive": "dates are read in every common form; leave it out",
    "default_url": "its name is url",
    "filecontent": "its name is html; pass it first",
}


def _explains_arguments(function: _F) -> _F:
    """Unknown arguments of ``function`` raise a ``TypeError`` that says what to do instead."""
    known = set(inspect.signature(function).parameters)

    @functools.wraps(function)
    def checked(*arguments: Any, **named: Any) -> Any:
        for name in named:
            if name not in known:
                raise TypeError(_unknown(function.__name__, name, known))
        return function(*arguments, **named)

    return cast(_F, checked)


def _unknown(function: str, name: str, known: set[str]) -> str:
    instead = _INSTEAD.get(name)
    if instead is None:
        return f"{function}() has no argument {name!r}; it has {', '.join(sorted(known))}"
    return f"{function}() has no argument {name!r} of trafilatura: {instead}"


@dataclass(frozen=True)
class Document:
    """What ``bare_extraction`` finds, by the names of trafilatura. Metadata is there if it was asked for."""

    text: str
    title: Optional[str] = None
    author: Optional[str] = None
    url: Optional[str] = None
    hostname: Optional[str] = None
    description: Optional[str] = None
    sitename: Optional[str] = None
    date: Optional[str] = None
    categories: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    license: Optional[str] = None
    language: Optional[str] = None
    image: Optional[str] = None
    id: Optional[str] = None

    def as_dict(self) -> dict[str, Any]:
        """The fields by name; lists of texts are lists."""
        return {**asdict(self), "categories": list(self.categories), "tags": list(self.tags)}


@_explains_arguments
def extract(
    html: Page,
    url: Optional[str] = None,
    record_id: Optional[str] = None,
    *,
    output_format: str = "txt",
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    include_formatting: bool = False,
    include_images: Optional[bool] = None,
    include_links: Optional[bool] = None,
    include_tables: bool = True,
    target_language: Optional[str] = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    method: Optional[str] = None,
    params: Optional[Mapping[str, object]] = None,
    select: Union[str, Iterable[str]] = (),
    exclude: Union[str, Iterable[str]] = (),
) -> Optional[str]:
    """The main content of a page as text, or ``None`` if there is none.

    ``output_format`` is ``txt``, ``markdown``, ``html`` or ``json``. ``with_metadata`` puts title, author, date and more
    before it, as YAML, or beside it in JSON; ``only_with_metadata`` gives ``None`` for pages without title, date or URL, and
    ``target_language`` for texts in another language (a code of two letters).
    ``include_tables`` and ``include_comments`` say whether tables and comments of readers may be in it; ``include_formatting`` gives
    plain text and JSON the marks of Markdown, which Markdown and HTML have anyway. ``include_links`` and ``include_images`` say whether
    these have links and images, which they have unless it is ``False``.
    ``favor_precision`` and ``favor_recall`` are for the method ``grain``. For many pages, or to know why there is
    nothing, use :class:`Extractor`.

    >>> import dehusk
    >>> dehusk.extract("<title>Mill</title><p>The old mill reopens on Monday, after ten years of repair, they say.</p>")
    'The old mill reopens on Monday, after ten years of repair, they say.'
    """
    if output_format not in _FORMATS:
        raise OptionError(f"output_format is one of {', '.join(_FORMATS)}, not {output_format!r}")
    if with_metadata and output_format == "html":
        raise OptionError("with_metadata has no form in HTML; use txt, markdown, json or bare_extraction")
    found = _find(
        html,
        url,
        record_id,
        markup=_markup(output_format, include_formatting),
        formatted=include_formatting,
        focus=_focus(favor_precision, favor_recall),
        target_language=target_language,
        with_metadata=with_metadata,
        only_with_metadata=only_with_metadata,
        method=method,
        params=params,
        select=select,
        exclude=exclude,
        include_tables=include_tables,
        include_comments=include_comments,
        include_links=include_links,
        include_images=include_images,
    )
    return None if found is None else _FORMATS[output_format](*found, with_metadata)


@_explains_arguments
def bare_extraction(
    html: Page,
    url: Optional[str] = None,
    *,
    record_id: Optional[str] = None,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    include_formatting: bool = False,
    include_images: Optional[bool] = None,
    include_links: Optional[bool] = None,
    include_tables: bool = True,
    target_language: Optional[str] = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    method: Optional[str] = None,
    params: Optional[Mapping[str, object]] = None,
    select: Union[str, Iterable[str]] = (),
    exclude: Union[str, Iterable[str]] = (),
) -> Optional[Document]:
    """The main content of a page with what else was found, or ``None`` if there is none; arguments as of :func:`extract`.

    >>> import dehusk
    >>> page = "<title>The mill</title><p>The old mill reopens on Monday, after ten years of repair, they say.</p>"
    >>> dehusk.bare_extraction(page, with_metadata=True).as_dict()["title"]
    'The mill'
    """
    found = _find(
        html,
        url,
        record_id,
        markup=_markup("txt", include_formatting),
        formatted=include_formatting,
        focus=_focus(favor_precision, favor_recall),
        target_language=target_language,
        with_metadata=with_metadata,
        only_with_metadata=only_with_metadata,
        method=method,
        params=params,
        select=select,
        exclude=exclude,
        include_tables=include_tables,
        include_comments=include_comments,
        include_links=include_links,
        include_images=include_images,
    )
    return None if found is None else found[1]


@_explains_arguments
def extract_metadata(html: Page, url: Optional[str] = None) -> Optional[Metadata]:
    """What a page says about itself, without looking for main content; ``None`` if it cannot be read.

    >>> import dehusk
    >>> dehusk.extract_metadata("<title>The mill</title>", url="https://mill.example/").hostname
    'mill.example'
    """
    return Extractor().extract_metadata(html, url)


def _focus(favor_precision: bool, favor_recall: bool) -> Optional[str]:
    if favor_precision and favor_recall:
        raise OptionError("favor_precision and favor_recall exclude each other")
    return "precision" if favor_precision else "recall" if favor_recall else None


def _markup(output_format: str, formatted: bool) -> str:
    """The form of the text: plain text and JSON have none of their own."""
    if output_format in ("txt", "json"):
        return "markdown" if formatted else "txt"
    return output_format


def _find(
    html: Page,
    url: Optional[str],
    record_id: Optional[str],
    *,
    markup: str,
    formatted: bool,
    include_links: Optional[bool],
    include_images: Optional[bool],
    focus: Optional[str],
    target_language: Optional[str],
    with_metadata: bool,
    only_with_metadata: bool,
    method: Optional[str],
    params: Optional[Mapping[str, object]],
    **options: Any,
) -> Optional[tuple[Extraction, Document]]:
    for name, wanted in (("links", include_links), ("images", include_images)):
        if wanted and markup == "txt":
            raise OptionError(f"plain text has no {name}; with include_{name} use markdown, html or include_formatting")
    if focus is not None:
        method, params = method or "grain", {"focus": focus, **(params or {})}
    extractor = _extractor(
        method,
        params,
        markdown=markup == "markdown",
        html=markup == "html",
        metadata=with_metadata or only_with_metadata,
        include_links=include_links is not False,
        include_images=include_images is not False,
        **options,
    )
    extraction = extractor.extract(html, url)
    if not extraction.text:
        return None
    metadata = extraction.metadata or Metadata()
    address = url or metadata.canonical
    if only_with_metadata and not (metadata.title and metadata.date and address):
        return None
    if target_language is not None and language_of(extraction.text) != target_language.lower():
        return None
    text = (extraction.markdown if formatted else None) or extraction.text
    if not with_metadata:
        return extraction, Document(text, url=url, id=record_id)
    return extraction, _document(text, metadata, address, record_id)


def _extractor(method: Optional[str], params: Optional[Mapping[str, object]], **options: Any) -> Extractor:
    """An extractor of these options. Calls in a row have the same ones, and checking them anew costs what Python adds to a page."""
    try:
        named = None if params is None else tuple((name, type(value), value) for name, value in params.items())
        return _remembered(method, named, **options)
    except (AttributeError, TypeError):
        # Nothing that can be remembered, such as a list; or of a wrong type, which the extractor says.
        return Extractor(method, params, **options)


@functools.lru_cache(maxsize=8, typed=True)
def _remembered(
    method: Optional[str], params: Optional[tuple[tuple[str, type, object], ...]], **options: Any
) -> Extractor:
    """Extractors never change, so that it is all the same whether they are made anew."""
    return Extractor(method, None if params is None else {name: value for name, _, value in params}, **options)


def _document(text: str, metadata: Metadata, url: Optional[str], record_id: Optional[str]) -> Document:
    return Document(
        text=text,
        title=metadata.title,
        author=metadata.author,
        url=url,
        hostname=metadata.hostname,
        description=metadata.description,
        sitename=metadata.sitename,
        date=metadata.date,
        categories=metadata.categories,
        tags=metadata.tags,
        license=metadata.license,
        language=metadata.language,
        image=metadata.image,
        id=record_id,
    )


def _as_txt(extraction: Extraction, document: Document, with_metadata: bool) -> str:
    return _front_matter(document) + document.text if with_metadata else document.text


def _as_markdown(extraction: Extraction, document: Document, with_metadata: bool) -> str:
    text = extraction.markdown or ""
    return _front_matter(document) + text if with_metadata else text


def _as_html(extraction: Extraction, document: Document, with_metadata: bool) -> str:
    return extraction.html or ""


def _as_json(extraction: Extraction, document: Document, with_metadata: bool) -> str:
    values = document.as_dict()
    if not with_metadata:
        values = {name: values[name] for name in ("id", "url", "text") if values[name] is not None}
    return json.dumps(values, ensure_ascii=False)


_FORMATS: dict[str, Callable[[Extraction, Document, bool], str]] = {
    "txt": _as_txt,
    "markdown": _as_markdown,
    "html": _as_html,
    "json": _as_json,
}


def _front_matter(document: Document) -> str:
    """YAML whose values are JSON, which YAML reads as it is: quotes and colons of a title cannot break it."""
    values = {name: value for name, value in document.as_dict().items() if name != "text" and value}
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
    return "\n".join(["---", *lines, "---", ""])
