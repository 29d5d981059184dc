// How the module is loaded, and what happens when it fails.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { createApi } from "../lib/api.js";
import { Engine } from "../lib/engine.js";
import { Instance } from "../lib/instance.js";
import { page } from "./pages.js";

const bytes = readFileSync(new URL("../lib/dehusk.wasm", import.meta.url));
const newApi = () => createApi(new Engine("test"));

test("use before init is a typed error", () => {
  const api = newApi();
  for (const use of [() => api.extract(page()), () => new api.Extractor(), () => api.metadata(page()), () => api.methods()]) {
    assert.throws(use, { name: "NotReadyError", code: "ERR_NOT_READY" });
  }
});

test("init takes bytes, a module, an address or a response", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/missing") response.writeHead(404).end();
    else if (request.url === "/start") response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>app</title>");
    else response.writeHead(200, { "content-type": request.url === "/typed" ? "application/wasm" : "text/plain" }).end(bytes);
  }).listen(0);
  await once(server, "listening");
  const base = `http://localhost:${server.address().port}`;
  const module = new WebAssembly.Module(bytes);
  for (const source of [bytes, new Uint8Array(bytes).buffer, module, `${base}/typed`, new URL(`${base}/untyped`), fetch(`${base}/typed`)]) {
    const api = newApi();
    await api.init(source);
    assert.equal(api.extract(page()).status, "ok");
  }
  await assert.rejects(newApi().init(`${base}/missing`), { name: "InputError", code: "ERR_MODULE", message: /is not at .*\/missing: the server answered 404/ });
  const elsewhere = /the server answered with text\/html; with the dev server of Vite 7 or older, set optimizeDeps: { exclude: \["dehusk"\] }/;
  await assert.rejects(newApi().init(`${base}/start`), { name: "InputError", code: "ERR_MODULE", message: elsewhere });
  server.close();
});

test("init can be called twice, at once, and again after a failure", async () => {
  const api = newApi();
  await assert.rejects(api.init(new Uint8Array([1, 2, 3])), WebAssembly.CompileError);
  await assert.rejects(api.init(), { name: "NotReadyError" });
  await Promise.all([api.init(bytes), api.init(bytes)]);
  await api.init();
  api.initSync(bytes);
  assert.equal(api.extract(page()).status, "ok");
});

test("a module that was compiled in another realm will do", async () => {
  const foreign = runInNewContext("new WebAssembly.Module(bytes)", { bytes });
  assert.equal(foreign instanceof WebAssembly.Module, false);
  for (const load of [(api) => api.initSync(foreign), (api) => api.init(foreign)]) {
    const api = newApi();
    await load(api);
    assert.equal(api.extract(page()).status, "ok");
  }
});

test("another module is refused", async () => {
  const empty = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  await assert.rejects(newApi().init(empty), { code: "ERR_MODULE" });
  assert.throws(() => newApi().initSync(empty), { code: "ERR_MODULE" });
  await assert.rejects(newApi().init(3), { code: "ERR_MODULE" });
});

/** Returns the module with a maximum of `pages` pages of memory, so that a large page is too much for it. */
function withLittleMemory(pages) {
  const source = new Uint8Array(bytes);
  for (let at = 8; at < source.length; ) {
    const [section, [length, body]] = [source[at], leb(source, at + 1)];
    if (section === 5) {
      const [minimum, end] = leb(source, body + 2);
      assert.equal(source[body + 1], 0, "the memory has no maximum yet");
      assert.equal(end, body + length);
      const limits = [1, 1, ...encoded(minimum), ...encoded(pages)];
      return Uint8Array.from([...source.subarray(0, at), 5, ...encoded(limits.length), ...limits, ...source.subarray(end)]);
    }
    at = body + length;
  }
  throw new Error("the module has no memory");
}

function leb(source, start) {
  let [value, shift, at] = [0, 0, start];
  do (value |= (source[at] & 0x7f) << shift), (shift += 7); while (source[at++] & 0x80);
  return [value, at];
}

function encoded(number) {
  const bytes = [];
  do bytes.push((number & 0x7f) | (number > 0x7f ? 0x80 : 0)), (number >>>= 7); while (number > 0);
  return bytes;
}

test("after a trap the page has the status error, and the next page answers", () => {
  const api = newApi();
  api.initSync(withLittleMemory(400));
  const extractor = new api.Extractor({ markdown: true });
  const before = extractor.extract(page()).markdown;
  const large = page(`<p>${"The mill grinds again, and again. ".repeat(1_000_000)}</p>`);
  for (let round = 0; round < 3; round++) {
    const failed = extractor.extract(large, { id: "large", url: "https://mill.example/" });
    assert.deepEqual([failed.status, failed.text, failed.isFailure], ["error", "", true]);
    assert.match(failed.error, /^dehusk failed on this page: .*; please report this together with the page$/s);
    assert.deepEqual([failed.toJSON().id, failed.url], ["large", "https://mill.example/"]);
    assert.equal(extractor.extract(page()).markdown, before);
  }
});

