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
import { Extractor, extract } from "dehusk";
import { WIDE, corpusPages, page } from "./pages.js";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const skip = !existsSync(CHROMIUM) && `no ${CHROMIUM}`;
const here = fileURLToPath(new URL("../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dehusk-vite-"));
/** Pages of the corpora that are compared in the browser. */
const MAX_PAGES = Number(process.env.DEHUSK_BROWSER_PAGES ?? 300);
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

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
  await build({ root: folder, logLevel: "error", worker: { format: "es" }, build: { assetsInlineLimit: 0 } });
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

test("records of the corpora are the same as in Node.js", { skip: skip || (corpus.length === 0 && "no $DEHUSK_CORPORA") }, async (context) => {
  const options = { timeoutMs: null, metadata: true, markdown: true, html: true, blocks: true, links: true, images: true, tables: true, items: true, comments: true, jsonLd: true };
  const extractor = new Extractor(options);
  const tab = await bundled();
  const step = Math.max(1, Math.floor(corpus.length / MAX_PAGES));
  const numbers = corpus.map((_, at) => at).filter((at) => at % step === 0).slice(0, MAX_PAGES);
  const records = await tab.evaluate(async ([numbers, options]) => {
    const extractor = new dehusk.Extractor(options);
    const records = [];
    for (const at of numbers) records.push(extractor.record(await (await fetch(`/corpus/${at}`)).arrayBuffer()));
    return records;
  }, [numbers, options]);
  const different = numbers.filter((at, index) => extractor.record(readFileSync(corpus[at])) !== records[index]);
  assert.deepEqual(different.map((at) => corpus[at]), []);
  context.diagnostic(`${numbers.length} pages have the same record`);
  await tab.close();
});
