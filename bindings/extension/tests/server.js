// A server for the pages of the tests.

import { createServer } from "node:http";
import { once } from "node:events";
import { PAGES, densePage, heavyPage } from "./pages.js";

/** The size of big pages in bytes. */
const BIG = 2_000_000;
/** A picture of one pixel. */
const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const STRICT = "default-src 'none'; script-src 'unsafe-inline'; sandbox allow-scripts; require-trusted-types-for 'script'";

/** Starts a server: its address `base`, all `requests` that it was asked for, and `close`. */
export async function servePages() {
  const requests = [];
  const server = createServer(({ url }, response) => {
    requests.push(url);
    answer(url.slice(1).split("?")[0], base, response);
  }).listen(0);
  await once(server, "listening");
  const base = `http://localhost:${server.address().port}`;
  return { base, requests, close: () => server.close() };
}

function answer(name, base, response) {
  if (name.endsWith(".png")) return response.writeHead(200, { "content-type": "image/png" }).end(PNG);
  if (name === "paper.pdf") return response.writeHead(200, { "content-type": "application/pdf" }).end("%PDF-1.4\n%%EOF\n");
  const big = { dense: densePage, heavy: heavyPage }[name];
  const page = big ? big(BIG) : PAGES[name]?.replace("OTHER", base.replace("localhost", "127.0.0.1"));
  if (page === undefined) return response.writeHead(404).end();
  const policy = name === "hostile" ? { "content-security-policy": STRICT } : {};
  return response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...policy }).end(page);
}
