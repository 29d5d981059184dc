"""``extract``, ``bare_extraction``, ``extract_metadata`` and ``html2txt``: their arguments, formats and refusals."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pages import AMBIGUOUS, COMMENTED, HOSTILE, MILL, THAI

import dehusk
from dehusk import bare_extraction, extract, extract_metadata, html2txt
from dehusk._languages import CODES

URL = "https://mill.example/news/1"


@pytest.fixture
def downloaded() -> str:
    """Returns what trafilatura's ``fetch_url`` would return. dehusk itself downloads nothing."""
    return MILL


def test_the_quickstart(downloaded: str) -> None:
    result = extract(downloaded)
    assert isinstance(result, str) and "\n" in result and "reopens on Monday" in result


def test_formats(downloaded: str) -> None:
    assert "reopens on Monday" in (extract(downloaded) or "")
    markdown = extract(downloaded, output_format="markdown", url=URL, method="grain") or ""
    assert markdown.startswith("# The old mill reopens\n")
    assert (extract(downloaded, output_format="html", method="grain") or "").startswith('<h1 lang="en">The old mill reopens</h1>')
    record = json.loads(extract(downloaded, output_format="json", url=URL, with_metadata=True) or "")
    assert (record["title"], record["url"], record["date"]) == ("The old mill reopens", URL, "2026-05-04T08:00:00Z")
    assert set(json.loads(extract(downloaded, output_format="json") or "")) == {"text"}


def test_precision_and_recall(downloaded: str) -> None:
    precise, complete = extract(AMBIGUOUS, URL, favor_precision=True), extract(AMBIGUOUS, URL, favor_recall=True)
    assert precise and complete and len(precise) < len(complete)
    with pytest.raises(dehusk.OptionError, match="cannot be combined"):
        extract(downloaded, favor_precision=True, favor_recall=True)
    with pytest.raises(dehusk.OptionError, match="focus"):
        extract(downloaded, favor_recall=True, method="plain")


def test_a_focus_is_given_once() -> None:
    with pytest.raises(dehusk.OptionError, match="focus is given twice"):
        extract(MILL, favor_precision=True, params={"focus": "recall"})
    assert extract(MILL, favor_recall=True, params={}) == extract(MILL, params={"focus": "recall"})


SWITCHES = ["favor_precision", "favor_recall", "include_formatting", "include_images", "include_links", "include_tables", "with_metadata", "only_with_metadata"]


@pytest.mark.parametrize("name", SWITCHES)
def test_switches_are_named_in_their_errors(name: str) -> None:
    wrong: dict[str, Any] = {name: 1}
    for function in (extract, bare_extraction):
        with pytest.raises(TypeError, match=f"^{name} must be True or False, not 1$"):
            function(MILL, **wrong)


def test_target_language(downloaded: str) -> None:
    assert extract(downloaded, URL, target_language="de") is None
    assert extract(downloaded, URL, target_language="en") == extract(downloaded, URL)
    assert extract(THAI, target_language="th") and extract(THAI, target_language="lo") is None


@pytest.mark.parametrize("tag", ["en", "EN", "en-US", "en_GB"])
def test_tags_of_languages(tag: str) -> None:
    assert extract(MILL, target_language=tag) == extract(MILL) and extract(THAI, target_language=tag) is None


@pytest.mark.parametrize("tag", ["english", "eng", "xx", "", "eu"])
def test_unknown_languages_are_refused(tag: str) -> None:
    for function in (extract, bare_extraction):
        with pytest.raises(dehusk.OptionError, match=f"such as en, of a language that is detected, not '{tag}'"):
            function(MILL, target_language=tag)
    with pytest.raises(TypeError, match="target_language must be a str or None, not int"):
        extract(MILL, target_language=5)  # type: ignore[arg-type]


def test_the_languages_are_those_of_the_library() -> None:
    tables = Path(__file__).parents[3] / "crates" / "dehusk-language" / "src" / "tables.rs"
    if not tables.exists():
        pytest.skip("needs the sources of the library")
    lists = re.findall(r"const OF_(?:SCRIPT|WHATLANG|ARABIC_LETTERS)\b.*?;.*?\];", tables.read_text(encoding="utf-8"), re.DOTALL)
    assert len(lists) == 3 and set(re.findall(r'"([a-z]{2})"', "".join(lists))) | {"zh", "ja", "ar"} == CODES


