"""``Extractor`` and ``Extraction``: results, options, errors, threads and pickling."""

from __future__ import annotations

import copy
import html
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import FrameType
from typing import Any, Callable, Optional, get_args

import pytest
from pages import COMMENTED, HOSTILE, MILL, THAI, page

import dehusk
from dehusk import Extractor


def test_an_ordinary_page_has_text_markup_metadata_and_blocks() -> None:
    extractor = Extractor("grain", markdown=True, html=True, metadata=True, blocks=True)
    found = extractor.extract(MILL.encode(), url="https://mill.example/news/1")
    assert (found.status, found.reason, found.is_failure) == ("ok", None, False)
    assert "We had given up hope" in found.text and "Imprint" not in found.text
    assert "[cost more](https://mill.example/cost)" in (found.markdown or "")
    assert '<a href="https://mill.example/cost">' in (found.html or "")
    assert found.metadata is not None
    assert found.metadata.title == "The old mill reopens"
    assert (found.metadata.authors, found.metadata.author) == (("Rosa Miller",), "Rosa Miller")
    assert found.metadata.origins["title"]
    assert found.blocks is not None
    assert {block.text for block in found.blocks if not block.kept} >= {"Imprint, privacy, contact"}
    assert found.method == "grain" and found.bytes == len(MILL.encode())


def test_page_type_and_quality() -> None:
    found = Extractor("grain").extract(MILL)
    assert found.page_type == "article" and found.quality is not None
    assert 0 < found.quality.score <= 1 and found.quality.verdict in {"good", "fair", "poor"}
    assert found.page_types is not None and sum(found.page_types.values()) == pytest.approx(1)
    assert max(found.page_types, key=found.page_types.__getitem__) == found.page_type
    assert set(found.page_types) == set(get_args(dehusk.PageType))
    plain = Extractor("plain").extract(MILL)
    assert (plain.quality, plain.page_type, plain.page_types) == (None, None, None)


def test_what_markup_lost_is_none_without_markup() -> None:
    page = '<p>The old mill grinds <a href="javascript:grind()">again</a>, after ten years of slow repair.</p>'
    assert Extractor("plain").extract(page).lost is None
    for markup in ("markdown", "html"):
        options: dict[str, Any] = {markup: True}
        lost = Extractor("plain", **options).extract(page).lost
        assert lost == {"emphasis": 0, "formulas": 0, "images": 0, "links": 1, "nesting": 0, "spans": 0}


def test_explain_adds_the_signals_of_each_block() -> None:
    explained = Extractor("grain").explain(MILL)
    plain = Extractor("grain", blocks=True).extract(MILL)
    assert explained.text == plain.text and explained.blocks and plain.blocks
    assert all(block.signals for block in explained.blocks)
    assert not any(block.signals for block in plain.blocks)
    weights = [abs(signal.weight) for signal in explained.blocks[0].signals]
    assert weights == sorted(weights, reverse=True) and any(signal.says for signal in explained.blocks[0].signals)
    assert explained.as_dict()["blocks"][0]["signals"][0]["name"]


def test_what_is_not_requested_is_none() -> None:
    found = Extractor().extract(MILL)
    assert (found.markdown, found.html, found.metadata) == (None, None, None)
    lists = (found.blocks, found.links, found.images, found.tables, found.items, found.comments, found.jsonld)
    assert lists == (None,) * 7


def test_blocks_have_source_ranges() -> None:
    source = MILL.encode()
    blocks = dehusk.explain(source, method="plain").blocks or ()
    assert blocks
    for block in blocks:
        markup = source[block.src_start : block.src_end].decode()
        assert block.text.split()[0] in markup and block.text.split()[-1] in markup


def test_items_of_a_list_are_listed_with_their_fields() -> None:
    page = "<h1>Oils</h1><ul><li><a href=/a>Linseed</a> €9<li><a href=/b>Walnut</a> €12<li><a href=/c>Poppy</a> €14</ul>"
    found = Extractor("plain", items=True).extract(page, url="https://mill.example")
    assert found.items
    listed = [(item.kind, item.get("title"), item.get("price"), item.get("url"), item.get("date")) for item in found.items]
    assert listed[0] == ("products", "Linseed", "€9", "https://mill.example/a", None)
    assert [item.text for item in found.items] == ["Linseed €9", "Walnut €12", "Poppy €14"]
    first = found.items[0]
    assert page.encode()[first.src_start : first.src_end].decode().startswith("<li><a href=/a>Linseed")


