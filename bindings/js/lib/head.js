// What a page says about itself in `meta` and `link` elements: of a document as it is, of HTML by a search for these tags.

import { extract } from "./main.js";
import { call } from "./property.js";

/** How much of the HTML is searched, in code units. Chosen by hand: heads are much shorter. */
const MAX_SEARCHED = 2 ** 20;
/** How many different character references are replaced, so that a page of them takes no time. Chosen by hand. */
const MAX_REFERENCES = 256;

// Comments and elements whose content is no markup come first, so that tags in them are none. Unclosed ones end with the page.
const TAG =
  /<!--[^]*?(?:-->|$)|<(script|style|title|textarea|noscript|template|iframe|xmp)(?=[\s/>])[^]*?(?:<\/\1(?=[\s/>])|$)|<(meta|link)(?=[\s/>])((?:=\s*"[^"]*(?:"|$)|=\s*'[^']*(?:'|$)|[^>])*)(?:>|$)/gi;
const ATTRIBUTE = /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"?|'([^']*)'?|([^\s>]*)))?/g;
const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;

/**
 * Returns `{ metas, links }` of a document, or of HTML if there is none: the attributes of each element, by name. `encoding` is that
 * of HTML in bytes.
 */
export function headOf({ document, html }, encoding) {
  const elements = document ? elementsOf(document) : elementsIn(searched(html, encoding));
  const named = (wanted) => elements.filter(({ name }) => name === wanted).map(({ attributes }) => attributes);
  return { metas: named("meta"), links: named("link") };
}

function elementsOf(document) {
  const found = Array.from(call(document, "querySelectorAll", "meta, link") ?? []);
  const read = (element, names) => Object.fromEntries(names.map((name) => [name, element.getAttribute(name)]));
  return found.map((element) => ({
    name: element.localName,
    attributes: read(element, ["name", "property", "content", "rel", "href"]),
  }));
}

function searched(html, encoding) {
  if (typeof html === "string") return html.slice(0, MAX_SEARCHED);
  const bytes = new Uint8Array(html.buffer, html.byteOffset, Math.min(html.byteLength, MAX_SEARCHED));
  return decoderOf(encoding).decode(bytes);
}

function decoderOf(encoding) {
  try {
    return new TextDecoder(encoding ?? "utf-8");
  } catch {
    // The module knows encodings that this runtime does not. Tags are ASCII in all of them.
    return new TextDecoder();
  }
}

function elementsIn(html) {
  const decoded = decoder();
  return Array.from(html.matchAll(TAG))
    .filter(([, , name]) => name !== undefined)
    .map(([, , name, written]) => ({ name: name.toLowerCase(), attributes: attributesIn(written, decoded) }));
}

/** The attributes in a tag. The first one with a name counts. */
function attributesIn(written, decoded) {
  const attributes = { name: null, property: null, content: null, rel: null, href: null };
  for (const [, name, double, single, bare] of written.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (attributes[key] === null) attributes[key] = decoded(double ?? single ?? bare ?? "");
  }
  return attributes;
}

/** Returns a function that replaces character references. The module knows them all. */
function decoder() {
  const known = new Map();
  const character = (reference) => {
    if (known.size < MAX_REFERENCES && !known.has(reference)) known.set(reference, characterOf(reference));
    return known.get(reference) ?? reference;
  };
  return (text) => text.replace(REFERENCE, character);
}

function characterOf(reference) {
  return extract(`<p>x${reference}x</p>`, { method: "plain" }).text.slice(1, -1);
}
