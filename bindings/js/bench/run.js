// Compares the package with Readability.js on jsdom and linkedom, with Defuddle and with the native program, and prints the table of
// docs/src/guide/javascript.md.
//
//   DEHUSK_CORPORA=… node bindings/js/bench/run.js [--pages 300] [--program target/release/dehusk]
//
// Every tool gets the same pages in the same process, one after the other, each page as a string, and makes text and HTML of it; the
// times are medians over pages of the best of three runs. Building the DOM is part of what the tools need, so it counts. The native
// times are those that the program reports (`--with timing`).

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { JSDOM, VirtualConsole } from "jsdom";
import { parseHTML } from "linkedom";
import { corpusPages } from "../tests/pages.js";

const RUNS = 3;
const { values } = parseArgs({ options: { pages: { type: "string", default: "300" }, program: { type: "string" } } });

const started = performance.now();
const { Extractor, extract } = await import("dehusk");
extract("<p>ready");
const ready = performance.now() - started;

const all = await corpusPages();
if (all.length === 0) throw new Error("set $DEHUSK_CORPORA");
const count = Math.min(Number(values.pages), all.length);
const paths = Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]);
const pages = paths.map((path) => readFileSync(path, "utf8"));

const text = new Extractor();
const markdown = new Extractor({ markdown: true });
const silent = new VirtualConsole();
const tools = {
  "dehusk, text": (html) => text.extract(html).text,
  "dehusk, text and Markdown": (html) => markdown.extract(html).markdown,
  "Readability.js 0.6.0 on linkedom": (html) => new Readability(parseHTML(html).document).parse()?.textContent,
  "Readability.js 0.6.0 on jsdom": (html) => new Readability(new JSDOM(html, { virtualConsole: silent }).window.document).parse()?.textContent,
  "Defuddle 0.19.4 (node), Markdown": async (html) => (await Defuddle(html, undefined, { markdown: true, useAsync: false })).content,
};

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
  const start = performance.now();
  try {
    await tool(html);
  } catch {
    return NaN;
  }
  return performance.now() - start;
}

function nativeTimes(program, words) {
  const best = paths.map(() => Infinity);
  for (let run = 0; run < RUNS; run++) {
    const output = execFileSync(program, ["extract", "--jobs", "1", "--format", "jsonl", ...words, ...paths], { maxBuffer: 2 ** 31 });
    const records = String(output).trim().split("\n").map((line) => JSON.parse(line));
    records.forEach(({ timing_ms }, at) => (best[at] = Math.min(best[at], timing_ms)));
  }
  return best;
}

function median(numbers) {
  const sorted = numbers.filter(Number.isFinite).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

const rows = [];
for (const [name, tool] of Object.entries(tools)) rows.push([name, await times(tool)]);
if (values.program) {
  rows.push(["native program, text", nativeTimes(values.program, ["--with", "timing"])]);
  rows.push(["native program, text and Markdown", nativeTimes(values.program, ["--with", "timing,markdown"])]);
}

const ours = median(rows[1][1]);
const megabytes = pages.reduce((sum, html) => sum + Buffer.byteLength(html), 0) / 1e6;
const wasm = readFileSync(new URL("../lib/dehusk.wasm", import.meta.url));
console.log(`${count} pages, ${megabytes.toFixed(1)} MB, Node.js ${process.version}, ${cpus()[0].model}`);
console.log(`first call ready after ${ready.toFixed(0)} ms; module ${(wasm.length / 1e6).toFixed(2)} MB, ${(gzipSync(wasm, { level: 9 }).length / 1e6).toFixed(2)} MB gzipped\n`);
console.log("| tool | ms per page (median) | dehusk with Markdown is |\n|---|--:|--:|");
for (const [name, best] of rows) {
  const errors = best.filter((time) => !Number.isFinite(time)).length;
  const note = errors > 0 ? ` (${errors} pages failed)` : "";
  console.log(`| ${name}${note} | ${median(best).toFixed(2)} | ${(median(best) / ours).toFixed(1)}x |`);
}