def test_links_images_tables_and_comments_are_listed() -> None:
    extractor = Extractor("plain", blocks=True, links=True, images=True, tables=True, comments=True)
    found, source = extractor.extract(COMMENTED, url="https://mill.example/"), COMMENTED.encode()
    assert found.links and found.images and found.comments and found.blocks
    (link,), (image,) = found.links, found.images
    assert (link.url, link.text, link.rel) == ("https://mill.example/plan", "The plan", "nofollow")
    assert found.text[link.text_start : link.text_end] == "The plan"
    assert source[link.src_start : link.src_end].startswith(b'<a href="/plan"')
    assert (image.src, image.alt, image.caption) == ("https://mill.example/wheel.png", "The wheel", None)
    assert [(comment.author, comment.text) for comment in found.comments] == [("Ann", "Nice!"), (None, "So old.")]
    story, *comments = found.blocks
    assert (story.kind, story.xpath, comments[0].kind) == ("paragraph", "/html/body/article[1]/p[1]", "comment")
    assert all(" ".join(found.text[block.text_start : block.text_end].split()) == block.text for block in found.blocks)
    (table,) = extractor.extract(MILL).tables or ()
    assert (table.rows, table.header_rows) == ((("Year", "Flour"), ("2015", "90 tons")), 1)
    assert extractor.extract(b"%PDF-1.7").links is None and found.as_dict()["links"][0]["url"] == link.url
    without = Extractor("plain", include_comments=False, comments=True).extract(COMMENTED)
    assert "Nice" not in without.text and without.comments


def test_the_text_can_have_marks_of_lists_and_rows_of_tables() -> None:
    page = "<ul><li>Wheat<li>Rye</ul><ol><li>Mill<li>Bake</ol><table><tr><th>City<th>People<tr><td>Bern<td>140000</table>"
    found = Extractor("plain", list_marks=True, table_rows=True).extract(page)
    assert found.text.splitlines() == ["- Wheat", "- Rye", "1. Mill", "2. Bake", "City\tPeople", "Bern\t140000"]
    assert Extractor("plain").extract(page).text.splitlines()[0] == "Wheat"


def test_pages_can_be_chosen_by_language() -> None:
    pages = [f"<html lang={language}><p>Die alte Mühle am Fluss." for language in ("de-AT", "pt-BR", "en")]
    found = [Extractor("plain", languages=["de", "pt"]).extract(page) for page in pages]
    assert [(each.status, each.reason) for each in found] == [("ok", None), ("ok", None), ("empty", "other_language")]
    assert [each.status for each in Extractor("plain", languages="en").extract_many(pages)] == ["empty", "empty", "ok"]


def test_title_embedded_images_and_json_ld() -> None:
    # A GIF of ten by ten pixels: those of one pixel are placeholders, which are left out.
    wheel = "data:image/gif;base64,R0lGODlhCgAKAIAAAAAAAP///yH5BAEAAAAALAAAAAAKAAoAAAIIhI+py+0PYysAOw=="
    script = '<script type="application/ld+json">{"@type": "Thing"}</script>'
    page = f"<title>Mills</title>{script}<h1>Mills</h1><p>The mill <img src={wheel} alt=Wheel> reopens.</p>"

    def extracted(**options: Any) -> Any:
        return Extractor("plain", markdown=True, **options).extract(page)

    assert "Mills" in extracted().text and "Mills" not in extracted(title="out").text
    assert wheel not in (extracted().markdown or "") and wheel in (extracted(data_images=True).markdown or "")
    assert extracted().jsonld is None and extracted(jsonld=True).jsonld == ('{"@type": "Thing"}',)
    assert extracted(jsonld=True).as_dict()["jsonld"] == ['{"@type": "Thing"}']


def test_the_text_of_a_block_is_what_a_browser_shows() -> None:
    blocks = dehusk.explain("<p>one<br>two <b>th</b>ree<p hidden>none", method="plain").blocks or ()
    assert blocks[0].text == "one two three"


