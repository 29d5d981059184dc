"""Writes crates/dehusk-draw/fonts: the built-in fonts, which are subsets of Noto without hinting.

Source: the Debian package fonts-noto-core 20201225-1 (SIL Open Font License 1.1). Needs `pip install fonttools` (the fonts
were made with 4.68.0). Run: apt-get download fonts-noto-core && dpkg-deb -x fonts-noto-core_*.deb noto && python3
tools/fonts.py noto/usr/share/fonts/truetype/noto
"""

import pathlib
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

# Latin with Vietnamese and phonetic letters, Greek, Cyrillic, combining marks, punctuation, currency and letterlike symbols.
EUROPE = [(0x20, 0x52F), (0x1E00, 0x1FFF), (0x2000, 0x206F), (0x20A0, 0x20BF), (0x2100, 0x214F), (0x2212, 0x2212), (0xFB00, 0xFB06), (0xFFFD, 0xFFFD)]
# Arabic with the letters of Persian, Urdu and related languages, without presentation forms: shaping produces those glyphs.
ARABIC = [(0x20, 0x40), (0xAB, 0xBB), (0x600, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF), (0x200C, 0x200F), (0x2010, 0x2026)]
WHOLE = [(0x20, 0x10FFFF)]

FONTS = {
    "NotoSans": EUROPE,
    "NotoSansArabic": ARABIC,
    "NotoSansHebrew": WHOLE,
    "NotoSansThai": WHOLE,
    "NotoSansLao": WHOLE,
    "NotoSansKhmer": WHOLE,
    "NotoSansMyanmar": WHOLE,
    "NotoSansDevanagari": WHOLE,
    "NotoSansArmenian": WHOLE,
    "NotoSansGeorgian": WHOLE,
}
# `*` would also keep small capitals, alternates and other forms that the pictures never use.
FEATURES = subset.Options._layout_features_default

out = pathlib.Path(__file__).parent.parent / "crates/dehusk-draw/fonts"
total = 0
for name, ranges in FONTS.items():
    font = TTFont(pathlib.Path(sys.argv[1]) / f"{name}-Regular.ttf", recalcTimestamp=False)
    options = subset.Options(hinting=False, layout_features=FEATURES, name_IDs=[0, 1, 2, 4, 5, 6, 13, 14], notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[point for first, last in ranges for point in range(first, last + 1) if point in font.getBestCmap()])
    subsetter.subset(font)
    path = out / f"{name}.ttf"
    font.save(path)
    total += path.stat().st_size
    print(f"{path.stat().st_size:8} {name}  {font['name'].getDebugName(5)}")
print(f"{total:8} bytes")
