/** Answers requests for `text/markdown` with the main content of the page, and passes all others through. */
import type { ExtractorOptions } from "./index.js";

export { init } from "./index.js";

/**
 * The options of the extraction, and the address of the page if the server does not know it (behind a proxy, for example): the same
 * for all requests, or a function of the request, whose `undefined` means that of the server.
 */
export type MarkdownOptions = Omit<ExtractorOptions, "markdown"> & {
  url?: string | { readonly href: string } | ((request: any) => string | { readonly href: string } | undefined);
};

/** What all servers with the Fetch API have in common: `Request` and `Response` fit. */
interface RequestLike {
  readonly url: string;
  readonly method: string;
  readonly headers: { get(name: string): string | null };
}

/** Whether a client prefers Markdown to HTML, by the header `Accept`. */
export function wantsMarkdown(accept: string | null | undefined): boolean;
/** Estimates how many tokens a language model makes of a text, as `dehusk serve` does: the header `x-markdown-tokens`. */
export function estimatedTokens(text: string): number;
/**
 * Returns the answer to a request whose handler answered with `response`. A handler that reads `If-None-Match` or `If-Modified-Since`
 * must not see them in a request for Markdown: they are about its HTML. `fetchHandler` and `hono` take care of that.
 */
export function toMarkdown<R extends object>(request: RequestLike, response: R, options?: MarkdownOptions): Promise<R>;
/** Wraps a handler of Fetch-API requests: Cloudflare Workers, Deno, Bun, service workers. */
export function fetchHandler<Q extends RequestLike, R extends object, O extends unknown[]>(
  handler: (request: Q, ...others: O) => R | Promise<R>,
  options?: MarkdownOptions,
): (request: Q, ...others: O) => Promise<R>;
/** A middleware for Hono. */
export function hono(options?: MarkdownOptions): (context: any, next: () => Promise<void>) => Promise<void>;
/**
 * A middleware for Next.js. It asks the server for the page once more; `fetch` replaces the global function. Other requests go on,
 * with `Vary: Accept`.
 */
export function next(
  options?: MarkdownOptions & { fetch?: (url: string, init: object) => Promise<any> },
): (request: RequestLike) => Promise<any>;
/** A middleware for Express and other servers with Node's `(request, response, next)`. */
export function express(options?: MarkdownOptions): (request: any, response: any, next: (error?: unknown) => void) => void;
