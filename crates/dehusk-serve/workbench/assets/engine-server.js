// The engine of the workbench of `dehusk serve`: asks the HTTP API of the server that the page comes from.

import { EngineError, FIELDS, checkRead, decoded, wellFormed } from "./engine.js";

export function makeEngine() {
  return new ServerEngine(new URL("../v1/", import.meta.url));
}

const HTML = "text/html; charset=utf-8";

class ServerEngine {
  features = { fetch: true, plot: true, cloud: true };
  // What is sent of a page: { body, type }. A Blob, which Chromium sends without copying: a page of 2 MB as text or as an array keeps
  // the workbench from answering for some 50 ms per request.
  #sources = new WeakMap();

  constructor(base) {
    this.base = base;
  }

  async open({ html, bytes, url }, options) {
    if (html !== undefined) return { page: this.#page({ html: wellFormed(html), url: "" }) };
    if (bytes !== undefined) return this.#openBytes(bytes, options);
    const { source, ...record } = await this.#json("extract", { url, ...options, with: FIELDS, with_source: true });
    checkRead(record);
    return { page: this.#page({ html: source, url: record.url ?? url }), record };
  }

  // The server finds the encoding; the text is then decoded here as it did.
  async #openBytes(bytes, options) {
    const source = { body: new Blob([bytes]), type: "application/octet-stream" };
    const record = await this.#json("extract", { ...options, with: FIELDS }, source);
    checkRead(record);
    return { page: this.#page({ html: wellFormed(decoded(bytes, record.encoding)), url: "" }, source), record };
  }

  #page(page, source = { body: new Blob([page.html]), type: HTML }) {
    this.#sources.set(page, source);
    return page;
  }

  extract(page, options) {
    return this.#about(page, "extract", { ...options, with: FIELDS });
  }

  async explain(page, options) {
    const record = await this.#about(page, "explain", options);
    return record.explanation ?? [];
  }

  async compare(page, methods, gold) {
    const answer = await (gold === undefined ? this.#about(page, "compare", { methods }) : this.#compareWith(page, methods, gold));
    return answer.methods.map(comparison);
  }

  // Gold may be too long for an address.
  #compareWith({ html, url }, methods, gold) {
    const body = JSON.stringify({ html, methods, gold, ...(url ? { url } : {}) });
    return this.#json("compare", {}, { body, type: "application/json" });
  }

  async plot(page, options) {
    const answer = await this.#send("plot.svg", addressed(page, options), this.#sources.get(page));
    return answer.text();
  }

  async cloud(page, options) {
    const [svg, json] = await Promise.all(["cloud.svg", "cloud.json"].map((path) => this.#send(path, addressed(page, options), this.#sources.get(page))));
    const { words, clouds } = await json.json();
    return { svg: await svg.text(), words, clouds };
  }

  #about(page, path, options) {
    return this.#json(path, addressed(page, options), this.#sources.get(page));
  }

  async methods() {
    const answer = await fetch(new URL("methods", this.base));
    if (!answer.ok) throw await problem(answer);
    return answer.json();
  }

  async #json(path, options, source) {
    const answer = await this.#send(path, options, source);
    return answer.json();
  }

  async #send(path, options, { body = null, type = "text/plain" } = {}) {
    const accept = path.includes(".svg") ? "image/svg+xml" : "application/json";
    const address = new URL(`${path}?${query(options)}`, this.base);
    const answer = await fetch(address, { method: "POST", body, headers: { "content-type": type, accept } }).catch((error) => {
      throw new EngineError("unreachable", error.message, "unreachable");
    });
    if (!answer.ok) throw await problem(answer);
    return answer;
  }
}

function addressed({ url }, options) {
  return url ? { ...options, url } : options;
}

const COMMA_LISTS = new Set(["with", "methods"]);

/** Options as a query. */
function query({ params = {}, ...options }) {
  const pairs = Object.entries(params).map(([name, value]) => ["param", `${name}=${value}`]);
  for (const [name, value] of Object.entries(options)) {
    const values = COMMA_LISTS.has(name) ? [value.join(",")] : [value ?? []].flat();
    for (const item of values) pairs.push([name, item]);
  }
  return new URLSearchParams(pairs);
}

function comparison({ method, text, kept, scores }) {
  const ranges = kept.map(([src_start, src_end]) => ({ src_start, src_end }));
  return { method, text, kept: ranges, score: scores?.word ?? null };
}

async function problem(answer) {
  const { title, detail } = await answer.json().catch(() => ({}));
  return new EngineError(title ?? `${answer.status} ${answer.statusText}`, detail, answer.status);
}
