// The record is that of the program, byte for byte.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Extractor } from "dehusk";
import { WIDE, corpusPages, page } from "./pages.js";
import { FIELDS, program, recordsOf } from "./program.js";

/** Pages of the corpora that are compared. */
const MAX_PAGES = Number(process.env.DEHUSK_PAGES ?? 3000);

function compare(paths, words, extractor) {
  const expected = recordsOf(paths, words);
  const different = paths.filter((path, at) => extractor.record(readFileSync(path), { id: path }) !== expected[at]);
  assert.deepEqual(different, [], `${different.length} of ${paths.length} records differ`);
}

const [types, schema] = ["../types/index.d.ts", "../lib/record.schema.json"].map((name) => readFileSync(new URL(name, import.meta.url), "utf8"));

test("the types have the fields of the lists in records", () => {
  const { items, comments, links, images, tables, blocks, explanation } = JSON.parse(schema).properties;
  const { signals, anchors, columns } = explanation.items.properties;
  const interfaces = {
    Item: items.items, ItemField: items.items.properties.fields.items, Comment: comments.items, Link: links.items, Image: images.items,
    Table: tables.items, Block: blocks.items, ExplainedBlock: explanation.items, EvidenceSignal: signals.items, AnchorCounts: anchors, ColumnCounts: columns,
  };
  for (const [name, { properties, required }] of Object.entries(interfaces)) {
    const body = new RegExp(`^export interface ${name} [^]*?^}`, "m").exec(types)[0];
    const inherited = /SourceRange/.test(body) ? ["src_start", "src_end"] : [];
    if (/TextRange/.test(body)) inherited.push("text_start", "text_end");
    const typed = Array.from(body.matchAll(/^  readonly (\w+)(\??):/gm), ([, field, mark]) => field + mark);
    const fields = Object.keys(properties).filter((field) => !inherited.includes(field));
    const expected = fields.map((field) => field.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()) + (required.includes(field) ? "" : "?"));
    assert.deepEqual(typed.sort(), expected.sort(), name);
  }
});

test("the types have the words of the schema", () => {
  const { status, page_type, quality, encoding_origin, blocks, images, items, comments, explanation } = JSON.parse(schema).properties;
  const item = items.items.properties;
  for (const [name, ...fields] of [
    ["Status", status], ["PageType", page_type], ["Verdict", quality.properties.verdict], ["EncodingOrigin", encoding_origin],
    ["BlockKind", blocks.items.properties.kind], ["ItemKind", item.kind], ["FieldName", item.fields.items.properties.name],
    ["HiddenBy", ...[blocks, images, items, comments, explanation].map((list) => list.items.properties.hidden)],
  ]) {
    const typed = new RegExp(`^export type ${name} =([^;]*);`, "m").exec(types)[1].match(/\w+/g);
    for (const field of fields) assert.deepEqual(typed, field.enum.filter((word) => word !== null), name);
  }
});

test("records of our own pages", { skip: !program && "no program" }, () => {
  const folder = mkdtempSync(join(tmpdir(), "dehusk-"));
  const pages = [page(), page(`<p>${WIDE}</p>`), "", "{}", "<p>x", page().repeat(3), "\ufeff" + page(), '<p>"\\\u0001\u2028</p>'.repeat(20)];
  const paths = pages.map((html, at) => join(folder, `${at}.html`));
  paths.forEach((path, at) => writeFileSync(path, pages[at]));
  for (const [words, options] of [
    [[], {}],
    [undefined, FIELDS],
    [["--explain"], { explain: true }],
    [["--method", "danag", "--param", "P=30"], { method: "danag", params: { P: 30 } }],
    [["--focus", "recall", "--title", "in", "--table-rows", "--list-marks", "--no-comments"], { focus: "recall", title: "in", tableRows: true, listMarks: true, includeComments: false }],
    [["--with", "markdown,links", "--base", "https://a.example/b/", "--no-images", "--no-tables"], { markdown: true, links: true, base: "https://a.example/b/", includeImages: false, includeTables: false }],
    [["--select", "article", "--exclude", "h1, h2", "--hidden", "drop", "--invisible", "strip"], { select: ["article"], exclude: "h1, h2", hidden: "drop", invisible: "strip" }],
    [["--max-bytes", "1000", "--max-depth", "9", "--max-elements", "50"], { maxBytes: 1000, maxDepth: 9, maxElements: 50 }],
  ]) {
    compare(paths, words, new Extractor({ timeoutMs: null, ...options }));
  }
  rmSync(folder, { recursive: true });
});

test("records of the corpora", async (context) => {
  const all = await corpusPages();
  if (!program || all.length === 0) return context.skip(program ? "no $DEHUSK_CORPORA" : "no program");
  const step = Math.max(1, all.length / MAX_PAGES);
  const paths = Array.from({ length: Math.min(all.length, MAX_PAGES) }, (_, at) => all[Math.floor(at * step)]);
  compare(paths, undefined, new Extractor({ timeoutMs: null, ...FIELDS }));
  context.diagnostic(`${paths.length} pages have the same record`);
});
