// The workbench in Chromium: every view, the ways between them, languages, sizes, and what axe-core says.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";

import { drop, inner, paste, settled, start, violations } from "./harness.mjs";
import { program } from "./server.mjs";

const VIEWS = ["page", "output", "methods", "plot", "cloud", "gold"];
const EXAMPLES = ["persian", "thai", "forum", "shop", "manual", "recipe"];

let bench;
before(async () => { bench = await start(); });
after(() => bench.close());

/** Runs a test on the page of an address; nothing may have gone wrong in the end. */
function on(name, hash, settings, body) {
  test(name, async () => {
    const page = await bench.open(hash, settings);
    try {
      await body(page);
      assert.deepEqual(page.seen, []);
      assert.deepEqual(await page.evaluate(() => window.violations), []);
      assert.equal(await page.textContent("#problem"), "");
    } finally {
      await page.context().close();
    }
  });
}

// The views measure themselves; bench/workbench.mjs has the figures.
const milliseconds = (page) => page.getAttribute("main > [data-milliseconds]:not([hidden])", "data-milliseconds").then(Number);
const state = (page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))));

// ---- every view ---------------------------------------------------------------------------------------------------

on("the first page explains itself and opens an example", "", {}, async (page) => {
  assert.deepEqual(await violations(page), []);
  await page.click(".card >> text=Recipe");
  await settled(page);
  assert.equal((await state(page)).example, "recipe");
  await page.waitForFunction(() => /flatbread/.test(document.querySelector("#summary").textContent));
});

const CASES = VIEWS.flatMap((view, at) => [
  { view, example: EXAMPLES[at], lang: "en", theme: "light", width: 1280 },
  { view, example: EXAMPLES[(at + 1) % 6], lang: "fa", theme: "dark", width: 360 },
  { view, example: EXAMPLES[(at + 2) % 6], lang: "th", theme: "light", width: 320 },
  { view, example: EXAMPLES[(at + 3) % 6], lang: "en", theme: "dark", width: 2560 },
  { view, example: EXAMPLES[(at + 4) % 6], lang: "fa", theme: "light", width: 3840 },
]);
for (const { view, example, lang, theme, width } of CASES) {
  const hash = `#view=${view}&example=${example}&lang=${lang}&theme=${theme}&method=${view === "plot" ? "addanag" : "grain"}`;
  on(`axe finds nothing in ${view}: ${example}, ${lang}, ${theme}, ${width} px`, hash, { width }, async (page) => {
    await page.waitForSelector(READY[view]);
    assert.deepEqual(await violations(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page scrolls sideways");
    assert.equal(await page.evaluate(() => document.documentElement.dir), lang === "fa" || example === "persian" ? "rtl" : "ltr");
    assert.deepEqual(await page.evaluate(keysShown), []);
  });
}

const READY = {
  page: "main [data-milliseconds]", output: "pre", methods: ".strips .kept", plot: "main [data-milliseconds] .plot[src]",
  cloud: ".cloud [role=button]", gold: ".blocks li",
};

// A message that is missing shows as its key.
function keysShown() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) if (/^(view|open|block|page|gold|cloud|plot|methods|output|meta|items|kind|quality|link|settings|params|example|frame|source)\.[a-z_]+$/.test(walker.currentNode.data.trim())) found.push(walker.currentNode.data);
  return found;
}

for (const [view, tab, example] of [["output", "metadata", "shop"], ["output", "items", "recipe"], ["output", "items", "shop"], ["gold", "", "recipe"]]) {
  on(`tables fit a narrow window: ${view} ${tab} ${example}`, `#view=${view}&tab=${tab}&example=${example}&gold=1-9`, { width: 360 }, async (page) => {
    await page.waitForSelector("main > :not([hidden]) .scroll tbody tr");
    assert.equal(await page.$eval("main > :not([hidden]) .scroll", (box) => box.scrollWidth > box.clientWidth), false);
    assert.deepEqual(await violations(page), []);
  });
}

