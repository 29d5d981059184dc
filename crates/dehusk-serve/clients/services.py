"""Asks a running `dehusk serve` with the clients of other services. Usage: services.py SERVER SITE

SITE has the page /mill.html, and answers /missing.html with 404 and a page.
"""

import json
import sys

import requests
from firecrawl import Firecrawl

SENTENCE = "rebuilt from local oak"


def firecrawl_v2(server, site):
    client = Firecrawl(api_key="fc-test", api_url=server)
    page = client.scrape(f"{site}/mill.html", formats=["markdown", "html", "links"])
    assert SENTENCE in page.markdown and SENTENCE in page.html, page
    assert page.metadata.status_code == 200 and page.metadata.title == "The old mill reopens", page.metadata
    missing = client.scrape(f"{site}/missing.html", formats=["markdown"])
    assert missing.metadata.status_code == 404 and missing.metadata.error == "Not Found", missing.metadata
    assert "is not here any more" in missing.markdown, missing.markdown
    without = client.scrape(f"{site}/mill.html", formats=["markdown"], exclude_tags=["h1"])
    assert "# The old mill reopens" not in without.markdown and SENTENCE in without.markdown, without.markdown


def firecrawl_v1(server, site):
    page = Firecrawl(api_key="fc-test", api_url=server).v1.scrape_url(f"{site}/mill.html", formats=["markdown", "links"])
    assert SENTENCE in page.markdown and page.metadata["statusCode"] == 200, page


def open_webui(server, site):
    """What the external loader of Open WebUI sends: `requests` with a list of addresses and a token."""
    headers = {"User-Agent": "Open WebUI (https://github.com/open-webui/open-webui) External Web Loader", "Authorization": "Bearer secret"}
    answer = requests.post(server, headers=headers, json={"urls": [f"{site}/mill.html", f"{site}/missing.html"]}, timeout=60)
    answer.raise_for_status()
    assert [SENTENCE in page["page_content"] for page in answer.json()] == [True], answer.text


def batch(server, site):
    """`requests` sends the whole body before it reads."""
    page = requests.get(f"{site}/mill.html", timeout=60).text
    line = json.dumps({"html": page * 20, "method": "plain", "with": ["markdown", "html"]})
    answer = requests.post(f"{server}/v1/batch", data=f"{line}\n" * 400, timeout=120)
    statuses = {json.loads(record)["status"] for record in answer.text.splitlines()}
    assert len(answer.text.splitlines()) == 400 and statuses == {"ok"}, answer.text[:200]


def main(server, site):
    for ask in (firecrawl_v2, firecrawl_v1, open_webui, batch):
        ask(server, site)
        print(f"ok: {ask.__name__}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
