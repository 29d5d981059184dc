// The package in Chromium: bundled with Vite, and as plain modules; under a strict content security policy; in
// a worker.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build } from "vite";
import { extract } from "dehusk";
import { WIDE, corpusPages, page } from "./pages.js";
import { FIELDS, program, recordsOf } from "./program.js";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skip = !existsSync(CHROMIUM) && `no ${CHROMIUM}`;
const here = fileURLToPath(new URL("../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dehusk-vite-"));
/** Pages of the corpora that are compared in the browser, and how many at once. */
const MAX_PAGES = Number(process.env.DEHUSK_BROWSER_PAGES ?? 300);
const BATCH = 100;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

/** Entries that a page imports alone, and a use of each. */
const ALONE = {
  readability: "({ Readability }, html) => new Readability(html).parse().textContent",
  defuddle: "({ Defuddle }, html) => new Defuddle(html, { markdown: true }).parse().content",
  markdown: `async ({ toMarkdown }, html) => {
    const headers = { accept: "text/markdown" };
    const response = new Response(html, { headers: { "content-type": "text/html" } });
    return (await toMarkdown(new Request("https://mill.example/", { headers }), response)).text();
  }`,
  lite: "({ extract }, html) => extract(html).text",
};

let browser, server, base;
const corpus = await corpusPages();

/** Serves the bundle at /, the package as it is at /package/, and pages of the corpora at /corpus/N. */
function answer(request, response) {
  const { pathname } = new URL(request.url, "http://x");
  if (pathname.startsWith("/corpus/")) return response.end(readFileSync(corpus[Number(pathname.slice(8))]));
  if (pathname === "/plain") return response.setHeader("content-type", "text/html").end("<!DOCTYPE html><title>plain</title>");
  const root = pathname.startsWith("/package/") ? here : join(folder, "dist");
  const path = join(root, normalize(pathname.replace("/package/", "/")));
  if (!existsSync(path) || !statSync(path).isFile()) return response.writeHead(404).end();
  return response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "text/plain", "content-security-policy": POLICY }).end(readFileSync(path));
}

before(async () => {
  if (skip) return;
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(here, join(folder, "node_modules/dehusk"));
  writeFileSync(join(folder, "index.html"), '<!DOCTYPE html><title>test</title><script type="module" src="./main.js"></script>');
  writeFileSync(join(folder, "main.js"), `import * as dehusk from "dehusk";
    import { Readability, isProbablyReaderable } from "dehusk/readability";
    import { Defuddle } from "dehusk/defuddle";
    let early; try { dehusk.extract("<p>x"); } catch (error) { early = error.code; }
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    Object.assign(window, { dehusk, Readability, isProbablyReaderable, Defuddle, early, worker });
    window.ready = dehusk.init();`);
  writeFileSync(join(folder, "worker.js"), `import { extract, init } from "dehusk";
    onmessage = async ({ data }) => { await init(); postMessage(extract(data).text); };`);
  for (const [name, use] of Object.entries(ALONE)) {
    writeFileSync(join(folder, `${name}.html`), `<!DOCTYPE html><title>test</title><script type="module" src="./${name}.js"></script>`);
    writeFileSync(join(folder, `${name}.js`), `import * as entry from "dehusk/${name}";
      window.answer = async (html) => { await entry.init(); return (${use})(entry, html); };`);
  }
  const input = ["index", ...Object.keys(ALONE)].map((name) => join(folder, `${name}.html`));
  await build({ root: folder, logLevel: "error", worker: { format: "es" }, build: { assetsInlineLimit: 0, rollupOptions: { input } } });
  server = createServer(answer).listen(0);
  await once(server, "listening");
  base = `http://localhost:${server.address().port}`;
  const quiet = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  browser = await chromium.launch({ executablePath: CHROMIUM, args: quiet });
});

after(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true });
});

async function bundled() {
  const tab = await browser.newPage();
  await tab.goto(`${base}/index.html`);
  await tab.evaluate(() => window.ready);
  return tab;
}

test("bundled with Vite, under a policy without unsafe-eval", { skip }, async () => {
  const tab = await bundled();
  const found = await tab.evaluate((html) => {
    const { text, markdown, blocks } = dehusk.extract(html, { markdown: true, blocks: true });
    return { early, text, markdown, blocks };
  }, page(`<p>${WIDE}</p>`));
  const expected = extract(page(`<p>${WIDE}</p>`), { markdown: true, blocks: true });
  assert.equal(found.early, "ERR_NOT_READY");
  assert.deepEqual([found.text, found.markdown, found.blocks], [expected.text, expected.markdown, expected.blocks]);
  await tab.close();
});

