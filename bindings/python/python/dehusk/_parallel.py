"""Ordered parallel map: results in input order, few items read ahead, errors at their position.

It keeps working in a child of ``fork``. It knows nothing about pages; :meth:`Extractor.extract_many` is its
only user.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Callable, Optional, TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

#: Number of items read ahead per thread: enough to keep all threads busy, but not so many that they need much
#: memory. Chosen by hand.
_MAX_AHEAD_PER_THREAD = 4


def map_in_order(work: Callable[[_Item], _Result], items: Iterator[_Item], threads: int) -> Iterator[_Result]:
    """Yields ``work(item)`` for each item, computed by ``threads`` threads.

    If ``items`` raises an error, it is raised after the results of the items before it.
    """
    if threads == 1:
        yield from map(work, items)
        return
    pending: deque[tuple[_Item, Future[_Result]]] = deque()
    error: Optional[Exception] = None
    pool, process = _pool(threads), os.getpid()
    try:
        while True:
            room = threads * _MAX_AHEAD_PER_THREAD - len(pending)
            new, error = ([], error) if error else _take(items, room)
            if process != os.getpid():
                # A child process created by fork has none of the threads. It starts new threads and computes
                # the pending items again.
                pool, process = _pool(threads), os.getpid()
                pending = deque((item, pool.submit(work, item)) for item, _ in pending)
            pending.extend((item, pool.submit(work, item)) for item in new)
            if not pending:
                break
            yield pending.popleft()[1].result()
    finally:
        if process == os.getpid():
            pool.shutdown(wait=True, cancel_futures=True)
    if error:
        raise error


def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="dehusk")


def _take(items: Iterator[_Item], count: int) -> tuple[list[_Item], Optional[Exception]]:
    """Takes up to ``count`` items; also returns the error that ``items`` raised, if any."""
    taken: list[_Item] = []
    try:
        taken.extend(islice(items, count))
    except Exception as error:
        return taken, error
    return taken, None
