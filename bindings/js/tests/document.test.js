// `fromDocument` where there is no layout. `chromium.test.js` has the rest.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { JSDOM } from "jsdom";
import { parseHTML } from "linkedom";
import { extract, fromDocument } from "dehusk";
import { page } from "./pages.js";

test("thresholds are those of the module", () => {
  const source = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
  const constants = (text) => Object.fromEntries(Array.from(text.matchAll(/const (M\w+)(?:: \w+)? = ([-\d._]+)/g), ([, name, value]) => [name, Number(value)]));
  const rust = constants(["thresholds.rs", "style.rs"].map((name) => source(`../../../crates/dehusk/src/visibility/${name}`)).join());
  const ours = constants(source("../lib/sight.js"));
  for (const name of ["MAX_DIFFERENCE", "MAX_UNSEEN_ALPHA", "MAX_UNSEEN_HEIGHT", "MAX_UNSEEN_OPACITY", "MAX_UNSEEN_POINT", "MAX_UNSEEN_TEXT", "MAX_VISIBLE_OFFSET"]) {
    assert.ok(name in ours && ours[name] === rust[name], `${name}: ${ours[name]}, in Rust ${rust[name]}`);
  }
});

test("the text is that of the page", () => {
  const expected = extract(page()).text;
  for (const document of [new JSDOM(page()).window.document, parseHTML(page()).document]) assert.equal(extract(fromDocument(document)).text, expected);
});

test("computed style is marked, and scripts, styles and templates are left out", () => {
  const html = `<style>.off { display: none } .dim { visibility: hidden } .lit { visibility: visible }</style><p class="off">a</p>
    <div class="dim">b<p>c</p><p class="lit">d</p></div><p hidden style="color:red">e</p><script>f</script><template>g</template>
    <script type="application/ld+json">{"a": "</p>"}</script><noscript>h</noscript><iframe src="/i"></iframe>`;
  const { document } = new JSDOM(html).window;
  const before = document.documentElement.outerHTML;
  const written = fromDocument(document);
  assert.equal(document.documentElement.outerHTML, before);
  assert.match(written, /<p class="off" hidden>a<\/p>/);
  assert.match(written, /<div class="dim" style="visibility:hidden">b<p>c<\/p><p class="lit" style="visibility:visible">d<\/p>/);
  assert.match(written, /<p hidden>e<\/p>/);
  assert.match(written, /<script type="application\/ld\+json">{"a": "\\u003c\/p>"}<\/script>/);
  for (const absent of [">f<", ">g<", ">h<", "iframe", "<style"]) assert.ok(!written.includes(absent), absent);
});

/** Of browsers, only some have these properties in jsdom; `chromium.test.js` has the others. */
const HIDING = {
  "opacity: .01": "opacity:0", "font-size: 0": "font-size:0", "font-size: 1px": "font-size:0", "text-indent: -9999px": "text-indent:-999px",
  "clip-path: inset(50%)": "clip-path:inset(50%)", "position: absolute; left: -9999px": "position:absolute;left:-9999px",
  "overflow: hidden; height: 0px": "overflow:hidden;height:0", "transform: scale(0)": "transform:scale(0)",
  "color: rgba(0, 0, 0, 0)": "color:transparent", "content-visibility: hidden": "content-visibility:hidden",
};

for (const [hides, mark] of Object.entries(HIDING)) {
  test(`what ${hides} hides in a style sheet is hidden in the text`, () => {
    const { document } = new JSDOM(page(`<style>.x { ${hides} }</style><p class="x">NOT SHOWN</p><p>Shown again.</p>`)).window;
    const written = fromDocument(document);
    assert.ok(written.includes(`<p class="x" style="${mark}">NOT SHOWN</p><p>Shown again.</p>`), written);
    const { text } = extract(written);
    assert.ok(!text.includes("NOT SHOWN") && text.includes("Shown again."), text);
  });
}

