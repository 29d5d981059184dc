"""Every call in the documentation of trafilatura, with the import replaced by ``dehusk.compat.trafilatura``.

``CALLS`` is the table: the page of the documentation, the code as it is written there (addresses replaced by those of a
server in this process), and what has to be true of ``_``, the value of the last line.
"""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from pages import COMMENTED, MILL

pytest.importorskip("lxml", exc_type=ImportError)

from lxml import etree

from dehusk import OptionError
from dehusk.compat import trafilatura as compat
from dehusk.compat.trafilatura import bare_extraction, extract, extract_metadata, html2txt
from dehusk.compat.trafilatura.settings import Extractor

COMPAT = "dehusk.compat.trafilatura"
SETTINGS = "[DEFAULT]\nMIN_OUTPUT_SIZE = 100000\n"
FEED = """<rss version="2.0"><channel><item><link>http://{host}/en/1</link></item>
<item><link>http://{host}/de/2</link></item><item><link>http://other.example/en/3</link></item></channel></rss>"""
HOME = "<html><head><link rel=alternate type='application/rss+xml' href=/feed.xml></head><body><p>Home.</p></body></html>"
ROBOTS = "User-agent: *\nDisallow: /private\nSitemap: http://{host}/maps.xml"
MAPS = "<sitemapindex><sitemap><loc>http://{host}/map.xml</loc></sitemap></sitemapindex>"
MAP = "<urlset><url><loc>http://{host}/en/1</loc></url><url><loc>http://{host}/de/2</loc></url></urlset>"
#: What the server answers, by path: the content type and the body, with the host of the server for {host}.
ROUTES = {
    "/news/1": ("text/html; charset=utf-8", MILL),
    "/": ("text/html; charset=utf-8", HOME),
    "/feed.xml": ("application/rss+xml", FEED),
    "/robots.txt": ("text/plain", ROBOTS),
    "/maps.xml": ("application/xml", MAPS),
    "/map.xml": ("application/xml", MAP),
}


