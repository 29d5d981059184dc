// Pages of our own writing. Each has a menu and a footer around a text.

const around = (lang, dir, title, head, body) => `<!DOCTYPE html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><title>${title}</title>${head}
<style>body { font-family: sans-serif; margin: 0 auto; max-width: 900px } nav a { margin: 8px } .share, footer { color: #555 }</style></head><body>
<nav class="menu"><a href="/">MENU Home</a><a href="/news">MENU News</a><a href="/contact">MENU Contact</a></nav>${body}
<footer class="site-footer"><a href="/legal">FOOTER Legal notice</a> <a href="/privacy">FOOTER Privacy</a></footer></body></html>`;

const STORY = [
  "The old mill on the river grinds again, after ten years of slow repair by a dozen volunteers of the valley.",
  "Nobody had a plan when they began, says Rosa Miller: they had a roof that leaked and many who wanted to help, and that was enough to start.",
  "On Monday the first sacks went to the baker in the next street, who has waited for them since the spring, when the wheel turned once more.",
];

export const PAGES = {
  article: around("en", "ltr", "The mill grinds again | The Daily Mill", `<meta name="author" content="Rosa Miller">
    <meta property="og:site_name" content="The Daily Mill"><meta property="article:published_time" content="2026-05-04T08:00:00Z">`, `<main><article class="story">
    <h1>The mill grinds again</h1><p>${STORY[0]}</p><figure><img src="/mill.png" alt="The wheel of the mill" width="600" height="300"><figcaption>The wheel in May.</figcaption></figure>
    <p>${STORY[1]}</p><h2>How it went on</h2><p>${STORY[2]} <a href="/plan">The plan</a> hangs in the hall.</p>
    <p class="opening">It is open from ten to four, on every day but Sunday, and everybody may look on while it grinds.</p>
    <div class="share"><p>Share this with your friends.</p></div></article></main>`),
  persian: around("fa", "rtl", "آسیاب دوباره می‌چرخد", '<meta name="author" content="رؤیا آسیابان"><meta property="article:published_time" content="2026-05-04T08:00:00+03:30">', `<article>
    <h1>آسیاب دوباره می‌چرخد</h1><p>آسیاب آبی دره پس از ده سال تعمیر، روز دوشنبه درهای خود را به روی مردم گشود. گروهی از اهالی چرخ چوبی آن را دوباره ساختند.</p>
    <p>یکی از داوطلبان می‌گوید وقتی آغاز کردیم نقشه‌ای نداشتیم؛ بامی داشتیم که چکه می‌کرد و مردمی که می‌خواستند کمک کنند. همین برای شروع بس بود.</p></article>`),
  thai: around("th", "ltr", "ตลาดน้ำกลับมาคึกคัก", '<meta property="article:published_time" content="2026-02-14">', `<article><h1>ตลาดน้ำกลับมาคึกคัก</h1>
    <p>ตลาดน้ำริมคลองซึ่งเงียบเหงามานานหลายปี กลับมามีชีวิตชีวาอีกครั้งหลังจากชาวบ้านช่วยกันซ่อมสะพานไม้และท่าเรือเก่า</p>
    <p>ทุกเช้าวันเสาร์เรือพายกว่าสี่สิบลำนำผัก ผลไม้ และขนมพื้นบ้านมาขายตั้งแต่ก่อนพระอาทิตย์ขึ้น ผู้ที่สนใจสามารถเดินทางมาได้ทุกสัปดาห์</p></article>`),
  forum: around("en", "ltr", "Dense loaves in winter", "", `<h1>Dense loaves in winter</h1>${["weirkeeper", "stonedresser", "annbakes"].map((name, at) => `<div class="post">
    <div class="who"><b>${name}</b></div><div class="body"><p>${["Since the cold set in, my loaves come out dense and a little sour. Do you change the water, or do you wait longer?", "I wait, but not by the clock. Put a little of the dough into a straight glass and mark its height; shape it when it has grown by half.", "Warm water helps more than people think. I mix at 32 degrees in winter, so that the dough starts at 25."][at]}</p></div></div>`).join("")}`),
  shop: around("en", "ltr", "Wheat flour, 5 kg", "", `<div class="product"><h1>Wheat flour, 5 kg</h1><p>Ground on the day it is packed, between two French stones, from wheat of three farms in the valley. The bran stays in the flour.</p>
    <table><tr><th>Weight</th><td>5 kg</td></tr><tr><th>Protein</th><td>12.5 %</td></tr><tr><th>Keeps for</th><td>four months</td></tr></table></div>`),
  manual: around("en", "ltr", "Setting the stones", "", `<article><h1>Setting the stones</h1><p>Set the gap before the first sack of the day, with the sluice closed and the stones at rest. Then ask the gauge for it:</p>
    <pre><code>millctl gap --read\nmillctl gap --set 0.4</code></pre><p>A gap below 0.3 heats the flour. Listen for the sound of the stones, which becomes higher when they touch each other.</p></article>`),
  recipe: around("en", "ltr", "Flatbread with herbs", "", `<article><h1>Flatbread with herbs</h1><p>On baking days the children could not wait for the loaves, so their mother kept back a handful of dough and baked it on the hot stone.</p>
    <h2>Ingredients</h2><ul><li>300 g wheat flour</li><li>180 ml warm water</li><li>1 teaspoon salt</li></ul><h2>Method</h2><ol><li>Mix flour, water and salt, and knead for five minutes.</li><li>Roll it out thinly, and bake it for two minutes on each side.</li></ol></article>`),
  // A policy that forbids everything, covered properties, changed prototypes, and a script that removes what is added.
  hostile: around("en", "ltr", "&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt; The mill", "<script>for (const name of ['querySelector', 'querySelectorAll', 'append']) Element.prototype[name] = Document.prototype[name] = () => { throw new Error('changed'); };\n" +
    "for (const name of ['map', 'filter', 'push', 'join']) Array.prototype[name] = () => 'changed'; window.chrome = { i18n: null }; JSON.stringify = () => 'changed';\n" +
    "Object.defineProperty(Node.prototype, 'childNodes', { get: () => [] }); getComputedStyle = () => ({ display: 'none' });\n" +
    "Object.freeze(document.documentElement);</script>", `<article><h1>The mill</h1><p>${STORY[0]}</p><p>${STORY[1]}</p><p>&lt;img src=x onerror="alert(2)"&gt; is text here. ${STORY[2]}</p>
    <p><a href="javascript:alert(3)">A link that runs a script</a>, and ${STORY[2]}</p></article>
    <form><input name="childNodes"><input name="attributes"><input name="localName"><p>In the form: ${STORY[1]}</p></form><img name="documentElement"><img name="querySelector"><img name="defaultView">`),
  frame: '<!DOCTYPE html><title>A frame</title><body style="margin:0"><iframe src="OTHER/article" style="width:100vw;height:90vh;border:0"></iframe></body>',
  empty: "<!DOCTYPE html><title>Nothing</title><body></body>",
};

