// The middleware for Express and other servers with Node's `(request, response, next)`.
//
// Nothing is held back until the handler says what it sends: with its first header, its first piece or its end. Then HTML is
// collected until it is complete, and everything else goes on as if there were no middleware.

import { NONE, checkedOptions, converted } from "./conversion.js";
import { NOT_FOR_HANDLERS, OF_THE_HTML, acceptForHandlers, isForPage, isHtml, markdownTags, mayBeHtml, wantsMarkdown, withAccept } from "./negotiation.js";

const METHODS = ["writeHead", "write", "end", "flushHeaders"];

/** A middleware for Express and other servers with Node's `(request, response, next)`. */
export function express(options = NONE) {
  checkedOptions(options);
  return (request, response, next) => {
    if (wantsMarkdown(request.headers.accept) && isForPage(request.method)) new Exchange(request, response, options).begin();
    else varyWhenHtml(response);
    next();
  };
}

/** Adds `Vary: Accept` to HTML pages and to 304 responses, when their headers are written. */
function varyWhenHtml(response) {
  const { writeHead } = response;
  response.writeHead = function (...head) {
    if (!mayBeHtml(head[0] ?? response.statusCode, contentTypeOf(response, head))) return writeHead.apply(this, head);
    applyHead(response, head);
    response.setHeader("vary", withAccept(joined(response.getHeader("vary"))));
    return writeHead.call(this, response.statusCode);
  };
}

/** A request for Markdown and its answer. */
class Exchange {
  #request;
  #response;
  #options;
  #original;
  #method;
  #headers;
  #known = [];
  #head = [];
  #chunks = [];
  #isHeld = false;
  #status;

  constructor(request, response, options) {
    [this.#request, this.#response, this.#options] = [request, response, options];
    this.#original = Object.fromEntries(METHODS.map((name) => [name, response[name]]));
    this.#method = request.method;
  }

  begin() {
    this.#changeRequest(this.#request);
    const exchange = this;
    Object.assign(this.#response, {
      writeHead(...head) {
        if (!exchange.#holds(head)) return this.writeHead(...head);
        exchange.#head = head;
        return this;
      },
      flushHeaders() {
        if (!exchange.#holds()) this.flushHeaders();
      },
      write(chunk, encoding, done) {
        if (!exchange.#holds()) return this.write(chunk, encoding, done);
        exchange.#add(chunk, encoding);
        later([encoding, done]);
        return true;
      },
      end(chunk, encoding, done) {
        if (!exchange.#holds()) return this.end(chunk, encoding, done);
        if (chunk !== undefined && chunk !== null && typeof chunk !== "function") exchange.#add(chunk, encoding);
        exchange.#restore();
        exchange.#finish([chunk, encoding, done].find((argument) => typeof argument === "function"));
        return this;
      },
    });
  }

  /** The handler must answer with the whole page, uncompressed. */
  #changeRequest(request) {
    const { headers } = request;
    this.#headers = { ...headers };
    this.#known = markdownTags(headers["if-none-match"]);
    NOT_FOR_HANDLERS.forEach((name) => delete headers[name]);
    headers.accept = acceptForHandlers(headers.accept);
    request.method = "GET";
  }

  /** Whether the answer is held back. Decided once; if it is not, the response is as it was before. */
  #holds(head = []) {
    if (this.#isHeld && !this.#isReplaced(head)) return true;
    this.#isHeld = !this.#isHeld && this.#isPage(head);
    this.#status = this.#response.statusCode;
    if (!this.#isHeld) this.#letGo();
    return this.#isHeld;
  }

  /** Whether an answer begins that is a whole page. */
  #isPage(head) {
    const status = head[0] ?? this.#response.statusCode;
    const encoding = headerOf(this.#response, head, "content-encoding") ?? "identity";
    return isHtml(contentTypeOf(this.#response, head)) && status === 200 && encoding === "identity";
  }

  /** Whether the server answers with something else after all: a page that failed midway becomes a page about the error. */
  #isReplaced([status]) {
    return this.#response.statusCode !== this.#status || (status !== undefined && status !== 200);
  }

  /** From here on the answer goes on its own way. What was held of another one is dropped: nobody has seen any of it. */
  #letGo() {
    [this.#head, this.#chunks] = [[], []];
    this.#restore();
    varyWhenHtml(this.#response);
  }

  #restore() {
    Object.assign(this.#response, this.#original);
    this.#request.method = this.#method;
    Object.assign(this.#request.headers, this.#headers);
  }

  #add(chunk, encoding) {
    this.#chunks.push(typeof chunk === "string" ? Buffer.from(chunk, typeof encoding === "string" ? encoding : "utf8") : Buffer.from(chunk));
  }

  #finish(done) {
    const response = this.#response;
    applyHead(response, this.#head);
    response.setHeader("vary", withAccept(joined(response.getHeader("vary"))));
    const html = Buffer.concat(this.#chunks);
    const page = { request: this.#request, url: addressOf(this.#request), contentType: joined(response.getHeader("content-type")), known: this.#known };
    const answer = converted(html, page, this.#options);
    if (answer === null) return response.end(html, done);
    OF_THE_HTML.forEach((name) => response.removeHeader(name));
    Object.entries(answer.headers).forEach(([name, value]) => response.setHeader(name, value));
    response.statusCode = answer.status;
    return answer.status === 304 ? response.end(done) : response.end(answer.body, done);
  }
}

function later(callbacks) {
  const callback = callbacks.find((each) => typeof each === "function");
  if (callback) process.nextTick(callback);
}

/** Returns a header of what was given to `writeHead`, or of the response. */
function headerOf(response, head, name) {
  const given = pairsOf(head).find(([key]) => key.toLowerCase() === name)?.[1];
  return joined(given ?? response.getHeader(name));
}

function contentTypeOf(response, head) {
  return headerOf(response, head, "content-type");
}

function joined(value) {
  return value === undefined ? undefined : [value].flat().join(", ");
}

/** Applies what the handler gave to `writeHead`. */
function applyHead(response, head) {
  const [status, message] = head;
  if (status !== undefined) response.statusCode = status;
  if (typeof message === "string") response.statusMessage = message;
  const values = new Map();
  for (const [name, value] of pairsOf(head)) values.set(name, values.has(name) ? [values.get(name), value].flat() : value);
  values.forEach((value, name) => response.setHeader(name, value));
}

/** The headers of `writeHead(status, message?, headers?)`: an object, a list of pairs, or a flat list. */
function pairsOf(head) {
  const headers = head.slice(1).find((part) => part !== null && typeof part === "object") ?? {};
  if (!Array.isArray(headers)) return Object.entries(headers).filter(([, value]) => value !== undefined);
  return Array.isArray(headers[0]) ? headers : headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : []));
}

/** The address of a request as the server knows it. */
function addressOf(request) {
  const host = hostOf(request);
  const path = request.originalUrl ?? request.url;
  const scheme = request.protocol ?? (request.socket?.encrypted ? "https" : "http");
  return host && URL.canParse(path, `${scheme}://${host}`) ? new URL(path, `${scheme}://${host}`).href : undefined;
}

/** The host of a request, with its port: that of a proxy if Express trusts it, as for its `request.protocol`. HTTP/2 has another name for it. */
function hostOf({ app, headers, socket }) {
  const trusts = app?.get?.("trust proxy fn");
  const [forwarded] = headers["x-forwarded-host"]?.split(",") ?? [];
  const isTrusted = forwarded && typeof trusts === "function" && trusts(socket?.remoteAddress, 0);
  return isTrusted ? forwarded.trim() : (headers.host ?? headers[":authority"]);
}
