"""The Spark adapter. Install it with ``pip install dehusk[spark]``.

    import dehusk.spark
    pages = spark.read.parquet("s3://crawl/pages/")
    dehusk.spark.extract(pages, method="grain", metadata=True).write.parquet("s3://crawl/texts/")

It only applies the extractor to a data frame; reading and writing are Spark's. Set
``spark.sql.execution.arrow.maxRecordsPerBatch`` to about 64: its default of 10,000 rows is gigabytes of
pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Callable, Optional, Union

from ._extractor import Extractor

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import Column, DataFrame
    from typing_extensions import Unpack

    from ._extractor import ExtractorOptions


def extract(frame: DataFrame, *, column: str = "html", **options: Unpack[ExtractorOptions]) -> DataFrame:
    """Extracts every page of a data frame, with the columns of ``Extractor.extract_batch``.

    ``column`` holds the pages, and ``options`` are those of :class:`Extractor`. It uses ``mapInArrow`` (Spark
    3.3 or newer), which needs pyarrow and pandas on the workers.
    """
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    from ._arrow import BatchExtractor

    extractor = BatchExtractor(Extractor(**options), column)
    schema = from_arrow_schema(extractor.output_schema(to_arrow_schema(frame.schema)))

    def extract_batches(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return map(extractor.extract_batch, batches)

    return frame.mapInArrow(extract_batches, schema)


def text_of(**options: Unpack[ExtractorOptions]) -> Callable[..., Column]:
    """Returns a column function that gives the text of each page, or null. Needs neither pandas nor pyarrow.

        frame.select("id", dehusk.spark.text_of(method="grain")("html", "url"))
    """
    from pyspark.sql.functions import udf

    extractor = Extractor(**options)

    def text(page: Union[str, bytearray, None], url: Optional[str] = None) -> Optional[str]:
        return extractor._extract_any(page, url).text or None

    return udf(text, "string", useArrow=False)
