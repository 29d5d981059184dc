"""Ordered parallel map: results in input order, few items read ahead, errors at their position.

An iterator belongs to the process that made it: in a child of ``fork`` it raises an error. It knows nothing about pages; :meth:`Extractor.extract_many` is its
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

    If ``items`` raises an error, it is raised after the results of the items before it. In a child process created
    by ``fork``, the iterator raises ``RuntimeError``: otherwise parent and child would both get the same results.
    """
    process = os.getpid()
    if threads == 1:
        for item in items:
            yield work(item)
            _check_process(process)
        return
    pending: deque[Future[_Result]] = deque()
    error: Optional[Exception] = None
    pool = ThreadPoolExecutor(threads, thread_name_prefix="dehusk")
    try:
        while True:
            room = threads * _MAX_AHEAD_PER_THREAD - len(pending)
            new, error = ([], error) if error else _take(items, room)
            pending.extend(pool.submit(work, item) for item in new)
            if not pending:
                break
            yield pending.popleft().result()
            _check_process(process)
    finally:
        # A child has none of the threads.
        if process == os.getpid():
            pool.shutdown(wait=True, cancel_futures=True)
    if error:
        raise error


def _check_process(process: int) -> None:
    """Raises an error in any other process than this one."""
    if process != os.getpid():
        raise RuntimeError(
            f"these results belong to process {process}, which forked this one; "
            "call extract_many in the child, with the pages that the child is to process"
        )


def _take(items: Iterator[_Item], count: int) -> tuple[list[_Item], Optional[Exception]]:
    """Takes up to ``count`` items; also returns the error that ``items`` raised, if any."""
    taken: list[_Item] = []
    try:
        taken.extend(islice(items, count))
    except Exception as error:
        return taken, error
    return taken, None
