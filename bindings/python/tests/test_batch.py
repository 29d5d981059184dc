"""``extract_batch``: extraction of Arrow batches, compared with extraction of single pages."""

from __future__ import annotations

from typing import Any

import pytest
from pages import COMMENTED, MILL, numbered_pages

import dehusk
from dehusk import Extractor

pa = pytest.importorskip("pyarrow")


def batch_of(count: int, **more: Any) -> Any:
    ids, pages, urls = zip(*numbered_pages(count))
    return pa.RecordBatch.from_pydict({"id": ids, "url": urls, "html": pages, **more})


def test_rows_equal_single_extractions() -> None:
    extractor = Extractor("grain", markdown=True, html=True, metadata=True)
    rows = extractor.extract_batch(batch_of(200)).to_pylist()
    assert len(rows) == 200
    for row, (name, html, url) in zip(rows, numbered_pages(200)):
        found = extractor.extract(html, url)
        metadata = found.metadata or dehusk.Metadata()
        assert (row["id"], row["url"]) == (name, url)
        assert (row["status"], row["reason"], row["text"]) == (found.status, found.reason, found.text)
        assert (row["title"], row["date"]) == (metadata.title, metadata.date)
        assert (row["options_hash"], row["error"]) == (extractor.options_hash, None)
        if found.status == "ok":
            assert (row["markdown"], row["html"]) == (found.markdown, found.html)


def test_what_is_no_batch_is_refused_with_advice() -> None:
    table = pa.Table.from_pydict({"html": [MILL]})
    with pytest.raises(TypeError, match=r"no Arrow batch: Table; .*table.to_batches\(\)"):
        dehusk.extract_batch(table)
    assert [dehusk.extract_batch(batch).num_rows for batch in table.to_batches()] == [1]
    for wrong in (None, [table], "html"):
        with pytest.raises(TypeError, match="no Arrow batch: .*from_pydict"):
            dehusk.extract_batch(wrong)  # type: ignore[arg-type]


def test_a_data_frame_is_refused_with_advice() -> None:
    pandas = pytest.importorskip("pandas", exc_type=ImportError)
    frame = pandas.DataFrame({"html": [MILL]})
    with pytest.raises(TypeError, match=r"no Arrow batch: DataFrame; .*RecordBatch.from_pandas\(frame\)"):
        dehusk.extract_batch(frame)
    assert dehusk.extract_batch(pa.RecordBatch.from_pandas(frame)).num_rows == 1


#: The options that request all lists.
LISTS = dict.fromkeys(("blocks", "links", "images", "tables", "comments"), True)


def test_lists_equal_those_of_single_extractions() -> None:
    extractor = Extractor("plain", **LISTS)  # type: ignore[arg-type]
    batch = pa.RecordBatch.from_pydict({"html": [COMMENTED.encode(), MILL.encode(), b"%PDF-1.7"]})
    rows = extractor.extract_batch(batch).to_pylist()
    for row, page in zip(rows, (COMMENTED, MILL)):
        found = extractor.extract(page).as_dict()
        text = found["text"].encode()
        for name in LISTS:
            assert len(row[name]) == len(found[name])
            for item, ours in zip(row[name], found[name]):
                if item.get("text_start") is not None:  # text offsets count bytes in a batch, but characters in Python
                    in_batch = text[item["text_start"] : item["text_end"]].decode()
                    assert in_batch == found["text"][ours["text_start"] : ours["text_end"]]
                for key in item.keys() - {"text_start", "text_end", "rows"}:
                    assert item[key] == pytest.approx(ours[key]) if key == "score" else item[key] == ours[key]
    assert rows[0]["links"] and rows[0]["images"] and rows[0]["comments"] and rows[1]["tables"] and rows[1]["blocks"]
    assert [rows[2][name] for name in LISTS] == [None] * len(LISTS)


def test_an_input_column_with_the_name_of_an_output_column_is_renamed() -> None:
    row = dehusk.extract_batch(batch_of(1, text=["mine"])).to_pylist()[0]
    assert row["input_text"] == "mine" and row["text"] != "mine"


def test_the_output_schema_is_known_in_advance() -> None:
    for options in ({}, {"markdown": True}, {"metadata": True, "html": True}, LISTS):
        extractor, batch = Extractor(**options), batch_of(3)  # type: ignore[arg-type]
        assert extractor.batch_schema(batch.schema) == extractor.extract_batch(batch).schema


@pytest.mark.parametrize("kind", ["binary", "large_binary", "binary_view"])
def test_every_binary_type(kind: str) -> None:
    batch = pa.RecordBatch.from_arrays([pa.array([MILL.encode()], getattr(pa, kind)())], ["html"])
    assert dehusk.extract_batch(batch)["text"][0].as_py() == dehusk.extract(MILL)


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view"])
def test_strings_are_not_decoded_again(kind: str) -> None:
    lying = '<meta charset="iso-8859-1"><p>Grüße aus Köln</p>'
    batch = pa.RecordBatch.from_arrays([pa.array([lying], getattr(pa, kind)())], ["body"])
    row = dehusk.extract_batch(batch, column="body", method="plain").to_pylist()[0]
    assert row["text"] == "Grüße aus Köln"


def test_a_slice_and_an_empty_batch() -> None:
    whole = batch_of(50)
    rows = dehusk.extract_batch(whole).to_pylist()
    assert dehusk.extract_batch(whole.slice(10, 20)).to_pylist() == rows[10:30]
    assert dehusk.extract_batch(whole.slice(0, 0)).num_rows == 0


def test_invalid_columns_are_named_in_the_error() -> None:
    batch = batch_of(2)
    with pytest.raises(dehusk.OptionError, match='"body".*id, url, html'):
        dehusk.extract_batch(batch, column="body")
    with pytest.raises(dehusk.OptionError, match="Int64"):
        dehusk.extract_batch(pa.RecordBatch.from_pydict({"html": [1, 2]}))
    with pytest.raises(dehusk.OptionError, match="input_text"):
        dehusk.extract_batch(batch_of(2, text=["a", "b"], input_text=["a", "b"]))
    with pytest.raises(TypeError):
        dehusk.extract_batch({"html": [b"<p>"]})  # type: ignore[arg-type]


def test_any_object_with_the_capsule_interface_is_accepted() -> None:
    class Capsule:
        def __init__(self, batch: Any) -> None:
            self._batch = batch

        def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
            return self._batch.__arrow_c_array__(requested_schema)

    assert dehusk.extract_batch(Capsule(batch_of(5))) == dehusk.extract_batch(batch_of(5))
