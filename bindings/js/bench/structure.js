// Makes a corpus that measures the structure of Markdown on pages of another corpus, with Defuddle's Markdown as the gold:
//
//   node bindings/js/bench/structure.js CORPUS OUT [--every 3] [--types article,documentation,forum]
//   dehusk eval OUT --method grain
//
// By default takes every third page of three types. Names and leaves out pages that Defuddle fails on. The pages stay under the license
// of their corpus: do not commit OUT.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Defuddle } from "defuddle/node";
import { JSDOM, VirtualConsole } from "jsdom";

/** Larger pages take jsdom and Defuddle minutes. */
const MAX_PAGE_BYTES = 1_500_000;
/** The address of pages whose corpus names none. */
const UNKNOWN_ADDRESS = "http://page.example/";

const { values: options, positionals: [corpus, out] } = parseArgs({
  allowPositionals: true,
  options: { every: { type: "string", default: "3" }, types: { type: "string", default: "article,documentation,forum" } },
});
if (!out) throw new Error("usage: structure.js CORPUS OUT [--every N] [--types TYPE,…]");

const types = options.types.split(",");
const pages = readFileSync(`${corpus}/manifest.jsonl`, "utf8").trim().split("\n").map(JSON.parse);
const chosen = pages.filter(({ page_type: type }) => types.includes(type)).filter((_, at) => at % Number(options.every) === 0);

for (const folder of ["pages", "gold", "markdown"]) mkdirSync(`${out}/${folder}`, { recursive: true });
const kept = [];
for (const page of chosen) {
  const [html, gold] = [`pages/${page.id}.html`, `gold/${page.id}.txt`];
  const source = readFileSync(`${corpus}/${html}`, "utf8");
  if (source.length > MAX_PAGE_BYTES) continue;
  try {
    writeFileSync(`${out}/markdown/${page.id}.md`, await markdownOf(source, page.url ?? UNKNOWN_ADDRESS));
  } catch (error) {
    console.error(`${page.id}: ${error}`);
    continue;
  }
  copyFileSync(`${corpus}/${html}`, `${out}/${html}`);
  copyFileSync(`${corpus}/${gold}`, `${out}/${gold}`);
  kept.push(page);
}
writeFileSync(`${out}/manifest.jsonl`, kept.map((page) => `${JSON.stringify(page)}\n`).join(""));
console.log(`${kept.length} pages`);

async function markdownOf(html, url) {
  const dom = new JSDOM(html, { url, virtualConsole: new VirtualConsole() });
  try {
    const { content, contentMarkdown } = await Defuddle(dom, url, { markdown: true, useAsync: false });
    return withBoldLabels(contentMarkdown ?? content);
  } finally {
    dom.window.close();
  }
}

/** Writes the labels of callouts, which Defuddle marks as Obsidian does (`> [!note] Note`), as bold paragraphs. */
function withBoldLabels(markdown) {
  return markdown.replace(/^((?:> ?)*> ?)\[!(\w+)\] *(.*)$/gm, (_, marks, kind, title) => `${marks}**${title || kind}**\n${marks.trimEnd()}`);
}
