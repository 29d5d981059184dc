"""The Ray Data adapter. Install it with ``pip install dehusk[ray]``.

    import dehusk.ray, ray
    pages = ray.data.read_parquet("s3://crawl/pages/")
    texts = dehusk.ray.extract(pages, method="grain", metadata=True)
    texts.write_parquet("s3://crawl/texts/")

It only applies the extractor to a dataset; reading, writing and scheduling are Ray's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._arrow import BatchExtractor
from ._extractor import Extractor

if TYPE_CHECKING:
    from ray.data import Dataset
    from typing_extensions import Unpack

    from ._extractor import ExtractorOptions

#: Maximum number of rows per batch: 64 pages of typical size are about 20 MB.
BATCH_SIZE = 64


def extract(
    dataset: Dataset,
    *,
    column: str = "html",
    batch_size: int = BATCH_SIZE,
    ray_options: Optional[dict[str, Any]] = None,
    **options: Unpack[ExtractorOptions],
) -> Dataset:
    """Extracts every page of a dataset, with the columns of ``Extractor.extract_batch``.

    ``column`` holds the pages, and ``options`` are those of :class:`Extractor`. The work runs in stateless
    tasks, so Ray can repeat the tasks of a lost worker elsewhere. ``ray_options`` are passed to
    ``map_batches``.
    """
    extractor = BatchExtractor(Extractor(**options), column)
    return dataset.map_batches(
        extractor.extract_table, batch_format="pyarrow", batch_size=batch_size, **(ray_options or {})
    )
