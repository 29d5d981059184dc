# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false
"""What the adapters have in common: Arrow batches with columns that every engine reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from ._extractor import Extractor


class Kernel:
    """An extractor for the batches of an engine; it is pickled and sent to the workers."""

    def __init__(self, extractor: Extractor, column: str) -> None:
        self._extractor = extractor
        self._column = column

    def schema(self, schema: pa.Schema) -> pa.Schema:
        """The schema that batches become."""
        return plain(self._extractor.batch_schema(schema, column=self._column))

    def batch(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The texts of a batch of pages: same rows, same order."""
        texts = self._extractor.extract_batch(batch, column=self._column)
        return pa.RecordBatch.from_arrays(
            [array.cast(field.type) for array, field in zip(texts.columns, plain(texts.schema))],
            schema=plain(texts.schema),
        )

    def table(self, table: pa.Table) -> pa.Table:
        """The texts of a table of pages, batch by batch as it lies in memory: nothing is copied together."""
        batches = [self.batch(batch) for batch in table.to_batches()]
        return pa.Table.from_batches(batches, schema=self.schema(table.schema))


def plain(schema: pa.Schema) -> pa.Schema:
    """The schema without dictionaries, which differ from batch to batch and which not every engine takes."""
    fields = [
        field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field for field in schema
    ]
    return pa.schema(fields).with_metadata(schema.metadata)
