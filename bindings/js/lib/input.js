// What the drop-in replacements accept as a page: a document of any implementation, an object that has one, or
// HTML.

import { InputError } from "./errors.js";
import { typeName } from "./page.js";

/**
 * Returns `{ html, url, document }`. The document is read, never changed; `document` and `url` are null if they
 * are unknown.
 */
export function pageInput(input) {
  if (typeof input === "string" || ArrayBuffer.isView(input)) return { html: input, url: null, document: null };
  const document = input?.window?.document ?? input;
  const root = document?.documentElement;
  if (typeof root?.outerHTML !== "string") {
    throw new InputError(`expected a Document or HTML, not ${typeName(input)}`);
  }
  return { html: `<!DOCTYPE html>${root.outerHTML}`, url: webAddress(document), document };
}

function webAddress(document) {
  const address = document.documentURI || document.URL || document.location?.href;
  return typeof address === "string" && /^https?:/i.test(address) ? address : null;
}

/** Returns the first paragraph of a text. */
export function firstParagraph(text) {
  return text.split("\n").find((line) => line.trim() !== "")?.trim() ?? null;
}
