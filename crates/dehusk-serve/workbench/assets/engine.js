// What the views ask of an engine, whichever it is: a server (engine-server.js) or WebAssembly in this page (engine-wasm.js).
//
// A page is { html, url }: its decoded text, and its address if it has one. Options are { method, params, select, exclude }, where
// params maps names to values. All offsets are bytes of the page's UTF-8, as in the records of `dehusk extract`.
//
//   engine.features             { fetch, plot, cloud }: what the engine can do besides extracting
//   engine.open(input, options)            { html | bytes | url } → { page, record }; fetches or decodes it. There is a record, as of
//                                          engine.extract, if the engine had to read the page for it
//   engine.extract(page, options)          → the record of `dehusk extract --format json --with …`
//   engine.explain(page, options)          → the list `explanation` of the record
//   engine.compare(page, methods, gold)    → [{ method, text, kept, score }]: kept are ranges, score is { precision, recall, f1 } by
//                                            the measure `word` of `dehusk eval`, or null without gold
//   engine.plot(page, options)             → SVG as text; options also have width and height
//   engine.cloud(page, options)            → { svg, words, clouds }, the last two as in `dehusk cloud --format json`
//   engine.methods()                       → the list of `dehusk methods --format json`
//
// Errors are EngineErrors. Their code has a sentence for readers in messages/ (`failed.CODE`); without one, their message is for readers.

export class EngineError extends Error {
  constructor(message, detail = "", code = "") {
    super(message);
    this.name = "EngineError";
    this.detail = detail;
    this.code = code;
  }
}

/** The fields of records that the views show. */
export const FIELDS = ["metadata", "markdown", "html", "blocks", "links", "images", "tables", "items", "comments"];

/** The engine that the document names: `server` or `wasm`. */
export async function chosenEngine() {
  const name = document.querySelector("meta[name=dehusk-engine]").content;
  const module = name === "wasm" ? await import("./engine-wasm.js") : await import("./engine-server.js");
  return module.makeEngine();
}

/** The statuses of pages that could not be read. */
export const FAILURES = new Set(["not_html", "too_large", "timeout", "error"]);

/** Throws if a record says that its page could not be read. */
export function checkRead({ status, reason, error }) {
  if (!FAILURES.has(status)) return;
  const words = status.replaceAll("_", " ");
  throw new EngineError(words, error ?? (reason ? `${words}: ${reason}` : ""), status);
}

/** Decodes a page with the encoding that the engine found, as the engine does: with U+FFFD for what cannot be decoded. */
export function decoded(bytes, encoding) {
  return new TextDecoder(encoding).decode(bytes);
}

/** Text as an engine counts it: without a byte order mark, and with U+FFFD for lone surrogates. */
export function wellFormed(text) {
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  return body.toWellFormed ? body.toWellFormed() : new TextDecoder().decode(new TextEncoder().encode(body));
}
