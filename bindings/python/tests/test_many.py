"""extract_many: in order, lazy, bounded, and honest about errors."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from typing import Optional

import pytest
from pages import MILL, numbered, page

import dehusk
from dehusk import Extractor


@pytest.mark.parametrize("threads", [1, 2, 7, None])
def test_answers_come_in_the_order_of_the_pages(threads: Optional[int]) -> None:
    extractor = Extractor("grain", metadata=True)
    pages = [(html, url) for _, html, url in numbered(300)]
    expected = [extractor.extract(html, url) for html, url in pages]
    assert list(extractor.extract_many(pages, threads=threads)) == expected


@pytest.mark.parametrize("threads", [1, 3])
def test_pages_are_taken_as_answers_are(threads: int) -> None:
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        while True:
            taken += 1
            yield page(taken)

    answers = Extractor().extract_many(endless(), threads=threads)
    assert taken == 0
    for count in range(1, 50):
        next(answers)
        assert count <= taken <= count + 4 * threads
    answers.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_wrong_item_raises_at_its_place(threads: int) -> None:
    answers = dehusk.extract_many([MILL, None, MILL], threads)  # type: ignore[list-item]
    assert next(answers).status == "ok"
    with pytest.raises(TypeError, match="bytes or str, not NoneType"):
        next(answers)


def test_an_error_of_the_caller_is_passed_on_and_no_thread_stays() -> None:
    def broken() -> Iterator[str]:
        yield MILL
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(Extractor().extract_many(broken(), threads=2))
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("dehusk")]


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_answers_before_an_error_of_the_caller_come_first(threads: int) -> None:
    def broken() -> Iterator[str]:
        yield from [MILL] * 5
        raise OSError("the disk is gone")

    answers = Extractor().extract_many(broken(), threads=threads)
    assert [next(answers).status for _ in range(5)] == ["ok"] * 5
    with pytest.raises(OSError, match="the disk is gone"):
        next(answers)
    assert list(answers) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_goes_on_where_the_fork_was() -> None:
    extractor = Extractor("grain")
    expected = [extractor.extract(html, url) for _, html, url in numbered(60)]
    answers = extractor.extract_many(((html, url) for _, html, url in numbered(60)), threads=3)
    assert [next(answers) for _ in range(20)] == expected[:20]
    child = os.fork()
    rest = list(answers)
    if child == 0:
        os._exit(0 if rest == expected[20:] else 1)
    assert rest == expected[20:]
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_child_may_leave_it() -> None:
    answers = dehusk.extract_many([MILL] * 40, threads=2)
    next(answers)
    child = os.fork()
    if child == 0:
        answers.close()  # type: ignore[attr-defined]
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert len(list(answers)) == 39


def test_wrong_arguments_say_what_fits() -> None:
    for threads in (1.5, "2", True):
        with pytest.raises(TypeError, match="threads is a whole number"):
            dehusk.extract_many([], threads=threads)  # type: ignore[arg-type]
    for pages in (MILL, MILL.encode(), None, 7):
        with pytest.raises(TypeError, match="pages is an iterable of pages"):
            dehusk.extract_many(pages)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a pair of a page and its url, not a tuple of 3"):
        list(dehusk.extract_many([(MILL, None, None)]))  # type: ignore[list-item]


def test_none_is_none() -> None:
    assert list(dehusk.extract_many([])) == []
    with pytest.raises(dehusk.OptionError, match="threads must be above 0"):
        dehusk.extract_many([], threads=0)