for (const lang of ["fa", "th"]) {
  on(`the field for an address has room beside the other controls: ${lang}`, `#lang=${lang}`, { width: 1024 }, async (page) => {
    const { width } = await page.locator("#url").boundingBox();
    assert.ok(width >= 300, `${width}`);
  });
}

on("a page that is written from right to left turns the interface around", "#example=persian&view=output", {}, async (page) => {
  const layout = () => page.evaluate(() => {
    const left = (selector) => document.querySelector(selector).getBoundingClientRect().left;
    const { dir } = document.documentElement;
    const words = getComputedStyle(document.querySelector("#paste")).unicodeBidi;
    return { dir, isMirrored: left("#home") > left("#theme"), words, text: getComputedStyle(document.querySelector("pre.prose")).direction };
  });
  await page.waitForSelector("pre.prose");
  assert.deepEqual(await layout(), { dir: "rtl", isMirrored: true, words: "plaintext", text: "rtl" });
  await page.selectOption("#example", "recipe");
  await page.waitForFunction(() => /flatbread/.test(document.querySelector("pre.prose")?.textContent));
  assert.deepEqual(await layout(), { dir: "ltr", isMirrored: false, words: "normal", text: "ltr" });
  await page.selectOption("#language", "fa");
  await page.waitForFunction(() => document.documentElement.lang === "fa" && document.querySelector("pre.prose"));
  assert.deepEqual(await layout(), { dir: "rtl", isMirrored: true, words: "normal", text: "ltr" });
});

on("words of the page keep its direction, whatever they start with", "", {}, async (page) => {
  const text = "HTML زبانی است که صفحه‌های وب با آن نوشته می‌شوند و مرورگرها آن را نشان می‌دهند، در هر جا که باشند.";
  await paste(page, `<html lang="fa"><title>HTML چیست؟</title><main><h1>HTML چیست؟</h1>${`<p>${text}</p>`.repeat(4)}</main>`);
  await page.click("#views >> text=Output");
  for (const [tab, selector] of [["Text", "pre.prose"], ["Markdown", "pre.wrap"], ["Metadata", "td div"]]) {
    await page.click(`.tabs >> text="${tab}"`);
    await settled(page);
    assert.equal(await page.getAttribute(selector, "dir"), "rtl", tab);
  }
  assert.equal(await page.getAttribute("#summary .name", "dir"), "rtl");
});

on("the keyboard opens an example and keeps its place", "", {}, async (page) => {
  await page.focus("#welcome a >> nth=3");
  await page.keyboard.press("Enter");
  await page.waitForSelector("main [data-milliseconds]");
  await page.focus("#views a >> nth=2");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".difference");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Methods");
  await page.focus("fieldset input >> nth=0");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, "none");
  const rows = await page.locator(".scroll tbody tr").count();
  await page.keyboard.press("Space");
  await page.waitForFunction((before) => document.querySelectorAll(".scroll tbody tr").length !== before, rows);
  assert.equal(await page.evaluate(() => document.activeElement.type), "checkbox");
});

on("a file can be dropped anywhere", "", {}, async (page) => {
  await page.evaluate(drop, ["mill.html", "<title>Mill</title><main><h1>The mill</h1><p>It grinds again, after ten years of slow repair by a dozen volunteers.</p></main>"]);
  await page.waitForFunction(() => /The mill/.test(document.querySelector("#summary").textContent));
  await page.waitForFunction(() => location.hash.includes("html="));
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["<title>Weir</title><main><h1>The weir</h1><p>It holds the water back since the year of the great flood, and leaks a little.</p></main>"], "weir.html"));
    const { body } = document.querySelector("main > :not([hidden]) iframe").contentDocument;
    body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => /The weir/.test(document.querySelector("#summary").textContent));
});

// ---- the page -----------------------------------------------------------------------------------------------------

