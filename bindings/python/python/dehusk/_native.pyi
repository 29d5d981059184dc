"""Stubs of the native module. A test compares them with the module; only the package itself uses them."""

from typing import Any, Final, Optional, TypedDict, final

from ._words import BlockKind, Direction, EncodingOrigin, FieldName, HiddenBy, ItemKind, PageType, Status, Verdict

__all__ = ["Engine", "FETCH_MAX_BYTES", "FETCH_MAX_REDIRECTS", "FETCH_TIMEOUT", "Fetcher", "RULES_VERSION", "VERSION", "decode", "feed_addresses", "front_matter", "language_of", "methods", "robots_sitemaps", "run_program", "sitemap_addresses"]

FETCH_MAX_BYTES: Final[int]
FETCH_MAX_REDIRECTS: Final[int]
FETCH_TIMEOUT: Final[float]
RULES_VERSION: Final[str]
VERSION: Final[str]

class _ParamDict(TypedDict):
    name: str
    default: str
    values: str
    doc: str

class _MethodDict(TypedDict):
    name: str
    summary: str
    paper: str
    preset_of: Optional[str]
    params: list[_ParamDict]

class _BlockDict(TypedDict):
    text: str
    kind: BlockKind
    kept: bool
    score: float
    reason: str
    src_start: int
    src_end: int
    text_start: Optional[int]
    text_end: Optional[int]
    xpath: str
    dir: Optional[Direction]
    hidden: Optional[HiddenBy]
    signals: list[_SignalDict]

class _SignalDict(TypedDict):
    name: str
    weight: float
    says: str
    named: bool

class _LinkDict(TypedDict):
    url: str
    text: str
    rel: Optional[str]
    src_start: int
    src_end: int
    text_start: Optional[int]
    text_end: Optional[int]

class _ImageDict(TypedDict):
    src: str
    alt: Optional[str]
    title: Optional[str]
    caption: Optional[str]
    src_start: int
    src_end: int
    hidden: Optional[HiddenBy]

class _TableDict(TypedDict):
    caption: Optional[str]
    header_rows: int
    rows: list[list[str]]
    src_start: int
    src_end: int
    text_start: Optional[int]
    text_end: Optional[int]

class _FieldDict(TypedDict):
    name: FieldName
    value: str
    src_start: int
    src_end: int

class _ItemDict(TypedDict):
    kind: ItemKind
    group: int
    fields: list[_FieldDict]
    text: str
    src_start: int
    src_end: int
    hidden: Optional[HiddenBy]

class _CommentDict(TypedDict):
    author: Optional[str]
    date: Optional[str]
    text: str
    depth: int
    src_start: int
    src_end: int
    hidden: Optional[HiddenBy]

class _ListsDict(TypedDict):
    blocks: Optional[list[_BlockDict]]
    links: Optional[list[_LinkDict]]
    images: Optional[list[_ImageDict]]
    tables: Optional[list[_TableDict]]
    items: Optional[list[_ItemDict]]
    comments: Optional[list[_CommentDict]]
    jsonld: Optional[list[str]]

class _QualityDict(TypedDict):
    score: float
    verdict: Verdict

class _MetadataDict(TypedDict):
    title: Optional[str]
    authors: list[str]
    date: Optional[str]
    date_modified: Optional[str]
    sitename: Optional[str]
    hostname: Optional[str]
    description: Optional[str]
    language: Optional[str]
    direction: Optional[str]
    image: Optional[str]
    categories: list[str]
    tags: list[str]
    license: Optional[str]
    canonical: Optional[str]
    origins: dict[str, str]

class _ExtractionDict(TypedDict):
    status: Status
    reason: Optional[str]
    error: Optional[str]
    text: str
    markdown: Optional[str]
    html: Optional[str]
    lost: Optional[dict[str, int]]
    metadata: Optional[_MetadataDict]
    lists: _ListsDict
    page_type: Optional[PageType]
    page_types: Optional[dict[PageType, float]]
    quality: Optional[_QualityDict]
    hidden_kept: int
    hidden_removed: int
    invisible: int
    method: str
    encoding: str
    encoding_origin: EncodingOrigin
    replaced: bool
    bytes: int

class _Limits(TypedDict):
    timeout: Optional[float]
    max_bytes: Optional[int]
    max_depth: Optional[int]
    max_elements: Optional[int]
    max_output: Optional[int]
    max_memory: Optional[int]

class _Switches(TypedDict):
    include_tables: bool
    include_comments: bool
    include_links: bool
    include_images: bool
    data_images: bool
    list_marks: bool
    table_rows: bool
    markdown: bool
    html: bool
    metadata: bool
    blocks: bool
    links: bool
    images: bool
    tables: bool
    items: bool
    comments: bool
    jsonld: bool

class _Arguments(_Limits, _Switches):
    method: Optional[str]
    params: list[tuple[str, str]]
    select: list[str]
    exclude: list[str]
    hidden: Optional[str]
    invisible: Optional[str]
    languages: list[str]
    title: Optional[str]

@final
class Engine:
    def __new__(cls, arguments: _Arguments) -> Engine: ...
    @property
    def method(self) -> str: ...
    @property
    def options_hash(self) -> str: ...
    def extract(
        self, page: bytes, is_text: bool, url: Optional[str], content_type: Optional[str], explain: bool
    ) -> _ExtractionDict: ...
    def metadata(
        self, page: bytes, is_text: bool, url: Optional[str], content_type: Optional[str]
    ) -> tuple[Optional[_MetadataDict], Optional[str]]: ...
    def extract_batch(self, batch: Any, column: str) -> Any: ...
    def batch_schema(self, schema: Any, column: str) -> Any: ...

def methods() -> list[_MethodDict]: ...
def language_of(text: str) -> str: ...
def front_matter(metadata: dict[str, Any], id: Optional[str], url: Optional[str]) -> str: ...

class _FetchArguments(TypedDict):
    timeout: float
    max_redirects: int
    max_bytes: int
    public_only: bool
    any_content_type: bool
    user_agent: Optional[str]
    headers: list[tuple[str, str]]

class _FetchDict(TypedDict):
    url: str
    content_type: Optional[str]
    body: bytes
    error: Optional[str]
    status: Optional[int]

@final
class Fetcher:
    def __new__(cls, arguments: _FetchArguments) -> Fetcher: ...
    def fetch(self, url: str) -> _FetchDict: ...

def decode(page: bytes, content_type: Optional[str]) -> str: ...
def feed_addresses(file: bytes, address: str) -> Optional[list[str]]: ...
def sitemap_addresses(file: bytes, address: str) -> Optional[tuple[list[str], list[str]]]: ...
def robots_sitemaps(file: bytes) -> list[str]: ...
def run_program(arguments: list[str]) -> int: ...
