"""A tour of dehusk in notebook cells (``# %%``). It needs only the wheel: ``python examples/tour.py``."""

# %% A page as it was received: bytes in some encoding.
import json
import tempfile
import time
from pathlib import Path

import dehusk

STORY = """<p>The old mill on the river reopens on Monday, after ten years of repair, which
<a href="/cost">cost more</a> than anybody had thought, and which the town will pay for until the children are grown.</p>
<p>“We had given up hope,” said the miller. The wheel is new, the stones are old, and the bread that is made of the flour
will be sold in the market every Saturday.</p>"""
PAGE = f"""<html lang="en"><head><meta charset="windows-1252"><title>The old mill reopens | The Daily Mill</title>
<meta name="author" content="Rosa Miller"><meta property="article:published_time" content="2026-05-04"></head><body>
<nav><a href="/">Home</a> <a href="/news">News</a></nav><article><h1>The old mill reopens</h1>{STORY}
<table><tr><th>Year</th><th>Flour</th></tr><tr><td>2015</td><td>90 tons</td></tr></table></article>
<footer>Imprint, privacy, contact</footer></body></html>""".encode("windows-1252")

print(dehusk.extract(PAGE, method="grain"))

# %% The same page as Markdown, with its metadata.
print(dehusk.extract(PAGE, url="https://mill.example/1", output_format="markdown", with_metadata=True, method="grain"))

# %% An extractor returns a result for every page, with a status.
extractor = dehusk.Extractor("grain", metadata=True, timeout=2.0)
for page in (PAGE, b"", b"%PDF-1.7", b"<div>" * 1_000):
    print(extractor.extract(page))

# %% Why was each block kept or removed? A notebook displays this HTML; here it is written to a file.
explanation = dehusk.explain(PAGE, method="grain")
for block in explanation.blocks or ():
    print(f"{'+' if block.kept else '-'} {block.score:.2f} {block.kind:10} {block.reason:18} {block.text[:50]}")
with tempfile.TemporaryDirectory() as folder:
    report = Path(folder) / "explained.html"
    report.write_text(f"<meta charset=utf-8>{explanation._repr_html_()}", encoding="utf-8")
    print(f"{report.stat().st_size} bytes of HTML")

# %% Links and tables of the main content, each with its position in the page and in the text.
result = dehusk.Extractor("grain", links=True, tables=True, blocks=True).extract(PAGE, url="https://mill.example/1")
for link in result.links or ():
    print(link.url, repr(result.text[link.text_start : link.text_end]), PAGE[link.src_start : link.src_end])
for table in result.tables or ():
    print(*table.rows, sep="\n")

# %% Extraction from a part of the page, without some elements of this part.
print(dehusk.extract(PAGE, method="plain", select="article", exclude="h1, table"))

# %% Many pages from any iterable: on all cores, in input order, with only a few pages in memory at a time.
crawl = ((PAGE.replace(b"Monday", b"day %d" % day), f"https://mill.example/{day}") for day in range(2_000))
start, statuses, characters = time.perf_counter(), dict[str, int](), 0
for result in extractor.extract_many(crawl):
    statuses[result.status] = statuses.get(result.status, 0) + 1
    characters += len(result.text)
print(f"{statuses}, {characters:,} characters, {2_000 / (time.perf_counter() - start):,.0f} pages per second")

# %% The result for a page as a record for a JSON Lines file.
record = extractor.extract(PAGE, url="https://mill.example/1").as_dict()
print(json.dumps({name: record[name] for name in ("status", "method", "encoding", "metadata")}, ensure_ascii=False))

# %% Arrow batches, if pyarrow is installed.
try:
    import pyarrow
except ImportError:
    print("pyarrow is not installed: no batches")
else:
    batch = pyarrow.RecordBatch.from_pydict({"id": [1, 2], "html": [PAGE, None]})
    print(extractor.extract_batch(batch).select(["id", "status", "title", "error"]).to_pylist())