test("closed extractors are forgotten and numbers are used again", () => {
  const api = newApi();
  api.initSync(bytes);
  // More than any table of fixed size would hold, each with other options.
  for (let size = 1; size <= 3000; size++) assert.equal(api.extract(page(), { maxOutput: 1_000_000 + size }).status, "ok");
});

test("extractors work where objects cannot be watched", () => {
  const { FinalizationRegistry } = globalThis;
  delete globalThis.FinalizationRegistry;
  try {
    const api = newApi();
    api.initSync(bytes);
    assert.equal(api.extract(page()).status, "ok");
    assert.equal(new api.Extractor({ markdown: true }).extract(page()).status, "ok");
  } finally {
    globalThis.FinalizationRegistry = FinalizationRegistry;
  }
});

test("memory does not grow from page to page", () => {
  const instance = new Instance(new WebAssembly.Module(bytes), () => 0);
  const extractor = {};
  instance.open(extractor, { with: ["markdown", "blocks", "items"] });
  const request = { id: "-", url: null, content_type: null, want: "record" };
  const round = (pages) => {
    for (let at = 0; at < pages; at++) instance.extract(extractor, request, page(`<p>${"The mill grinds. ".repeat((at * 37) % 1000)}</p>`));
    return instance.memoryBytes;
  };
  const before = round(1000);
  assert.equal(round(4000), before);
});

test("scripts without their module, as in a bundle for Node, say what to do", () => {
  const folder = mkdtempSync(join(tmpdir(), "dehusk-"));
  const isScript = (path) => !path.endsWith(".wasm");
  cpSync(new URL("../lib", import.meta.url), join(folder, "lib"), { recursive: true, filter: isScript });
  writeFileSync(join(folder, "package.json"), '{"type": "module"}');
  for (const entry of ["index.node.js", "lite.node.js", "cjs/index.node.cjs", "cjs/lite.node.cjs"]) {
    const file = entry.includes("lite") ? "dehusk-lite.wasm" : "dehusk.wasm";
    const script = `const { extract, initSync } = await import(${JSON.stringify(pathToFileURL(join(folder, "lib", entry)).href)});
      const failures = [1, 2].map(() => { try { return extract("<p>x"); } catch ({ name, code, message }) { return { name, code, message }; } });
      initSync((await import("node:fs")).readFileSync(process.argv[1]));
      console.log(JSON.stringify([...failures, extract("<p>x", { method: "plain" }).text]));`;
    const path = fileURLToPath(new URL(`../lib/${file}`, import.meta.url));
    const [first, second, text] = JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", script, path]));
    assert.deepEqual([first.name, first.code, text], ["InputError", "ERR_MODULE", "x"], entry);
    assert.equal(first.message, second.message);
    assert.ok(first.message.startsWith(`the module is not at ${join(folder, "lib", file)} (ENOENT); if the program was bundled, copy dehusk/${file} there`), first.message);
  }
  rmSync(folder, { recursive: true });
});

/** The entries for browsers, and what to do with each after its own `init`. */
const WEB_ENTRIES = {
  index: "({ extract }, html) => extract(html).text",
  lite: "({ extract }, html) => extract(html).text",
  readability: "({ Readability }, html) => new Readability(html).parse().textContent",
  defuddle: "({ Defuddle }, html) => new Defuddle(html).parse().content",
  "defuddle/full": "({ Defuddle, createMarkdownContent }, html) => createMarkdownContent(new Defuddle(html).parse().content)",
  markdown: `async ({ toMarkdown }, html) => {
    const response = new Response(html, { headers: { "content-type": "text/html" } });
    return (await toMarkdown(new Request("https://mill.example/", { headers: { accept: "text/markdown" } }), response)).text();
  }`,
};

test("each entry for browsers finds the module alone, and package.json names it", () => {
  const { exports } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  for (const [name, use] of Object.entries(WEB_ENTRIES)) {
    const { default: file } = exports[name === "index" ? "." : `./${name}`];
    // In a process of its own, since the other entries would set the loader. Only fetch() is the browser's.
    const script = `import { readFileSync } from "node:fs";
      globalThis.fetch = async (address) => new Response(readFileSync(new URL(address)), { headers: { "content-type": "application/wasm" } });
      const entry = await import(${JSON.stringify(new URL(`../${file}`, import.meta.url).href)});
      await entry.init();
      process.stdout.write(await (${use})(entry, ${JSON.stringify(page())}));`;
    const text = execFileSync(process.execPath, ["--input-type=module", "--eval", script], { encoding: "utf8" });
    assert.ok(text.includes("The old mill on the river"), `${name}: ${text}`);
  }
});
