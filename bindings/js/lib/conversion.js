// A page as Markdown, with the headers that belong to it.

import { hash128 } from "./hash.js";
import { Extractor } from "./main.js";
import { markdownTag } from "./negotiation.js";
import { checkedAddress, moduleOptions, splitOptions } from "./options.js";
import { engine } from "./shared-engine.js";

// The estimate is that of `dehusk serve`: crates/dehusk-serve/src/page/tokens.rs has its reasons. A token is four units.
const TOKEN_UNITS = 4;
const ASCII_UNITS = 1;
const IDEOGRAPH_UNITS = 4;
const OTHER_UNITS = 2;

/** Characters of Chinese, Japanese and Korean. */
const IDEOGRAPH = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\u{20000}-\u{3ffff}]/u;

/** Estimates how many tokens a language model makes of a text. */
export function estimatedTokens(text) {
  let units = 0;
  for (const character of text) units += unitsOf(character);
  return Math.ceil(units / TOKEN_UNITS);
}

function unitsOf(character) {
  if (character <= "\x7f") return ASCII_UNITS;
  return IDEOGRAPH.test(character) ? IDEOGRAPH_UNITS : OTHER_UNITS;
}

/** The options of those who give none: always the same object, so that the extractor is kept. */
export const NONE = {};

/**
 * Returns options that are known to be right, and throws an `OptionError` otherwise. Before `init`, only names and types can be
 * checked.
 */
export function checkedOptions(options) {
  const { page, extractor } = splitOptions(options);
  const { url, ...misplaced } = page;
  if (url !== undefined && typeof url !== "function") checkedAddress("url", url);
  moduleOptions({ ...misplaced, ...extractor });
  if (engine.isReady || engine.loadsAtOnce) extractorOf(options);
  return options;
}

const extractors = new WeakMap();

function extractorOf(options) {
  if (!extractors.has(options)) {
    const { url, ...others } = options;
    extractors.set(options, new Extractor({ ...others, markdown: true }));
  }
  return extractors.get(options);
}

/** The address of a page: what the options say of the request, or what the server knows. */
function addressOf({ request, url }, options) {
  const said = typeof options.url === "function" ? options.url(request) : options.url;
  return said ?? (URL.canParse(url) ? url : undefined);
}

/**
 * Converts the page that answers `request`: `{ status, body, headers }`, where `status` is 304 if the client has one of the tags
 * `known`. Null if the page has no main content; it then stays as it is.
 */
export function converted(html, { request, url, contentType, known }, options) {
  const page = extractorOf(options).extract(html, { url: addressOf({ request, url }, options), contentType });
  if (page.text === "") return null;
  const body = page.markdown ?? "";
  const etag = markdownTag(hash128(body));
  return {
    status: known.includes(etag) ? 304 : 200,
    body,
    headers: { "content-type": "text/markdown; charset=utf-8", etag, "x-markdown-tokens": String(estimatedTokens(body)) },
  };
}
