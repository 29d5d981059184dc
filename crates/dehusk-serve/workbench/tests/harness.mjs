// Starts the server and a browser for the tests, and watches what must never happen.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import { chromium } from "playwright-core";

import { startServer } from "./server.mjs";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** A server and a browser: { base, open(hash, settings), close() }. */
export async function start() {
  const server = await startServer();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  return {
    base: server.base,
    browser,
    open: (hash, settings) => open(browser, server.base, hash, settings),
    close: async () => {
      await browser.close();
      server.stop();
    },
  };
}

/** Opens the workbench in a context of its own. `page.seen` collects errors, policy violations, dialogs and foreign requests. */
async function open(browser, base, hash = "", { width = 1280, height = 900, ...settings } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, locale: "en-US", acceptDownloads: true, ...settings });
  const page = await context.newPage();
  page.seen = [];
  page.on("pageerror", (error) => page.seen.push(`error: ${error.message}`));
  page.on("console", (message) => message.type() === "error" && page.seen.push(`console: ${message.text()}`));
  page.on("dialog", (dialog) => { page.seen.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  await context.route((url) => !url.href.startsWith(base) && /^(https?|wss?):$/.test(url.protocol), (route) => {
    page.seen.push(`request: ${route.request().url()}`);
    route.abort();
  });
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener("securitypolicyviolation", (event) => window.violations.push(`${event.effectiveDirective} ${event.blockedURI}`));
  });
  await page.goto(base + hash);
  await settled(page);
  return page;
}

/** Waits until the view of the state is shown. */
export async function settled(page) {
  await page.waitForFunction(() => document.querySelector("main > :not([hidden])") && !document.querySelector("main[aria-busy=true]"));
}

/** Puts HTML into the dialog and opens it. */
export async function paste(page, html) {
  await page.click("#paste");
  await page.fill("#paste-text", html);
  await page.click("#paste-dialog .primary");
  await page.waitForFunction(() => !document.querySelector("#views").hidden || !document.querySelector("#problem").hidden);
  await settled(page);
}

/** Drops a file with a name and a content, as if by hand. Runs in the page. */
export function drop([name, content]) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], name, { type: "text/html" }));
  document.querySelector("main").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
}

/** The document in the visible frame. */
export async function inner(page) {
  const handle = await page.waitForSelector("main > :not([hidden]) iframe");
  return handle.contentFrame();
}

/** What axe-core finds wrong, as "rule: element". The page in a frame is not ours and is left out. */
export async function violations(page) {
  await page.evaluate(await readFile(AXE, "utf8"));
  return page.evaluate(async () => {
    const { violations: found } = await window.axe.run({ exclude: ["iframe"] }, { iframes: false });
    return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
  });
}
