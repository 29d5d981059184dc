"""The datatrove adapter. Install it with ``pip install dehusk[datatrove]``; datatrove's readers and writers need ``datatrove[io]``.

    from dehusk.datatrove import Dehusk
    pipeline = [WarcReader("s3://commoncrawl/..."), Dehusk(method="grain"), JsonlWriter("texts/")]

It is one step of a pipeline; reading, deduplication and writing are datatrove's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

from datatrove.data import DocumentsPipeline
from datatrove.pipeline.extractors.base import BaseExtractor

from ._errors import OptionError
from ._extraction import Extraction
from ._extractor import Extractor

#: Options of the extractor whose results a document has no place for.
_WITHOUT_EFFECT = ("html", "blocks", "links", "images", "tables", "items", "comments", "jsonld")
#: Prefix of what the document already had under the name of a new value, as in ``Extractor.extract_batch``.
_INPUT_PREFIX = "input_"


class Dehusk(BaseExtractor):
    """Extracts the main content of documents.

    ``options`` are those of :class:`Extractor`. With ``markdown=True``, the text of a document is Markdown.
    ``document.metadata`` gets ``status`` and, where there is one, ``reason``, ``page_type``, ``quality_score`` and
    ``quality_verdict``; with ``metadata=True`` also the fields of :class:`Metadata` that the page has. What was there under
    one of these names, such as the ``date`` of a WARC record, is kept as ``input_date``. Options that ask for HTML or lists
    are refused, because a document has no place for them.

    As in datatrove's own extractors, documents without text are dropped; every status is counted. Unlike those
    extractors, it needs no child process, because the library itself enforces the limits.
    """

    name = "🌾 dehusk"

    def __init__(self, timeout: Optional[float] = 10.0, **options: Any) -> None:
        super().__init__(timeout)
        _check(options)
        self._extractor = Extractor(timeout=timeout, **options)

    def extract(self, text: str) -> str:
        return _text(self._extractor._extract_any(text, None))

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        for document in data:
            self.stat_update("total")
            with self.track_time():
                extraction = self._extractor._extract_any(document.text, document.metadata.get("url"))
            self.stat_update(extraction.status)
            document.text = _text(extraction)
            document.metadata = _joined(document.metadata, _values(extraction))
            if document.text:
                self.stat_update("forwarded")
                self.update_doc_stats(document)
                yield document
            else:
                self.stat_update("dropped")


def _check(options: Mapping[str, Any]) -> None:
    """Refuses options that would have no effect."""
    for name in _WITHOUT_EFFECT:
        if options.get(name):
            raise OptionError(f"{name}=True has no effect on documents of datatrove; remove it, or use dehusk.Extractor")


def _text(extraction: Extraction) -> str:
    return extraction.text if extraction.markdown is None else extraction.markdown


def _values(extraction: Extraction) -> dict[str, Any]:
    """Returns what ``document.metadata`` gets."""
    quality = extraction.quality
    values: dict[str, Any] = {
        "status": extraction.status,
        "reason": extraction.reason,
        "page_type": extraction.page_type,
        "quality_score": quality and quality.score,
        "quality_verdict": quality and quality.verdict,
    }
    if extraction.metadata:
        values.update(extraction.metadata.as_dict())
    return {name: value for name, value in values.items() if value not in (None, [], {})}


def _joined(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Returns both, with a prefix before the old names that are also new."""
    kept = {f"{_INPUT_PREFIX}{name}" if name in new else name: value for name, value in old.items()}
    return {**kept, **new}