for (const name of Object.keys(ALONE)) {
  test(`dehusk/${name} alone`, { skip }, async () => {
    const tab = await browser.newPage();
    await tab.goto(`${base}/${name}.html`);
    const text = await tab.evaluate((html) => window.answer(html), page());
    assert.ok(text.includes("The old mill on the river reopens on Monday") && !text.includes("Legal notice"), text);
    await tab.close();
  });
}

test("in a worker", { skip }, async () => {
  const tab = await bundled();
  const text = await tab.evaluate((html) => new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage(html);
  }), page());
  assert.equal(text, extract(page()).text);
  await tab.close();
});

test("as plain modules, without a bundler", { skip }, async () => {
  const tab = await browser.newPage();
  await tab.goto(`${base}/plain`);
  const status = await tab.evaluate(async (html) => {
    const { extract, init } = await import("/package/lib/index.js");
    await Promise.all([init(), init()]);
    await init();
    return extract(html).status;
  }, page());
  assert.equal(status, "ok");
  await tab.close();
});

test("drop-ins read a live document and leave it alone", { skip }, async () => {
  const tab = await bundled();
  const found = await tab.evaluate((html) => {
    const live = new DOMParser().parseFromString(html, "text/html");
    const before = live.documentElement.outerHTML;
    const [article, note] = [new Readability(live).parse(), new Defuddle(live, { url: "https://mill.example/" }).parse()];
    return [article.title, note.site, isProbablyReaderable(live), live.documentElement.outerHTML === before];
  }, page());
  assert.deepEqual(found, ["The mill reopens", "The Daily Mill", true, true]);
  await tab.close();
});

test("fromDocument: what the reader sees, with shadow roots, frozen, with a frame of another origin", { skip }, async () => {
  const tab = await browser.newPage();
  await tab.goto(`${base}/plain`);
  const [html, isSame] = await tab.evaluate(async ([story, far]) => {
    document.body.innerHTML = `<style>.off { display: none } @media screen { .late { visibility: hidden } }</style><article><h1>The mill</h1>
      <p>${story}</p><p class="off">NOT SHOWN</p><p class="late">INVISIBLE</p><x-note><b slot="s">IN A SLOT</b></x-note></article><iframe src="${far}"></iframe>`;
    document.querySelector("x-note").attachShadow({ mode: "open" }).innerHTML = `<p>In the shadow root: <slot name="s"></slot>. ${story}</p>`;
    Object.freeze(document.body);
    Object.freeze(document);
    const { fromDocument } = await import("/package/lib/index.js");
    const before = document.documentElement.outerHTML;
    return [fromDocument(document), before === document.documentElement.outerHTML];
  }, ["The old mill on the river reopens on Monday, after ten years of slow and careful repair. ".repeat(4), base.replace("localhost", "127.0.0.1") + "/plain"]);
  assert.ok(isSame);
  assert.match(html, /<p class="off" hidden>NOT SHOWN/);
  assert.match(html, /<p class="late" style="visibility:hidden">INVISIBLE/);
  const { text } = extract(html);
  assert.ok(text.includes("In the shadow root: IN A SLOT."), text);
  assert.ok(!text.includes("NOT SHOWN") && !text.includes("INVISIBLE"), text);
  await tab.close();
});

/** Ways to hide a text, in a style sheet, and what must be kept. `HIDE` marks what must not be in the text. */
const SIGHTS = `<style>
  .opacity { opacity: 0 } .size { font-size: 0 } .left { position: absolute; left: -9999px } .right { position: fixed; right: -9999px }
  .top { position: absolute; top: -9999px } .clip { position: absolute; clip: rect(0 0 0 0) } .path { clip-path: inset(50%) }
  .indent { text-indent: -9999px } .scale { transform: scale(0) } .far { transform: translateX(-9999px) } .none { overflow: hidden; height: 0 }
  .pixel { overflow: hidden; width: 1px; height: 1px; position: absolute } .content { content-visibility: hidden } .clear { color: transparent }
  .same { color: #fff } .own { color: #333; background: #333; position: relative } .paper { background: #fefefe }
  .dark { background: #000; color: #fff } .shadow { color: #fff; text-shadow: 1px 1px 2px #000 } .over { position: relative; color: #fff }
  .image { background-image: linear-gradient(#000, #333); color: #fff } .cut { background: linear-gradient(red, blue); background-clip: text; color: transparent }
  .bottom { position: relative } .bottom p { position: absolute; bottom: 0; right: 0; margin: 0 } .track { transform: translateX(-1000px); white-space: nowrap }
  .block { display: block } .drop { float: left } .later { position: relative; left: 600px } .back { font-size: 14px } .size .back { font-size: 14px }
  </style>`;
