"""``extract``, ``bare_extraction``, ``extract_metadata`` and ``html2txt``: one call for one page.

They have the names that trafilatura made familiar, but arguments and defaults of their own: an argument exists here only
if it means something in dehusk, and any other raises a ``TypeError``. :mod:`dehusk.compat.trafilatura` takes them all.
"""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Callable, Literal, Optional, TypeVar, Union, cast

from ._checks import Page, encodable_text_or_none, is_missing, true_or_false
from ._errors import OptionError
from ._extraction import Extraction
from ._extractor import Extractor
from ._languages import checked_code
from ._metadata import Metadata
from ._native import front_matter, language_of

_Function = TypeVar("_Function", bound=Callable[..., Any])

#: The values of ``output_format``.
OutputFormat = Literal["txt", "markdown", "md", "html", "json"]


def _explain_unknown_arguments(function: _Function) -> _Function:
    """Makes unknown arguments raise a ``TypeError`` that says which there are."""
    known = set(inspect.signature(function).parameters)

    @functools.wraps(function)
    def checked(*arguments: Any, **named: Any) -> Any:
        for name in named:
            if name not in known:
                raise TypeError(_unknown_argument(function.__name__, name, known))
        return function(*arguments, **named)

    return cast(_Function, checked)


def _unknown_argument(function: str, name: str, known: set[str]) -> str:
    arguments = f"its arguments are {', '.join(sorted(known))}"
    advice = "dehusk.compat.trafilatura has the functions with all arguments of trafilatura"
    return f"{function}() has no argument {name!r}; {arguments}; {advice}"


@dataclass(frozen=True)
class Document:
    """The result of ``bare_extraction``, with the names of trafilatura. Metadata is only set if requested.

    Attributes:
        text: The main content, as plain text or Markdown.
        title: The title.
        author: The authors, separated by ``"; "``.
        url: The address of the page.
        hostname: The host of the page's address.
        description: The summary that the page declares.
        sitename: The name of the site.
        date: When it was published, in ISO 8601.
        categories: The sections of the site that the page is in.
        tags: The keywords.
        license: The license.
        language: The language, as a tag such as ``en``.
        image: The address of the main image.
        id: The ``record_id`` of the call.
    """

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
        """Returns the fields by name, with lists instead of tuples."""
        return {**asdict(self), "categories": list(self.categories), "tags": list(self.tags)}


