"""Writes the codes and symbols of currencies that dehusk reads in prices:

    python3 tools/currencies.py > crates/dehusk/src/parts/items/currencies.txt

Needs Babel 2.18.0, which brings the Unicode CLDR. Symbols are those that the languages of a country use for its currency. Signs such
as `$` and `₫`, alone or after letters, are known by their class in Unicode and left out here.
"""

import unicodedata

from babel import Locale, localedata
from babel.core import get_global
from babel.numbers import get_territory_currencies

# Codes that are also words or names of other things in capitals, such as `COP 21`, `CVE 2024`, `PHP 8` and the piano CLP 535.
WORDS = {"ALL", "AWG", "BAM", "BOB", "CLP", "COP", "CUP", "CVE", "GEL", "KGS", "MOP", "PEN", "PHP", "SOS", "STN", "TOP", "TRY"}
# Symbols of two Latin letters are mostly other words and units, such as `KM` and `Le`. These are rare as such.
TWO_LETTERS = {"Bs", "Ft", "Gs", "Kz", "Kč", "RM", "Rp", "Rs", "kr", "zł"}


def countries():
    """Each language of the CLDR with its country."""
    for name in localedata.locale_identifiers():
        locale = Locale.parse(name)
        country = locale.territory or get_global("likely_subtags").get(name, "").split("_")[-1]
        if len(country) == 2:
            yield locale, country


def is_word(symbol: str) -> bool:
    """Whether a symbol is a word of its own that is no other word."""
    is_plain = not any(unicodedata.category(c) in {"Sc", "Cf", "Zs"} for c in symbol) and "." not in symbol
    is_latin = all("LATIN" in unicodedata.name(c) for c in symbol)
    return is_plain and len(symbol) > 1 and (not is_latin or len(symbol) > 2 or symbol in TWO_LETTERS) and symbol not in {"КМ", "den"}


def main() -> None:
    codes = {code for country in get_global("territory_currencies") for code in get_territory_currencies(country)} - WORDS
    symbols = {
        locale.currency_symbols.get(code, code).rstrip(".")
        for locale, country in countries()
        for code in get_territory_currencies(country)
    }
    print(*sorted(codes | {symbol for symbol in symbols if is_word(symbol) and symbol not in WORDS}))


if __name__ == "__main__":
    main()
