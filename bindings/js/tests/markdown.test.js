// `dehusk/markdown` over HTTP: Fetch-API handlers, Express, Hono and Next.

import assert from "node:assert/strict";
import { createServer, request as httpRequest } from "node:http";
import { connect, createServer as createServer2 } from "node:http2";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { gzipSync } from "node:zlib";
import expressServer from "express";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { estimatedTokens, express, fetchHandler, hono, next, toMarkdown, wantsMarkdown } from "dehusk/markdown";
import { hash128 } from "../lib/hash.js";
import { page } from "./pages.js";

const servers = [];
after(() => servers.forEach((server) => server.close()));

async function listen(listener) {
  const server = createServer(listener).listen(0);
  servers.push(server);
  await once(server, "listening");
  return `http://localhost:${server.address().port}`;
}

/** Serves a Fetch-API handler with Node's server. */
function served(handler) {
  return listen(async (incoming, outgoing) => {
    const response = await handler(new Request(new URL(incoming.url, `http://${incoming.headers.host}`), { method: incoming.method, headers: incoming.headers }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) for await (const chunk of response.body) outgoing.write(chunk);
    outgoing.end();
  });
}

const HTML = { "content-type": "text/html; charset=utf-8", etag: '"v1"', "repr-digest": "sha-256=:AA==:", "content-digest": "sha-256=:AA==:", "last-modified": "Mon, 06 May 2024 08:00:00 GMT" };

/** The pages that every server here has. */
function answer(path) {
  if (path === "/mill") return { status: 200, headers: { ...HTML, vary: "Cookie" }, body: page() };
  if (path === "/data") return { status: 200, headers: { "content-type": "application/json" }, body: '{"a":1}' };
  if (path === "/missing") return { status: 404, headers: HTML, body: page() };
  if (path === "/feed") return { status: 200, headers: HTML, body: '<?xml version="1.0"?><rss version="2.0"><channel></channel></rss>' };
  return { status: 302, headers: { location: "/mill" }, body: "" };
}

const fetchPages = (request) => {
  const { status, headers, body } = answer(new URL(request.url).pathname);
  const isKnown = request.headers.get("if-none-match") === headers.etag || request.headers.get("if-modified-since") === headers["last-modified"];
  if (isKnown && headers.etag) return new Response(null, { status: 304, headers: { etag: headers.etag, vary: headers.vary } });
  return new Response(body, { status, headers });
};

async function expressPages() {
  const app = expressServer();
  app.disable("x-powered-by");
  app.use(express());
  app.get("/streamed", (request, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    const html = page();
    for (let at = 0; at < html.length; at += 100) response.write(html.slice(at, at + 100));
    response.end();
  });
  app.get(/.*/, (request, response) => {
    const { status, headers, body } = answer(request.path);
    response.status(status).set(headers).send(body);
  });
  return listen(app);
}

async function honoPages() {
  const app = new Hono();
  app.use(hono());
  app.get("*", (context) => fetchPages(context.req.raw));
  return served((request) => app.fetch(request));
}

async function nextPages() {
  const origin = await served(fetchPages);
  const middleware = next({ fetch: (url, init) => fetch(url.replace(/^http:\/\/[^/]+/, origin), init) });
  return served(async (request) => {
    const answer = await middleware(request);
    if (answer !== undefined && !answer.headers.has("x-middleware-next")) return answer;
    const page = fetchPages(request);
    const vary = [page.headers.get("vary"), answer?.headers.get("vary")].filter(Boolean).join(", ");
    return new Response(page.body, { status: page.status, headers: { ...Object.fromEntries(page.headers), vary } });
  });
}

const SERVERS = { "a Fetch handler": () => served(fetchHandler(fetchPages)), Express: expressPages, Hono: honoPages, Next: nextPages };
const markdown = { headers: { accept: "text/markdown, text/html;q=0.9" } };

for (const [name, start] of Object.entries(SERVERS)) {
  test(`${name} answers with Markdown`, async () => {
    const base = await start();
    const response = await fetch(`${base}/mill`, markdown);
    const text = await response.text();
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "text/markdown; charset=utf-8");
    assert.ok(text.startsWith("# The mill reopens\n"), text.slice(0, 200));
    assert.ok(!text.includes("Legal"));
    assert.match(text, /\[The plan\]\(http:\/\/localhost:\d+\/plan.html\)/);
    assert.equal(response.headers.get("vary"), "Cookie, Accept");
    assert.equal(response.headers.get("x-markdown-tokens"), String(estimatedTokens(text)));
    for (const ofHtml of ["last-modified", "repr-digest", "content-digest"]) assert.equal(response.headers.get(ofHtml), null);
    const etag = response.headers.get("etag");
    assert.match(etag, /^"[0-9a-f]{32}-md"$/);

    const same = await fetch(`${base}/mill`, { headers: { ...markdown.headers, "if-none-match": `"other", W/${etag}` } });
    assert.deepEqual([same.status, await same.text(), same.headers.get("etag")], [304, "", etag]);
    const head = await fetch(`${base}/mill`, { ...markdown, method: "HEAD" });
    assert.deepEqual([head.status, head.headers.get("etag"), await head.text()], [200, etag, ""]);
  });

  test(`${name}: conditions of the HTML do not count for the Markdown`, async () => {
    const base = await start();
    const get = (headers) => new Promise((resolve, reject) => httpRequest(`${base}/mill`, { headers }, resolve).on("error", reject).end());
    for (const condition of [{ "if-none-match": '"v1"' }, { "if-modified-since": HTML["last-modified"] }]) {
      const asked = await get({ ...markdown.headers, ...condition });
      assert.deepEqual([asked.statusCode, asked.headers["content-type"]], [200, "text/markdown; charset=utf-8"], JSON.stringify(condition));
      asked.resume();
      const { statusCode, headers } = await get({ accept: "text/html", ...condition });
      assert.deepEqual([statusCode, headers.vary], [304, "Cookie, Accept"]);
    }
  });

  test(`${name} passes everything else through`, async () => {
    const base = await start();
    const html = await fetch(`${base}/mill`, { headers: { accept: "text/html,*/*;q=0.8" } });
    assert.equal(await html.text(), page());
    assert.equal(html.headers.get("etag"), '"v1"');
    assert.equal(html.headers.get("vary"), "Cookie, Accept");
    const data = await fetch(`${base}/data`, markdown);
    assert.equal(await data.text(), '{"a":1}');
    if (name !== "Next") assert.equal(data.headers.get("vary"), null);
    const missing = await fetch(`${base}/missing`, markdown);
    assert.deepEqual([missing.status, await missing.text()], [404, page()]);
    const feed = await fetch(`${base}/feed`, markdown);
    assert.ok((await feed.text()).startsWith("<?xml"));
    const moved = await fetch(`${base}/old`, { ...markdown, redirect: "manual" });
    assert.deepEqual([moved.status, moved.headers.get("location")], [302, "/mill"]);
  });
}