@_explain_unknown_arguments
def extract(
    html: Optional[Page],
    url: Optional[str] = None,
    record_id: Optional[str] = None,
    *,
    output_format: OutputFormat = "txt",
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
    """Returns the main content of a page, or ``None`` if it has none, or if ``html`` is ``None`` or an empty cell of pandas.

    ``output_format`` is ``txt``, ``markdown`` (or ``md``), ``html`` or ``json``. ``with_metadata`` adds title, author,
    date and more: as YAML front matter, the same as that of the program, or as fields in JSON. ``only_with_metadata`` returns ``None`` for
    pages without a title, date or URL. ``target_language``, a two-letter code or a tag such as ``en-US``,
    returns ``None`` for texts in other languages.

    ``include_tables`` and ``include_comments`` say whether tables and reader comments may be in the text.
    ``include_formatting`` makes the text of ``txt`` and ``json`` Markdown. ``include_links`` and
    ``include_images`` say whether Markdown and HTML contain links and images; they do unless the argument is
    ``False``. ``favor_precision`` and ``favor_recall`` require the method ``grain``.

    For many pages, or to learn why a page has no text, use :class:`Extractor`.

    >>> import dehusk
    >>> page = "<p>The old mill reopens on Monday, after ten years of repair, they say.</p>"
    >>> dehusk.extract(page)
    'The old mill reopens on Monday, after ten years of repair, they say.'
    """
    if output_format not in (*_FORMATS, "json"):
        raise OptionError(f"output_format must be one of {', '.join(_FORMATS)}, json, not {output_format!r}")
    if with_metadata and output_format == "html":
        raise OptionError("with_metadata does not support html; use txt, markdown, json or bare_extraction")
    found = _extract_document(
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
    if found is None:
        return None
    extraction, document = found
    if output_format == "json":
        return _as_json(document, with_metadata)
    return _head(extraction, url, record_id, with_metadata) + _FORMATS[output_format](extraction, document)


@_explain_unknown_arguments
def bare_extraction(
    html: Optional[Page],
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
    """Like :func:`extract`, but returns a :class:`Document`.

    >>> import dehusk
    >>> page = "<title>The mill</title><p>The old mill reopens on Monday, after ten years of repair.</p>"
    >>> dehusk.bare_extraction(page, with_metadata=True).as_dict()["title"]
    'The mill'
    """
    found = _extract_document(
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


@_explain_unknown_arguments
def extract_metadata(html: Optional[Page], url: Optional[str] = None) -> Optional[Metadata]:
    """Returns the metadata of a page, or ``None`` if the page cannot be read. Extracts no text.

    >>> import dehusk
    >>> dehusk.extract_metadata("<title>The mill</title>", url="https://mill.example/").hostname
    'mill.example'
    """
    if is_missing(html):
        return None
    return extractor(None, None).extract_metadata(html, url)


@_explain_unknown_arguments
def html2txt(html: Optional[Page]) -> Optional[str]:
    """Returns all visible text of a page, with menus and footers, or ``None`` if the page cannot be read.

    >>> import dehusk
    >>> dehusk.html2txt("<nav>Home</nav><p>The old mill reopens.</p><script>advert()</script>")
    'Home\\nThe old mill reopens.'
    """
    if is_missing(html):
        return None
    extraction = extractor("plain", None).extract(html)
    return None if extraction.is_failure else extraction.text


def _focus(favor_precision: bool, favor_recall: bool) -> Optional[str]:
    true_or_false({"favor_precision": favor_precision, "favor_recall": favor_recall})
    if favor_precision and favor_recall:
        raise OptionError("favor_precision and favor_recall cannot be combined")
    return "precision" if favor_precision else "recall" if favor_recall else None


def _markup(output_format: str, formatted: bool) -> str:
    """Returns the markup to use. For the formats ``txt`` and ``json``, it depends on ``include_formatting``."""
    if output_format in ("txt", "json"):
        return "markdown" if formatted else "txt"
    return "markdown" if output_format == "md" else output_format


def _extract_document(
    html: Optional[Page],
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
    true_or_false({"include_formatting": formatted, "with_metadata": with_metadata, "only_with_metadata": only_with_metadata})
    wanted = checked_code(target_language)
    if is_missing(html):
        return None
    for name, included in (("links", include_links), ("images", include_images)):
        if included is not None:
            true_or_false({f"include_{name}": included})
        if included and markup == "txt":
            need = "markdown, html or include_formatting"
            raise OptionError(f"plain text has no {name}; include_{name} needs {need}")
    extraction = extractor(
        method,
        params,
        focus=focus,
        markdown=markup == "markdown",
        html=markup == "html",
        metadata=with_metadata or only_with_metadata,
        include_links=include_links is not False,
        include_images=include_images is not False,
        **options,
    ).extract(html, url)
    if not extraction.text:
        return None
    metadata = extraction.metadata or Metadata()
    address = url or metadata.canonical
    if only_with_metadata and not (metadata.title and metadata.date and address):
        return None
    if wanted is not None and language_of(extraction.text) != wanted:
        return None
    text = (extraction.markdown if formatted else None) or extraction.text
    if not with_metadata:
        return extraction, Document(text, url=url, id=record_id)
    return extraction, _document(text, metadata, address, record_id)


def extractor(method: Optional[str], params: Optional[Mapping[str, object]], **options: Any) -> Extractor:
    """Returns an extractor with these options, from a cache if possible.

    Successive calls usually have the same options. Checking them for each page would take about as long as all
    other Python code for that page.
    """
    try:
        key = None if params is None else tuple((name, type(value), value) for name, value in params.items())
        return _cached_extractor(method, key, **options)
    except (AttributeError, TypeError):
        # An option cannot be hashed: it is a list, for example, or has a wrong type, which the extractor reports.
        return Extractor(method, params, **options)


#: Number of extractors that are cached. Chosen by hand: programs rarely use more sets of options in turn.
_MAX_CACHED_EXTRACTORS = 8


@functools.lru_cache(maxsize=_MAX_CACHED_EXTRACTORS, typed=True)
def _cached_extractor(
    method: Optional[str], params: Optional[tuple[tuple[str, type, object], ...]], **options: Any
) -> Extractor:
    """Returns an extractor. Extractors are immutable, so sharing one cannot change a result."""
    values = None if params is None else {name: value for name, _, value in params}
    return Extractor(method, values, **options)


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


def _as_json(document: Document, with_metadata: bool) -> str:
    values = document.as_dict()
    if not with_metadata:
        values = {name: values[name] for name in ("id", "url", "text") if values[name] is not None}
    return json.dumps(values, ensure_ascii=False)


def _head(extraction: Extraction, url: Optional[str], record_id: Optional[str], with_metadata: bool) -> str:
    """Returns the YAML front matter that ``dehusk extract --front-matter`` writes, and an ``id`` if there is one."""
    if not with_metadata:
        return ""
    fields = (extraction.metadata or Metadata()).as_dict()
    return front_matter(fields, encodable_text_or_none("record_id", record_id or None), encodable_text_or_none("url", url or None))


#: The text of each format without front matter.
_FORMATS: dict[str, Callable[[Extraction, Document], str]] = {
    "txt": lambda extraction, document: document.text,
    "markdown": lambda extraction, document: extraction.markdown or "",
    "md": lambda extraction, document: extraction.markdown or "",
    "html": lambda extraction, document: extraction.html or "",
}
