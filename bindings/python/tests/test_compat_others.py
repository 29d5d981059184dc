"""``dehusk.compat``: bad input and warnings of all modules, ``readability`` and ``resiliparse``."""

from __future__ import annotations

import csv
import inspect
import io
import json
import sys
import warnings
from importlib import import_module
from typing import Any
from xml.etree import ElementTree

import pytest
from pages import COMMENTED, HOSTILE, MILL

from dehusk import compat
from dehusk.compat import trafilatura
from dehusk.compat._page import warn_once
from dehusk.compat.readability import Document, Unparseable
from dehusk.compat.resiliparse import extract_plain_text
from dehusk.compat.trafilatura.settings import Extractor, use_config

FORMATS = ["csv", "html", "json", "markdown", "txt", "xml", "xmltei"]


@pytest.mark.parametrize("output_format", FORMATS)
@pytest.mark.parametrize("page", list(HOSTILE.values()) + ["<p>\x00\x0b\ufffe\ud800 control &#7; characters in a sentence</p>"])
def test_every_page_has_an_answer_in_every_format(page: Any, output_format: Any) -> None:
    answer = trafilatura.extract(page, output_format=output_format, with_metadata=True, include_links=True)
    if answer is not None and output_format.startswith("xml"):
        ElementTree.fromstring(answer)
    if answer is not None and output_format == "json":
        json.loads(answer)


def test_deep_pages_have_shallow_trees() -> None:
    text = "Some words of a quotation that is long enough to stay, they say. " * 5
    page = "<article>" + "<blockquote>" * 400 + f"<p>{text}</p>" + "</blockquote>" * 400 + "</article>"
    assert "quotation" in (trafilatura.extract(page, output_format="xml") or "")


def test_none_and_addresses() -> None:
    assert trafilatura.extract(float("nan")) is None and extract_plain_text(float("nan")) is None
    assert trafilatura.extract(None) is None and trafilatura.bare_extraction(None) is None
    assert trafilatura.extract_metadata(None) is None and trafilatura.html2txt(None) is None
    assert extract_plain_text(None) is None and trafilatura.baseline(None)[1:] == ("", 0)
    with pytest.raises(ValueError, match="download it first"):
        Document("https://mill.example/")


@pytest.mark.parametrize("address", ["https://mill.example/", "pages/mill.html"])
@pytest.mark.parametrize("function", [trafilatura.extract, trafilatura.bare_extraction, trafilatura.html2txt, extract_plain_text])
def test_addresses_give_none_and_a_line_in_the_log(function: Any, address: str, caplog: pytest.LogCaptureFixture) -> None:
    assert function(address) is None
    assert "not a page: '" + address in caplog.text


def test_a_page_may_end_like_a_file_name() -> None:
    assert trafilatura.extract("Read this in the file notes.txt") == "Read this in the file notes.txt"


def test_an_ignored_argument_is_warned_of_once() -> None:
    warn_once.cache_clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(3):
            trafilatura.extract(MILL, fast=True)
        trafilatura.extract(MILL)
    assert [str(warning.message) for warning in caught] == ["trafilatura's argument 'fast' is ignored: there is only one speed"]
    assert caught[0].filename == __file__


@pytest.mark.parametrize("tag", ["english", "", 5])
def test_an_unknown_language_is_warned_of_and_ignored(tag: Any) -> None:
    warn_once.cache_clear()
    with pytest.warns(UserWarning, match=f"'target_language' is ignored: {tag!r} is not the code of a language"):
        assert trafilatura.extract(MILL, target_language=tag) == trafilatura.extract(MILL)
    assert trafilatura.extract(MILL, target_language="en-US") and trafilatura.extract(MILL, target_language="de-AT") is None


URLS = ["https://www.bedelstein.com/a", "https://blog.mill.co.uk/x", "http://127.0.0.1/x", "https://www.bbc.co.uk/", "https://x.org/", "https://news.bbc.co.uk/1"]


@pytest.mark.parametrize("url", URLS)
def test_hostname_and_sitename_are_those_of_trafilatura(url: str) -> None:
    theirs = pytest.importorskip("trafilatura", exc_type=ImportError)
    page = f"<html><head><title>Mill</title><link rel=canonical href={url}></head><body><p>The old mill.</p><p>It is old.</p></body></html>"
    found, expected = trafilatura.extract_metadata(page, "https://other.example/"), theirs.extract_metadata(page, "https://other.example/")
    assert found is not None
    assert (found.url, found.hostname, found.sitename) == (expected.url, expected.hostname, expected.sitename)