test("Express: a page that is written in pieces becomes Markdown", async () => {
  const response = await fetch(`${await expressPages()}/streamed`, markdown);
  assert.ok((await response.text()).startsWith("# The mill reopens\n"));
  assert.equal(response.headers.get("vary"), "Accept");
});

test("Express: a handler that compresses by itself is asked not to", async () => {
  const middleware = express();
  const base = await listen((incoming, outgoing) => middleware(incoming, outgoing, () => {
    const isZipped = /gzip/.test(incoming.headers["accept-encoding"] ?? "");
    outgoing.setHeader("content-type", "text/html");
    if (isZipped) outgoing.setHeader("content-encoding", "gzip");
    outgoing.end(isZipped ? gzipSync(page()) : page());
  }));
  assert.ok((await (await fetch(base, markdown)).text()).startsWith("# The mill reopens"));
  assert.equal(await (await fetch(base)).text(), page());
});

test("Hono and Fetch handlers that compress are asked not to", async () => {
  const app = new Hono();
  app.use(hono(), compress({ threshold: 0 }));
  app.get("*", (context) => context.html(page()));
  const zipping = (request) => app.fetch(request);
  const compressing = new Hono().use(compress({ threshold: 0 })).get("*", (context) => context.html(page()));
  for (const handler of [zipping, fetchHandler((request) => compressing.fetch(request))]) {
    const base = await served(handler);
    const response = await fetch(base, { headers: { ...markdown.headers, "accept-encoding": "gzip" } });
    assert.deepEqual([response.headers.get("content-encoding"), response.headers.get("content-type")], [null, "text/markdown; charset=utf-8"]);
    assert.ok((await response.text()).startsWith("# The mill reopens"));
    assert.equal((await fetch(base, { headers: { "accept-encoding": "gzip" } })).headers.get("content-encoding"), "gzip");
  }
});

