# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false
"""Extraction of Arrow batches for the Ray, Spark and Daft adapters, with types that every engine reads.

It schedules nothing: the engine handles workers, retries and files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from ._extractor import Extractor


class BatchExtractor:
    """An extractor for the batches of an engine. It is pickled and sent to the workers."""

    def __init__(self, extractor: Extractor, column: str) -> None:
        self._extractor = extractor
        self._column = column

    def output_schema(self, schema: pa.Schema) -> pa.Schema:
        """Returns the schema of the output for an input schema."""
        return without_dictionaries(self._extractor.batch_schema(schema, column=self._column))

    def extract_batch(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """Extracts a batch of pages; the rows stay the same, in the same order."""
        extracted = self._extractor.extract_batch(batch, column=self._column)
        schema = without_dictionaries(extracted.schema)
        columns = [array.cast(field.type) for array, field in zip(extracted.columns, schema)]
        return pa.RecordBatch.from_arrays(columns, schema=schema)

    def extract_table(self, table: pa.Table) -> pa.Table:
        """Extracts a table of pages chunk by chunk, so that its chunks are not copied into a single one."""
        batches = [self.extract_batch(batch) for batch in table.to_batches()]
        return pa.Table.from_batches(batches, schema=self.output_schema(table.schema))


def without_dictionaries(schema: pa.Schema) -> pa.Schema:
    """Replaces dictionary types with their value types.

    Dictionaries differ from batch to batch, and some engines do not support them.
    """
    fields = [
        field.with_type(field.type.value_type) if pa.types.is_dictionary(field.type) else field
        for field in schema
    ]
    return pa.schema(fields).with_metadata(schema.metadata)
