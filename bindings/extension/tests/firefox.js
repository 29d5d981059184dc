// Firefox with the extension installed for the session, and what tests do in it.
//
// The button is that of the toolbar. WebDriver BiDi has no pointer for the toolbar, so a script of the browser clicks the button; Firefox
// then gives `activeTab` as after a click of a user. Clicks and keys in pages are real input.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Bidi } from "./bidi.js";
import { servePages } from "./server.js";

const FIREFOX = process.env.FIREFOX ?? ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync) ?? "/usr/bin/firefox-esr";
const folder = fileURLToPath(new URL("../dist/firefox", import.meta.url));
const pictures = process.env.DEHUSK_SCREENSHOTS;
const READER = /^moz-extension:.*\/reader\/reader\.html/;
const EVENTS = ["browsingContext.navigationCommitted", "browsingContext.downloadEnd"];
/** A free port, and scripts in the window of the browser. */
const WORDS = ["--headless", "--no-remote", "--remote-debugging-port=0", "--remote-allow-system-access"];
/** Names of keys in WebDriver. */
const KEYS = { Control: "\uE009", Escape: "\uE00C", ArrowRight: "\uE014", ArrowDown: "\uE015" };

/** Why the browser cannot be tested here, or false. */
export const skip = !existsSync(FIREFOX)
  ? `no ${FIREFOX} (Debian: apt-get install firefox-esr)`
  : !existsSync(join(folder, "manifest.json")) && "not built: run ./build";

export class Firefox {
  async open() {
    this.profile = mkdtempSync(join(tmpdir(), "dehusk-firefox-"));
    const preferences = { "browser.download.folderList": 2, "browser.download.dir": this.profile, "intl.locale.requested": "en-US" };
    const lines = Object.entries(preferences).map((pair) => `user_pref(${pair.map((value) => JSON.stringify(value)).join(", ")});\n`);
    writeFileSync(join(this.profile, "user.js"), lines.join(""));
    this.server = await servePages();
    this.base = this.server.base;
    this.process = spawn(FIREFOX, [...WORDS, "--profile", this.profile, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
    this.bidi = await Bidi.connect(await addressOf(this.process));
    const { extension } = await this.bidi.send("webExtension.install", { extensionData: { type: "path", path: folder } });
    await this.bidi.send("session.subscribe", { events: EVENTS });
    this.window = (await this.bidi.send("browsingContext.getTree", { "moz:scope": "chrome" })).contexts[0].context;
    this.page = (await this.#tabs())[0].context;
    await this.bidi.send("browsingContext.setViewport", { context: this.page, viewport: { width: 1100, height: 800 } });
    this.name = extension.toLowerCase().replace(/[^a-z0-9_-]/g, "_");
    await this.#inWindow((name) => CustomizableUI.addWidgetToArea(`${name}-browser-action`, "nav-bar"), this.name);
    return this;
  }

  async close() {
    if (this.process?.exitCode === null) {
      const ended = once(this.process, "exit");
      await this.bidi?.send("browser.close", {}).catch(() => this.process.kill());
      await ended;
    }
    this.bidi?.close();
    this.server?.close();
    rmSync(this.profile, { recursive: true, force: true });
  }

  async #tabs() {
    return (await this.bidi.send("browsingContext.getTree", {})).contexts;
  }

  #inWindow(act, ...words) {
    return this.#call({ context: this.window }, act, words);
  }

  /** Clicks the button of the extension in the toolbar. It counts for the tab that is shown. */
  click() {
    return this.#inWindow((name) => document.getElementById(`${name}-BAP`).click(), this.name);
  }

  /** Does what the key of a command does. */
  command(letter) {
    return this.#inWindow((name, key) => document.querySelector(`#ext-keyset-id-${name} key[key="${key}"]`).doCommand(), this.name, letter);
  }

  async goto(name) {
    const url = name.includes(":") ? name : `${this.base}/${name}`;
    await this.bidi.send("browsingContext.activate", { context: this.page });
    await this.bidi.send("browsingContext.navigate", { context: this.page, url, wait: "complete" });
  }

  /** Opens a page and its reader view. */
  async read(name) {
    await this.goto(name);
    return this.readHere();
  }

  /** Opens the reader view of the page shown. */
  async readHere() {
    const opened = this.bidi.event("browsingContext.navigationCommitted", ({ url }) => READER.test(url));
    await this.click();
    const { context } = await opened;
    await this.until(context, () => document.querySelector('main[aria-busy="false"]') !== null);
    return context;
  }

  /** Calls `act` in a tab, apart from the scripts of the page, with texts and elements, and returns its value as of JSON. */
  call(context, act, ...values) {
    return this.#call({ context, sandbox: "test" }, act, values);
  }

  async #call(target, act, values) {
    const { type, result, exceptionDetails } = await this.bidi.send("script.callFunction", {
      target, functionDeclaration: `async (...values) => JSON.stringify(await (${act})(...values) ?? null)`, awaitPromise: true,
      arguments: values.map((value) => (typeof value === "string" ? { type: "string", value } : value)),
    });
    if (type === "exception") throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  }

