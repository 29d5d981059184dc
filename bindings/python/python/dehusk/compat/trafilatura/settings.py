"""The settings of trafilatura: its configuration file, ``Extractor`` (the options of a call) and ``Document``.

Values that have no meaning here are accepted and have no effect; :data:`DEFAULT_CONFIG` says which.
"""

from __future__ import annotations

from configparser import ConfigParser
from datetime import datetime
from pathlib import Path
from typing import Any, Optional, Union

from .._tree import paragraphs, to_lxml
from .deduplication import LRUCache

SUPPORTED_FMT_CLI = ["csv", "json", "html", "markdown", "txt", "xml", "xmltei"]
SUPPORTED_FORMATS = {*SUPPORTED_FMT_CLI, "python"}

#: The values of an empty configuration. The sizes are those of trafilatura, and the limits of downloads dehusk's own.
_DEFAULTS = {
    "DOWNLOAD_TIMEOUT": "30",
    "MAX_FILE_SIZE": "20000000",
    "MIN_FILE_SIZE": "10",
    "USER_AGENTS": "",
    "COOKIE": "",
    "MAX_REDIRECTS": "5",
    "SSRF_PROTECTION": "on",
    "MIN_OUTPUT_SIZE": "1",
    "MIN_OUTPUT_COMM_SIZE": "1",
    "MIN_DUPLCHECK_SIZE": "100",
    "MAX_REPETITIONS": "2",
    # Without a meaning here: fallbacks, retries without certificates, and what only the program or a crawl uses.
    "MIN_EXTRACTED_SIZE": "250",
    "MAX_TREE_SIZE": "",
    "INSECURE_SSL_FALLBACK": "on",
    "EXTRACTION_TIMEOUT": "30",
    "EXTENSIVE_DATE_SEARCH": "on",
    "SLEEP_TIME": "5.0",
    "EXTERNAL_URLS": "off",
}


def use_config(filename: Optional[str] = None, config: Optional[ConfigParser] = None) -> ConfigParser:
    """Returns ``config``, or the default values with those of a file. ``FileNotFoundError`` if there is no such file."""
    if config is not None:
        return config
    config = ConfigParser(interpolation=None)
    config.read_dict({"DEFAULT": _DEFAULTS})
    if filename is not None:
        if not Path(filename).is_file():
            raise FileNotFoundError(f"the given config file does not exist: {filename}")
        config.read(filename, encoding="utf-8")
    return config


DEFAULT_CONFIG = use_config()


class Extractor:
    """The options of a call, for the argument ``options`` of the functions. Attributes can be changed."""

    def __init__(
        self,
        *,
        config: Optional[ConfigParser] = DEFAULT_CONFIG,
        output_format: str = "txt",
        fast: bool = False,
        precision: bool = False,
        recall: bool = False,
        comments: bool = True,
        formatting: Optional[bool] = None,
        links: bool = False,
        images: bool = False,
        tables: bool = True,
        dedup: Union[bool, LRUCache] = False,
        lang: Optional[str] = None,
        url: Optional[str] = None,
        source: Optional[str] = None,
        with_metadata: bool = False,
        only_with_metadata: bool = False,
        tei_validation: bool = False,
        author_blacklist: Optional[set[str]] = None,
        url_blacklist: Optional[set[str]] = None,
        date_params: Optional[dict[str, Any]] = None,
    ) -> None:
        if output_format not in SUPPORTED_FORMATS:
            raise AttributeError(f"Cannot set format, must be one of: {', '.join(sorted(SUPPORTED_FORMATS))}")
        self.format = output_format
        self.fast = fast
        self.focus = "recall" if recall else "precision" if precision else "balanced"
        self.comments = comments
        self.formatting = output_format == "markdown" if formatting is None else formatting
        self.links = links
        self.images = images
        self.tables = tables
        self.dedup = dedup
        self.lang = lang
        self.url = url
        self.source = url or source
        self.only_with_metadata = only_with_metadata
        self.tei_validation = tei_validation
        self.author_blacklist = set(author_blacklist or ())
        self.url_blacklist = set(url_blacklist or ())
        self.with_metadata = bool(
            with_metadata or only_with_metadata or url_blacklist or author_blacklist or output_format == "xmltei"
        )
        self.date_params = date_params or set_date_params()
        self.config = config or DEFAULT_CONFIG
        self._read_sizes(self.config)

    def _read_sizes(self, config: ConfigParser) -> None:
        def size(name: str) -> int:
            return config.getint("DEFAULT", name, fallback=int(_DEFAULTS[name]))

        self.min_extracted_size = size("MIN_EXTRACTED_SIZE")
        self.min_output_size = size("MIN_OUTPUT_SIZE")
        self.min_output_comm_size = size("MIN_OUTPUT_COMM_SIZE")
        self.min_duplcheck_size = size("MIN_DUPLCHECK_SIZE")
        self.max_repetitions = size("MAX_REPETITIONS")
        self.max_file_size = size("MAX_FILE_SIZE")
        self.min_file_size = size("MIN_FILE_SIZE")
        self.max_tree_size: Optional[int] = None


