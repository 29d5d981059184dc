"""Extractors of other projects, unchanged, with ``trafilatura`` replaced by ``dehusk.compat``.

Each also runs with the package that it was written for, if that is installed: with dehusk it must find at least as much of
what pages are about, and no more of the rest. ``bindings/python/test --engines`` installs them all.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable

import pytest
from pages import MILL

from dehusk import compat
from dehusk.compat.trafilatura.settings import DEFAULT_CONFIG

pytestmark = [pytest.mark.engine, pytest.mark.filterwarnings("ignore")]

#: A page with a paragraph per line of its story, and the husk around it.
STORY = [
    "The ferry across the lake stopped on Tuesday, because its only engine had broken for the third time this year.",
    "Two hundred people on the far side now take the road around the mountain, which is an hour longer, they say.",
    "The company wants to buy a second engine, if the towns pay a part of it before the summer.",
]
HUSK = ["Sign up for our newsletter", "Most read this week", "All rights reserved", "Share this story"]
FERRY = (
    "<!doctype html><html><head><title>No ferry until June</title></head><body><nav><a href=/>Home</a><a href=/lake>Lake</a></nav>"
    f"<article><h1>No ferry until June</h1><div class=share>{HUSK[3]}</div>{''.join(f'<p>{line}</p>' for line in STORY)}</article>"
    f"<aside><h3>{HUSK[1]}</h3><ul><li><a href=/1>A bridge is planned</a><li><a href=/2>Ten new boats</a></ul></aside>"
    f"<div class=signup>{HUSK[0]}</div><footer>{HUSK[2]}</footer></body></html>"
)


def score(text: str) -> int:
    """Returns how many lines of the story a text has, less the lines of the husk."""
    flat = " ".join(text.split())
    return sum(line in flat for line in STORY) - sum(line in flat for line in HUSK)


def check(extract: Callable[[], str]) -> None:
    """Compares an extraction with dehusk and with trafilatura, which may be missing."""
    with compat.replaced("trafilatura"):
        ours = score(extract())
    assert ours == len(STORY)
    try:
        import trafilatura  # noqa: F401
    except ImportError:
        return
    assert ours >= score(extract())


class Ferry(BaseHTTPRequestHandler):
    """Serves the page."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(FERRY)))
        self.end_headers()
        self.wfile.write(FERRY.encode())

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serves the page on this machine, which both packages are allowed to fetch from."""
    monkeypatch.setitem(DEFAULT_CONFIG["DEFAULT"], "SSRF_PROTECTION", "off")
    try:
        from trafilatura.settings import DEFAULT_CONFIG as THEIRS

        monkeypatch.setitem(THEIRS["DEFAULT"], "SSRF_PROTECTION", "off")
    except ImportError:
        pass
    server = ThreadingHTTPServer(("127.0.0.1", 0), Ferry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_datatrove() -> None:
    """datatrove asks whether trafilatura is installed; it need not be imported."""
    extractors = pytest.importorskip("datatrove.pipeline.extractors", exc_type=ImportError)
    data = pytest.importorskip("datatrove.data", exc_type=ImportError)
    pytest.importorskip("trafilatura", exc_type=ImportError)

    def extract() -> str:
        documents = [data.Document(text=html, id=str(number)) for number, html in enumerate((FERRY, MILL, ""))]
        found = list(extractors.Trafilatura(timeout=30).run(iter(documents)))
        assert [document.id for document in found] == ["0", "1"]
        text: str = found[0].text
        return text

    check(extract)


def test_llama_index(address: str) -> None:
    base = pytest.importorskip("llama_index.readers.web.trafilatura_web.base", exc_type=ImportError)
    for options in ({}, {"favor_precision": True, "include_comments": False}, {"output_format": "markdown"}):
        check(lambda: str(base.TrafilaturaWebReader().load_data([address], **options)[0].text))


def test_haystack() -> None:
    pytest.importorskip("haystack", exc_type=ImportError)
    import sys

    def extract() -> str:
        # The function is imported with the module.
        for name in [name for name in sys.modules if name.startswith("haystack.components.converters.html")]:
            del sys.modules[name]
        from haystack.components.converters.html import HTMLToDocument
        from haystack.dataclasses import ByteStream

        converter = HTMLToDocument(extraction_kwargs={"include_links": True, "no_fallback": True})
        found = converter.run(sources=[ByteStream(FERRY.encode()), ByteStream(b"")])["documents"]
        assert len(found) == 1
        return str(found[0].content)

    check(extract)


def test_scrapy() -> None:
    """A pipeline as the documentation of Scrapy writes them, with the extractor inside."""
    http = pytest.importorskip("scrapy.http", exc_type=ImportError)
    exceptions = pytest.importorskip("scrapy.exceptions", exc_type=ImportError)

    class TextPipeline:
        def process_item(self, item: dict[str, Any]) -> dict[str, Any]:
            from trafilatura import bare_extraction

            found = bare_extraction(item["response"].body, url=item["response"].url, with_metadata=True)
            assert not isinstance(found, dict)
            if found is None or not found.text:
                raise exceptions.DropItem("no text")
            return {"url": found.url, "title": found.title, "text": found.text}

    def extract() -> str:
        response = http.HtmlResponse("https://lake.example/ferry", body=FERRY.encode(), encoding="utf-8")
        item = TextPipeline().process_item({"response": response})
        assert (item["url"], item["title"]) == ("https://lake.example/ferry", "No ferry until June")
        with pytest.raises(exceptions.DropItem):
            TextPipeline().process_item({"response": http.HtmlResponse("https://lake.example/", body=b"<p></p>")})
        return str(item["text"])

    check(extract)