on("kept blocks are clear, removed ones dimmed, as the record says", "#example=forum", {}, async (page) => {
  const frame = await inner(page);
  await frame.waitForSelector("[class*=-off]");
  const opacity = (text) => frame.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode.data.includes(wanted)) return getComputedStyle(walker.currentNode.parentElement).opacity;
    return null;
  }, text);
  assert.equal(await opacity("Warm water helps"), "1");
  assert.ok(Number(await opacity("Members")) < 0.5);
  assert.ok(await milliseconds(page) >= 0);
});

on("a click shows why, and leads to the text and the source and back", "#example=recipe", {}, async (page) => {
  const frame = await inner(page);
  await frame.click("text=On baking days");
  await page.waitForSelector(".panel .signals");
  await page.waitForFunction(() => location.hash.includes("at="));
  assert.match(await page.textContent(".panel"), /kept 0\.\d\d/);
  assert.match(await page.textContent(".panel"), /likely prose/);
  await page.click("text=In the text");
  assert.match(await page.textContent(".prose .selected"), /On baking days/);
  const { at } = await state(page);
  await page.click(".tabs >> text=Source");
  assert.match(await page.textContent(".source .selected"), /On baking days/);
  const source = readFileSync(new URL("../assets/examples/recipe.html", import.meta.url));
  assert.match(source.subarray(Number(at)).toString().slice(0, 40), /^On baking days/);
  await page.click(".source .removed >> nth=0");
  await settled(page);
  assert.equal((await state(page)).view, undefined);
  await page.waitForFunction(() => /removed/.test(document.querySelector(".panel").textContent));
});

const SCRIPTS = { fa: /[\u0600-\u06ff]/, th: /[\u0e00-\u0e7f]/ };
for (const [lang, script] of Object.entries(SCRIPTS)) {
  on(`a click shows why in the language of the interface: ${lang}`, `#example=shop&lang=${lang}`, {}, async (page) => {
    const frame = await inner(page);
    await frame.click("text=12.5 %");
    await page.waitForSelector(".panel .signals");
    assert.deepEqual(await page.$$eval(".panel [lang=en]:not(.path)", (list) => list.map((one) => one.textContent)), []);
    for (const words of await page.$$eval(".panel :is(.kind, .kind + p, .signals th)", (list) => list.map((one) => one.textContent))) assert.match(words, script);
    assert.equal(await page.$eval(".panel .signals", (table) => getComputedStyle(table).direction), lang === "fa" ? "rtl" : "ltr");
    await frame.hover("text=12.5 %");
    assert.match(await page.textContent(".tip"), script);
  });

  on(`all that is said of the blocks of the examples has words: ${lang}`, `#example=recipe&lang=${lang}`, {}, async (page) => {
    assert.deepEqual(await page.evaluate(englishOf, EXAMPLES), []);
  });
}

