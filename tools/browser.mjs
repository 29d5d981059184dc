// Controls headless Chromium over the DevTools protocol, for the other tools in this folder. It needs no package and no network.
// Scripts of pages are turned off.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const TIMEOUT_MS = 8000;

/** Resolves to the result of a promise, or to undefined after a timeout. */
export const limit = (promise, ms = TIMEOUT_MS) => Promise.race([promise, new Promise((done) => setTimeout(done, ms))]);

/** Starts a browser that resolves no host names. */
export async function start() {
  const home = mkdtempSync(join(tmpdir(), "dehusk-browser-"));
  const child = spawn("chromium", ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
    "--host-resolver-rules=MAP * ~NOTFOUND", "--window-size=1280,2000", `--user-data-dir=${home}`, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] });
  const address = await new Promise((found, failed) => {
    let text = "";
    child.once("exit", () => failed(new Error("chromium exited; its output: " + text)));
    child.stderr.on("data", (data) => {
      text += data;
      const match = text.match(/DevTools listening on (ws:\S+)/);
      if (match) found(match[1]);
    });
  });
  const socket = new WebSocket(address);
  await new Promise((done) => socket.addEventListener("open", done));
  return new Browser(child, home, socket);
}

class Browser {
  constructor(child, home, socket) {
    Object.assign(this, { child, home, socket, waiting: new Map(), listeners: [], id: 0 });
    socket.addEventListener("message", ({ data }) => this.#receive(JSON.parse(data)));
  }

  #receive(message) {
    if (!message.id) {
      this.listeners = this.listeners.filter((listener) => !listener(message));
      return;
    }
    const { done, failed } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) failed(new Error(message.error.message)); else done(message.result);
  }

  send(method, params = {}, sessionId) {
    const id = ++this.id;
    this.socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((done, failed) => this.waiting.set(id, { done, failed }));
  }

  once(method) {
    return new Promise((done) => this.listeners.push((message) => message.method === method && (done(message.params), true)));
  }

  /** Opens a file with scripts off. */
  async open(path) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const tab = new Tab(this, targetId, sessionId);
    await tab.send("Page.enable");
    await tab.send("Emulation.setScriptExecutionDisabled", { value: true });
    const loaded = this.once("Page.domContentEventFired");
    tab.send("Page.navigate", { url: pathToFileURL(path).href }).catch(() => {});
    await limit(loaded);
    return tab;
  }

  /** Closes the browser and waits until it exits, because it writes to its profile folder until then. */
  async close() {
    const ended = new Promise((done) => this.child.on("exit", done));
    this.send("Browser.close").catch(() => {});
    await ended;
    rmSync(this.home, { recursive: true, force: true, maxRetries: 5 });
  }
}

class Tab {
  constructor(browser, targetId, sessionId) {
    Object.assign(this, { browser, targetId, sessionId });
  }

  send(method, params) {
    return this.browser.send(method, params, this.sessionId);
  }

  /** Evaluates a JavaScript expression. Resolves to its value, or to undefined after a timeout. */
  async value(expression) {
    return (await limit(this.send("Runtime.evaluate", { expression })))?.result?.value;
  }

  close() {
    return this.browser.send("Target.closeTarget", { targetId: this.targetId });
  }
}