def test_hostname_belongs_to_the_url() -> None:
    page = '<link rel="canonical" href="https://www.mill.example/news"><p>The old mill.</p>'
    found = trafilatura.extract_metadata(page, "https://other.example/")
    assert found is not None
    assert (found.url, found.hostname, found.sitename) == ("https://www.mill.example/news", "mill.example", "mill.example")
    nothing = trafilatura.extract_metadata("<p>The old mill.</p>")
    assert nothing is not None and (nothing.url, nothing.hostname, nothing.sitename) == (None, None, None)


def test_comments_follow_the_text_unless_unwanted() -> None:
    assert (trafilatura.extract(COMMENTED) or "").endswith("\nNice!\nSo old.")
    assert "Nice" not in (trafilatura.extract(COMMENTED, include_comments=False) or "Nice")
    found = trafilatura.bare_extraction(COMMENTED)
    assert isinstance(found, trafilatura.settings.Document)
    assert found.comments == "Nice!\nSo old." and "Nice" not in (found.text or "")


def test_all_arguments_of_the_originals_exist() -> None:
    theirs = pytest.importorskip("trafilatura", exc_type=ImportError)
    for name in trafilatura.__all__:
        ours, original = inspect.signature(getattr(trafilatura, name)), inspect.signature(getattr(theirs, name))
        assert list(ours.parameters)[: len(original.parameters)] == list(original.parameters), name
        for parameter in original.parameters.values():
            kinds = (parameter.kind, ours.parameters[parameter.name].kind)
            assert kinds[0] == kinds[1], f"{name}: {parameter}"


LISTED = """<article><h1>The old mill</h1><p>The old mill on the river reopens on Monday, after ten years of repair, they say.</p>
<ul><li>Wheat<ul><li>Spelt</li></ul></li><li><b>R</b>ye</li></ul><ol><li>Mill it.</li><li>Bake it.</li></ol><table><tr><th>City</th><th>People</th></tr>
<tr><td>Bern</td><td>140|000</td></tr></table><p>Bread of its flour is sold in the market every Saturday morning, they say.</p></article>"""
LINES = ["- Wheat", "  - Spelt", "- Rye", "1. Mill it.", "2. Bake it.", "| City | People |", "|---|---|", "| Bern | 140\\|000 |"]


def test_items_and_rows_have_lines_of_their_own() -> None:
    text = trafilatura.extract(LISTED) or ""
    assert text.splitlines()[2:10] == LINES
    assert json.loads(trafilatura.extract(LISTED, output_format="json") or "")["text"] == text
    (row,) = csv.reader(io.StringIO(trafilatura.extract(LISTED, output_format="csv")), delimiter="\t")
    assert row[7] == text
    found = trafilatura.bare_extraction(LISTED)
    assert found is not None and found.text == text


def test_repeated_items_and_rows_are_left_out_of_every_format() -> None:
    options = Extractor(dedup=trafilatura.deduplication.LRUCache(), output_format="xml")
    options.min_duplcheck_size, options.max_repetitions = 0, 0
    answers = [trafilatura.extract(LISTED, options=options) or "" for _ in range(3)]
    assert "Mill it" in answers[0] and "Bern" in answers[0]
    assert "Mill it" not in answers[-1] and "Bern" not in answers[-1]


def test_trees_become_text_and_csv() -> None:
    found = trafilatura.bare_extraction(LISTED, with_metadata=True, url="https://mill.example/")
    assert found is not None
    lines = trafilatura.xml.xmltotxt(found.body).splitlines()
    assert lines[2:] == ["- Wheat Spelt", "- Rye", "- Mill it.", "- Bake it.", "| City | People |", "| Bern | 140\\|000 |", lines[-1]]
    assert trafilatura.xml.xmltotxt(None) == ""
    (row,) = csv.reader(io.StringIO(trafilatura.xml.xmltocsv(found, False, delim=";", null="-")), delimiter=";")
    assert (row[0], row[1], row[7], row[8]) == ("https://mill.example/", "-", "\n".join(lines), "-")


def test_settings_of_trafilatura_can_be_read() -> None:
    theirs = pytest.importorskip("trafilatura.settings", exc_type=ImportError)
    options = Extractor(config=theirs.DEFAULT_CONFIG)
    assert (options.min_duplcheck_size, options.max_repetitions) == (100, 2)
    assert set(use_config()["DEFAULT"]) == set(theirs.DEFAULT_CONFIG["DEFAULT"])
    with pytest.raises(FileNotFoundError):
        use_config("no/such.cfg")
    with pytest.raises(AttributeError, match="must be one of"):
        Extractor(output_format="pdf")


@pytest.mark.parametrize("text", ["This is a text.", "Ein kurzer Text über Mühlen", "老磨坊在河边。已经转了两百年", "", "a b c d " * 300])
def test_fingerprints_equal_those_of_trafilatura(text: str) -> None:
    theirs = pytest.importorskip("trafilatura.deduplication", exc_type=ImportError)
    from dehusk.compat.trafilatura.deduplication import content_fingerprint

    assert content_fingerprint(text) == theirs.content_fingerprint(text)


