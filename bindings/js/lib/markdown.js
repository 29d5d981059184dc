// `dehusk/markdown`: answers requests for `text/markdown` with the main content of the page, and passes all others through.
//
// `toMarkdown` is the step that all servers share; `fetchHandler`, `hono`, `next` and `express` connect it.

import { Extractor } from "./main.js";

const MARKDOWN = "text/markdown";
/** Characters of a token in languages with an alphabet: the usual estimate. Of other scripts, a character is a token. */
const CHARACTERS_PER_TOKEN = 4;
const ALPHABETIC = /[\u0000-\u2fff]+/g;
// Headers that describe the HTML and not the Markdown.
const OF_THE_HTML = ["content-length", "content-encoding", "content-range", "accept-ranges", "last-modified", "content-md5", "digest"];

/**
 * Whether a client prefers Markdown to HTML, by the header `Accept`. It has to name the type: browsers accept anything.
 */
export function wantsMarkdown(accept) {
  const qualities = acceptedQualities(accept ?? "");
  const markdown = qualities.get(MARKDOWN) ?? 0;
  return markdown > 0 && markdown >= (qualities.get("text/html") ?? 0);
}

function acceptedQualities(accept) {
  const qualities = new Map();
  for (const range of accept.toLowerCase().split(",")) {
    const [type, ...parameters] = range.split(";").map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    qualities.set(type, Number(quality) || 0);
  }
  return qualities;
}

/** Estimates how many tokens a language model makes of a text. */
export function estimatedTokens(text) {
  const alphabetic = text.match(ALPHABETIC)?.reduce((sum, piece) => sum + piece.length, 0) ?? 0;
  return Math.ceil(alphabetic / CHARACTERS_PER_TOKEN) + [...text.replace(ALPHABETIC, "")].length;
}

/** Returns the answer to a request whose handler answered with `response`. Anything but wanted HTML is passed through. */
export async function toMarkdown(request, response, options = NONE) {
  if (!isHtml(response.headers.get("content-type"))) return response;
  const wanted = wantsMarkdown(request.headers.get("accept")) && ["GET", "HEAD"].includes(request.method);
  if (!wanted || !response.ok || response.body === null) return varying(response);
  const html = new Uint8Array(await response.arrayBuffer());
  const answer = converted(html, {
    url: request.url,
    contentType: response.headers.get("content-type"),
    ifNoneMatch: request.headers.get("if-none-match"),
  }, options);
  return new Response(answer.status === 304 || request.method === "HEAD" ? null : answer.body, {
    status: answer.status,
    headers: markdownHeaders(response.headers, answer),
  });
}

function isHtml(contentType) {
  return /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType ?? "");
}

