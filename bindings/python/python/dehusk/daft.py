"""The Daft adapter. Install it with ``pip install dehusk[daft]``.

    import daft, dehusk.daft
    pages = daft.read_parquet("s3://crawl/pages/")
    dehusk.daft.extract(pages, method="grain", metadata=True).write_parquet("s3://crawl/texts/")

It only applies the extractor to a data frame; reading and writing are Daft's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import daft
import pyarrow as pa

from ._arrow import BatchExtractor
from ._extractor import Extractor

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._extractor import ExtractorOptions

#: Maximum number of rows per batch: 64 pages of typical size are about 20 MB.
BATCH_SIZE = 64


def extract(frame: daft.DataFrame, *, column: str = "html", **options: Unpack[ExtractorOptions]) -> daft.DataFrame:
    """Extracts every page of a data frame, with the columns of ``Extractor.extract_batch``.

    ``column`` holds the pages, and ``options`` are those of :class:`Extractor`.
    """
    extractor = BatchExtractor(Extractor(**options), column)
    names = frame.column_names
    output = pa.struct(list(extractor.output_schema(frame.schema().to_pyarrow_schema())))

    @daft.func.batch(return_dtype=daft.DataType.from_arrow_type(output), unnest=True, batch_size=BATCH_SIZE)
    def extract_columns(*columns: daft.Series) -> pa.Array:
        batch = pa.RecordBatch.from_arrays([series.to_arrow() for series in columns], names=names)
        return pa.StructArray.from_arrays(extractor.extract_batch(batch).columns, fields=list(output))

    return frame.select(extract_columns(*[frame[name] for name in names]))
