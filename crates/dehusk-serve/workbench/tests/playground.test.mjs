// The playground as the book shows it: in a frame, on the npm package, from a web server that does nothing but send files.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";

import { chromium } from "playwright-core";

import { drop } from "./harness.mjs";

const root = new URL("../../../../", import.meta.url).pathname;
const lib = process.env.DEHUSK_JS_LIB ?? join(root, "bindings/js/lib");
const skip = existsSync(join(lib, "dehusk.wasm")) ? false : "no dehusk.wasm; bindings/js/build makes it";
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm" };
const BOOK = '<!doctype html><html lang="en"><title>Book</title><link rel="icon" href="data:,"><iframe src="playground/index.html" width="1000" height="800"></iframe>';

const PASTED = `<nav><a href=/>Home</a></nav><h1>The old mill</h1>${"<p>The old mill on the river reopens on Monday, after ten years of slow and careful repair by the village.</p>".repeat(3)}
  <script>parent.postMessage("ran", "*")</script>`;

let browser, folder, server, base;

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "playground-"));
  execFileSync(join(root, "tools/playground.sh"), [join(folder, "playground"), lib]);
  server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const file = join(folder, path);
    if (path !== "/" && !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": path === "/" ? "text/html" : (TYPES[extname(file)] ?? "text/plain") });
    response.end(path === "/" ? BOOK : readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${server.address().port}`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
});

after(async () => {
  await browser?.close();
  server?.close();
  if (folder) rmSync(folder, { recursive: true });
});

async function opened(hash = "") {
  const page = await browser.newPage();
  page.seen = [];
  page.on("pageerror", (error) => page.seen.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && page.seen.push(`console: ${message.text()}`));
  page.on("request", (request) => /^https?:/.test(request.url()) && !request.url().startsWith(base) && page.seen.push(`request: ${request.url()}`));
  await page.goto(hash ? `${base}/playground/index.html${hash}` : base);
  const frame = hash ? page.mainFrame() : await (await page.waitForSelector("iframe")).contentFrame();
  await settled(frame);
  return { page, frame };
}

const settled = (frame) => frame.waitForFunction(() => document.querySelector("main > :not([hidden])") && !document.querySelector("main[aria-busy=true]"));

test("every view of an example is shown in the book, and nothing leaves the browser", { skip }, async () => {
  const { page, frame } = await opened();
  await frame.selectOption("#example", "recipe");
  await settled(frame);
  const views = await frame.$$eval("#views a", (links) => links.map((link) => link.textContent));
  assert.deepEqual(views, ["Page", "Output", "Methods", "Own gold"]);
  for (const [index, view] of views.entries()) {
    await frame.click(`#views a >> nth=${index}`);
    await settled(frame);
    assert.equal(await frame.$eval("#problem", (problem) => problem.hidden), true, view);
  }
  await frame.click("#views a >> nth=1");
  await frame.waitForFunction(() => /knead|dough|flour/i.test(document.querySelector("main > :not([hidden])").textContent));
  assert.deepEqual(page.seen, []);
  await page.close();
});

for (const view of ["plot", "cloud"]) {
  test(`a link to the view ${view}, which the playground has not, shows the page and says so`, { skip }, async () => {
    const { page, frame } = await opened(`#example=recipe&view=${view}`);
    await frame.waitForSelector("main > [data-milliseconds]:not([hidden]) iframe");
    assert.equal(await frame.isVisible("#problem"), false);
    assert.match(await frame.textContent("#notice"), /does not exist here/);
    assert.equal(await frame.textContent("#views [aria-current]"), "Page");
    await page.close();
  });
}

test("a pasted page is extracted, and an address is not asked for", { skip }, async () => {
  const { page, frame } = await opened();
  assert.equal(await frame.$eval("#url", (url) => url.checkVisibility()), false);
  await frame.click("#paste");
  await frame.fill("#paste-text", PASTED);
  await frame.click("#paste-dialog .primary");
  await frame.waitForFunction(() => !document.querySelector("#views").hidden);
  await frame.click("#views a >> nth=1");
  await frame.waitForFunction(() => document.querySelector("main > :not([hidden])").textContent.includes("The old mill on the river reopens"));
  assert.deepEqual(page.seen, []);
  await page.close();
});

const OPENED = {
  "a chosen file": (frame, text) => frame.setInputFiles("#file", { name: "mill.html", mimeType: "text/html", buffer: windows1251(text) }),
  "a dropped file": (frame, text) => frame.evaluate(drop, ["mill.html", `<meta charset=utf-8>${text}`]),
};
for (const [name, open] of Object.entries(OPENED)) {
  test(`${name} is opened, and its offsets hold`, { skip }, async () => {
    const { page, frame } = await opened();
    const text = "Старая мельница у реки снова открыта после десяти лет ремонта, который вели соседи.";
    await open(frame, `<title>x</title><main><p>${text}</p><p>${text}</p></main>`);
    await frame.waitForFunction(() => !document.querySelector("#views").hidden);
    await settled(frame);
    const inner = await (await frame.waitForSelector("main > :not([hidden]) iframe")).contentFrame();
    await inner.click("p >> nth=1");
    await frame.waitForSelector(".panel .kind");
    await frame.click("text=In the source");
    assert.equal(await frame.textContent(".source .selected"), text);
    assert.deepEqual(page.seen, []);
    await page.close();
  });
}

function windows1251(html) {
  const table = new Map([...Array(256).keys()].map((byte) => [new TextDecoder("windows-1251").decode(Uint8Array.of(byte)), byte]));
  return Buffer.from([...`<meta charset=windows-1251>${html}`].map((unit) => table.get(unit)));
}

test("a file that is no page says so", { skip }, async () => {
  const { page, frame } = await opened();
  await frame.setInputFiles("#file", { name: "x.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%âãÏÓ\n") });
  await frame.waitForSelector("#problem:not([hidden])");
  assert.match(await frame.textContent("#problem"), /not a web page.*not html.*pdf/i);
  await page.close();
});
