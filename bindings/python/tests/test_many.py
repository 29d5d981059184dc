"""``extract_many``: input order, laziness, bounded read-ahead, errors and ``fork``."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from typing import Any, Optional

import pytest
from pages import MILL, numbered_pages, page

import dehusk
from dehusk import Extractor


@pytest.mark.parametrize("threads", [1, 2, 7, None])
def test_results_are_in_input_order(threads: Optional[int]) -> None:
    extractor = Extractor("grain", metadata=True)
    pages = [(html, url) for _, html, url in numbered_pages(300)]
    expected = [extractor.extract(html, url) for html, url in pages]
    assert list(extractor.extract_many(pages, threads=threads)) == expected


@pytest.mark.parametrize("threads", [1, 3])
def test_few_pages_are_read_ahead(threads: int) -> None:
    taken = 0

    def endless() -> Iterator[bytes]:
        nonlocal taken
        while True:
            taken += 1
            yield page(taken)

    results = Extractor().extract_many(endless(), threads=threads)
    assert taken == 0
    for count in range(1, 50):
        next(results)
        assert count <= taken <= count + 4 * threads
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("threads", [1, 3])
def test_results_do_not_wait_for_slow_pages(threads: int) -> None:
    taken = 0

    def slow() -> Iterator[str]:
        nonlocal taken
        for _ in range(3):
            time.sleep(0.5)
            taken += 1
            yield MILL

    ahead = [taken - count for count, _ in enumerate(Extractor("plain").extract_many(slow(), threads=threads), start=1)]
    assert ahead == [0, 0, 0]


def test_one_thread_reads_nothing_ahead() -> None:
    seen = 0

    def waiting() -> Iterator[str]:
        for number in range(3):
            assert seen == number
            yield MILL

    for seen, _ in enumerate(Extractor("plain").extract_many(waiting(), threads=1), start=1):
        pass
    assert seen == 3


@pytest.mark.parametrize("threads", [1, 2])
def test_an_invalid_item_raises_at_its_position(threads: int) -> None:
    results = dehusk.extract_many([MILL, 7, MILL], threads)  # type: ignore[list-item]
    assert next(results).status == "ok"
    with pytest.raises(TypeError, match="item 1: a page must be bytes or str, not int"):
        next(results)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("item", [None, float("nan"), (None, "https://mill.example/"), (float("nan"), float("nan"))])
def test_an_item_without_a_page_is_an_error_of_its_own(threads: int, item: Any) -> None:
    results = list(dehusk.extract_many([MILL, item, MILL], threads, method="plain"))
    assert [result.status for result in results] == ["ok", "error", "ok"]
    assert (results[1].error, results[1].reason, results[1].text, results[1].method) == ("there is no page", None, "", "plain")
    with pytest.raises(dehusk.PageError, match=r"^the page could not be extracted \(there is no page\)$"):
        results[1].raise_for_status()
    assert results[1].is_failure and json.dumps(results[1].as_dict())


def test_an_address_is_an_error_of_its_own() -> None:
    pages = ["https://mill.example/news", "pages/mill.html", "Read this in the file notes.txt"]
    results = list(dehusk.extract_many(pages))
    assert [result.status for result in results] == ["error", "error", "ok"]
    assert (results[0].error or "").endswith("download it first, with dehusk.fetch_url(url)")
    assert {result.reason for result in results[:2]} == {None} and results[2].error is None


def test_empty_cells_of_pandas_have_no_page() -> None:
    pandas = pytest.importorskip("pandas", exc_type=ImportError)
    series = pandas.Series([MILL, None, pandas.NA, float("nan")])
    assert list(series.map(dehusk.extract).isna()) == [False, True, True, True]
    assert [result.status for result in dehusk.extract_many(series)] == ["ok", "error", "error", "error"]


def test_an_error_of_the_iterable_is_raised_and_all_threads_end() -> None:
    def broken() -> Iterator[str]:
        yield MILL
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(Extractor().extract_many(broken(), threads=2))
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("dehusk")]


@pytest.mark.parametrize("threads", [1, 2, 8])
def test_results_before_an_error_of_the_iterable_come_first(threads: int) -> None:
    def broken() -> Iterator[str]:
        yield from [MILL] * 5
        raise OSError("the disk is gone")

    results = Extractor().extract_many(broken(), threads=threads)
    assert [next(results).status for _ in range(5)] == ["ok"] * 5
    with pytest.raises(OSError, match="the disk is gone"):
        next(results)
    assert list(results) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("threads", [1, 3])
def test_results_belong_to_the_process_that_asked_for_them(threads: int) -> None:
    extractor = Extractor("grain")
    expected = [extractor.extract(html, url) for _, html, url in numbered_pages(60)]
    taken = 0

    def pages() -> Iterator[tuple[bytes, Optional[str]]]:
        nonlocal taken
        for _, html, url in numbered_pages(60):
            taken += 1
            yield html, url

    results = extractor.extract_many(pages(), threads=threads)
    assert [next(results) for _ in range(20)] == expected[:20]
    child = os.fork()
    if child == 0:
        before = taken
        try:
            next(results)
        except RuntimeError as error:
            says_why = "call extract_many in the child" in str(error)
            again = [one.status for one in extractor.extract_many([MILL] * 9, threads=threads)]
            os._exit(0 if says_why and taken == before and again == ["ok"] * 9 else 1)
        os._exit(2)
    assert list(results) == expected[20:]
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("threads", [1, 2])
def test_results_that_nobody_has_read_belong_to_the_process_too(threads: int) -> None:
    results = dehusk.extract_many([MILL] * 3, threads=threads)
    child = os.fork()
    if child == 0:
        try:
            next(results)
        except RuntimeError:
            os._exit(0)
        os._exit(1)
    assert len(list(results)) == 3
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_may_close_the_iterator() -> None:
    results = dehusk.extract_many([MILL] * 40, threads=2)
    next(results)
    child = os.fork()
    if child == 0:
        results.close()  # type: ignore[attr-defined]
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert len(list(results)) == 39


def test_invalid_arguments_say_what_is_allowed() -> None:
    for threads in (1.5, "2", True):
        with pytest.raises(TypeError, match="threads must be an integer"):
            dehusk.extract_many([], threads=threads)  # type: ignore[arg-type]
    for pages in (MILL, MILL.encode(), None, 7):
        with pytest.raises(TypeError, match="pages must be an iterable of pages"):
            dehusk.extract_many(pages)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"a page or a \(page, url\) tuple, not a tuple of length 3"):
        list(dehusk.extract_many([(MILL, None, None)]))  # type: ignore[list-item]


def test_no_pages_give_no_results() -> None:
    assert list(dehusk.extract_many([])) == []
    with pytest.raises(dehusk.OptionError, match="threads must be greater than 0"):
        dehusk.extract_many([], threads=0)