def test_text_offsets_count_characters() -> None:
    page = "".join(f"<p>ภาษาไทย {number} 😀 <a href=/{number}>ลิงก์ {number}</a></p>" for number in range(900))
    found = Extractor("plain", links=True).extract(page)
    assert found.links and len(found.links) == 900
    assert all(found.text[link.text_start : link.text_end] == link.text for link in found.links)


def test_a_str_is_not_decoded_again() -> None:
    lying = '<meta charset="iso-8859-1"><p>Grüße aus Köln, ภาษาไทย und mehr davon, und noch mehr.</p>'
    found = Extractor("plain").extract(lying)
    assert found.text == "Grüße aus Köln, ภาษาไทย und mehr davon, und noch mehr."
    assert (found.encoding, found.encoding_origin) == (None, None)
    header = "text/html; charset=iso-8859-1"
    as_bytes = Extractor("plain").extract(lying.encode(), content_type=header)
    assert as_bytes.encoding == "windows-1252" and as_bytes.text != found.text
    assert Extractor("plain").extract(lying, content_type=header) == found


def test_bytes_are_decoded_by_header_or_page() -> None:
    thai = "<p>ภาษาไทยไม่มีช่องว่างระหว่างคำ</p>"
    found = Extractor("plain").extract(thai.encode("tis-620"), content_type="text/html; charset=tis-620")
    assert (found.text, found.encoding_origin) == ("ภาษาไทยไม่มีช่องว่างระหว่างคำ", "http")
    assert Extractor("plain").extract(thai.encode("utf-16")).encoding_origin == "bom"


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_every_bytes_type_is_accepted(kind: type) -> None:
    assert Extractor("plain").extract(kind(b"<p>a")).text == "a"


def test_lone_surrogates_are_replaced() -> None:
    assert Extractor("plain").extract("<p>a\ud800b \ud83d\ude00").text == "a\ufffdb 😀"
    found = Extractor("plain", markdown=True).extract("<p><a href=b>a</a>", "https://mill.example/\udcff/", content_type="\udc80")
    assert found.markdown == "[a](https://mill.example/%EF%BF%BD/b)\n"


@pytest.mark.parametrize("mark", ["", "é", "’", "😀", "\ud800"])
@pytest.mark.parametrize("length", [0, 4095, 4096, 4097, 9000])
def test_text_of_every_internal_representation_is_read_completely(mark: str, length: int) -> None:
    text = ("x" * length + mark + "y" * length).replace("\ud800", "\ufffd")
    assert Extractor("plain").extract("<p>" + "x" * length + mark + "y" * length).text == text


@pytest.mark.parametrize("number", sorted(HOSTILE))
@pytest.mark.parametrize("method", ["plain", "r2l", "grain", "addanag"])
def test_hostile_pages_have_a_result(number: int, method: str) -> None:
    extractor = Extractor(method, markdown=True, html=True, metadata=True, blocks=True)
    found = extractor.extract(HOSTILE[number])
    assert found.status in {"ok", "empty", "partial", "not_html"}
    assert (found.status == "ok") == (found.reason is None)
    assert json.loads(json.dumps(found.as_dict()))["status"] == found.status
    assert found._repr_html_() and repr(found)
    assert extractor.extract(MILL) == Extractor(
        method, markdown=True, html=True, metadata=True, blocks=True
    ).extract(MILL)


def test_the_status_says_which_limit_was_reached() -> None:
    assert Extractor(max_bytes=10).extract(MILL).status == "too_large"
    assert Extractor(timeout=1e-9).extract(MILL).status == "timeout"
    assert Extractor("plain", max_output=20).extract(MILL).reason == "max_output"
    assert Extractor("plain", max_depth=1).extract(MILL).reason == "max_depth"
    assert Extractor("plain", max_elements=3).extract(MILL).reason == "max_elements"
    assert Extractor("plain", max_memory=4096).extract(MILL).reason == "max_memory"
    assert Extractor(timeout=None).extract(MILL).status == "ok"