test("other pages are streamed, not held back", async () => {
  let release;
  const held = new Promise((resolve) => (release = resolve));
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode("first"));
      await held;
      controller.enqueue(new TextEncoder().encode("last"));
      controller.close();
    },
  });
  const base = await served(fetchHandler(() => new Response(body, { headers: { "content-type": "text/html" } })));
  const { port } = new URL(base);
  const incoming = await new Promise((resolve) => httpRequest({ port, path: "/" }, resolve).end());
  const pieces = [];
  for await (const chunk of incoming) {
    pieces.push(String(chunk));
    release();
  }
  assert.equal(pieces[0], "first");
  assert.equal(pieces.join(""), "firstlast");
});

/** Sends a request for Markdown to an Express middleware: `{ status, headers, pieces, body }`. `handle` gets each piece as it comes. */
async function askExpress(handler, headers = {}, handle = () => {}, method = "GET") {
  const middleware = express();
  const base = await listen((incoming, outgoing) => middleware(incoming, outgoing, () => handler(incoming, outgoing)));
  const { port } = new URL(base);
  const sent = { port, path: "/", method, headers: { accept: "text/markdown, */*", ...headers } };
  const incoming = await new Promise((resolve, reject) => httpRequest(sent, resolve).on("error", reject).end());
  const pieces = [];
  handle(null);
  for await (const chunk of incoming) {
    pieces.push(String(chunk));
    handle(String(chunk));
  }
  return { status: incoming.statusCode, headers: incoming.headers, pieces, body: pieces.join("") };
}

for (const [name, begin] of [
  ["flushHeaders", (outgoing) => outgoing.setHeader("content-type", "text/event-stream").flushHeaders()],
  ["writeHead", (outgoing) => outgoing.writeHead(200, { "Content-Type": "application/octet-stream" }).write("first")],
  ["write", (outgoing) => outgoing.setHeader("content-type", "application/x-ndjson").write("first")],
]) {
  test(`Express: other types are not held back, from ${name} on`, { timeout: 10_000 }, async () => {
    let outgoing;
    const answer = await askExpress((_, response) => begin((outgoing = response)), {}, (piece) => {
      // The headers, or the first piece, arrive before the end is written.
      if (piece === (name === "flushHeaders" ? null : "first")) outgoing.end("last");
    });
    assert.equal(answer.body, name === "flushHeaders" ? "last" : "firstlast");
  });
}

