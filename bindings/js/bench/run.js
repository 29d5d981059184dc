// Compares the package with Readability.js on jsdom and linkedom, with Defuddle and with the native program,
// and prints the table of docs/src/guide/javascript.md.
//
//   DEHUSK_CORPORA=… node bindings/js/bench/run.js [--pages 300] [--program target/release/dehusk] [--module other.wasm]... [--ours]
//
// --module adds another build of the module, such as one without SIMD: DEHUSK_WASM_FLAGS= bindings/js/build --full. --ours leaves out
// the other tools.
//
// Every tool gets the same pages in the same process, one after the other, each page as a string, and makes
// text or Markdown of it. Building the DOM is part of what the tools need, so it counts. Times are CPU time, so
// that other programs do not disturb them: the best of three runs of each page. For the native program it is
// that of the whole process, so it has no median.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { JSDOM, VirtualConsole } from "jsdom";
import { parseHTML } from "linkedom";
import { createApi } from "../lib/api.js";
import { Engine } from "../lib/engine.js";
import { corpusPages } from "../tests/pages.js";

const RUNS = 3;
/** Pages that each tool reads before its time is taken. */
const WARM_UP = 40;
const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "300" }, program: { type: "string" }, module: { type: "string", multiple: true, default: [] }, ours: { type: "boolean" },
  },
});

const started = process.cpuUsage();
const { Extractor, extract } = await import("dehusk");
extract("<p>ready");
const { user, system } = process.cpuUsage(started);
const ready = (user + system) / 1e3;

const all = await corpusPages();
if (all.length === 0) throw new Error("set $DEHUSK_CORPORA");
const count = Math.min(Number(values.pages), all.length);
const paths = Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]);
const pages = paths.map((path) => readFileSync(path, "utf8"));

const lite = new (await import("dehusk/lite")).Extractor();
const text = new Extractor();
const markdown = new Extractor({ markdown: true });
const silent = new VirtualConsole();
const ourTools = {
  "dehusk, text and Markdown": (html) => markdown.extract(html).markdown,
  "dehusk, text": (html) => text.extract(html).text,
  "dehusk/lite, text": (html) => lite.extract(html).text,
};
for (const path of values.module) {
  const api = createApi(new Engine(path));
  api.initSync(readFileSync(path));
  const extractor = new api.Extractor();
  ourTools[`${path}, text`] = (html) => extractor.extract(html).text;
}
const otherTools = {
  "Readability.js 0.6.0 on linkedom": (html) => new Readability(parseHTML(html).document).parse()?.textContent,
  "Readability.js 0.6.0 on jsdom": (html) => withJsdom(html, (document) => new Readability(document).parse()?.textContent),
  "Defuddle 0.19.4 (node), Markdown": async (html) => (await Defuddle(html, undefined, { markdown: true, useAsync: false })).content,
};

const tools = { ...ourTools, ...(values.ours ? {} : otherTools) };

/** Calls `read` with a document of jsdom, and closes its window: otherwise hundreds of them do not fit into memory. */
function withJsdom(html, read) {
  const { window } = new JSDOM(html, { virtualConsole: silent });
  try {
    return read(window.document);
  } finally {
    window.close();
  }
}

/** Milliseconds of CPU time of this process, in all threads. */
function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

/** Returns the best time of each page in milliseconds. NaN where the tool threw an error. */
async function times(tool) {
  const best = [];
  for (const html of pages) {
    let least = Infinity;
    for (let run = 0; run < RUNS; run++) least = Math.min(least, await timeOf(tool, html));
    best.push(least);
  }
  return best;
}

async function timeOf(tool, html) {
  const start = cpuTime();
  try {
    await tool(html);
  } catch {
    return NaN;
  }
  return cpuTime() - start;
}

/** Returns the mean time of the program per page: the best of three runs. */
function nativeMean(words) {
  const command = [values.program, "extract", "--jobs", "1", "--format", "jsonl", "-o", "/dev/null", ...words];
  const measured = () => spawnSync("bash", ["-c", 'TIMEFORMAT="%U %S"; time "$@"', "bash", ...command, ...paths], { encoding: "utf8" });
  const seconds = Array.from({ length: RUNS }, () => measured().stderr.trim().split("\n").at(-1).split(" ").reduce((sum, word) => sum + Number(word), 0));
  return (Math.min(...seconds) * 1e3) / paths.length;
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

const megabytes = pages.reduce((sum, html) => sum + Buffer.byteLength(html), 0) / 1e6;
console.log(`${count} pages, ${megabytes.toFixed(1)} MB, Node.js ${process.version}, ${cpus()[0].model}`);
console.log(`first call ready after ${ready.toFixed(0)} ms of CPU time`);
const inMegabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
for (const name of ["dehusk.wasm", "dehusk-lite.wasm"]) {
  const wasm = readFileSync(new URL(`../lib/${name}`, import.meta.url));
  const [zipped, shrunk] = [gzipSync(wasm, { level: 9 }).length, brotliCompressSync(wasm).length];
  console.log(`${name}: ${inMegabytes(wasm.length)}, gzip ${inMegabytes(zipped)}, brotli ${inMegabytes(shrunk)}`);
}
console.log("\n| tool | ms per page, median | mean | mean, dehusk = 1 |\n|---|--:|--:|--:|");

const ours = [];
const row = (name, middle, average) => {
  ours.push(average);
  console.log(`| ${name} | ${middle} | ${average.toFixed(2)} | ${(average / ours[0]).toFixed(2)} |`);
};
for (const [name, tool] of Object.entries(tools)) {
  // The engine compiles what runs often.
  for (const html of pages.slice(0, WARM_UP)) await timeOf(tool, html);
  const best = await times(tool);
  const done = best.filter(Number.isFinite);
  const failed = best.length > done.length ? ` (failed on ${best.length - done.length} pages)` : "";
  row(name + failed, median(done).toFixed(2), mean(done));
}
if (values.program) {
  row("native program, text", "", nativeMean([]));
  row("native program, text and Markdown", "", nativeMean(["--with", "markdown"]));
}