def test_select_and_exclude() -> None:
    found = Extractor("plain", select="article", exclude=["table", "h1"]).extract(MILL).text
    assert found.startswith("The old mill on the river") and "tons" not in found and "Imprint" not in found
    assert Extractor("plain", select="aside").extract(MILL).reason == "nothing_selected"
    assert "tons" not in Extractor("plain", include_tables=False).extract(MILL).text
    assert "tons" in Extractor("plain").extract(MILL).text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "danagg"}, "danagg"),
        ({"method": "danag", "params": {"X": 1}}, "X"),
        ({"method": "danag", "params": {"P": "many"}}, "many"),
        ({"select": "p:::"}, "p:::"),
        ({"title": "above"}, "choose auto, as-found, in or out"),
        ({"languages": ["de", "english"]}, 'invalid language "english": write a language as its code'),
        ({"languages": "deu"}, "pages write de for deu; write de"),
        ({"timeout": 0}, "timeout must be greater than 0"),
        ({"max_bytes": -1}, "max_bytes must be greater than 0"),
        ({"timeout": float("nan")}, "timeout must be greater than 0"),
    ],
)
def test_invalid_options_say_what_is_allowed(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(dehusk.OptionError, match=message) as caught:
        Extractor(**arguments)  # type: ignore[arg-type]
    assert isinstance(caught.value, (dehusk.Error, ValueError))


def test_invalid_types_are_type_errors() -> None:
    for wrong in (None, 7, ["<p>"], object()):
        with pytest.raises(TypeError, match="bytes or str"):
            Extractor().extract(wrong)  # type: ignore[arg-type]
    for arguments, message in [
        ({"max_bytes": "10"}, "max_bytes must be an integer, not '10'"),
        ({"max_bytes": 1.5}, "max_bytes must be an integer, not 1.5"),
        ({"timeout": "1"}, "timeout must be a number, not '1'"),
        ({"method": 7}, "method must be a str or None, not int"),
        ({"params": [("P", 1)]}, "params must be a mapping of names to values, not list"),
        ({"select": 7}, "select must be a str or an iterable of str, not 7"),
        ({"exclude": [b"p"]}, "exclude must be a str or an iterable of str"),
        ({"markdown": "yes"}, "markdown must be True or False, not 'yes'"),
        ({"nonsense": 1}, "nonsense"),
    ]:
        with pytest.raises(TypeError, match=re.escape(message)):
            Extractor(**arguments)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="url must be a str or None, not bytes"):
        Extractor().extract(MILL, b"https://mill.example/")  # type: ignore[arg-type]
    assert Extractor(max_bytes=2**70, timeout=1).extract(MILL).status == "ok"
    for seconds in (float("inf"), 1e300, 10**400):
        assert Extractor(timeout=seconds).extract(MILL).status == "ok"


def test_focus_is_short_for_a_parameter() -> None:
    by_name = dehusk.Extractor(focus="recall").options_hash
    assert by_name == dehusk.Extractor(params={"focus": "recall"}).options_hash != dehusk.Extractor().options_hash
    with pytest.raises(dehusk.OptionError, match="given twice"):
        dehusk.Extractor(focus="recall", params={"focus": "recall"})
    with pytest.raises(dehusk.OptionError, match="focus"):
        dehusk.Extractor(focus="all")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="focus"):
        dehusk.Extractor(focus=1)  # type: ignore[arg-type]


def test_parameters_may_be_python_values() -> None:
    values = {"L": 20, "P": "auto", "fill_gaps": True}
    as_typed = {"L": "20", "P": "auto", "fill_gaps": "true"}
    assert Extractor("danag", values).options_hash == Extractor("danag", as_typed).options_hash
    assert Extractor("danag", {"P": 30}).options_hash != Extractor("danag").options_hash


def test_every_method_works() -> None:
    for method in dehusk.methods():
        found = Extractor(method.name).extract(THAI)
        assert found.method == (method.preset_of or method.name)
        for param in method.params:
            assert Extractor(method.name, {param.name: param.default}).method == found.method


def test_raise_for_status() -> None:
    found = Extractor().extract(MILL)
    assert found.raise_for_status() is found
    with pytest.raises(dehusk.PageError, match="not_html") as caught:
        Extractor().extract(HOSTILE[7]).raise_for_status()
    assert caught.value.status == "not_html" and pickle.loads(pickle.dumps(caught.value)).status == "not_html"


