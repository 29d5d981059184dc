"""Type checkers find wrong arguments: pyright reports exactly the lines here that are marked as wrong, and the options of
functions that pass them on are those of ``Extractor``.
"""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import dehusk
from dehusk import Extractor, ExtractorOptions

PROGRAM = """\
import dehusk
from dehusk.compat import trafilatura

pages = [b"<p>x</p>"]
dehusk.extract_many(pages, 2, markdown=True, hidden="drop", params={"focus": "recall"})
dehusk.extract_many(pages, items=True, focus="recall")
dehusk.extract_many(pages, markdwon=True)  # wrong
dehusk.extract_many(pages, markdown="yes")  # wrong
dehusk.extract_many(b"<p>x</p>".hex)  # wrong
dehusk.explain(pages[0], method="plain", timeout=None)
dehusk.explain(pages[0], methods="plain")  # wrong
dehusk.extract(None, output_format="markdown")
dehusk.extract(pages[0], output_format="xml")  # wrong
dehusk.extract(pages[0], favour_recall=True)  # wrong
dehusk.Extractor(hidden="perhaps")  # wrong
for extraction in dehusk.extract_many(pages):
    if extraction.status == "ok":
        print(extraction.text)
    if extraction.status == "okay":  # wrong
        print(extraction.text)
    if extraction.page_type == "forum" or extraction.page_type == "shop":  # wrong
        print([block.kind == "headline" for block in extraction.blocks or ()])  # wrong
trafilatura.extract("", output_format="xmltei", fast=True, config=None)
trafilatura.extract("", output_format="pdf")  # wrong
trafilatura.extract("", include_link=True)  # wrong
response = dehusk.fetch_response("https://mill.example/", timeout=1)
print(response.status)  # wrong
"""


def test_pyright_finds_the_wrong_lines(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"typeCheckingMode": "strict", "reportMissingModuleSource": False}))
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "program.py"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    if not run.stdout.startswith("{"):
        pytest.skip("pyright cannot run here")
    found = {message["range"]["start"]["line"] for message in json.loads(run.stdout)["generalDiagnostics"]}
    assert found == {number for number, line in enumerate(PROGRAM.splitlines()) if line.endswith("# wrong")}


PUBLIC = [getattr(dehusk, name) for name in dehusk.__all__]
METHODS = [member for each in PUBLIC if isinstance(each, type) for name, member in vars(each).items() if inspect.isfunction(member) and name[0] != "_"]


@pytest.mark.parametrize("each", [each for each in [*PUBLIC, *METHODS] if inspect.isfunction(each) or isinstance(each, type)])
def test_annotations_can_be_read_at_run_time(each: Any) -> None:
    """pydantic, typer and Sphinx do so."""
    assert isinstance(get_type_hints(each), dict)


SCHEMA = Path(__file__).parents[3] / "crates/dehusk-record/schema/record.schema.json"


def test_the_words_of_results_are_those_of_the_schema() -> None:
    fields = json.loads(SCHEMA.read_text("utf-8"))["properties"]
    blocks, items = (fields[name]["items"]["properties"] for name in ("blocks", "items"))
    hidden = [fields[name]["items"]["properties"]["hidden"] for name in ("blocks", "images", "items", "comments")]
    item_fields = items["fields"]["items"]["properties"]
    for words, *found in [
        (dehusk.Status, fields["status"]),
        (dehusk.PageType, fields["page_type"]),
        (dehusk.Verdict, fields["quality"]["properties"]["verdict"]),
        (dehusk.EncodingOrigin, fields["encoding_origin"]),
        (dehusk.BlockKind, blocks["kind"]),
        (dehusk.Direction, blocks["dir"]),
        (dehusk.HiddenBy, *hidden),
        (dehusk.ItemKind, items["kind"]),
        (dehusk.FieldName, item_fields["name"]),
    ]:
        for field in found:
            assert get_args(words) == tuple(word for word in field["enum"] if word is not None), words


def test_the_words_of_options_are_accepted() -> None:
    for name, words in [("focus", dehusk.Focus), ("hidden", dehusk.Hidden), ("invisible", dehusk.Invisible), ("title", dehusk.Title)]:
        options: list[dict[str, Any]] = [{name: word} for word in (*get_args(words), "perhaps")]
        assert all(Extractor("grain", **each) for each in options[:-1])
        with pytest.raises(dehusk.OptionError, match=".*".join(get_args(words))):
            Extractor("grain", **options[-1])


def test_the_passed_on_options_are_those_of_the_extractor() -> None:
    assert list(ExtractorOptions.__annotations__) == list(inspect.signature(Extractor).parameters)
