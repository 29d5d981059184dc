"""``generate_hash_filename``, as in trafilatura."""

import re
from base64 import urlsafe_b64encode

from .deduplication import generate_bow_hash

_TAG = re.compile(r"<[^<]+?>")
#: The number of bytes that become the 16 characters of a name.
_NAME_BYTES = 12


def generate_hash_filename(content: str) -> str:
    """Returns a name for a file: the same for the same words, apart from tags.

    >>> generate_hash_filename("This is a text.")
    'qAgzZnskrcRgeftk'
    """
    return urlsafe_b64encode(generate_bow_hash(_TAG.sub("", content), _NAME_BYTES)).decode()