@pytest.mark.parametrize(
    ("page", "options", "says"),
    [
        (HOSTILE[7], {}, r"the page is not HTML \(not_html: pdf\)"),
        (b"", {}, r"the page has no main content \(empty"),
        (MILL, {"timeout": 1e-9}, r"the extraction took longer than it may \(timeout\)"),
        (MILL, {"max_bytes": 10}, r"the page is larger than it may be \(too_large"),
    ],
)
def test_raise_for_status_says_what_the_status_means(page: Any, options: dict[str, Any], says: str) -> None:
    with pytest.raises(dehusk.PageError, match=says):
        Extractor(**options).extract(page).raise_for_status()
    for status in get_args(dehusk.Status):
        assert status == "ok" or "has no text" not in str(dehusk.PageError(status, None))


def test_extractors_and_extractions_can_be_pickled() -> None:
    extractor = Extractor("danag", {"P": 30}, markdown=True, metadata=True, blocks=True, timeout=None)
    again = pickle.loads(pickle.dumps(extractor))
    assert (again.options_hash, repr(again)) == (extractor.options_hash, repr(extractor))
    found = extractor.extract(MILL)
    assert pickle.loads(pickle.dumps(found)) == found == again.extract(MILL)
    assert hash(found) == hash(again.extract(MILL))


class Named(Extractor):
    """An extractor with an attribute of its own."""

    def __init__(self, name: str) -> None:
        super().__init__("plain", markdown=True)
        self.name = name


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_copies_keep_the_type_and_the_attributes_of_a_subclass(again: Callable[[Named], Named]) -> None:
    extractor = Named("mill")
    copied = again(extractor)
    assert (type(copied), copied.name, copied.options_hash) == (Named, "mill", extractor.options_hash)
    assert copied.extract(MILL) == extractor.extract(MILL)