test("Express: ranges count for what is not HTML, conditions only if they are of Markdown", async () => {
  const app = expressServer();
  app.get("/png", (request, response) => response.set("etag", '"a"').type("png").send(Buffer.from("png")));
  app.get("/by-hand", (request, response) => (request.headers["if-none-match"] === '"a"' ? response.status(304).end() : response.type("png").end("png")));
  app.get("/file", (request, response) => response.sendFile(new URL("../package.json", import.meta.url).pathname));
  // Not fetch(): it asks all caches to be passed when it is given a condition.
  const status = async (url, headers) => (await askExpress((incoming, outgoing) => app(Object.assign(incoming, { url }), outgoing), headers)).status;
  assert.equal(await status("/png", { "if-none-match": '"a"' }), 200);
  assert.equal(await status("/by-hand", { "if-none-match": '"a"' }), 200);
  assert.equal(await status("/by-hand", { "if-none-match": '"a"', accept: "text/html" }), 304);
  assert.equal(await status("/by-hand", { "if-none-match": '"0-md"' }), 200);
  assert.equal(await status("/file", { range: "bytes=0-3" }), 206);
});

test("Express: all headers of writeHead arrive, and HEAD is one of a page", async () => {
  const handler = (_, outgoing) => {
    outgoing.setHeader("content-type", "text/html");
    outgoing.writeHead(200, ["Vary", "Cookie", "Set-Cookie", "a=1", "Set-Cookie", "b=2"]).end(page());
  };
  const { status, headers, body } = await askExpress(handler);
  assert.deepEqual([status, headers.vary, headers["set-cookie"]], [200, "Cookie, Accept", ["a=1", "b=2"]]);
  assert.ok(body.startsWith("# The mill reopens"), body);
  const head = await askExpress(handler, {}, () => {}, "HEAD");
  assert.deepEqual([head.status, head.headers["content-type"], head.body], [200, headers["content-type"], ""]);
});

test("Express: what is compressed all the same, or has no main content, stays as it is", async () => {
  const zipped = await askExpress((_, outgoing) => outgoing.writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" }).end(gzipSync(page())));
  assert.deepEqual([zipped.headers["content-encoding"], zipped.headers.vary], ["gzip", "Accept"]);
  const empty = await askExpress((_, outgoing) => outgoing.writeHead(200, { "content-type": "text/html", etag: '"v1"', "repr-digest": "sha-256=:AA==:", "content-digest": "sha-256=:AA==:", "last-modified": HTML["last-modified"] }).end("<p></p>"));
  assert.deepEqual([empty.body, empty.headers.etag, empty.headers["last-modified"]], ["<p></p>", '"v1"', HTML["last-modified"]]);
});

test("Express: an error in mid-page is answered with the error", async () => {
  const app = expressServer();
  app.set("env", "production");
  app.get("/late", (request, response, next) => {
    response.type("html").write(page());
    setImmediate(next, new Error("broken"));
  });
  app.get("/head", (request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).write(page());
    throw new Error("broken");
  });
  app.get("/own", (request, response, next) => {
    response.type("html").write(page());
    next(Object.assign(new Error("broken"), { own: true }));
  });
  app.use((error, request, response, next) => (error.own ? response.status(503).send(page("<p>Sorry.</p>")) : next(error)));
  const ask = (url) => askExpress((incoming, outgoing) => app(Object.assign(incoming, { url }), outgoing));
  for (const path of ["/late", "/head"]) {
    const { status, headers, body } = await ask(path);
    assert.deepEqual([status, headers["content-type"], headers.vary], [500, "text/html; charset=utf-8", "Accept"], path);
    assert.match(body, /^<!DOCTYPE html>[^]*<title>Error<\/title>[^]*Internal Server Error[^]*<\/html>\n$/);
    assert.equal(Number(headers["content-length"]), body.length);
  }
  const own = await ask("/own");
  assert.deepEqual([own.status, own.body], [503, page("<p>Sorry.</p>")]);
});

test("wrong options show when the middleware is made", () => {
  for (const make of [express, hono, next, (options) => fetchHandler(fetchPages, options)]) {
    assert.throws(() => make({ nosuch: true }), { code: "ERR_OPTION" });
    assert.throws(() => make({ method: "nosuch" }), { code: "ERR_OPTION" });
    assert.throws(() => make({ url: 3 }), { code: "ERR_OPTION" });
    assert.throws(() => make({ signal: null }), { code: "ERR_OPTION" });
  }
});

