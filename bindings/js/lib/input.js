// What the drop-in replacements accept as a page: a document of any implementation, an object that has one, or
// HTML.

import { InputError } from "./errors.js";
import { typeName } from "./page.js";
import { property } from "./property.js";

/**
 * Returns `{ html, url, document }`. The document is read, never changed; `document` and `url` are null if they
 * are unknown.
 */
export function pageInput(input) {
  if (typeof input === "string" || ArrayBuffer.isView(input)) return { html: input, url: null, document: null };
  const document = documentOf(input);
  const html = property(property(document, "documentElement"), "outerHTML");
  if (typeof html !== "string") throw new InputError(`expected a Document or HTML, not ${typeName(input)}`);
  return { html: `<!DOCTYPE html>${html}`, url: webAddress(document), document };
}

/** An element of a document can have the name `window`, but no document has one of its own. */
function documentOf(input) {
  if (property(input, "documentElement")) return input;
  return input?.window?.document ?? input;
}

function webAddress(document) {
  const address = property(document, "documentURI") || property(document, "URL") || property(document, "location")?.href;
  return typeof address === "string" && /^https?:/i.test(address) ? address : null;
}

/** The address that a caller gives with a page, or that of the page. The originals take anything, so nonsense counts as none. */
export function addressOf(given, page) {
  const address = given?.href ?? given ?? page;
  return typeof address === "string" && URL.canParse(address) ? address : undefined;
}

/** Returns the first paragraph of a text. */
export function firstParagraph(text) {
  return text.split("\n").find((line) => line.trim() !== "")?.trim() ?? null;
}
