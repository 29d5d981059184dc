"""``fetch_url`` and ``fetch_response``: their arguments and the response. Downloads are tested in ``test_compat_trafilatura``."""

from __future__ import annotations

from typing import Any

import pytest

import dehusk

#: Nothing listens there.
NOWHERE = "http://127.0.0.1:9/"


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
