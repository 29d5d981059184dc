// `dehusk/markdown`: answers requests for `text/markdown` with the main content of the page, and passes all
// others through.
//
// `toMarkdown` is the step that all servers with the Fetch API share; `fetchHandler`, `hono` and `next` connect it. `express` is
// for servers with Node's responses.

import { NONE, checkedOptions, converted } from "./conversion.js";
import { OF_THE_HTML, isForPage, isHtml, splitTags, wantsMarkdown, withAccept } from "./negotiation.js";

/**
 * Returns the answer to a request whose handler answered with `response`. Anything but wanted HTML is passed
 * through.
 */
export async function toMarkdown(request, response, options = NONE) {
  const contentType = response.headers.get("content-type");
  if (!isHtml(contentType)) return response;
  const wanted = wantsMarkdown(request.headers.get("accept")) && isForPage(request.method);
  if (!wanted || !response.ok) return varying(response);
  // Without the page nothing else is known of its Markdown.
  if (response.body === null) return answered(response, null, { "content-type": "text/markdown; charset=utf-8" }, ["etag"]);
  const html = new Uint8Array(await response.arrayBuffer());
  const known = splitTags(request.headers.get("if-none-match")).ours;
  const answer = converted(html, { url: request.url, contentType, known }, options);
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

/** Wraps a handler of Fetch-API requests: Cloudflare Workers, Deno, Bun, service workers. */
export function fetchHandler(handler, options = NONE) {
  checkedOptions(options);
  return async (request, ...others) => {
    // The headers of the Markdown are known only with the page.
    const needsPage = request.method === "HEAD" && wantsMarkdown(request.headers.get("accept"));
    const asked = needsPage ? new Request(request, { method: "GET" }) : request;
    const answer = await toMarkdown(request, await handler(asked, ...others), options);
    return needsPage && answer.body !== null ? new Response(null, answer) : answer;
  };
}

/** A middleware for Hono. */
export function hono(options = NONE) {
  checkedOptions(options);
  return async (context, next) => {
    await next();
    const answer = await toMarkdown(context.req.raw, context.res, options);
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
    if (!wantsMarkdown(request.headers.get("accept"))) return new Response(null, { headers: GO_ON });
    const headers = new Headers(request.headers);
    headers.set("accept", "text/html");
    headers.delete("if-none-match");
    const response = await fetchPage(request.url, { headers, redirect: "manual" });
    return toMarkdown(request, response, others);
  };
}

/** What `NextResponse.next({ headers: { vary: "Accept" } })` answers; Next adds the others to the page. */
const GO_ON = { "x-middleware-next": "1", vary: "Accept" };

export { estimatedTokens } from "./conversion.js";
export { express } from "./express.js";
export { init } from "./main.js";
export { wantsMarkdown } from "./negotiation.js";