def set_date_params(extensive: bool = True) -> dict[str, Any]:
    """Returns the parameters of the search for dates: the original date, which is not in the future."""
    today = datetime.now().astimezone().strftime("%Y-%m-%d")
    return {"original_date": True, "extensive_search": extensive, "max_date": today}


class Document:
    """What is known of a page: metadata, text, comments, and the trees of both (with lxml, elements of lxml)."""

    #: The names and order of the fields in :meth:`as_dict`.
    FIELDS = (
        "title",
        "author",
        "url",
        "hostname",
        "description",
        "sitename",
        "date",
        "categories",
        "tags",
        "fingerprint",
        "id",
        "license",
        "body",
        "comments",
        "commentsbody",
        "raw_text",
        "text",
        "language",
        "image",
        "pagetype",
        "filedate",
    )

    def __init__(
        self,
        *,
        title: Optional[str] = None,
        author: Optional[str] = None,
        url: Optional[str] = None,
        hostname: Optional[str] = None,
        description: Optional[str] = None,
        sitename: Optional[str] = None,
        date: Optional[str] = None,
        categories: Optional[list[str]] = None,
        tags: Optional[list[str]] = None,
        fingerprint: Optional[str] = None,
        idval: Optional[str] = None,
        license_val: Optional[str] = None,
        body: Any = None,
        comments: Optional[str] = None,
        commentsbody: Any = None,
        raw_text: Optional[str] = None,
        text: Optional[str] = None,
        language: Optional[str] = None,
        image: Optional[str] = None,
        pagetype: Optional[str] = None,
        filedate: Optional[str] = None,
    ) -> None:
        self.title = title
        self.author = author
        self.url = url
        self.hostname = hostname
        self.description = description
        self.sitename = sitename
        self.date = date
        self.categories = categories
        self.tags = tags
        self.fingerprint = fingerprint
        self.id = idval
        self.license = license_val
        self.comments = comments
        self.raw_text = raw_text
        self.text = text
        self.language = language
        self.image = image
        self.pagetype = pagetype
        self.filedate = filedate
        #: A tree, or a function that makes it: most callers want the text only.
        self._body = body
        self._commentsbody = commentsbody

    @property
    def body(self) -> Any:
        """The text as a tree: an element ``body`` with ``p``, ``head``, ``list`` and so on."""
        if callable(self._body):
            self._body = to_lxml(self._body())
        elif self._body is None:
            self._body = to_lxml(paragraphs(""))
        return self._body

    @body.setter
    def body(self, tree: Any) -> None:
        self._body = tree

    @property
    def commentsbody(self) -> Any:
        """The comments as a tree: an element ``body`` with paragraphs."""
        if self._commentsbody is None:
            self._commentsbody = to_lxml(paragraphs(self.comments or ""))
        return self._commentsbody

    @commentsbody.setter
    def commentsbody(self, tree: Any) -> None:
        self._commentsbody = tree

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Document:
        """Returns a document with these fields."""
        document = cls()
        for name, value in data.items():
            setattr(document, name, value)
        return document

    def as_dict(self) -> dict[str, Any]:
        """Returns the fields by name."""
        return {name: getattr(self, name) for name in self.FIELDS}
