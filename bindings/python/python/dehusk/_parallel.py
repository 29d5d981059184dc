"""Ordered parallel map: results in input order, few items read ahead, errors at their position.

An iterator belongs to the process that made it: in a child of ``fork`` it raises an error. It knows nothing about
pages; :meth:`Extractor.extract_many` is its only user.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from time import monotonic
from typing import Callable, Generic, Optional, TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

#: Number of items read ahead per thread: enough to keep all threads busy, but not so many that they need much
#: memory. Chosen by hand.
_MAX_AHEAD_PER_THREAD = 4
#: The share of the time that an item took to arrive for which the first result is waited for before the next item is
#: read. Chosen by hand: slow items pass the results on at once, and lose little time.
_PATIENCE = 0.1
#: The seconds for which waiting is worth it; items that arrive faster are read ahead instead. Chosen by hand.
_MIN_PATIENCE = 0.001


def map_in_order(work: Callable[[_Item], _Result], items: Iterator[_Item], threads: int) -> Iterator[_Result]:
    """Yields ``work(item)`` for each item, computed by ``threads`` threads.

    A result that is there comes before more items are read. One thread reads no item ahead.

    If ``items`` raises an error, it is raised after the results of the items before it. In a child process created
    by ``fork``, the iterator raises ``RuntimeError``: otherwise parent and child would both get the same results.
    """
    return _map_in_order(work, items, threads, os.getpid())


def _map_in_order(
    work: Callable[[_Item], _Result], items: Iterator[_Item], threads: int, process: int
) -> Iterator[_Result]:
    """Does the work of :func:`map_in_order` for the process that called it; a generator begins only when it is read."""
    _check_process(process)
    if threads == 1:
        for item in items:
            yield work(item)
            _check_process(process)
        return
    source = _Source(items)
    pending: deque[Future[_Result]] = deque()
    pool = ThreadPoolExecutor(threads, thread_name_prefix="dehusk")
    try:
        # If items arrive fast, one is read for each result, so that the threads are never without work.
        is_one_due = True
        while True:
            has_room = not source.has_ended and len(pending) < threads * _MAX_AHEAD_PER_THREAD
            if has_room and (is_one_due or not _is_done(pending, source.patience)):
                pending.extend(pool.submit(work, item) for item in source.take())
                is_one_due = False
            elif pending:
                yield pending.popleft().result()
                _check_process(process)
                is_one_due = source.patience < _MIN_PATIENCE
            else:
                break
    finally:
        # A child has none of the threads.
        if process == os.getpid():
            pool.shutdown(wait=True, cancel_futures=True)
    if source.error:
        raise source.error


class _Source(Generic[_Item]):
    """Reads items one by one, and measures how long they take to arrive."""

    def __init__(self, items: Iterator[_Item]) -> None:
        self._items = items
        self.has_ended = False
        self.error: Optional[Exception] = None
        #: How many seconds to wait for a result before the next item is read.
        self.patience = 0.0

    def take(self) -> list[_Item]:
        """Returns the next item in a list, which is empty if there is none."""
        start = monotonic()
        try:
            return [next(self._items)]
        except StopIteration:
            self.has_ended = True
        except Exception as error:
            self.has_ended, self.error = True, error
        finally:
            self.patience = _PATIENCE * (monotonic() - start)
        return []


def _is_done(pending: deque[Future[_Result]], patience: float) -> bool:
    """Whether the first result is there, or comes soon."""
    if pending and patience >= _MIN_PATIENCE:
        wait([pending[0]], patience)
    return bool(pending) and pending[0].done()


def _check_process(process: int) -> None:
    """Raises an error in any other process than this one."""
    if process != os.getpid():
        raise RuntimeError(
            f"these results belong to process {process}, which forked this one; "
            "call extract_many in the child, with the pages that the child is to process"
        )
