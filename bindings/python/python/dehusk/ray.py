"""dehusk in Ray Data: ``pip install dehusk[ray]``.

    import dehusk.ray, ray
    pages = ray.data.read_parquet("s3://crawl/pages/")
    texts = dehusk.ray.extract(pages, method="grain", metadata=True)
    texts.write_parquet("s3://crawl/texts/")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._engines import Kernel
from ._extractor import Extractor

if TYPE_CHECKING:
    from ray.data import Dataset

#: Rows of a batch at most: 64 pages of the usual size are some 20 MB.
BATCH_SIZE = 64


def extract(
    dataset: Dataset,
    *,
    column: str = "html",
    batch_size: int = BATCH_SIZE,
    ray_options: Optional[dict[str, Any]] = None,
    **options: Any,
) -> Dataset:
    """A dataset of pages as one of texts, with the columns of ``Extractor.extract_batch``; ``options`` are the extractor's.

    It runs in stateless tasks, so that Ray repeats those of a lost worker elsewhere. ``ray_options`` go to ``map_batches``.
    """
    kernel = Kernel(Extractor(**options), column)
    return dataset.map_batches(
        kernel.table, batch_format="pyarrow", batch_size=batch_size, **(ray_options or {})
    )