def test_metadata_as_front_matter(downloaded: str) -> None:
    text = extract(downloaded, url=URL, with_metadata=True) or ""
    head, _, body = text.removeprefix("---\n").partition("\n---\n\n")
    fields = {name: json.loads(value) for name, value in (line.split(": ", 1) for line in head.split("\n"))}
    assert fields["title"] == "The old mill reopens" and fields["authors"] == ["Rosa Miller"]
    assert fields["url"] == URL and body == extract(downloaded, url=URL)
    tricky = '<title>a: "b"\n--- #c</title><p>Text enough to be taken for the content of a page, I hope.</p>'
    assert (extract(tricky, with_metadata=True) or "").startswith('---\ntitle: "a: \\"b\\" --- #c"\nlanguage: "en"\n---\n\n')
    assert (extract(tricky, record_id="7", with_metadata=True) or "").startswith('---\nid: "7"\n')
    with pytest.raises(dehusk.OptionError, match="does not support html"):
        extract(downloaded, with_metadata=True, output_format="html")


def test_only_with_metadata(downloaded: str) -> None:
    assert extract(downloaded, url=URL, only_with_metadata=True) == extract(downloaded)
    assert extract(downloaded, only_with_metadata=True) is None
    assert extract(THAI, url=URL, only_with_metadata=True) is None


def test_bare_extraction(downloaded: str) -> None:
    document = bare_extraction(downloaded, url=URL, with_metadata=True, record_id="7")
    assert document is not None
    values = document.as_dict()
    assert document.title == values["title"] == "The old mill reopens"
    assert (values["author"], values["sitename"], values["hostname"]) == ("Rosa Miller", "The Daily Mill", "mill.example")
    assert (values["text"], values["url"], values["id"]) == (extract(downloaded), URL, "7")
    assert values["tags"] == [] and json.dumps(values)
    bare = bare_extraction(downloaded)
    assert bare is not None and bare.title is None


def test_elements_can_be_left_out(downloaded: str) -> None:
    assert "tons" in (extract(downloaded, method="plain") or "")
    assert "tons" not in (extract(downloaded, method="plain", include_tables=False) or "tons")
    assert "tons" not in (extract(downloaded, method="plain", exclude="table") or "tons")
    assert "Home" not in (extract(downloaded, method="plain", select="article") or "Home")


def test_formatting_and_comments() -> None:
    formatted = extract(MILL, method="grain", url=URL, include_formatting=True)
    assert formatted == extract(MILL, method="grain", url=URL, output_format="markdown")
    assert json.loads(extract(MILL, method="grain", url=URL, include_formatting=True, output_format="json") or "")["text"] == formatted
    bare = bare_extraction(MILL, method="grain", url=URL, include_formatting=True)
    assert bare is not None and bare.text == formatted != extract(MILL, method="grain", url=URL)
    html = extract(MILL, method="grain", output_format="html")
    assert extract(MILL, method="grain", output_format="html", include_formatting=True) == html
    linked = extract(COMMENTED, method="plain", output_format="markdown") or ""
    assert "[The plan](/plan)" in linked and "![The wheel](/wheel.png)" in linked
    bare_markdown = extract(COMMENTED, method="plain", output_format="markdown", include_links=False, include_images=False) or ""
    assert "The plan is old" in bare_markdown and "](" not in bare_markdown
    with pytest.raises(dehusk.OptionError, match="plain text has no links"):
        extract(COMMENTED, include_links=True)
    assert "Nice" in (extract(COMMENTED, method="plain") or "")
    assert "Nice" not in (extract(COMMENTED, method="plain", include_comments=False) or "Nice")


def test_metadata_without_extraction(downloaded: str) -> None:
    metadata = extract_metadata(downloaded)
    assert metadata is not None
    assert (metadata.title, metadata.author, metadata.sitename) == (
        "The old mill reopens",
        "Rosa Miller",
        "The Daily Mill",
    )


def test_pages_without_content_give_none() -> None:
    for number in (3, 7, 17, 37):
        assert extract(HOSTILE[number]) is None and bare_extraction(HOSTILE[number]) is None


@pytest.mark.parametrize("function", [extract, bare_extraction])
def test_unknown_arguments_list_the_known_ones(function: Any) -> None:
    for argument in ("favour_recall", "fast", "prune_xpath"):
        with pytest.raises(TypeError, match=rf"has no argument '{argument}'; its arguments are .*favor_recall.*dehusk.compat"):
            function(MILL, **{argument: True})
    with pytest.raises(dehusk.OptionError, match="output_format must be one of txt, .*, not 'xml'"):
        extract(MILL, output_format="xml")  # type: ignore[arg-type]


