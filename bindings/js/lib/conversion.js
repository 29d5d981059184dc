// A page as Markdown, with the headers that belong to it.

import { hash128 } from "./hash.js";
import { Extractor } from "./main.js";
import { markdownTag } from "./negotiation.js";
import { checkedAddress, moduleOptions, splitOptions } from "./options.js";
import { engine } from "./shared-engine.js";

/**
 * Characters of a token in languages with an alphabet: the usual estimate. Of other scripts, a character is a
 * token.
 */
const CHARACTERS_PER_TOKEN = 4;
const ALPHABETIC = /[\u0000-\u2fff]+/g;

/** Estimates how many tokens a language model makes of a text. */
export function estimatedTokens(text) {
  const alphabetic = text.match(ALPHABETIC)?.reduce((sum, piece) => sum + piece.length, 0) ?? 0;
  return Math.ceil(alphabetic / CHARACTERS_PER_TOKEN) + [...text.replace(ALPHABETIC, "")].length;
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
