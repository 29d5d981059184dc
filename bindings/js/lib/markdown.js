// `dehusk/markdown`: answers requests for `text/markdown` with the main content of the page, and passes all
// others through.
//
// `toMarkdown` is the step that all servers with the Fetch API share; `fetchHandler`, `hono` and `next` connect it. `express` is
// for servers with Node's responses.

import { NONE, checkedOptions, converted } from "./conversion.js";
import { NOT_FOR_HANDLERS, OF_THE_HTML, acceptForHandlers, isForPage, markdownTags, mayBeHtml, wantsMarkdown, withAccept } from "./negotiation.js";

/**
 * Returns the answer to a request whose handler answered with `response`. Anything but wanted HTML is passed
 * through: also the 304 of a handler that saw the conditions of the request, which `fetchHandler` and `hono` do not show it.
 */
export async function toMarkdown(request, response, options = NONE) {
  const contentType = response.headers.get("content-type");
  if (!mayBeHtml(response.status, contentType)) return response;
  if (!isForMarkdown(request) || !isWhole(response)) return varying(response);
  // Without the page nothing else is known of its Markdown.
  if (response.body === null) return answered(response, null, { "content-type": "text/markdown; charset=utf-8" }, ["etag"]);
  const html = new Uint8Array(await response.arrayBuffer());
  const known = markdownTags(request.headers.get("if-none-match"));
  const answer = converted(html, { request, url: request.url, contentType, known }, options);
  const hasBody = request.method !== "HEAD";
  if (answer === null) return varying(response, hasBody ? html : null);
  const { status, body, headers } = answer;
  return answered(response, hasBody && status === 200 ? body : null, headers, [], status);
}

/** The same response, whose body streams on, with `Vary: Accept`. */
function varying(response, body = response.body) {
  const headers = new Headers(response.headers);
  headers.set("vary", withAccept(headers.get("vary")));
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}

function answered(response, body, added, removed, status = 200) {
  const headers = new Headers(response.headers);
  [...OF_THE_HTML, ...removed].forEach((name) => headers.delete(name));
  headers.set("vary", withAccept(headers.get("vary")));
  Object.entries(added).forEach(([name, value]) => headers.set(name, value));
  return new Response(body, { status, headers });
}

/** Whether a response is a page and all of it: no part, no answer to an order, no error. */
function isWhole({ status, headers }) {
  return status === 200 && !headers.has("content-range");
}

/** Whether a request is to be answered with Markdown if the answer is a page. */
function isForMarkdown({ method, headers }) {
  return isForPage(method) && wantsMarkdown(headers.get("accept"));
}

/** The request for the whole page that belongs to one for Markdown. The headers of the Markdown are known only with the page. */
function forHandler(request) {
  return new Request(request, { method: "GET", headers: headersForHandler(request) });
}

function headersForHandler(request) {
  const headers = new Headers(request.headers);
  NOT_FOR_HANDLERS.forEach((name) => headers.delete(name));
  headers.set("accept", acceptForHandlers(headers.get("accept")));
  return headers;
}

/** Wraps a handler of Fetch-API requests: Cloudflare Workers, Deno, Bun, service workers. */
export function fetchHandler(handler, options = NONE) {
  checkedOptions(options);
  return async (request, ...others) => {
    if (!isForMarkdown(request)) return toMarkdown(request, await handler(request, ...others), options);
    const answer = await toMarkdown(request, await handler(forHandler(request), ...others), options);
    return request.method === "HEAD" && answer.body !== null ? new Response(null, answer) : answer;
  };
}

/** A middleware for Hono. */
export function hono(options = NONE) {
  checkedOptions(options);
  return async (context, next) => {
    const request = context.req.raw;
    if (isForMarkdown(request)) context.req.raw = forHandler(request);
    await next();
    context.req.raw = request;
    const answer = await toMarkdown(request, context.res, options);
    if (answer === context.res) return;
    context.res = undefined; // Hono would merge the headers of the old response into the new one.
    context.res = answer;
  };
}

/**
 * A middleware for Next.js (`middleware.ts`, or `proxy.ts` since Next 16). Next does not show a middleware the
 * page, so it asks the server for the page once more, as HTML. For all other requests it tells Next to go on, and caches that the
 * answer depends on `Accept`.
 */
export function next(options = NONE) {
  const { fetch: fetchPage = globalThis.fetch, ...others } = options;
  checkedOptions(others);
  return async (request) => {
    if (!isForPage(request.method)) return undefined;
    if (!isForMarkdown(request)) return new Response(null, { headers: GO_ON });
    const headers = headersForHandler(request);
    headers.set("accept", "text/html");
    const response = await fetchPage(addressOfServer(request.url), { headers, redirect: "manual" });
    return toMarkdown(request, response, others);
  };
}

/** The names by which Next calls its own server, unless it was told another. */
const OWN_NAMES = new Set(["localhost", "127.0.0.1", "[::1]", "0.0.0.0", "[::]"]);

/** The address at which Next's server answers. Behind a proxy with TLS, Next says `https:` of it, but it speaks no TLS itself. */
function addressOfServer(address) {
  const url = new URL(address);
  if (OWN_NAMES.has(url.hostname)) url.protocol = "http:";
  return url.href;
}

/** What `NextResponse.next({ headers: { vary: "Accept" } })` answers; Next adds the others to the page. */
const GO_ON = { "x-middleware-next": "1", vary: "Accept" };

export { estimatedTokens } from "./conversion.js";
export { express } from "./express.js";
export { init } from "./main.js";
export { wantsMarkdown } from "./negotiation.js";
