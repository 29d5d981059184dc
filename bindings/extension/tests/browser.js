// Chromium with the extension loaded unpacked, and what tests do in it.
//
// The button is clicked through the DevTools protocol, so the extension has `activeTab` and nothing else, as with a user.

import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { servePages } from "./server.js";

const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const folder = fileURLToPath(new URL("../dist/chromium", import.meta.url));
const pictures = process.env.DEHUSK_SCREENSHOTS;
const QUIET = "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";
/** How long a click may take to open the reader view before the button is clicked again, in milliseconds. */
const PATIENCE = 15_000;
/** The reader view when it shows a text or says why not. */
export const READ = 'main[aria-busy="false"]';

/** Why the browser cannot be tested here, or false. */
export const skip = !existsSync(CHROMIUM) ? `no ${CHROMIUM}` : !existsSync(join(folder, "manifest.json")) && "not built: run ./build";

export class Browser {
  async open() {
    this.profile = mkdtempSync(join(tmpdir(), "dehusk-extension-"));
    this.server = await servePages();
    this.base = this.server.base;
    const load = [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`, "--enable-unsafe-extension-debugging"];
    this.context = await chromium.launchPersistentContext(this.profile, {
      executablePath: CHROMIUM, headless: true, viewport: { width: 1100, height: 800 }, args: [...QUIET.split(" "), ...load],
    });
    const worker = this.context.serviceWorkers()[0] ?? (await this.context.waitForEvent("serviceworker"));
    this.id = new URL(worker.url()).hostname;
    await worker.evaluate(async () => {
      while (!chrome.action.onClicked.hasListeners()) await new Promise((resolve) => setTimeout(resolve, 10));
    });
    this.devtools = await this.context.browser().newBrowserCDPSession();
    this.page = await this.context.newPage();
    return this;
  }

  async close() {
    await this.context?.close();
    this.server?.close();
    rmSync(this.profile, { recursive: true, force: true });
  }

  /** Clicks the button of the extension on a page. */
  async click(page) {
    await page.bringToFront();
    const { targetInfos } = await this.devtools.send("Target.getTargets", { filter: [{ type: "tab", exclude: false }] });
    const { targetId } = targetInfos.filter(({ url }) => url === page.url()).at(-1);
    await this.devtools.send("Extensions.triggerAction", { id: this.id, targetId });
  }

  /** Opens a page and its reader view. */
  async read(name) {
    const address = /^[a-z]+:/.test(name) ? name : `${this.base}/${name}`;
    await this.page.goto(address).catch((error) => {
      if (!/ERR_ABORTED|Download/.test(error.message)) throw error;
    });
    return this.readHere();
  }

  /** Opens the reader view of the page shown. Chromium loses the first click on a slow machine now and then. */
  async readHere() {
    const opened = this.context.waitForEvent("page", { timeout: 3 * PATIENCE });
    await this.click(this.page);
    const again = setTimeout(() => this.click(this.page), PATIENCE);
    const reader = await opened.finally(() => clearTimeout(again));
    await reader.waitForSelector(READ);
    return reader;
  }

  async picture(page, name) {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  }
}

/** The inspector on a page. It is in a closed shadow root, which only the DevTools protocol can look into. */
export class InspectorOn {
  constructor(page) {
    this.page = page;
  }

  /** Waits until an element of the inspector with this class has a text that fits, and returns the text. */
  async text(name, pattern) {
    this.devtools ??= await this.page.context().newCDPSession(this.page);
    let found = null;
    for (const end = Date.now() + 20_000; Date.now() < end; ) {
      found = await this.#read(name, "return this.hidden ? '' : this.innerText + (this.querySelector('textarea')?.value ?? '');");
      if (found !== null && pattern.test(found)) return found;
    }
    throw new Error(`no .${name} with ${pattern}; it has ${JSON.stringify(found)}`);
  }

  /** Returns the place of an element of the inspector in the window. */
  async place(name) {
    this.devtools ??= await this.page.context().newCDPSession(this.page);
    return JSON.parse(await this.#read(name, "return JSON.stringify(this.getBoundingClientRect());"));
  }

  async isThere() {
    this.devtools ??= await this.page.context().newCDPSession(this.page);
    return (await this.#read("bar", "return 'there';")) !== null;
  }

  async #read(name, code) {
    const { root } = await this.devtools.send("DOM.getDocument", { depth: -1, pierce: true });
    const node = elementWithClass(root, name);
    if (node === null) return null;
    try {
      // In a world of its own, where scripts of the page changed nothing.
      const { frameTree } = await this.devtools.send("Page.getFrameTree");
      const { executionContextId } = await this.devtools.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
      const { object } = await this.devtools.send("DOM.resolveNode", { backendNodeId: node.backendNodeId, executionContextId });
      const { result } = await this.devtools.send("Runtime.callFunctionOn", { objectId: object.objectId, functionDeclaration: `function () { ${code} }` });
      return result.value;
    } catch {
      return null; // it went away meanwhile
    }
  }
}

function elementWithClass(root, name) {
  const nodes = [root];
  while (nodes.length > 0) {
    const node = nodes.pop();
    for (const shadow of node.shadowRoots ?? []) {
      const found = shadow.shadowRootType === "closed" && childWithClass(shadow, name);
      if (found) return found;
    }
    nodes.push(...(node.children ?? []));
  }
  return null;
}

function childWithClass(node, name) {
  for (const child of node.children ?? []) {
    const at = child.attributes?.indexOf("class") ?? -1;
    if (at >= 0 && child.attributes[at + 1].split(" ").includes(name)) return child;
    const found = childWithClass(child, name);
    if (found) return found;
  }
  return null;
}