test("only whole pages are converted", async () => {
  for (const [status, more] of [[206, { "content-range": "bytes 0-99/900" }], [201, {}], [203, {}], [200, { "content-range": "bytes 0-99/900" }]]) {
    const response = await toMarkdown(new Request("http://x.example/", markdown), new Response(page(), { status, headers: { ...HTML, ...more } }));
    assert.deepEqual([response.status, response.headers.get("content-type"), response.headers.get("etag")], [status, HTML["content-type"], HTML.etag]);
    assert.equal(await response.text(), page());
  }
  const none = await toMarkdown(new Request("http://x.example/", markdown), new Response(null, { status: 204, headers: HTML }));
  assert.deepEqual([none.status, none.headers.get("content-type")], [204, HTML["content-type"]]);
});

test("HEAD without a body has no headers of the HTML", async () => {
  const response = new Response(null, { headers: { ...HTML, "content-length": "900" } });
  const { headers } = await toMarkdown(new Request("http://x.example/", { ...markdown, method: "HEAD" }), response);
  assert.deepEqual(["content-type", "content-length", "etag"].map((name) => headers.get(name)), ["text/markdown; charset=utf-8", null, null]);
});

/** The address that the link of the page has. */
const planOf = (text) => /\[The plan\]\(([^)]*)\)/.exec(text)?.[1];

test("Express: the address is that of the proxy if it is trusted", async () => {
  const headers = { "x-forwarded-host": "mill.example:8443, inner", "x-forwarded-proto": "https", ...markdown.headers };
  for (const [trust, expected] of [[true, "https://mill.example:8443/plan.html"], [false, /^http:\/\/localhost:\d+\/plan.html$/]]) {
    const app = expressServer().set("trust proxy", trust).use(express());
    app.get("/mill", (request, response) => response.send(page()));
    const found = planOf(await (await fetch(`${await listen(app)}/mill`, { headers })).text());
    if (trust) assert.equal(found, expected);
    else assert.match(found, expected);
  }
});

test("the address may be a function of the request", async () => {
  const url = (request) => (request.url.endsWith("/mill") ? new URL("https://mill.example/news/") : undefined);
  const app = expressServer().use(express({ url }));
  app.get(/.*/, (request, response) => response.send(page()));
  for (const base of [await listen(app), await served(fetchHandler(() => new Response(page(), { headers: HTML }), { url }))]) {
    assert.equal(planOf(await (await fetch(`${base}/mill`, markdown)).text()), "https://mill.example/news/plan.html");
    assert.equal(planOf(await (await fetch(`${base}/old`, markdown)).text()), `${base}/plan.html`);
  }
});

test("HTTP/2 has addresses too", async () => {
  const middleware = express();
  const server = createServer2((incoming, outgoing) => middleware(incoming, outgoing, () => {
    outgoing.setHeader("content-type", "text/html");
    outgoing.end(page());
  })).listen(0);
  await once(server, "listening");
  const base = `http://localhost:${server.address().port}`;
  const client = connect(base);
  const stream = client.request({ ":path": "/news/mill", accept: "text/markdown" });
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  client.close();
  server.close();
  assert.equal(planOf(Buffer.concat(pieces).toString()), `${base}/news/plan.html`);
});

test("the hash is MurmurHash3", () => {
  // Of the reference implementation, MurmurHash3_x86_128.
  assert.equal(hash128(""), "0".repeat(32));
  assert.equal(hash128("The quick brown fox jumps over the lazy dog"), "2f1583c3ecee2c675d7bf66ce5e91d2c");
});