/** The same response, whose body streams on, with `Vary: Accept`. */
function varying(response) {
  const headers = new Headers(response.headers);
  headers.set("vary", withAccept(headers.get("vary")));
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function withAccept(vary) {
  const names = (vary ?? "").split(",").map((name) => name.trim()).filter(Boolean);
  return names.some((name) => name === "*" || name.toLowerCase() === "accept") ? vary : [...names, "Accept"].join(", ");
}

function markdownHeaders(of, answer) {
  const headers = new Headers(of);
  OF_THE_HTML.forEach((name) => headers.delete(name));
  headers.set("vary", withAccept(headers.get("vary")));
  Object.entries(answer.headers).forEach(([name, value]) => headers.set(name, value));
  return headers;
}

/** Converts a page. The body is Markdown, or the HTML as it is if it has no main content. */
function converted(html, { url, contentType, ifNoneMatch }, options) {
  const page = extractorOf(options).extract(html, { url: options.url ?? url, contentType });
  if (page.text === "") return { status: 200, body: html, headers: { "content-type": contentType } };
  const body = page.markdown ?? "";
  const etag = `"${fingerprint(body)}-md"`;
  const isSame = (ifNoneMatch ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  return {
    status: isSame ? 304 : 200,
    body,
    headers: {
      "content-type": "text/markdown; charset=utf-8",
      etag,
      "x-markdown-tokens": String(estimatedTokens(body)),
    },
  };
}

/** The options of those who give none: always the same object, so that the extractor is kept. */
const NONE = {};

const extractors = new WeakMap();

function extractorOf(options) {
  if (!extractors.has(options)) {
    const { url, ...others } = options;
    extractors.set(options, new Extractor({ ...others, markdown: true }));
  }
  return extractors.get(options);
}

/** A fingerprint of a text: FNV-1a, twice 32 bits with different beginnings. It need not resist attacks. */
function fingerprint(text) {
  return [0x811c9dc5, 0x01000193].map((start) => {
    let hash = start;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    return (hash >>> 0).toString(16).padStart(8, "0");
  }).join("");
}

/** Wraps a handler of Fetch-API requests: Cloudflare Workers, Deno, Bun, service workers. */
export function fetchHandler(handler, options = {}) {
  return async (request, ...others) => toMarkdown(request, await handler(request, ...others), options);
}

/** A middleware for Hono. */
export function hono(options = {}) {
  return async (context, next) => {
    await next();
    const answer = await toMarkdown(context.req.raw, context.res, options);
    if (answer === context.res) return;
    context.res = undefined; // Hono would merge the headers of the old response into the new one.
    context.res = answer;
  };
}

/**
 * A middleware for Next.js (`middleware.ts`, or `proxy.ts` since Next 16). Next does not show a middleware the page, so it asks
 * the server for the page once more, as HTML. Returns undefined for all other requests.
 */
export function next(options = {}) {
  const fetchPage = options.fetch ?? globalThis.fetch;
  const { fetch: _, ...others } = options;
  return async (request) => {
    if (!wantsMarkdown(request.headers.get("accept"))) return undefined;
    const headers = new Headers(request.headers);
    headers.set("accept", "text/html");
    headers.delete("if-none-match");
    const response = await fetchPage(request.url, { headers, redirect: "manual" });
    return toMarkdown(request, response, others);
  };
}

/** A middleware for Express and other servers with Node's `(request, response, next)`. */
export function express(options = {}) {
  return (request, response, next) => {
    const isWanted = wantsMarkdown(request.headers.accept) && ["GET", "HEAD"].includes(request.method);
    if (isWanted) intercept(request, response, options);
    else varyWhenHtml(response);
    next();
  };
}

/** Adds `Vary: Accept` when the headers of an HTML page are written. */
function varyWhenHtml(response) {
  const { writeHead } = response;
  response.writeHead = function (status, ...rest) {
    if (isHtml(headerOf(rest, response, "content-type"))) response.setHeader("vary", withAccept(joined(response.getHeader("vary"))));
    return writeHead.call(this, status, ...rest);
  };
}

function headerOf(rest, response, name) {
  const given = rest.find((part) => part !== null && typeof part === "object" && !Array.isArray(part)) ?? {};
  const found = Object.entries(given).find(([key]) => key.toLowerCase() === name)?.[1];
  return joined(found ?? response.getHeader(name));
}

function joined(value) {
  return value === undefined ? undefined : [value].flat().join(", ");
}

/** Holds the page back until its end, and sends it as Markdown. */
function intercept(request, response, options) {
  const original = { writeHead: response.writeHead, write: response.write, end: response.end };
  const chunks = [];
  const head = [];
  const ifNoneMatch = request.headers["if-none-match"];
  // The handler must answer with the whole page as it is: not compressed, not in part, and not with 304.
  for (const name of ["accept-encoding", "if-none-match", "if-modified-since", "range"]) delete request.headers[name];
  if (request.method === "HEAD") request.method = "GET";
  response.writeHead = function (...given) {
    head.push(...given);
    return this;
  };
  response.write = function (chunk, encoding, done) {
    chunks.push(asBuffer(chunk, encoding));
    (typeof encoding === "function" ? encoding : done)?.();
    return true;
  };
  response.end = function (chunk, encoding, done) {
    Object.assign(response, original);
    if (chunk !== undefined && chunk !== null && typeof chunk !== "function") chunks.push(asBuffer(chunk, encoding));
    finish({ request, response, head, options, ifNoneMatch, html: Buffer.concat(chunks) });
    [chunk, encoding, done].find((argument) => typeof argument === "function")?.();
    return this;
  };
}

function asBuffer(chunk, encoding) {
  return typeof chunk === "string" ? Buffer.from(chunk, typeof encoding === "string" ? encoding : "utf8") : Buffer.from(chunk);
}

function finish({ request, response, head, options, ifNoneMatch, html }) {
  const [status, ...rest] = head;
  applyHead(response, status, rest);
  const contentType = joined(response.getHeader("content-type"));
  if (isHtml(contentType)) response.setHeader("vary", withAccept(joined(response.getHeader("vary"))));
  if (!isHtml(contentType) || response.statusCode !== 200) return response.end(html);
  const answer = converted(html, { url: addressOf(request), contentType, ifNoneMatch }, options);
  OF_THE_HTML.forEach((name) => response.removeHeader(name));
  Object.entries(answer.headers).forEach(([name, value]) => response.setHeader(name, value));
  response.statusCode = answer.status;
  return response.end(answer.status === 304 ? undefined : answer.body);
}

/** Applies what the handler gave to `writeHead`. */
function applyHead(response, status, rest) {
  if (status !== undefined) response.statusCode = status;
  const headers = rest.find((part) => part !== null && typeof part === "object") ?? {};
  const pairs = Array.isArray(headers) ? pairsOf(headers) : Object.entries(headers);
  pairs.forEach(([name, value]) => response.setHeader(name, value));
}

function pairsOf(list) {
  return Array.isArray(list[0]) ? list : list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : []));
}

/** The address of a request as the server knows it. Behind a proxy, pass `url` or set up the proxy's headers. */
function addressOf(request) {
  const host = request.headers.host;
  const path = request.originalUrl ?? request.url;
  const scheme = request.protocol ?? (request.socket?.encrypted ? "https" : "http");
  return host && URL.canParse(path, `${scheme}://${host}`) ? new URL(path, `${scheme}://${host}`).href : undefined;
}

export { init } from "./main.js";
