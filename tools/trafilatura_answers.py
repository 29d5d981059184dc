"""Writes trafilatura's text, title, author and date of every page of a corpus, for `dehusk eval --outputs trafilatura=FILE`.

Usage: python3 tools/trafilatura_answers.py CORPUS > FILE     (after pip install trafilatura lxml_html_clean)
"""

import argparse
import json
from pathlib import Path

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("corpus", metavar="CORPUS", type=Path, help="a folder with manifest.jsonl and pages/")
corpus = arguments.parse_args().corpus
if not (corpus / "manifest.jsonl").is_file():
    arguments.error(f"{corpus} has no manifest.jsonl; name the folder of a corpus")

import trafilatura  # noqa: E402  (it takes seconds, and --help works without it)

for line in (corpus / "manifest.jsonl").read_text(encoding="utf-8").splitlines():
    page = json.loads(line)
    html = (corpus / "pages" / f"{page['id']}.html").read_bytes()
    text = trafilatura.bare_extraction(html, url=page.get("url"), with_metadata=True)
    found = trafilatura.extract_metadata(html, default_url=page.get("url"))
    fields = found.as_dict() if found is not None else {}
    answer = {"id": page["id"], "text": (text.as_dict().get("text") if text is not None else None) or ""}
    answer |= {name: fields.get(name) for name in ("title", "author", "date")}
    print(json.dumps(answer, ensure_ascii=False))