// What an explanation says in English only. Runs in the page.
async function englishOf(examples) {
  const { found, place, why } = await import("/assets/sayings.js");
  const said = [];
  for (const example of examples) for (const method of ["grain", "addanag", "dana", "thai"]) {
    const body = await (await fetch(`/assets/examples/${example}.html`)).text();
    const { explanation } = await (await fetch(`/v1/explain?method=${method}`, { method: "POST", body, headers: { "content-type": "text/html" } })).json();
    for (const block of explanation) {
      said.push([why(block), block.says], [place(block.item), block.group]);
      for (const signal of block.signals ?? []) said.push([found(signal), signal.says]);
    }
  }
  // Names of the page are isolated.
  const isEnglish = ([words, english]) => english && (words === null || /[a-z]{3}|\{/.test(words.replace(/\u2068[^\u2069]*\u2069/g, "")));
  return said.filter(isEnglish);
}

on("an empty page says why, and that it is rightly so, in the language of the interface", "#lang=th", {}, async (page) => {
  await paste(page, "<title>Just a moment...</title><body><h1>Just a moment...</h1><p>Verify you are human by completing the action below.</p>");
  assert.match(await page.textContent("#summary"), /ว่างเปล่า \(หน้าที่ถามเพียงว่าผู้อ่านเป็นมนุษย์หรือไม่\).*ว่างเปล่าโดยถูกต้อง \d+%/);
});

on("source offsets hold after Persian letters", "#example=persian", {}, async (page) => {
  const frame = await inner(page);
  await frame.click("h2");
  await page.waitForFunction(() => location.hash.includes("at="));
  const source = readFileSync(new URL("../assets/examples/persian.html", import.meta.url));
  assert.match(source.subarray(Number((await state(page)).at)).toString().slice(0, 20), /^راه گندم/);
});

on("a pointer over a block shows its score", "#example=manual", {}, async (page) => {
  const frame = await inner(page);
  await frame.hover("text=Error codes");
  await page.waitForSelector(".tip:not([hidden])");
  assert.match(await page.textContent(".tip"), /removed 0\.\d\d/);
});

on("keys go from block to block and from view to view", "#example=manual", {}, async (page) => {
  await page.keyboard.press("j");
  await page.waitForFunction(() => location.hash.includes("at="));
  const first = (await state(page)).at;
  await page.keyboard.press("j");
  await page.waitForFunction((at) => new URLSearchParams(location.hash.slice(1)).get("at") !== at, first);
  await page.keyboard.press("k");
  await page.waitForFunction((at) => new URLSearchParams(location.hash.slice(1)).get("at") === at, first);
  await page.keyboard.press("3");
  await page.waitForSelector(".strips .kept");
  assert.equal((await state(page)).view, "methods");
});

on("pictures that are no images are dimmed as removed", "", {}, async (page) => {
  await paste(page, `<title>t</title><main><p>${"Words of a paragraph that is long enough to stay. ".repeat(4)}</p><svg width="9" height="9"><svg><circle r="4"/></svg></svg></main>`);
  const frame = await inner(page);
  const opacities = await frame.$$eval("svg", (list) => list.map((one) => getComputedStyle(one).opacity));
  assert.deepEqual(opacities, ["0.28", "1"]);
});

on("keys work beside boxes to tick, and the ticks follow the address", "#example=recipe", {}, async (page) => {
  await page.evaluate(() => { location.hash += "&styles=0"; });
  await page.waitForFunction(() => !document.querySelector(".check input").checked);
  await page.focus(".check input");
  await page.keyboard.press("j");
  await page.waitForFunction(() => location.hash.includes("at="));
  await page.keyboard.press("2");
  await page.waitForSelector("pre.prose");
});

on("the keyboard walks through the blocks of the output, and no view loses the focus", "#example=recipe&view=output", {}, async (page) => {
  const focused = () => page.evaluate(() => [document.activeElement.getAttribute("role") ?? document.activeElement.id, document.activeElement.textContent]);
  for (const tab of ["text", "source"]) {
    await page.click(`.tabs >> text="${tab === "text" ? "Text" : "Source"}"`);
    await settled(page);
    await page.focus("pre");
    await page.keyboard.press("Tab");
    const [role, first] = await focused();
    assert.equal(role, "link");
    await page.keyboard.press("ArrowDown");
    const [, second] = await focused();
    assert.notEqual(first, second);
    await page.keyboard.press("Enter");
    await page.waitForSelector(".panel .kind");
    await settled(page);
    assert.equal((await focused())[0], "main");
    await page.click("text=In the text");
    await settled(page);
    assert.equal(await page.evaluate(() => document.activeElement.matches(".block.selected, #main")), true);
  }
});

on("a notice goes away, but not from under the pointer", "", {}, async (page) => {
  await page.clock.install();
  const notice = () => page.textContent("#notice");
  await page.click("#link");
  await page.waitForFunction(() => document.querySelector("#notice").textContent);
  await page.hover("#notice");
  await page.clock.runFor(20_000);
  assert.notEqual(await notice(), "");
  await page.mouse.move(5, 5);
  await page.clock.runFor(20_000);
  assert.equal(await notice(), "");
});

on("images of the web load only on request", "", {}, async (page) => {
  const html = `<title>t</title><main><p>${"Words of a paragraph that is long enough to stay. ".repeat(4)}</p><img src="${bench.base}assets/icon.svg" alt="x"></main>`;
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await paste(page, html);
  const frame = await inner(page);
  await frame.waitForSelector("img");
  assert.equal(await frame.getAttribute("img", "src"), null);
  asked.length = 0;
  await page.check("text=Load images");
  await page.waitForFunction(() => document.querySelector("iframe").contentDocument.querySelector("img")?.complete);
  await page.waitForFunction(() => document.querySelector("iframe").contentDocument.querySelector("img")?.naturalWidth > 0);
  assert.ok(asked.some((url) => url.endsWith("icon.svg")));
});

// ---- links --------------------------------------------------------------------------------------------------------

on("a pasted page is in the link, with its state", "", {}, async (page) => {
  await paste(page, `<title>Mill</title><main><h1>The mill</h1><p>It grinds again, after ten years of slow repair by a dozen volunteers of the valley.</p></main>`);
  await page.waitForFunction(() => location.hash.includes("html="));
  await page.selectOption("#method", "bte");
  await page.click("#views >> text=Output");
  await page.click(".tabs >> text=JSON");
  const again = await bench.open(new URL(page.url()).hash);
  await again.waitForSelector("pre");
  assert.match(await again.textContent("pre"), /"method": "bte"/);
  assert.match(await again.textContent("pre"), /slow repair/);
  assert.deepEqual(again.seen, []);
  await again.context().close();
});

on("back and forth go through views and pages", "#example=shop", {}, async (page) => {
  await page.click("#views >> text=Output");
  await page.waitForSelector("pre.prose");
  await page.selectOption("#example", "recipe");
  await page.waitForFunction(() => /flatbread/.test(document.querySelector("pre.prose")?.textContent));
  await page.goBack();
  await page.waitForFunction(() => /Ground on the day/.test(document.querySelector("pre.prose")?.textContent));
  await page.goBack();
  await page.waitForFunction(() => document.querySelector("#views [aria-current]").textContent === "Page");
  await page.click("#home");
  await page.waitForSelector(".welcome:not([hidden])");
});

for (const hash of ["#lang=de&example=recipe", "#view=constructor&example=recipe", "#view=output&tab=constructor&example=recipe", "#lang=constructor&theme=x&example=recipe"]) {
  on(`a link with an unknown word shows the page: ${hash}`, hash, {}, async (page) => {
    await page.waitForFunction(() => /flatbread/.test(document.querySelector("#summary").textContent));
    assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
    assert.match(await page.textContent("main > :not([hidden])"), hash.includes("tab") ? /baking days/ : /Styles of the page/);
  });
}

on("the window has the title of the page and of the view", "#example=recipe&view=output", {}, async (page) => {
  await page.waitForFunction(() => /flatbread/.test(document.title));
  assert.match(await page.title(), /flatbread.* – Output – dehusk workbench$/);
  await page.click("#home");
  await page.waitForFunction(() => document.title === "dehusk workbench");
});

test("a page that cannot be fetched takes the page before away, and says why in the reader's language", async () => {
  const page = await bench.open("#example=recipe&lang=fa");
  await page.evaluate(() => { location.hash = "#url=https://mill.example/&lang=fa"; });
  await page.waitForSelector("#problem:not([hidden])");
  await page.waitForSelector(".welcome:not([hidden])");
  assert.match(await page.textContent("#problem strong"), /اجازه نمی‌دهد/);
  assert.equal(await page.getAttribute("#problem p", "lang"), "en");
  assert.equal(await page.inputValue("#url"), "https://mill.example/");
  assert.equal(await page.isVisible("#views"), false);
  await page.context().close();
});

test("a file that is no page leaves page and address as they were", async () => {
  const page = await bench.open("#example=recipe");
  await page.waitForFunction(() => /flatbread/.test(document.querySelector("#summary").textContent));
  await page.setInputFiles("#file", { name: "x.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n") });
  await page.waitForSelector("#problem:not([hidden])");
  await page.waitForFunction(() => /flatbread/.test(document.querySelector("#summary").textContent));
  assert.equal(await page.evaluate(() => location.hash), "#example=recipe");
  assert.match(await page.textContent("#problem .still"), /^Below is still the page before: ./);
  await page.context().close();
});