@pytest.mark.parametrize("function", [extract, bare_extraction, extract_metadata, html2txt])
@pytest.mark.parametrize("missing", [None, float("nan")])
def test_no_page_gives_none(function: Any, missing: Any) -> None:
    """What ``fetch_url`` returns can be passed on, also if it failed, and so can empty cells of pandas."""
    assert function(missing) is None


EXTRACTOR = dehusk.Extractor()


@pytest.mark.parametrize(
    "function",
    [extract, bare_extraction, extract_metadata, html2txt, EXTRACTOR.extract, EXTRACTOR.explain, EXTRACTOR.extract_metadata, dehusk.explain],
)
@pytest.mark.parametrize(
    ("page", "error", "advice"),
    [
        ("https://mill.example/news/1", ValueError, r"a URL, not a page.*fetch_url\(url\)"),
        ("pages/mill.html", ValueError, r"a path, not a page.*read_bytes\(\)"),
        (Path("mill.html"), TypeError, "a path, not a page"),
        (7, TypeError, "bytes or str"),
    ],
)
def test_addresses_are_refused_with_advice(function: Any, page: Any, error: type[Exception], advice: str) -> None:
    with pytest.raises(error, match=advice):
        function(page)


#: Texts that may look like an address, and what they are. The npm package is tested with the same.
ADDRESSES = [line.split("\t") for line in (Path(__file__).parents[2] / "addresses.tsv").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("kind", "text"), [(kind, json.loads(text)) for kind, text in ADDRESSES if kind != "page"])
def test_an_address_is_refused(kind: str, text: str) -> None:
    with pytest.raises(dehusk.OptionError, match=f"this is a {'URL' if kind == 'url' else 'path'}, not a page: {re.escape(repr(text.strip()))}"):
        extract(text)


@pytest.mark.parametrize("page", [*(json.loads(text) for kind, text in ADDRESSES if kind == "page"), "x" * 5000 + ".html"])
def test_texts_that_name_an_address_are_pages(page: str) -> None:
    assert (extract(page) or "").replace("<", "")[:4] == page.replace("<p>", "")[:4]


def test_all_text() -> None:
    text = html2txt(MILL) or ""
    assert "Imprint" in text and "Home" in text and "advert()" not in text
    assert html2txt(b"%PDF-1.7") is None and html2txt(b"") == ""


def test_earlier_calls_do_not_change_results() -> None:
    page = "<main><p>The mill reopens on Monday, after ten years.</p></main><div><p>Bread is sold in the yard, they say.</p></div>"
    assert dehusk.extract(page, method="plain", select=["main"]) == "The mill reopens on Monday, after ten years."
    assert dehusk.extract(page, method="plain", select=["div"]) == "Bread is sold in the yard, they say."
    assert dehusk.extract(page, method="plain", select="div") == "Bread is sold in the yard, they say."
    for wrong in ({"P": "1x"}, {"P": -1}, {"Q": 1}):
        dehusk.extract(page, method="r2l", params={"P": 1})
        with pytest.raises(dehusk.OptionError):
            dehusk.extract(page, method="r2l", params=wrong)
    dehusk.extract(page, include_tables=True)
    with pytest.raises(TypeError, match="include_tables"):
        dehusk.extract(page, include_tables=1)  # type: ignore[arg-type]


def test_front_matter_is_that_of_the_program(downloaded: str, tmp_path: Path) -> None:
    tricky = '<meta name=keywords content="a, b\\"><meta name=author content="Ann \'A\' Smith"><title>\u2028 a: "b\\"</title>'
    for number, page in enumerate((downloaded, tricky + "<p>Text enough to be taken for the content of a page, I hope.</p>")):
        file = tmp_path / f"{number}.html"
        file.write_bytes(page.encode())
        program = [sys.executable, "-m", "dehusk", "extract", "--format", "md", "--front-matter", str(file)]
        printed = subprocess.run(program, capture_output=True, check=True, encoding="utf-8").stdout
        found = extract(page.encode(), output_format="markdown", with_metadata=True) or ""
        assert found.rstrip("\n") == printed.rstrip("\n")