const HIDDEN_BY = "opacity size left right top clip path indent scale far none pixel content clear same own".split(" ");
const SHOWN_BY = "dark shadow image cut later".split(" ");

test("fromDocument: what no reader sees is marked, and what he sees is not", { skip }, async () => {
  const tab = await browser.newPage();
  await tab.goto(`${base}/plain`);
  const hidden = HIDDEN_BY.map((name) => `<p class="${name}">HIDE ${name}</p>`).join("") + '<div class="paper"><p class="same">HIDE paper</p></div><p hidden="until-found">HIDE until</p>';
  const shown = SHOWN_BY.map((name) => `<p class="${name}">SHOW ${name}</p>`).join("") +
    `<div style="position:relative"><p class="over">SHOW over</p></div><div class="bottom"><p>SHOW bottom<br>${"<br>more".repeat(80)}</p></div>
    <p class="size">HIDE outer <b class="back">SHOW back</b></p><p>A<span class="block">SHOW block</span>B <span class="drop">D</span>rop</p><div popover="manual" id="pop"><p>SHOW popover</p></div>
    <font color="white" style="background:#000">SHOW font</font>`;
  const html = await tab.evaluate(async (body) => {
    document.body.innerHTML = body;
    document.getElementById("pop").showPopover();
    const { fromDocument } = await import("/package/lib/index.js");
    return fromDocument(document);
  }, SIGHTS + hidden + shown);
  const { text } = extract(html, { method: "plain", hidden: "drop" });
  for (const name of [...HIDDEN_BY, "paper", "until", "outer"]) assert.ok(!text.includes(`HIDE ${name}`), `${name}: ${html}`);
  for (const name of [...SHOWN_BY, "over", "bottom", "back", "block", "popover", "font"]) assert.ok(text.includes(`SHOW ${name}`), `${name}: ${html}`);
  assert.match(html, /<span class="block"[^>]*display: ?block/);
  assert.doesNotMatch(html, /<span class="drop"[^>]*display/);
  await tab.close();
});

test("fromDocument: names of elements cover no property", { skip }, async () => {
  const tab = await browser.newPage();
  await tab.goto(`${base}/plain`);
  const [isCovered, html, framed] = await tab.evaluate(async () => {
    const names = ["documentElement", "defaultView", "childNodes", "nodeType", "localName", "attributes", "shadowRoot", "getAttribute", "textContent", "data"];
    const page = `<style>.off { display: none }</style><p class="off">NOT SHOWN</p><form><p>In the form</p>${names.map((name) => `<input name="${name}">`).join("")}
      </form>${names.map((name) => `<img name="${name}" id="${name}">`).join("")}<p>At the end</p>`;
    document.body.innerHTML = `${page}<iframe></iframe>`;
    const frame = document.querySelector("iframe").contentDocument;
    frame.body.innerHTML = page;
    const { fromDocument } = await import("/package/lib/index.js");
    const isCovered = document.documentElement.localName === "img" && document.querySelector("form").childNodes.localName === "input";
    return [isCovered, fromDocument(document), fromDocument(frame)];
  });
  assert.ok(isCovered);
  for (const written of [html, framed]) {
    assert.match(written, /^<!DOCTYPE html><html>/);
    assert.match(written, /<p class="off" hidden>NOT SHOWN<\/p><form><p>In the form<\/p><input name="documentElement">/);
    assert.match(written, /<p>At the end<\/p>/);
  }
  await tab.close();
});

test("records of the corpora are those of the program", { skip: skip || (corpus.length === 0 && "no $DEHUSK_CORPORA") || (!program && "no program") }, async (context) => {
  const options = { timeoutMs: null, ...FIELDS };
  const tab = await bundled();
  await tab.evaluate((options) => (window.extractor = new dehusk.Extractor(options)), options);
  const numbers = Array.from({ length: Math.min(MAX_PAGES, corpus.length) }, (_, at) => Math.floor((at * corpus.length) / Math.min(MAX_PAGES, corpus.length)));
  const different = [];
  for (let at = 0; at < numbers.length; at += BATCH) {
    const batch = numbers.slice(at, at + BATCH);
    const records = await tab.evaluate(async (batch) => {
      const records = [];
      for (const [number, id] of batch) records.push(extractor.record(await (await fetch(`/corpus/${number}`)).arrayBuffer(), { id }));
      return records;
    }, batch.map((number) => [number, corpus[number]]));
    const expected = recordsOf(batch.map((number) => corpus[number]));
    different.push(...batch.filter((_, index) => records[index] !== expected[index]).map((number) => corpus[number]));
  }
  assert.deepEqual(different, []);
  context.diagnostic(`${numbers.length} pages have the same record`);
  await tab.close();
});
