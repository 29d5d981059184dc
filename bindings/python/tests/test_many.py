"""extract_many: in order, lazy, bounded, and honest about errors."""

from __future__ import annotations

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


def test_none_is_none() -> None:
    assert list(dehusk.extract_many([])) == []
    with pytest.raises(dehusk.OptionError, match="threads must be 1 or more"):
        dehusk.extract_many([], threads=0)