CALLS: list[tuple[str, str, str]] = [
    # Quickstart and "With Python"
    ("quickstart", "from trafilatura import fetch_url, extract\ndownloaded = fetch_url(url, config=local)\nextract(downloaded)", "'Monday' in _"),
    ("quickstart", "extract(downloaded, output_format='xml')", "_.startswith('<doc') and '<main>' in _"),
    ("quickstart", "extract(downloaded, output_format='json', include_comments=False)", "json.loads(_)['comments'] == ''"),
    ("quickstart", "extract(downloaded, no_fallback=True)", "'Monday' in _"),
    ("quickstart", "from trafilatura import html2txt\nhtml2txt(downloaded)", "'Imprint' in _ and 'Monday' in _"),
    ("quickstart", "from trafilatura import extract_metadata\nextract_metadata(downloaded)", "_.title == 'The old mill reopens'"),
    ("usage-python", "downloaded is None", "_ is False"),
    ("usage-python", "extract(downloaded)", "'Monday' in _"),
    ("usage-python", "extract(downloaded, include_links=True)", "'](' in _ and '/cost' in _"),
    ("usage-python", "extract(downloaded, output_format='xml', url=url)", "'<main>' in _"),
    ("usage-python", "extract(downloaded, output_format='xml', include_links=True)", "'<ref target=' in _"),
    ("usage-python", "extract(downloaded, include_links=True, url=url)", "f'](http://{host}/cost)' in _"),
    ("usage-python", "extract(downloaded, include_comments=False)", "'Monday' in _"),
    ("usage-python", "extract(downloaded, include_tables=False)", "'tons' not in _"),
    ("usage-python", "extract(formatted, include_images=True, output_format='xml')", "'<graphic src=' in _"),
    ("usage-python", "extract(formatted, include_formatting=True, output_format='xml')", "'<hi rend=\"#b\">bold</hi>' in _"),
    ("usage-python", "extract(formatted, include_formatting=False, output_format='xml')", "'<hi' not in _ and 'bold' in _"),
    ("usage-python", "extract(downloaded, url, favor_precision=True)", "'Monday' in _"),
    ("usage-python", "extract(downloaded, url, favor_recall=True)", "'Monday' in _"),
    ("usage-python", "extract(downloaded, url, target_language='de')", "_ is None"),
    ("usage-python", "extract(downloaded, url, target_language='en')", "'Monday' in _"),
    ("usage-python", "extract(downloaded, include_comments=False, include_tables=False, no_fallback=True)", "'tons' not in _"),
    (
        "usage-python",
        "extract(downloaded, output_format='xml', date_extraction_params={'extensive_search': True, 'max_date': '2018-07-01'})",
        "'<main>' in _",
    ),
    (
        "usage-python",
        "extract(downloaded, with_metadata=True, date_extraction_params={'original_date': True, 'outputformat': '%d.%m.%Y'})",
        "'04.05.2026' in _",
    ),
    ("usage-python", "bare_extraction(downloaded, with_metadata=True)", "_.author == 'Rosa Miller' and _.date == '2026-05-04'"),
    ("usage-python", "bare_extraction(downloaded, with_metadata=True, url=url)", "_.url == url and _.hostname"),
    ("usage-python", "from trafilatura.meta import reset_caches\nreset_caches()", "_ is None"),
    ("usage-python", "bare_extraction(downloaded)", "'Monday' in _.text and _.body.tag == 'body' and _.title is None"),
    (
        "usage-python",
        "from trafilatura import fetch_response\nresponse = fetch_response(moved, config=local)\nbare_extraction(response.data, url=response.url)",
        "'Monday' in _.text and response.url == url",
    ),
    ("usage-python", "bare_extraction(response, url=response.url)", "'Monday' in _.text"),
    (
        "usage-python",
        "from lxml import html\nmytree = html.fromstring('<html><body><article><p>Here is the main text.</p></article></body></html>')\nextract(mytree)",
        "_ == 'Here is the main text.'",
    ),
    # Downloads
    ("downloads", "from trafilatura.downloads import fetch_url\nfetch_url(url, config=local)", "'<title>' in _"),
    ("downloads", "[fetch_url(each, config=local) for each in (url, moved)]", "_[0] == _[1] and _[0]"),
    ("downloads", "fetch_response(url, config=local).status", "_ == 200"),
    ("downloads", "fetch_response(url, config=local).url", "_ == url"),
    ("downloads", "fetch_response(url, config=local).data", "isinstance(_, bytes) and b'<title>' in _"),
    (
        "downloads",
        "fetch_response(url, decode=True, with_headers=True, config=local)",
        "'<title>' in _.html and 'text/html' in _.headers['content-type']",
    ),
    ("downloads", "fetch_url('http://127.0.0.1:9/')", "_ is None"),
    (
        "downloads",
        "from trafilatura.downloads import buffered_downloads\noptions = Extractor(config=local)\n"
        "list(buffered_downloads([url, moved, f'http://{host}/nothing'], 2, options))",
        "{address: bool(page) for address, page in _} == {url: True, moved: True, f'http://{host}/nothing': False}",
    ),
    (
        "downloads",
        "from trafilatura.downloads import buffered_response_downloads\n"
        "{address: response.url for address, response in buffered_response_downloads([url, moved], 2, options=Extractor(config=local))}",
        "_ == {url: url, moved: url}",
    ),
    ("corefunctions", "from trafilatura.utils import is_acceptable_length\nis_acceptable_length(5, Extractor())", "_ is False"),
    ("corefunctions", "from trafilatura.utils import language_classifier\nlanguage_classifier(bare_extraction(downloaded).text, '')", "_ == 'en'"),
    ("corefunctions", "from trafilatura.xml import xmltocsv\nxmltocsv(bare_extraction(downloaded), False)", "len(_.split('\\t')) == 11"),
    ("corefunctions", "import trafilatura\ntrafilatura.__version__", "_.startswith('2.')"),
    # Settings
    (
        "settings",
        "from copy import deepcopy\nfrom trafilatura.settings import DEFAULT_CONFIG\nmy_config = deepcopy(DEFAULT_CONFIG)\n"
        "my_config['DEFAULT']['MIN_OUTPUT_SIZE'] = '1000'\nextract('<html><body><p>Text.</p></body></html>', config=my_config)",
        "_ is None",
    ),
    ("settings", "extract('<html><body><p>Text.</p></body></html>')", "_ == 'Text.'"),
    (
        "settings",
        "from trafilatura.settings import use_config\nnewconfig = use_config(settings)\nextract(downloaded, config=newconfig)",
        "_ is None",
    ),
    ("settings", "extract(downloaded, settingsfile=settings)", "_ is None"),
    (
        "settings",
        "from trafilatura.settings import Extractor\noptions = Extractor(output_format='json', with_metadata=True)\nextract(downloaded, options=options)",
        "json.loads(_)['source-hostname'] == 'The Daily Mill'",
    ),
    # Deduplication
    ("deduplication", "[extract(downloaded, deduplicate=True) for _ in range(6)]", "'given up hope' in _[0] and 'given up hope' not in _[-1]"),
    (
        "deduplication",
        "options = Extractor(dedup=True)\n[extract(downloaded, options=options) for _ in range(6)]",
        "'given up hope' in _[2] and 'given up hope' not in _[5]",
    ),
    (
        "deduplication",
        "from lxml.etree import fromstring\nfrom trafilatura.deduplication import duplicate_test\noptions = Extractor()\n"
        "options.min_duplcheck_size = 0\noptions.max_repetitions = 0\nelem = fromstring('<p>Here is text.</p>')\n"
        "[duplicate_test(elem, options) for _ in range(3)]",
        "_[0] is False and _[-1] is True",
    ),
    (
        "deduplication",
        "from trafilatura.deduplication import Simhash\nfirst = Simhash('This is a text.')\nsecond = Simhash('This is a test.')\nsecond.similarity(first)",
        "_ == 0.84375",
    ),
    ("deduplication", "Simhash(existing_hash=first.hash).similarity(first)", "_ == 1.0"),
    (
        "deduplication",
        "from trafilatura.deduplication import content_fingerprint\ncontent_fingerprint('Here is text.')",
        "_ == 'd2ff47ba297cc254'",
    ),
    (
        "deduplication",
        "from trafilatura.cli_utils import generate_hash_filename\ngenerate_hash_filename('This is a text.')",
        "_ == 'qAgzZnskrcRgeftk'",
    ),
    # TEI and XML
    ("tutorial-tei", "extract(downloaded, output_format='xmltei', tei_validation=True)", "_.startswith('<TEI') and 'type=\"entry\"' in _"),
    (
        "tutorial-tei",
        "from trafilatura.xml import validate_tei\nfrom lxml import etree\nvalidate_tei(etree.fromstring(extract(downloaded, output_format='xmltei')))",
        "_ is True",
    ),
    # Core functions
    ("corefunctions", "from trafilatura import baseline\nbaseline(downloaded)", "_[0].tag == 'body' and 'Monday' in _[1] and _[2] == len(_[1])"),
    ("corefunctions", "from trafilatura import extract_with_metadata\nextract_with_metadata(downloaded)", "_.title and 'Monday' in _.text"),
    ("corefunctions", "from trafilatura.utils import decode_file\ndecode_file(gzip.compress(downloaded.encode()))", "_ == downloaded"),
    ("corefunctions", "from trafilatura import load_html\nload_html(downloaded)", "_.findtext('.//title').startswith('The old mill')"),
    ("corefunctions", "from trafilatura.utils import sanitize\nsanitize(' a \\x00 b \\n\\n c')", "_ == 'a b\\nc'"),
    ("corefunctions", "from trafilatura.utils import trim\ntrim(' a \\n b ')", "_ == 'a b'"),
    ("corefunctions", "from trafilatura.xml import xmltotxt\nxmltotxt(bare_extraction(downloaded).body, include_formatting=False)", "'Monday' in _"),
    # Tutorials, for training data and for retrieval
    (
        "tutorial-datasets",
        "doc = bare_extraction(downloaded, url=url, with_metadata=True, target_language='en')\n(doc.title, doc.date, doc.language, doc.text)",
        "all(_)",
    ),
    ("tutorial-datasets", "bare_extraction(downloaded, with_metadata=True).as_dict()", "_['title'] and _['text'] and 'fingerprint' in _"),
    ("usage-cli", "extract(downloaded, output_format='csv')", "len(_.split('\\t')) == 11"),
    ("usage-cli", "extract(downloaded, output_format='markdown', with_metadata=True)", "_.startswith('---\\ntitle: The old mill reopens\\n')"),
    ("usage-cli", "extract(downloaded, output_format='html', with_metadata=True)", "'<meta name=\"author\" content=\"Rosa Miller\">' in _"),
    ("usage-cli", "extract(downloaded, only_with_metadata=True)", "_ is None"),
    ("usage-cli", "extract(downloaded, url, only_with_metadata=True)", "'Monday' in _"),
    ("usage-cli", "extract(downloaded, url, url_blacklist={url})", "_ is None"),
    ("usage-cli", "bare_extraction(downloaded, with_metadata=True, author_blacklist={'Rosa Miller'}).author", "_ is None"),
    ("usage-python", "extract(downloaded, prune_xpath='//table')", "'tons' not in _ and 'Monday' in _"),
    ("usage-python", "extract(downloaded, prune_xpath=['//table', '//h1'])", "'tons' not in _ and not _.startswith('The old mill reopens')"),
    ("usage-python", "extract(downloaded, record_id='7', output_format='json', with_metadata=True)", "json.loads(_)['id'] == '7'"),
    ("usage-python", "extract(None)", "_ is None"),
    # Feeds and sitemaps
    (
        "usage-python",
        "from trafilatura import feeds\nfeeds.find_feed_urls(f'http://{host}/', config=local)",
        "_ == [f'http://{host}/de/2', f'http://{host}/en/1']",
    ),
    (
        "usage-python",
        "from trafilatura.feeds import find_feed_urls\nfind_feed_urls(f'http://{host}/feed.xml', target_lang='en', external=True, config=local)",
        "_ == [f'http://{host}/en/1', 'http://other.example/en/3']",
    ),
    ("usage-python", "find_feed_urls(f'http://{host}/nothing', sleep_time=0, config=local)", "len(_) == 2"),
    ("usage-python", "find_feed_urls('mill', config=local)", "_ == []"),
    (
        "usage-python",
        "from trafilatura import sitemaps\nsitemaps.sitemap_search(f'http://{host}/', sleep_time=0, config=local)",
        "_ == [f'http://{host}/de/2', f'http://{host}/en/1']",
    ),
    (
        "usage-python",
        "from trafilatura.sitemaps import sitemap_search\nsitemap_search(f'http://{host}/map.xml', target_lang='en', config=local)",
        "_ == [f'http://{host}/en/1']",
    ),
    ("usage-python", "sitemap_search(f'http://{host}/en/', sleep_time=0, config=local)", "_ == [f'http://{host}/en/1']"),
]

