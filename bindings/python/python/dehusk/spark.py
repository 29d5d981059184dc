"""dehusk in Spark: ``pip install dehusk[spark]``.

    import dehusk.spark
    pages = spark.read.parquet("s3://crawl/pages/")
    dehusk.spark.extract(pages, method="grain", metadata=True).write.parquet("s3://crawl/texts/")

``spark.sql.execution.arrow.maxRecordsPerBatch`` is 10,000 by default, which is gigabytes of pages: set it to 64 or so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from ._extractor import Extractor

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame


def extract(frame: DataFrame, *, column: str = "html", **options: Any) -> DataFrame:
    """A frame of pages as one of texts, with the columns of ``Extractor.extract_batch``; ``options`` are the extractor's.

    It goes through ``mapInArrow`` (Spark 3.3 and newer), which needs pyarrow and pandas on the workers.
    """
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    from ._engines import Kernel

    kernel = Kernel(Extractor(**options), column)
    schema = from_arrow_schema(kernel.schema(to_arrow_schema(frame.schema)))

    def texts(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return map(kernel.batch, batches)

    return frame.mapInArrow(texts, schema)


def text_of(**options: Any) -> Callable[..., Column]:
    """A function of columns: the text of each page, null if there is none. It needs neither pandas nor pyarrow.

        frame.select("id", dehusk.spark.text_of(method="grain")("html", "url"))
    """
    from pyspark.sql.functions import udf

    extractor = Extractor(**options)

    def text(page: Union[str, bytearray, None], url: Optional[str] = None) -> Optional[str]:
        return None if page is None else extractor.extract(page, url).text or None

    return udf(text, "string", useArrow=False)