test("a file that is no page says so", async () => {
  const page = await bench.open("");
  await page.setInputFiles("#file", { name: "x.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%âãÏÓ\n") });
  await page.waitForSelector("#problem:not([hidden])");
  assert.match(await page.textContent("#problem"), /not a web page.*not html.*pdf/i);
  await page.context().close();
});

test("a damaged link says so", async () => {
  const page = await bench.open("#html=%%%");
  await page.waitForSelector("#problem:not([hidden])").catch(() => assert.fail("no message"));
  assert.match(await page.textContent("#problem"), /damaged/);
  await page.context().close();
});

test("a file in another encoding is decoded, and its offsets hold", async () => {
  const page = await bench.open("");
  const text = "Тестовая страница о мельнице у реки, которую наконец починили соседи.";
  const table = new Map([...Array(256).keys()].map((byte) => [new TextDecoder("windows-1251").decode(Uint8Array.of(byte)), byte]));
  const html = `<meta charset=windows-1251><title>x</title><main><p>${text}</p><p>${text}</p></main>`;
  await page.setInputFiles("#file", { name: "old.html", mimeType: "text/html", buffer: Buffer.from([...html].map((unit) => table.get(unit))) });
  const frame = await inner(page);
  await frame.click("p >> nth=1");
  await page.waitForSelector(".panel .kind");
  await page.click("text=In the source");
  assert.equal(await page.textContent(".source .selected"), text);
  await page.context().close();
});

