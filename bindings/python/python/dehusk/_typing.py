"""Names in annotations whose packages may be missing. They exist at run time too, because ``typing.get_type_hints`` evaluates
annotations, for example for pydantic, typer and Sphinx.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyarrow import RecordBatch as RecordBatch, Schema as Schema
    from typing_extensions import Unpack as Unpack
else:
    # Importing pyarrow takes longer than importing dehusk.
    RecordBatch = Schema = Any
    if sys.version_info >= (3, 11):
        from typing import Unpack
    else:

        class Unpack:
            """Stands for ``typing.Unpack``."""

            def __class_getitem__(cls, item: object) -> object:
                return Any
