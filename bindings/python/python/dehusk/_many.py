"""Many items on threads: answers in order, a few items taken ahead, errors in their place, and at work after a fork."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import Callable, Optional, TypeVar

_Item = TypeVar("_Item")
_Answer = TypeVar("_Answer")

#: Items that each thread may be ahead: enough that none waits, and memory stays small.
_AHEAD = 4


def in_order(work: Callable[[_Item], _Answer], items: Iterator[_Item], threads: int) -> Iterator[_Answer]:
    """What ``work`` makes of each item, by so many threads. An error of ``items`` comes after the answers of the items before it."""
    if threads == 1:
        yield from map(work, items)
        return
    waiting: deque[tuple[_Item, Future[_Answer]]] = deque()
    failure: Optional[Exception] = None
    pool, process = _pool(threads), os.getpid()
    try:
        while True:
            taken, failure = ([], failure) if failure else _taken(items, threads * _AHEAD - len(waiting))
            if process != os.getpid():
                # A child of fork has none of the threads, and what they were at is done anew.
                pool, process = _pool(threads), os.getpid()
                waiting = deque((item, pool.submit(work, item)) for item, _ in waiting)
            waiting.extend((item, pool.submit(work, item)) for item in taken)
            if not waiting:
                break
            yield waiting.popleft()[1].result()
    finally:
        if process == os.getpid():
            pool.shutdown(wait=True, cancel_futures=True)
    if failure:
        raise failure


def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="dehusk")


def _taken(items: Iterator[_Item], most: int) -> tuple[list[_Item], Optional[Exception]]:
    """The next items, and the error that ended them, if it did."""
    taken: list[_Item] = []
    try:
        taken.extend(islice(items, most))
    except Exception as error:
        return taken, error
    return taken, None