FORMATTED = "<article><h1>Mill</h1><p>" + "The old mill has <b>bold</b> walls and a new wheel, they say. " * 5 + "See <img src=/wheel.png alt=wheel> it.</p></article>"


class Pages(BaseHTTPRequestHandler):
    """Serves the page, and an address that redirects to it."""

    def do_GET(self) -> None:
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/news/1")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        kind, text = ROUTES.get(self.path, ("text/html; charset=utf-8", ""))
        body = text.replace("{host}", self.headers["Host"]).encode()
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def names(host: str, tmp_path: Path) -> dict[str, Any]:
    """Returns the names that the snippets of the documentation use."""
    settings = tmp_path / "my.cfg"
    settings.write_text(SETTINGS)
    local = compat.settings.use_config()
    local["DEFAULT"]["SSRF_PROTECTION"] = "off"
    names = {
        "host": host,
        "url": f"http://{host}/news/1",
        "moved": f"http://{host}/moved",
        "downloaded": MILL,
        "commented": COMMENTED,
        "formatted": FORMATTED,
        "settings": str(settings),
        "local": local,
        "gzip": gzip,
    }
    exec("import json\nfrom dehusk.compat.trafilatura import *\nfrom dehusk.compat.trafilatura.settings import Extractor", names)
    exec("from dehusk.compat.trafilatura.deduplication import Simhash\nfirst = Simhash('This is a text.')", names)
    exec("response = fetch_response(url, config=local)", names)
    exec("from dehusk.compat.trafilatura.feeds import find_feed_urls", names)
    exec("from dehusk.compat.trafilatura.sitemaps import sitemap_search", names)
    compat.deduplication.LRU_TEST.clear()
    return names


@pytest.mark.filterwarnings("ignore:trafilatura's argument")
@pytest.mark.parametrize(("source", "call", "expected"), CALLS)
def test_calls_of_the_documentation(source: str, call: str, expected: str, names: dict[str, Any]) -> None:
    *before, last = call.replace("from trafilatura", f"from {COMPAT}").replace("import trafilatura", f"import {COMPAT} as trafilatura").split("\n")
    exec("\n".join(before), names)
    names["_"] = eval(last, names)
    assert eval(expected, names), names["_"]


def test_addresses_are_taken_from_a_store() -> None:
    pytest.importorskip("courlan", exc_type=ImportError)
    from dehusk.compat.trafilatura.downloads import add_to_compressed_dict, load_download_buffer

    urls = ["https://mill.example/1", "https://www.mill.example/2", "https://mill.example/1", "https://other.example/3"]
    store = add_to_compressed_dict(urls, blacklist={"mill.example/2"}, url_filter=["mill"])
    assert load_download_buffer(store, sleep_time=0) == (["https://mill.example/1"], store)
    assert add_to_compressed_dict(["https://mill.example/4"], url_store=store) is store and not store.done
