"""Test pages written for this project: ordinary ones in several scripts, and broken ones as in crawls."""

from __future__ import annotations

from collections.abc import Iterator

MILL = """<!doctype html><html lang="en"><head><title>The old mill reopens | The Daily Mill</title>
<meta name="author" content="Rosa Miller"><meta property="og:site_name" content="The Daily Mill">
<meta property="article:published_time" content="2026-05-04T08:00:00Z"></head><body>
<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/sport">Sport</a></nav>
<article><h1>The old mill reopens</h1>
<p>The old mill on the river reopens on Monday, after ten years of repair, which <a href="/cost">cost more</a> than
anybody had thought, and which the town will pay for until the children of today are grown.</p>
<p>"We had given up hope," said the miller, whose family has ground corn there for two hundred years. The wheel is new,
the stones are old, and the bread that is made of the flour will be sold in the market every Saturday.</p>
<table><tr><th>Year</th><th>Flour</th></tr><tr><td>2015</td><td>90 tons</td></tr></table>
</article><footer>Imprint, privacy, contact</footer><script>advert()</script></body></html>"""

#: The same page with more text below the story, which may or may not be main content.
AMBIGUOUS = MILL.replace(
    "</article>",
    "<div class='review'><p>Nice mill, we came back twice.</p><p>Ann, 5 May</p></div></article>",
)

THAI = """<html lang="th"><head><title>ฝนตกหนัก</title></head><body><ul><li><a href="/">หน้าแรก</a></ul>
<p>ฝนตกหนักในกรุงเทพมหานครเมื่อคืนนี้ทำให้ถนนหลายสายมีน้ำท่วมขังและการจราจรติดขัดเป็นอย่างมาก ประชาชนจำนวนมากต้องเดินลุยน้ำกลับบ้าน
เจ้าหน้าที่กำลังเร่งระบายน้ำออกจากพื้นที่ลุ่มต่ำทั่วเมืองหลวง</p></body></html>"""

COMMENTED = f"""<title>Mill</title><article><p>{"The old mill by the river grinds again, after ten years of slow repair. " * 9}
<a href="/plan" rel="nofollow">The plan</a> is old. ไทย <img src="/wheel.png" alt="The wheel"></p></article>
<div id="comments"><div class="comment"><b class="author">Ann</b> Nice!</div><div class="comment">So old.</div></div>"""

SENTENCES = [
    "The river rose for three days before it reached the lower road and the gardens behind it.",
    "Nobody in the village had seen the water so high since the year in which the bridge was built.",
    "Der Müller erzählte, dass seine Großmutter das alles schon einmal erlebt habe, im Frühjahr.",
    "Le moulin tourne depuis deux cents ans, et la farine se vend au marché tous les samedis matin.",
    "در این روستا همه آسیاب قدیمی را می‌شناسند و هر هفته برای خرید نان تازه به آنجا می‌روند.",
    "ฝนตกหนักในกรุงเทพมหานครเมื่อคืนนี้ทำให้ถนนหลายสายมีน้ำท่วมขังและการจราจรติดขัดเป็นอย่างมาก",
    "老磨坊在河边已经转了两百年，每个星期六人们都来市场上买它磨出的面粉做成的面包。",
]


def page(number: int) -> bytes:
    """Returns the page with a given number. The same number always gives the same page."""
    hostile = HOSTILE.get(number % 50)
    return hostile if hostile is not None else _article(number)


def numbered_pages(count: int) -> Iterator[tuple[str, bytes, str]]:
    """Yields pages with their ids and URLs."""
    for number in range(count):
        yield f"page-{number:05}", page(number), f"https://site{number % 7}.example/{number}.html"


def _article(number: int) -> bytes:
    links = "".join(f"<li><a href='/{number}/{link}'>Section {link}</a></li>" for link in range(number % 13 + 3))
    sentences = [SENTENCES[(number * 3 + at * 5) % len(SENTENCES)] for at in range(number % 17 + 4)]
    paragraphs = "".join(f"<p>{sentence} ({number}.{at})</p>" for at, sentence in enumerate(sentences))
    date = f"2026-{number % 12 + 1:02}-{number % 28 + 1:02}"
    text = (
        f"<!doctype html><html><head><title>Story {number}</title>"
        f"<meta property='article:published_time' content='{date}'></head><body><ul>{links}</ul>"
        f"<article><h1>Story {number}</h1>{paragraphs}</article><div>Imprint of page {number}</div></body></html>"
    )
    return text.encode("utf-16" if number % 50 == 9 else "utf-8")


#: Broken and hostile pages. The page number modulo 50 selects the page, if it is a key here.
HOSTILE: dict[int, bytes] = {
    3: b"",
    7: b"%PDF-1.7\n\x00\x01\x02" + bytes(range(256)) * 8,
    11: b"<p>cut off in the midd\xff\xfe\xfd\x80",
    13: b"<div>" * 20_000 + b"deep",
    17: b"\x89PNG\r\n\x1a\n" + b"\x00" * 100,
    19: b"<table><tr><td colspan=9007199254740991 rowspan=9007199254740991>wide</td></tr></table>",
    23: "<meta charset=iso-8859-1><p>The page lies: it is UTF-8, and it says ภาษาไทย in the middle.</p>".encode(),
    29: b"<a" + b" a=b" * 20_000 + b">attributes",
    31: b"plain text without any markup at all, which is a page too",
    37: b"\x00" * 5_000,
    41: b"<script>" + b"while(true){}" * 1_000,
    43: b"<p>&#xD800; &#0; &#x110000; &notanentity; &amp",
}