def test_readability() -> None:
    document = Document(MILL.encode(), url="https://mill.example/news/1")
    assert document.title() == "The old mill reopens | The Daily Mill"
    assert (document.short_title(), document.author()) == ("The old mill reopens", "Rosa Miller")
    summary = document.summary()
    assert summary.startswith("<html><body><div>") and "reopens on Monday" in summary and "Imprint" not in summary
    assert 'href="https://mill.example/cost"' in document.summary(html_partial=True)
    assert document.summary(html_partial=True).startswith("<div>") and "Imprint" in document.content()
    assert Document("<p>x</p>").title() == "[no-title]" and Document("<p>x</p>").author() == "[no-author]"
    with pytest.raises(Unparseable, match="not_html"):
        Document(b"%PDF-1.7").summary()


@pytest.mark.parametrize("page", ["", b"", " \n"])
def test_an_empty_document_of_readability_is_unparseable(page: Any) -> None:
    with pytest.raises(Unparseable, match="Document is empty"):
        Document(page).summary()


@pytest.mark.filterwarnings("ignore:readability's argument")
def test_methods_of_readability_take_all_arguments() -> None:
    assert "reopens on Monday" in Document(MILL).summary(keep_all_images=True)
    theirs = pytest.importorskip("readability", exc_type=ImportError).Document
    for name in ("__init__", "summary", "title", "short_title", "author", "content", "get_clean_html"):
        wanted = set(inspect.signature(getattr(theirs, name)).parameters)
        ours = inspect.signature(getattr(Document, name)).parameters
        assert wanted <= set(ours) or "options" in ours, name


@pytest.mark.parametrize("piece", ["<title", "<body", "<title>", "](", "<", "</p>", "<!--", "&"])
def test_repeated_pieces_take_linear_time(piece: str) -> None:
    """Each would take minutes if some search began anew at every piece."""
    page = f"<p>{'The mill has reopened, they say. ' * 9}</p>" + piece * 60_000
    document = Document(page)
    document.title(), document.content(), document.summary()
    trafilatura.extract(page, output_format="xml", deduplicate=True)
    trafilatura.extract(page, output_format="markdown", deduplicate=True, include_links=True)


def test_resiliparse() -> None:
    assert "Imprint" in (extract_plain_text(MILL) or "")
    main = extract_plain_text(MILL, main_content=True, links=True) or ""
    assert "Imprint" not in main and "cost more (/cost) than" in main
    assert "\n" not in (extract_plain_text(MILL, preserve_formatting=False) or "\n")
    assert "<h1" in (extract_plain_text(MILL, preserve_formatting="minimal_html", main_content=True) or "")
    assert "tons" not in (extract_plain_text(MILL, skip_elements=["table"]) or "tons")
    assert "Nice" not in (extract_plain_text(COMMENTED, comments=False) or "Nice")
    bullets = "<ul><li>One<ul><li>Two</li></ul></li><li><p>Three</p></li></ul>"
    assert extract_plain_text(bullets) == "• One\n• Two\n• Three"
    assert extract_plain_text(bullets, list_bullets=False) == "One\nTwo\nThree"


def test_other_programs_can_be_given_the_modules() -> None:
    with compat.replaced("trafilatura", "readability"):
        import readability  # type: ignore[import-not-found,import-untyped,unused-ignore]
        from trafilatura import extract
        from trafilatura.settings import use_config as use

        assert extract is trafilatura.extract and use is use_config and readability.Document is Document
    with pytest.raises(ValueError, match="one of readability, resiliparse, trafilatura"):
        compat.replace("newspaper")


def test_the_module_readability_of_readability_is_replaced() -> None:
    with compat.replaced("readability"):
        theirs = import_module("readability.readability")
        assert (theirs.Document, theirs.Unparseable) == (Document, Unparseable)


def test_other_modules_of_resiliparse_stay() -> None:
    pytest.importorskip("resiliparse", exc_type=ImportError)
    real = import_module("resiliparse.extract.html2text")
    with compat.replaced("resiliparse"):
        tree = import_module("resiliparse.parse.html").HTMLTree.parse("<p>The old mill.</p>")
        replaced = import_module("resiliparse.extract.html2text")
        assert replaced.extract_plain_text is extract_plain_text and import_module("resiliparse.extract").html2text is replaced
        assert extract_plain_text(tree) == "The old mill."
    assert import_module("resiliparse.extract").html2text is import_module("resiliparse.extract.html2text") is real


def test_a_package_that_is_not_installed_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "resiliparse"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "path", [])
    with compat.replaced("resiliparse"):
        assert import_module("resiliparse.extract.html2text").extract_plain_text is extract_plain_text
    assert "resiliparse" not in sys.modules
