"""dehusk in Daft: ``pip install dehusk[daft]``.

    import daft, dehusk.daft
    pages = daft.read_parquet("s3://crawl/pages/")
    dehusk.daft.extract(pages, method="grain", metadata=True).write_parquet("s3://crawl/texts/")
"""

from __future__ import annotations

from typing import Any

import daft
import pyarrow as pa

from ._engines import Kernel
from ._extractor import Extractor

#: Rows of a batch at most: 64 pages of the usual size are some 20 MB.
BATCH_SIZE = 64


def extract(frame: daft.DataFrame, *, column: str = "html", **options: Any) -> daft.DataFrame:
    """A frame of pages as one of texts, with the columns of ``Extractor.extract_batch``; ``options`` are the extractor's."""
    kernel = Kernel(Extractor(**options), column)
    names = frame.column_names
    made = pa.struct(list(kernel.schema(frame.schema().to_pyarrow_schema())))

    @daft.func.batch(return_dtype=daft.DataType.from_arrow_type(made), unnest=True, batch_size=BATCH_SIZE)
    def texts(*columns: daft.Series) -> pa.Array:
        batch = pa.RecordBatch.from_arrays([series.to_arrow() for series in columns], names=names)
        return pa.StructArray.from_arrays(kernel.batch(batch).columns, fields=list(made))

    return frame.select(texts(*[frame[name] for name in names]))
