"""The datatrove adapter. Install it with ``pip install dehusk[datatrove]``.

    from dehusk.datatrove import Dehusk
    pipeline = [WarcReader("s3://commoncrawl/..."), Dehusk(method="grain"), JsonlWriter("texts/")]

It is one step of a pipeline; reading, deduplication and writing are datatrove's.
"""

from __future__ import annotations

from typing import Any

from datatrove.data import DocumentsPipeline
from datatrove.pipeline.extractors.base import BaseExtractor

from ._extractor import Extractor


class Dehusk(BaseExtractor):
    """Extracts the main content of documents.

    As in datatrove's own extractors, documents without text are dropped; every status is counted. Unlike those
    extractors, it needs no child process, because the library itself enforces the limits. ``options`` are those of
    :class:`Extractor`.
    """

    name = "🌾 dehusk"

    def __init__(self, timeout: float = 1, **options: Any) -> None:
        super().__init__(timeout)
        self._extractor = Extractor(timeout=timeout, **options)

    def extract(self, text: str) -> str:
        return self._extractor._extract_any(text, None).text

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        for document in data:
            self.stat_update("total")
            with self.track_time():
                extraction = self._extractor._extract_any(document.text, document.metadata.get("url"))
            self.stat_update(extraction.status)
            document.text = extraction.text
            if extraction.text:
                self.stat_update("forwarded")
                self.update_doc_stats(document)
                yield document
            else:
                self.stat_update("dropped")
