"""``reset_caches``, as in trafilatura."""

from . import deduplication


def reset_caches() -> None:
    """Forgets the segments that ``deduplicate=True`` has seen."""
    deduplication.LRU_TEST.clear()
