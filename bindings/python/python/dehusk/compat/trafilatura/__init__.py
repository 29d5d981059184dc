"""The functions of trafilatura 2, with the text and the metadata of dehusk.

    from dehusk.compat.trafilatura import extract, fetch_url

The submodules of trafilatura that scripts import from exist as well: ``settings``, ``downloads``, ``metadata``,
``baseline``, ``deduplication``, ``xml``, ``utils``, ``core``, ``meta``, ``feeds`` and ``sitemaps``; ``spider`` does not, for
there is no crawler. They have the functions that the documentation names, but not those that only trafilatura itself uses.

What differs, on purpose: the text itself; tables, lists and headings are kept as dehusk finds them; comments that are not
already in the text follow it, unless ``include_comments`` is false. ``fast`` and ``no_fallback`` mean nothing here,
because there is only one speed.
"""

from .baseline import baseline, html2txt
from .core import bare_extraction, extract, extract_with_metadata
from .downloads import fetch_response, fetch_url
from .metadata import extract_metadata
from .utils import load_html

#: The version of trafilatura whose functions these are. That of dehusk is ``dehusk.__version__``.
__version__ = "2.3.1"

__all__ = [
    "bare_extraction",
    "baseline",
    "extract",
    "extract_metadata",
    "extract_with_metadata",
    "fetch_response",
    "fetch_url",
    "html2txt",
    "load_html",
]
