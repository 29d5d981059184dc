"""Similarity of texts (``Simhash``) and the memory of segments that were seen before (``LRUCache``).

The hashes are those of trafilatura: fingerprints that were stored with it can be compared with new ones.
"""

from __future__ import annotations

import string
import unicodedata
from collections import OrderedDict
from functools import lru_cache
from hashlib import blake2b
from threading import RLock
from typing import Any, Optional, Protocol, Union

from .._tree import text_of

#: The number of segments that are remembered, as in trafilatura.
LRU_SIZE = 4096
#: The number of bits of a token's hash, and of a fingerprint.
_BITS = 64
#: Tokens with at most this many characters count only in texts that have few longer ones; then fewer, step by step.
_MAX_SHORT_TOKEN = 4


def sample_tokens(inputstring: str, length: int = _BITS) -> list[str]:
    """Returns the words of a text: only the longer ones, if half of ``length`` such words are in it."""
    tokens = [token for word in inputstring.split() if (token := word.strip(string.punctuation)).isalnum()]
    if not tokens:
        spaced = "".join(" " if unicodedata.category(character).startswith("P") else character for character in inputstring)
        tokens = [token for token in spaced.split() if token.isalnum()]
    for shortest in range(_MAX_SHORT_TOKEN, 0, -1):
        sample = [token for token in tokens if len(token) > shortest]
        if len(sample) >= length / 2:
            return sample
    return tokens


def generate_bow_hash(inputstring: str, length: int = 24) -> bytes:
    """Returns a hash of ``length`` bytes of the words of a text."""
    words = " ".join(sample_tokens(inputstring))
    return blake2b(words.encode("utf-8", "replace"), digest_size=length).digest()


#: Counts of bits are added in one number, with so many hexadecimal digits for each.
_LANE = 8


@lru_cache(maxsize=1 << 14)  # as many words as a long text has
def _bits_of(token: str, length: int) -> int:
    """Returns the bits of a token's hash, each in a lane of its own."""
    hashed = int.from_bytes(blake2b(token.encode("utf-8", "replace"), digest_size=_BITS // 8).digest(), "big")
    bits = f"{hashed:0{_BITS}b}"[-length:]
    return int(bits.replace("0", "0" * _LANE).replace("1", "0" * (_LANE - 1) + "1"), 16)


class Simhash:
    """The fingerprint of a text after Charikar: similar texts have similar bits.

    >>> Simhash("This is a text.").similarity(Simhash("This is a test."))
    0.84375
    """

    __slots__ = ("hash", "length")

    def __init__(
        self, inputstring: str = "", length: int = _BITS, existing_hash: Optional[Union[int, str]] = None
    ) -> None:
        self.length = length
        self.hash = self.validate(existing_hash) or self.create_hash(inputstring)

    def create_hash(self, inputstring: str) -> int:
        """Returns the fingerprint of a text: each bit that at least half of the words have."""
        tokens = sample_tokens(inputstring, self.length)
        sums = sum(_bits_of(token, self.length) for token in tokens)
        width, mask = 4 * _LANE, (1 << 4 * _LANE) - 1
        return sum(1 << bit for bit in range(self.length) if 2 * (sums >> bit * width & mask) >= len(tokens))

    def to_hex(self) -> str:
        """Returns the fingerprint as hexadecimal digits."""
        return f"{self.hash:x}"

    def validate(self, inputhash: Optional[Union[int, str]]) -> Optional[int]:
        """Returns a fingerprint given as a number or as hexadecimal digits, or ``None`` if it is not one."""
        if isinstance(inputhash, str):
            try:
                inputhash = int(inputhash, 10 if inputhash.isdecimal() and 18 <= len(inputhash) <= 22 else 16)
            except ValueError:
                return None
        return inputhash if isinstance(inputhash, int) and 0 <= inputhash < 1 << self.length else None

    def similarity(self, other_hash: Simhash) -> float:
        """Returns the share of equal bits, from 0 to 1."""
        return (self.length - bin(self.hash ^ other_hash.hash).count("1")) / self.length


def content_fingerprint(content: str) -> str:
    """Returns the fingerprint of a text as hexadecimal digits.

    >>> content_fingerprint("Here is text.")
    'd2ff47ba297cc254'
    """
    return Simhash(content).to_hex()


class LRUCache:
    """Counts segments, and forgets those that were not seen for the longest time."""

    def __init__(self, maxsize: int = 128) -> None:
        if maxsize < 1:
            raise ValueError("maxsize must be at least 1")
        self.maxsize = maxsize
        self.lock = RLock()
        self.cache: OrderedDict[str, int] = OrderedDict()

    def __bool__(self) -> bool:
        return True

    def __getstate__(self) -> dict[str, Any]:
        with self.lock:
            return {"maxsize": self.maxsize, "cache": self.cache.copy()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, lock=RLock())

    def get(self, key: str) -> int:
        """Returns the value of a key, or -1."""
        with self.lock:
            if key not in self.cache:
                return -1
            self.cache.move_to_end(key)
            return self.cache[key]

    def put(self, key: str, value: int) -> None:
        """Stores a value, and forgets the oldest if there are too many."""
        with self.lock:
            self.cache[key] = value
            self.cache.move_to_end(key)
            if len(self.cache) > self.maxsize:
                self.cache.popitem(last=False)

    def increment(self, key: str) -> int:
        """Counts a key, and returns its count before, or -1 if it is new."""
        with self.lock:
            before = self.get(key)
            self.put(key, max(before, 0) + 1)
            return before

    def clear(self) -> None:
        """Forgets everything."""
        with self.lock:
            self.cache.clear()


class DuplicateOptions(Protocol):
    """The options of a test for duplicates: an ``Extractor`` of ``settings``."""

    dedup: Union[bool, LRUCache]
    #: Segments with at most this many characters are never duplicates.
    min_duplcheck_size: int
    #: A segment may come this many times more before it is one.
    max_repetitions: int


#: The memory of calls with ``deduplicate=True``, of this process.
LRU_TEST = LRUCache(maxsize=LRU_SIZE)


def is_duplicate(text: str, options: DuplicateOptions) -> bool:
    """Counts a segment, and says whether it is long enough and was seen too often before."""
    memory = options.dedup if isinstance(options.dedup, LRUCache) else LRU_TEST
    key = " ".join(text.split())
    before = memory.increment(key)
    return len(key) > options.min_duplcheck_size and before > options.max_repetitions


def duplicate_test(element: Any, options: DuplicateOptions) -> bool:
    """Counts the text of an element, and says whether it is long enough and was seen too often before."""
    return is_duplicate(text_of(element), options)