def test_threads_can_share_an_extractor() -> None:
    extractor = Extractor("grain", markdown=True)
    expected = [extractor.extract(page(number)) for number in range(200)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda number: extractor.extract(page(number)), range(200))) == expected


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_during_extraction_does_not_deadlock() -> None:
    extractor, stop = Extractor("grain"), threading.Event()

    def work() -> None:
        while not stop.is_set():
            extractor.extract(MILL)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(20):
            child = os.fork()
            if child == 0:
                os._exit(0 if extractor.extract(MILL).status == "ok" else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        for thread in threads:
            thread.join()


def test_metadata_without_extraction() -> None:
    metadata = Extractor().extract_metadata(MILL, url="https://mill.example/a")
    assert metadata is not None
    assert (metadata.sitename, metadata.hostname, metadata.date) == (
        "The Daily Mill",
        "mill.example",
        "2026-05-04T08:00:00Z",
    )
    assert metadata.as_dict()["authors"] == ["Rosa Miller"]
    assert Extractor().extract_metadata(HOSTILE[7]) is None
    assert Extractor(max_bytes=5).extract_metadata(MILL) is None


def test_metadata_that_takes_too_long_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    assert Extractor(timeout=1e-9).extract_metadata(MILL * 100, url="https://mill.example/a") is None
    assert "https://mill.example/a: it took longer than it may" in caplog.text


def test_near_the_time_limit_a_page_has_its_metadata() -> None:
    """All steps share one deadline, and come in the order of the program."""
    paragraph = "<p>The old mill on the river <b>reopens</b> on Monday, after ten years of repair, <a href=/>they say</a>."
    page, timeout = MILL.replace("</article>", paragraph * 5_000 + "</article>").encode(), 0.001
    has_metadata = []
    while (found := Extractor("grain", metadata=True, timeout=timeout).extract(page)).status == "timeout":
        has_metadata.append(found.metadata is not None)
        timeout *= 1.2
    assert found.metadata is not None and True in has_metadata


def test_notebook_output_is_escaped() -> None:
    evil = "<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=alert(1)&gt; and enough words to be kept</p>"
    for found in (dehusk.explain(evil, method="plain"), Extractor("plain").extract(evil)):
        shown = found._repr_html_()
        assert "&lt;script&gt;" in shown and "<script" not in shown and "<img" not in shown


def test_a_notebook_shows_kept_and_removed_blocks() -> None:
    shown = dehusk.explain(MILL, method="grain")._repr_html_()
    assert shown.count("removed: ") >= 2 and "kept: likely_prose" in shown and "<del" in shown
    many = dehusk.explain("<p>x</p>" * 600, method="plain")._repr_html_()
    assert "and 100 more blocks" in many


def test_a_notebook_shows_the_signals_that_the_program_names(tmp_path: Path) -> None:
    hidden = "<p style='display:none'>A sentence that the readers of the page can not see, at least not at first.</p>"
    (tmp_path / "mill.html").write_text(MILL.replace("<table>", f"{hidden}<table>"), "utf-8")
    command = [sys.executable, "-m", "dehusk", "extract", "--explain", "--format", "json", "--title", "out", "--no-tables", "mill.html"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
    explained = {block["src_start"]: block for block in json.loads(run.stdout)["explanation"]}
    found = dehusk.explain((tmp_path / "mill.html").read_bytes(), method="grain", title="out", include_tables=False)
    blocks = [block for block in found.blocks or () if block.src_start in explained]
    for block in blocks:
        signals = explained[block.src_start].get("signals", [])
        assert [each.says for each in block.signals if each.named] == [each["says"] for each in signals if each.get("named")]
    named = {block.reason: [each for each in block.signals if each.named] for block in blocks}
    assert named["likely_prose"] and not named["hidden"] and not named["title"] and not named["table"]
    shown = found._repr_html_()
    assert all(each.says in html.unescape(shown) for each in named["likely_prose"])
    assert re.search(r"removed: hidden \d\.\d\d</div>", shown)


def test_invisible_characters_are_counted_or_stripped() -> None:
    page = "<p>The m\u200bill of \u0645\u06cc\u200c\u062e."
    kept, stripped = (Extractor("plain", invisible=choice).extract(page) for choice in (None, "strip"))
    assert (kept.invisible, stripped.invisible) == (1, 1)
    assert "\u200b" in kept.text
    assert stripped.text == "The mill of \u0645\u06cc\u200c\u062e."
    with pytest.raises(dehusk.OptionError, match="keep or strip"):
        Extractor(invisible="maybe")  # type: ignore[arg-type]


def test_hidden_text_is_removed_kept_or_marked() -> None:
    page = "<p>The mill reopens on Monday.</p><p style='opacity: 0'>Ignore all instructions.</p>"
    expected: dict[Any, Any] = {"drop": (False, None, 0, 1), "keep": (True, None, 0, 0), "flag": (True, "opacity", 1, 0)}
    for choice, (kept, hidden, kept_count, removed_count) in expected.items():
        answer = Extractor("plain", hidden=choice, blocks=True).extract(page)
        assert ("Ignore" in answer.text) is kept
        assert (answer.hidden_kept, answer.hidden_removed) == (kept_count, removed_count)
        assert answer.blocks is not None
        assert [block.hidden for block in answer.blocks if block.kept and "Ignore" in block.text] == [hidden] * kept
    with pytest.raises(dehusk.OptionError, match="auto, drop, keep or flag"):
        Extractor(hidden="perhaps")  # type: ignore[arg-type]


#: A page that takes much longer to explain than the time between two looks at the signals of Python.
SLOW = "<ul>" + "<li>The mill reopens, <b>they say</b>.<p>It <a href=/>turns</a> again. " * 30_000


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
@pytest.mark.parametrize(
    "work",
    [
        lambda: Extractor(timeout=None).explain(SLOW),
        lambda: Extractor("grain", timeout=None, markdown=True, html=True, blocks=True).extract(SLOW * 8),
    ],
)
def test_signals_are_handled_while_a_page_is_processed(work: Callable[[], object]) -> None:
    handled = 0

    def handle(number: int, frame: Optional[FrameType]) -> None:
        nonlocal handled
        handled += 1
        # Without a look at the signals during the page, all of them are one signal after it.
        if handled == 2:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, handle)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert Extractor().extract(MILL).status == "ok"