// ---- methods, plot, cloud -----------------------------------------------------------------------------------------

on("methods are compared in words, on the page and as a difference", "#example=recipe&view=methods", {}, async (page) => {
  await page.waitForSelector(".difference");
  const rows = await page.$$eval(".scroll tbody tr", (list) => list.map((row) => [...row.children].slice(0, 4).map((cell) => cell.textContent)));
  assert.deepEqual(rows.map(([name]) => name), ["grain", "addanag", "thai", "boilerpipe", "plain"]);
  const kept = Object.fromEntries(rows.map(([name, count]) => [name, Number(count)]));
  assert.ok(kept.plain > kept.grain && rows[4][2] === "100%");
  await page.check("[aria-label='plain as B']");
  await page.waitForFunction(() => /Difference of grain and plain/.test(document.querySelector("main > :not([hidden])").textContent));
  assert.match(await page.textContent(".difference ins"), /\S/);
  await page.click("text=All methods");
  await page.waitForFunction(() => document.querySelectorAll(".scroll tbody tr").length >= 20);
  const frame = await inner(page);
  const color = (selector) => frame.evaluate((name) => getComputedStyle(document.querySelector(name).querySelector("*")).backgroundColor, selector);
  await frame.waitForFunction(() => getComputedStyle(document.querySelector("h1 *")).backgroundColor !== "rgba(0, 0, 0, 0)");
  assert.notEqual(await color("ol li"), await color(".menu a"));
});

on("a slider draws a new picture, and the other views follow", "#example=forum&view=plot&method=addanag", {}, async (page) => {
  await page.waitForSelector(READY.plot);
  const before = await page.getAttribute(".plot", "src");
  await page.fill("#plot-P", "1");
  await page.press("#plot-P", "Tab");
  await page.waitForFunction((old) => document.querySelector(".plot").src !== old, before);
  await page.waitForFunction(() => location.hash.includes("addanag.P=1"));
  assert.ok(await milliseconds(page) > 0);
  await page.fill("#plot-P", "7");
  assert.equal(await page.inputValue("[aria-label=P]:visible"), "7");
  await page.press("#plot-P", "Enter");
  await page.click("#views >> text=Page");
  await page.click("#parameters summary");
  assert.deepEqual([await page.inputValue("#param-P"), await page.inputValue("[aria-label=P]:visible")], ["7", "7"]);
  await page.fill("#param-P", "9");
  await page.press("#param-P", "Enter");
  await page.click("#views >> text=Plot");
  assert.equal(await page.inputValue("#plot-P"), "9");
  await page.click("#views >> text=Output");
  await page.click(".tabs >> text=JSON");
  const record = JSON.parse(await page.textContent("pre"));
  assert.equal(record.method, "addanag");
});