/** What the reader view must show of a page, and its direction. */
export const EXPECTED = {
  article: ["ltr", STORY[1]], persian: ["rtl", "گروهی از اهالی چرخ چوبی"], thai: ["ltr", "ขนมพื้นบ้านมาขายตั้งแต่ก่อนพระอาทิตย์ขึ้น"],
  forum: ["ltr", "I wait, but not by the clock."], shop: ["ltr", "between two French stones"], manual: ["ltr", "millctl gap --set 0.4"],
  recipe: ["ltr", "180 ml warm water"], hostile: ["ltr", '<img src=x onerror="alert(2)"> is text here.'],
};

/** A page of about this many bytes, nearly all of it text that is kept: a book. */
export function densePage(bytes) {
  return around("en", "ltr", "A book", "", `<article><h1>A book</h1>${paragraphs(bytes)}</article>`);
}

/** A page of about this many bytes as big pages are: a quarter scripts and styles, a tenth text that is kept, and menus and cards for the rest. */
export function heavyPage(bytes) {
  const filler = (share, piece) => piece.repeat(Math.ceil((bytes * share) / piece.length));
  const head = `<script>${filler(0.2, 'window.state = window.state || { "name": "value", "list": [1, 2, 3] };\n')}</script><style>${filler(0.05, ".a .b > .c:hover { color: #123456; margin: 1px 2px }\n")}</style>`;
  const card = '<div class="grid__item grid__item--small js-card" data-tracking="teaser" data-position="1"><div class="card__inner"><a class="card__link" href="/story/1"><span class="card__kicker">CARD</span> ' +
    '<span class="card__title">Another story of the valley</span></a><time class="card__time" datetime="2026-05-04">4 May</time></div></div>\n';
  return around("en", "ltr", "A heavy page", head, `<main><article class="story"><h1>A heavy page</h1>${paragraphs(bytes * 0.1)}</article></main><section class="more">${filler(0.65, card)}</section>`);
}

function paragraphs(bytes) {
  const written = [];
  for (let length = 0; length < bytes; length += written.at(-1).length) {
    written.push(`<p class="p${written.length % 7}">Paragraph ${written.length}. <a href="/${written.length}">${STORY[written.length % 3].slice(0, 20)}</a> ${STORY.join(" ")}</p>`);
  }
  return written.join("\n");
}
