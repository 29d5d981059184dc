"""dehusk in datatrove: ``pip install dehusk[datatrove]``.

    from dehusk.datatrove import Dehusk
    pipeline = [WarcReader("s3://commoncrawl/..."), Dehusk(method="grain"), JsonlWriter("texts/")]
"""

from __future__ import annotations

from typing import Any

from datatrove.data import DocumentsPipeline
from datatrove.pipeline.extractors.base import BaseExtractor

from ._extractor import Extractor


class Dehusk(BaseExtractor):
    """Extracts the main content of documents. The status of those without text is counted and they are dropped, as
    datatrove's extractors do. Unlike them it needs no child process: the limits are inside the library.
    """

    name = "🌾 dehusk"

    def __init__(self, timeout: float = 1, **options: Any) -> None:
        super().__init__(timeout)
        self._extractor = Extractor(timeout=timeout, **options)

    def extract(self, text: str) -> str:
        return self._extractor.extract(text).text

    def run(self, data: DocumentsPipeline, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        for document in data:
            self.stat_update("total")
            with self.track_time():
                found = self._extractor.extract(document.text, document.metadata.get("url"))
            self.stat_update(found.status)
            document.text = found.text
            if found.text:
                self.stat_update("forwarded")
                self.update_doc_stats(document)
                yield document
            else:
                self.stat_update("dropped")