test("a client has to ask for Markdown by its name", () => {
  for (const [accept, wanted] of [
    ["text/markdown", true], ["TEXT/Markdown; charset=utf-8", true], ["text/html, text/markdown", true], ["text/markdown;q=0.5, text/html", false],
    ["text/html;q=0.5, text/markdown;q=0.8", true], ["text/markdown;q=0", false], ["*/*", false], ["text/*", false], ["", false], [null, false],
    ["text/markdown;q=0.5, */*", false], ["text/markdown;q=0.5, text/*", false], ["text/markdown, */*", true], ["text/markdown;q=0.5, */*;q=0.4", true],
    ["text/markdown;q=0.5, application/xhtml+xml", false], ["text/markdown;q=0.5, */*, text/html;q=0.1", true], ["text/markdown;q=0.5, text/html;q=0, text/html;level=1", false],
    ["text/markdown;q=0.5, text/*;q=0.4, */*", true], ["text/markdown;q=0.1;q=1, text/html;q=0.2", false], ["text/markdown;q=5, text/html", true],
    ["text/markdown;q=x", false], ["text/markdownish", false],
  ]) assert.equal(wantsMarkdown(accept), wanted, String(accept));
});

test("handlers that negotiate may answer with HTML, or with Markdown of their own", async () => {
  const app = expressServer().use(express());
  app.get("/mill", (request, response) => response.format({ json: () => response.json({}), html: () => response.send(page()) }));
  app.get("/own", (request, response) => response.format({ html: () => response.send(page()), "text/markdown": () => response.send("own") }));
  const negotiate = (request) => (/text\/html/.test(request.headers.get("accept")) ? new Response(page(), { headers: HTML }) : new Response(null, { status: 406 }));
  for (const base of [await listen(app), await served(fetchHandler(negotiate))]) {
    const response = await fetch(`${base}/mill`, { headers: { accept: "text/markdown" } });
    assert.deepEqual([response.status, response.headers.get("content-type")], [200, "text/markdown; charset=utf-8"]);
    assert.ok((await response.text()).startsWith("# The mill reopens"));
  }
  const own = await fetch(`${await listen(app)}/own`, { headers: { accept: "text/markdown" } });
  assert.deepEqual([own.headers.get("content-type"), await own.text()], ["text/markdown; charset=utf-8", "own"]);
});

test("tokens are estimated as by dehusk serve", () => {
  const cases = readFileSync(new URL("../../../crates/dehusk-serve/tests/tokens.tsv", import.meta.url), "utf8").trimEnd().split("\n");
  assert.ok(cases.length > 10);
  for (const [text, tokens] of cases.map((line) => line.split("\t"))) assert.equal(estimatedTokens(text), Number(tokens), text);
});

test("a page without main content stays HTML", async () => {
  const html = "<html><body><img src=a.png></body></html>";
  const response = await toMarkdown(new Request("http://x.example/", markdown), new Response(html, { headers: { "content-type": "text/html" } }));
  assert.deepEqual([await response.text(), response.headers.get("content-type"), response.headers.get("vary")], [html, "text/html", "Accept"]);
});

test("options are those of the extraction", async () => {
  const response = new Response(page(), { headers: { "content-type": "text/html" } });
  const answered = await toMarkdown(new Request("http://x.example/", markdown), response, { includeLinks: false, title: "out", url: "https://mill.example/" });
  const text = await answered.text();
  assert.ok(text.startsWith("The old mill") && !text.includes("]("), text.slice(0, 100));
});

test("behind a proxy with TLS, Next's own server is asked without TLS, and another host with it", async () => {
  const asked = [];
  const fetchPage = async (address) => (asked.push(address), new Response(page(), { headers: { "content-type": "text/html" } }));
  const middleware = next({ fetch: fetchPage });
  for (const address of ["https://localhost:3000/mill?a=1", "https://0.0.0.0:3000/mill", "https://mill.example/mill"]) {
    const answer = await middleware(new Request(address, markdown));
    assert.match(await answer.text(), new RegExp(`${new URL(address).origin}/plan.html`));
  }
  assert.deepEqual(asked, ["http://localhost:3000/mill?a=1", "http://0.0.0.0:3000/mill", "https://mill.example/mill"]);
});