  /** Waits until `isSo` is true in a tab; it is asked after every change of the document. */
  until(context, isSo, ...values) {
    return this.call(context, `(...values) => new Promise((resolve) => {
      const look = () => (${isSo})(...values) && (observer.disconnect(), resolve(true));
      const observer = new MutationObserver(look);
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      look();
    })`, ...values);
  }

  /** Returns the text of an element, or null if it is not shown. */
  text(context, selector) {
    return this.call(context, (selector) => {
      const element = document.querySelector(selector);
      return element.checkVisibility() ? element.innerText : null;
    }, selector);
  }

  async #element(context, selector) {
    const { nodes } = await this.bidi.send("browsingContext.locateNodes", { context, locator: { type: "css", value: selector } });
    if (nodes.length === 0) throw new Error(`no element ${selector}`);
    return { sharedId: nodes[0].sharedId };
  }

  /** Clicks the middle of an element. */
  async press(context, selector) {
    const origin = { type: "element", element: await this.#element(context, selector) };
    await this.#pointer(context, [{ type: "pointerMove", x: 0, y: 0, origin }, ...CLICK]);
  }

  /** Moves the pointer to a place in the window of the page. */
  over(context, { x, y }) {
    return this.#pointer(context, [{ type: "pointerMove", x: Math.round(x), y: Math.round(y) }]);
  }

  /** Clicks where the pointer is. */
  pressHere(context) {
    return this.#pointer(context, CLICK);
  }

  #pointer(context, actions) {
    return this.bidi.send("input.performActions", { context, actions: [{ type: "pointer", id: "mouse", actions }] });
  }

  /** Presses keys together, and lets them go. */
  async keys(context, ...names) {
    const values = names.map((name) => KEYS[name] ?? name);
    const actions = [...values.map((value) => ({ type: "keyDown", value })), ...values.reverse().map((value) => ({ type: "keyUp", value }))];
    await this.bidi.send("input.performActions", { context, actions: [{ type: "key", id: "keys", actions }] });
  }

  /** Closes a tab. */
  shut(context) {
    return this.bidi.send("browsingContext.close", { context });
  }

  /** Waits until the next tab is closed. */
  oneGone() {
    return this.#inWindow(() => new Promise((resolve) => gBrowser.tabContainer.addEventListener("TabClose", () => resolve(true), { once: true })));
  }

  async picture(context, name) {
    if (!pictures) return;
    mkdirSync(pictures, { recursive: true });
    const { data } = await this.bidi.send("browsingContext.captureScreenshot", { context });
    writeFileSync(join(pictures, `firefox-${name}.png`), Buffer.from(data, "base64"));
  }
}

const CLICK = [{ type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];

/** Returns where Firefox listens. It says so when it has started. */
function addressOf(process) {
  return new Promise((resolve, reject) => {
    let said = "";
    process.stderr.on("data", (data) => {
      said += data;
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    process.on("error", reject);
    process.on("exit", (code) => reject(new Error(`Firefox ended with ${code}: ${said}`)));
  });
}

/** The inspector on a page. It is in a closed shadow root, which BiDi shows when it is asked to. */
export class InspectorOn {
  #root = null;

  constructor(firefox) {
    this.firefox = firefox;
  }

  /** Waits until an element of the inspector with this class has a text that fits, and returns the text. */
  async text(name, pattern) {
    this.#root ??= await this.#find();
    return this.firefox.call(this.firefox.page, `(root, name, source) => new Promise((resolve) => {
      const look = () => {
        const element = root.querySelector("." + name);
        const text = element.hidden ? "" : element.innerText + (element.querySelector("textarea")?.value ?? "");
        if (new RegExp(source).test(text)) observer.disconnect(), resolve(text);
      };
      const observer = new MutationObserver(look);
      observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
      look();
    })`, this.#root, name, pattern.source);
  }

  /** Returns a computed style of an element of the inspector. */
  async style(name, property) {
    const read = (root, name, property) => getComputedStyle(root.querySelector(`.${name}`))[property];
    return this.firefox.call(this.firefox.page, read, this.#root, name, property);
  }

  /** Clicks an element of the inspector. Under BiDi, Enter clicks no button of a web page, not even one of the page. */
  async press(selector) {
    const { page } = this.firefox;
    const place = await this.firefox.call(page, (root, selector) => {
      const { x, y, width, height } = root.querySelector(selector).getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }, this.#root, selector);
    await this.firefox.over(page, place);
    await this.firefox.pressHere(page);
  }

  async isThere() {
    return this.firefox.call(this.firefox.page, () => document.querySelector(":root > [popover=manual]") !== null);
  }

  async #find() {
    const { page, bidi } = this.firefox;
    await this.firefox.until(page, () => document.querySelector(":root > [popover=manual]") !== null);
    const { result } = await bidi.send("script.evaluate", {
      expression: 'document.querySelector(":root > [popover=manual]")', target: { context: page, sandbox: "test" }, awaitPromise: false,
      serializationOptions: { includeShadowTree: "all", maxDomDepth: 0 },
    });
    return { sharedId: result.value.shadowRoot.sharedId };
  }
}