test("what is shown again inside of hidden text is marked as shown", () => {
  const html = "<style>.s { font-size: 0 } .m { font-size: 12px }</style><p class=s>NO<b>NO</b><b class=m>YES</b></p>";
  assert.match(fromDocument(new JSDOM(html).window.document), /<p class="s" style="font-size:0">NO<b>NO<\/b><b class="m" style="font-size:medium">YES<\/b>/);
});

test("blocks by style are apart", () => {
  const html = page("<style>i { display: block }</style><p><i>one</i><i>two</i></p>");
  assert.match(extract(fromDocument(new JSDOM(html).window.document)).text, /one\s+two/);
});

test("nothing in JSON-LD or in an element ends or swallows the page", () => {
  const json = '{"articleBody": "<!--<script>x</script>-->"}';
  const { document } = new JSDOM(`<body><p>before</p><script type="application/ld+json"></script></body>`).window;
  document.querySelector("script").textContent = json;
  document.body.append(document.createElement("plaintext"), "after");
  const again = new JSDOM(fromDocument(document)).window.document;
  assert.deepEqual(JSON.parse(again.querySelector("script").textContent), JSON.parse(json));
  assert.equal(again.body.lastChild.data, "after");
});

test("open shadow roots and their slots are part of the page, closed ones are not", () => {
  const { document } = new JSDOM("<body><a-b><b slot=s>one</b><i>two</i></a-b><c-d>three</c-d></body>").window;
  document.querySelector("a-b").attachShadow({ mode: "open" }).innerHTML = "<p>before <slot name=s>none</slot> <slot name=x>default</slot></p>";
  document.querySelector("c-d").attachShadow({ mode: "closed" }).innerHTML = "<p>secret</p>";
  const written = fromDocument(document);
  assert.match(written, /<a-b><p>before <slot name="s"><b slot="s">one<\/b><\/slot> <slot name="x">default<\/slot><\/p><\/a-b>/);
  assert.ok(!written.includes("two") && !written.includes("secret"));
  assert.match(written, /<c-d>three<\/c-d>/);
});

test("text and attributes of any kind survive", () => {
  const { document } = new JSDOM("<body><p title='a &quot;b&quot; <c> &amp;amp;'>1 &lt; 2 &amp;amp; 3<br>4</p></body>").window;
  const again = new JSDOM(fromDocument(document)).window.document;
  assert.equal(again.querySelector("p").title, document.querySelector("p").title);
  assert.equal(again.querySelector("p").textContent, document.querySelector("p").textContent);
});

test("frozen documents and deep ones are read", () => {
  const { document } = new JSDOM(page()).window;
  Object.freeze(document);
  assert.equal(extract(fromDocument(document)).text, extract(page()).text);
  const deep = new JSDOM("").window.document;
  let inner = deep.body;
  for (let depth = 0; depth < 3000; depth++) inner = inner.appendChild(deep.createElement("div"));
  inner.textContent = "at the bottom";
  assert.ok(fromDocument(deep).includes("at the bottom"));
});

/** Browsers give `document` and forms such properties for elements with these names; jsdom does not. */
function cover(object, names, value) {
  for (const name of names) Object.defineProperty(object, name, { value });
}

test("names of elements cover no property", () => {
  const { document } = new JSDOM("<body><form title=a><p>The mill <b>turns</b></p><input name=childNodes></form><p hidden>again</p></body>").window;
  const input = document.querySelector("input");
  const before = fromDocument(document);
  cover(document.querySelector("form"), ["childNodes", "attributes", "nodeType", "localName", "shadowRoot", "getAttribute", "textContent", "data"], input);
  cover(document, ["documentElement", "defaultView", "childNodes"], input);
  assert.ok(before.includes("<form title=\"a\"><p>The mill <b>turns</b></p>"), before);
  assert.equal(fromDocument(document), before);
});

test("what is no document is refused", () => {
  for (const wrong of [null, undefined, "x", {}, { documentElement: null }]) assert.throws(() => fromDocument(wrong), { code: "ERR_INPUT" });
});
