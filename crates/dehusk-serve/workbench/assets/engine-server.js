// The engine of the workbench of `dehusk serve`: asks the HTTP API of the server that the page comes from.

import { EngineError, FIELDS, checkRead, decoded, wellFormed } from "./engine.js";

export function makeEngine() {
  return new ServerEngine(new URL("../v1/", import.meta.url));
}

class ServerEngine {
  features = { fetch: true, plot: true, cloud: true };

  constructor(base) {
    this.base = base;
  }

  async open({ html, bytes, url }) {
    if (html !== undefined) return { html: wellFormed(html), url: "" };
    if (bytes !== undefined) return this.#openBytes(bytes);
    const record = await this.#json("explain", { url, method: "plain", with_source: true });
    checkRead(record);
    return { html: record.source, url: record.url ?? url };
  }

  // The server finds the encoding; the text is then decoded here as it did.
  async #openBytes(bytes) {
    const answer = await this.#send("extract?method=plain", bytes, "application/octet-stream");
    const record = await answer.json();
    checkRead(record);
    return { html: wellFormed(decoded(bytes, record.encoding)), url: "" };
  }

  extract(page, options) {
    return this.#json("extract", { ...body(page, options), with: FIELDS });
  }

  async explain(page, options) {
    const record = await this.#json("explain", body(page, options));
    return record.explanation ?? [];
  }

  async compare(page, methods, gold) {
    const answer = await this.#json("compare", { ...body(page, {}), methods, ...(gold === undefined ? {} : { gold }) });
    return answer.methods.map(comparison);
  }

  async plot(page, options) {
    const { width, height } = options;
    const answer = await this.#send("plot.svg", JSON.stringify({ ...body(page, options), width, height }));
    return answer.text();
  }

  async cloud(page, options) {
    const { width, height } = options;
    const request = JSON.stringify({ ...body(page, options), width, height });
    const [svg, json] = await Promise.all([this.#send("cloud.svg", request), this.#send("cloud.json", request)]);
    const { words, clouds } = await json.json();
    return { svg: await svg.text(), words, clouds };
  }

  async methods() {
    const answer = await fetch(new URL("methods", this.base));
    if (!answer.ok) throw await problem(answer);
    return answer.json();
  }

  async #json(path, request) {
    const answer = await this.#send(path, JSON.stringify(request));
    return answer.json();
  }

  async #send(path, content, type = "application/json") {
    const accept = path.includes(".svg") ? "image/svg+xml" : "application/json";
    const request = { method: "POST", body: content, headers: { "content-type": type, accept } };
    const answer = await fetch(new URL(path, this.base), request).catch((error) => {
      throw new EngineError("unreachable", error.message);
    });
    if (!answer.ok) throw await problem(answer);
    return answer;
  }
}

function body({ html, url }, { method, params, select, exclude }) {
  const request = { html, method, params, select, exclude };
  return url ? { ...request, url } : request;
}

function comparison({ method, text, kept, scores }) {
  const ranges = kept.map(([src_start, src_end]) => ({ src_start, src_end }));
  return { method, text, kept: ranges, score: scores?.word ?? null };
}

async function problem(answer) {
  const { title, detail } = await answer.json().catch(() => ({}));
  return new EngineError(title ?? `${answer.status} ${answer.statusText}`, detail);
}