on("no method keeps more than the page has", "#example=thai&view=methods", {}, async (page) => {
  await page.click("text=All methods");
  await page.waitForFunction(() => document.querySelectorAll(".scroll tbody tr").length >= 20);
  const shares = await page.$$eval(".scroll tbody tr", (rows) => rows.map((row) => parseInt(row.children[2].textContent, 10)));
  assert.ok(shares.every((share) => share <= 100), shares.join());
});

on("a word of the cloud leads to its sentences and to the page", "#example=thai&view=cloud", {}, async (page) => {
  await page.waitForSelector(READY.cloud);
  await page.focus(".cloud [role=button] >> nth=0");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".sentences button");
  const sentence = await page.textContent(".sentences button");
  await page.click(".sentences button");
  await page.waitForSelector(".panel blockquote");
  const frame = await inner(page);
  const selected = await frame.evaluate(() => [...document.querySelectorAll("[class*=-selected]")].map((element) => element.textContent).join(""));
  assert.ok(selected.replace(/\s/g, "").includes(sentence.trim().slice(0, 12).replace(/\s/g, "")), `${selected} has not ${sentence}`);
});

// ---- own gold -----------------------------------------------------------------------------------------------------

on("own gold is scored, exported as a corpus and as a site rule that the program takes", "#example=recipe&view=gold", {}, async (page) => {
  await page.waitForSelector(READY.gold);
  const frame = await inner(page);
  await frame.click("h1");
  for (const text of ["By Tom Weir", "On baking days", "Serves 4", "h2 >> nth=0", "h2 >> nth=1", "If some is left"]) await frame.click(text.includes(">>") ? text : `text=${text}`);
  for (let at = 0; at < 9; at += 1) await frame.click(`.card li >> nth=${at}`);
  await page.waitForFunction(() => document.querySelectorAll(".gold .scroll tbody tr").length >= 20);
  const folder = mkdtempSync(join(tmpdir(), "workbench-"));
  try {
    await exportCorpus(page, folder);
    await exportRule(page, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

on("scores and site rule follow the marks, below a list that does not move", "#example=recipe&view=gold", {}, async (page) => {
  await page.waitForSelector(READY.gold);
  assert.match(await page.textContent(".gold .panel"), /Mark at least one block first/);
  await page.click("text=Mark the selected block");
  assert.match(await page.textContent("#notice"), /Select a block first/);
  const box = page.locator(".blocks input").nth(3);
  const { y } = await box.boundingBox();
  await box.press("Space");
  await page.waitForFunction(() => /Scoring/.test(document.querySelector(".gold .panel").textContent));
  assert.doesNotMatch(await page.textContent(".gold .panel"), /Mark at least one block first/);
  await page.waitForSelector(".gold .scroll tbody tr");
  assert.equal((await box.boundingBox()).y, y);
  await page.click(".gold >> text=Site rule");
  await page.fill("#rule-site", "mill.example");
  const rule = await page.textContent(".gold pre");
  await page.locator(".blocks input").nth(0).press("Space");
  await page.waitForFunction((before) => document.querySelector(".gold pre")?.textContent !== before, rule);
  assert.match(await page.textContent(".gold pre"), /mill\.example/);
  await page.click("text=Clear");
  await page.waitForFunction(() => !document.querySelector(".gold pre"));
  assert.match(await page.textContent(".gold .panel"), /Marked blocks: 0/);
});

on("the selected block is outlined in own gold, and can be marked", "#example=recipe&view=gold", {}, async (page) => {
  await page.waitForSelector(READY.gold);
  await page.keyboard.press("j");
  const frame = await inner(page);
  await frame.waitForSelector("[class*=-selected]");
  await page.click("text=Mark the selected block");
  await frame.waitForSelector("[class*=-selected][class*=-gold]");
});

async function saved(page, action, path) {
  const [download] = await Promise.all([page.waitForEvent("download"), action()]);
  await download.saveAs(path);
}

async function exportCorpus(page, folder) {
  await saved(page, () => page.click("text=Export as a corpus page"), join(folder, "corpus.zip"));
  execFileSync("python3", ["-m", "zipfile", "-e", join(folder, "corpus.zip"), join(folder, "corpus")]);
  const { groups } = JSON.parse(execFileSync(program(), ["eval", join(folder, "corpus"), "--method", "grain,bte,plain", "--format", "json"], { encoding: "utf8" }));
  const scored = Object.fromEntries(groups[0].methods.map(({ method, word }) => [method, word.f1.toFixed(3)]));
  const shown = await page.$$eval(".gold .scroll tbody tr", (rows) => Object.fromEntries(rows.map((row) => [row.children[0].textContent, row.children[3].textContent])));
  assert.deepEqual({ grain: shown.grain, bte: shown.bte, plain: shown.plain }, scored);
}

async function exportRule(page, folder) {
  await page.click(".gold >> text=Site rule");
  await page.waitForSelector("#rule-site");
  assert.equal(await page.inputValue("#rule-site"), "kitchen.mill.example");
  await saved(page, () => page.click(".panel >> text=Download"), join(folder, "sites.toml"));
  const source = new URL("../assets/examples/recipe.html", import.meta.url).pathname;
  const text = execFileSync(program(), ["extract", "--sites", join(folder, "sites.toml"), source], { encoding: "utf8" });
  assert.match(text, /On baking days[\s\S]*Divide the dough[\s\S]*If some is left/);
  assert.doesNotMatch(text, /Advertisement|You may also like|Share/);
}

on("the playground scores as the server does", "#example=thai", {}, async (page) => {
  const differences = await page.evaluate(async (examples) => {
    const { commonSubsequence, scores, words } = await import("/assets/words.js");
    const found = [];
    for (const name of examples) {
      const html = await (await fetch(`/assets/examples/${name}.html`)).text();
      // The policy of the workbench would report the styles.
      const unstyled = html.replace(/<style[^]*?<\/style>| style="[^"]*"/g, "");
      const gold = new DOMParser().parseFromString(unstyled, "text/html").querySelector("p:not(.by):not(.byline):not(.date)").textContent;
      const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ html, gold, methods: ["grain", "plain", "r2l"] }) };
      const { methods } = await (await fetch("/v1/compare", request)).json();
      for (const { method, text, scores: { word } } of methods) {
        const [answer, wanted] = [words(text), words(gold)];
        const own = scores(commonSubsequence(answer, wanted), answer.length, wanted.length);
        for (const key of ["precision", "recall", "f1"]) if (Math.abs(own[key] - word[key]) > 1e-12) found.push(`${name} ${method} ${key}: ${own[key]} ${word[key]}`);
      }
    }
    return found;
  }, EXAMPLES);
  assert.deepEqual(differences, []);
});

// ---- bad input ----------------------------------------------------------------------------------------------------

for (const [name, html] of Object.entries({ empty: " ", json: '{"a":1}', frames: "<frameset><frame src=x></frameset>", unclosed: "<p>x<!--", surrogates: "<p>a\ud800b</p>", bom: "\ufeff<p>Only a line.</p>" })) {
  test(`a page that is hardly one: ${name}`, async () => {
    const page = await bench.open("");
    await paste(page, html);
    for (const view of VIEWS) {
      await page.click(`#views a >> nth=${VIEWS.indexOf(view)}`).catch(() => undefined);
      await settled(page);
    }
    assert.deepEqual(page.seen.filter((line) => line.startsWith("error")), []);
    await page.context().close();
  });
}
