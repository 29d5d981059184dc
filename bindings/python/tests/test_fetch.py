"""``fetch_url`` and ``fetch_response``: their arguments and the response. More downloads are tested in ``test_compat_trafilatura``."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

import dehusk

#: Nothing listens there.
NOWHERE = "http://127.0.0.1:9/"


class Pages(BaseHTTPRequestHandler):
    """Serves an empty page, and an address that redirects to one that is missing."""

    def do_GET(self) -> None:
        self.send_response({"/empty": 200, "/moved": 302}.get(self.path, 404))
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "0")
        self.send_header("Location", "/missing")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_an_empty_page_is_logged(site: str, caplog: pytest.LogCaptureFixture) -> None:
    assert dehusk.fetch_url(f"{site}/empty", public_only=False) is None
    assert [record.getMessage() for record in caplog.records] == [f"nothing to read at {site}/empty: the page has 0 bytes"]
    response = dehusk.fetch_response(f"{site}/empty", public_only=False)
    assert response is not None and (response.status, response.data) == (200, b"")


@pytest.mark.parametrize(
    "limit",
    [{"timeout": float("inf")}, {"timeout": 1e300}, {"timeout": 10**400}, {"max_redirects": 2**70}, {"max_bytes": 2**70}],
)
def test_limits_may_be_as_large_as_wanted(limit: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    assert dehusk.fetch_url(NOWHERE, public_only=False, **limit) is None
    assert "unexpectedly" not in caplog.text and "cannot fetch the address" in caplog.text


@pytest.mark.parametrize("headers", [["Accept: text/html"], "Accept: text/html", {"Accept": 1}, {1: "text/html"}, {"Accept": None}])
def test_wrong_headers_are_refused(headers: Any) -> None:
    with pytest.raises(TypeError, match="headers must be a mapping of"):
        dehusk.fetch_url(NOWHERE, headers=headers)
    with pytest.raises(dehusk.OptionError, match="invalid name"):
        dehusk.fetch_url(NOWHERE, headers={"a b": "c"})


@pytest.mark.parametrize("value", [None, "", 0, 1, "false"])
def test_the_protection_is_not_switched_off_by_accident(value: Any) -> None:
    """A value that is missing in a configuration is often ``None``, which counted as ``False``."""
    for name in ("public_only", "any_content_type", "decode"):
        with pytest.raises(TypeError, match=f"{name} must be True or False, not {value!r}"):
            dehusk.fetch_response(NOWHERE, **{name: value})
    with pytest.raises(TypeError, match="public_only must be True or False"):
        dehusk.fetch_url(NOWHERE, public_only=value)


def test_a_response_is_no_page_but_has_one() -> None:
    response = dehusk.Response(b"<p>The old mill reopens on Monday.</p>", 200, "https://mill.example/", {"content-type": "text/html"})
    with pytest.raises(TypeError, match=r"bytes or str, not Response; pass its data: response.data"):
        dehusk.extract(response)  # type: ignore[arg-type]
    assert dehusk.extract(response.data) == "The old mill reopens on Monday."
    assert len({response, response}) == 1
