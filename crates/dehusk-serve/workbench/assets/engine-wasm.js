// The engine of the playground: the npm package `dehusk` in a worker of this page. Nothing leaves the browser.

import { EngineError, FIELDS, checkRead, decoded, wellFormed } from "./engine.js";
import { commonSubsequence, scores, words } from "./words.js";

export function makeEngine() {
  return new WasmEngine();
}

class WasmEngine {
  // The package draws no pictures, and a page of the web may not be read from another one.
  features = { fetch: false, plot: false, cloud: false };
  #worker = null;
  #waiting = new Map();
  #next = 0;

  async open({ html, bytes }, options) {
    if (html !== undefined) return { page: { html: wellFormed(html), url: "" } };
    const record = await this.#record(bytes, { url: "" }, options);
    checkRead(record);
    return { page: { html: wellFormed(decoded(bytes, record.encoding)), url: "" }, record };
  }

  extract(page, options) {
    return this.#record(page.html, page, options);
  }

  #record(input, page, options) {
    return this.#ask("record", input, { ...settings(page, options), ...Object.fromEntries(FIELDS.map((name) => [name, true])) });
  }

  async explain(page, options) {
    const record = await this.#ask("record", page.html, { ...settings(page, options), explain: true });
    return record.explanation ?? [];
  }

  async compare(page, methods, gold) {
    const wanted = gold === undefined ? null : words(gold);
    return Promise.all(methods.map((method) => this.#compared(page, method, wanted)));
  }

  async #compared(page, method, gold) {
    const record = await this.#ask("record", page.html, { ...settings(page, { method }), blocks: true });
    const kept = (record.blocks ?? []).filter((block) => block.kept);
    return { method, text: record.text ?? "", kept, score: gold && scored(words(record.text ?? ""), gold) };
  }

  methods() {
    return this.#ask("methods");
  }

  #ask(action, page, options) {
    this.#worker ??= this.#start();
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, action, page, options });
    });
  }

  #start() {
    const worker = new Worker(new URL("./engine-worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data: { id, answer, error } }) => this.#settle(id, answer, error));
    worker.addEventListener("error", (event) => {
      this.#worker = null;
      for (const id of [...this.#waiting.keys()]) this.#settle(id, null, event.message || "the module could not be loaded");
    });
    return worker;
  }

  #settle(id, answer, error) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) resolve(answer);
    else reject(new EngineError(error));
  }
}

function settings(page, { method, params, select, exclude }) {
  return { method, params, select, exclude, url: page.url || undefined };
}

function scored(answer, gold) {
  return scores(commonSubsequence(answer, gold), answer.length, gold.length);
}
