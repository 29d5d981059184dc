// How often the drop-ins give the same fields as the originals, on pages of the corpora. Where they differ, either may be right.
//
//   DEHUSK_CORPORA=… node bindings/js/bench/fields.js [--pages 300] [--show title]

import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { Readability as Original } from "@mozilla/readability";
import { Defuddle as OriginalDefuddle } from "defuddle/node";
import { Defuddle } from "dehusk/defuddle";
import { Readability } from "dehusk/readability";
import { parseHTML } from "linkedom";
import { corpusPages } from "../tests/pages.js";

const { values } = parseArgs({ options: { pages: { type: "string", default: "300" }, show: { type: "string" } } });
const FIELDS = { Readability: ["title", "byline", "dir", "lang", "siteName", "publishedTime", "excerpt"], Defuddle: ["title", "author", "site", "published", "language", "description", "image"] };

const all = await corpusPages();
if (all.length === 0) throw new Error("set $DEHUSK_CORPORA");
const count = Math.min(Number(values.pages), all.length);
const paths = Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]);

const counts = {};
for (const path of paths) {
  const html = readFileSync(path, "utf8");
  tally("Readability", path, new Readability(parseHTML(html).document).parse(), attempt(() => new Original(parseHTML(html).document).parse()));
  tally("Defuddle", path, new Defuddle(parseHTML(html).document).parse(), await attempt(() => OriginalDefuddle(html, undefined, { useAsync: false })));
}

function attempt(act) {
  try {
    return act();
  } catch {
    return null;
  }
}

function tally(tool, path, ours, theirs) {
  if (ours === null || theirs === null) return;
  for (const field of FIELDS[tool]) {
    const [a, b] = [ours[field] || "", theirs[field] || ""].map((value) => value.replace(/\s+/g, " ").trim());
    const kind = a === b ? "same" : a === "" ? "only theirs" : b === "" ? "only ours" : "different";
    const key = `${tool} | ${field}`;
    counts[key] ??= { same: 0, different: 0, "only ours": 0, "only theirs": 0 };
    counts[key][kind] += 1;
    if (values.show === field && kind !== "same") console.error(`${tool} ${path}\n  ours   ${a}\n  theirs ${b}`);
  }
}

console.log("| replaces | field | same | different | only ours | only the original's |\n|---|---|--:|--:|--:|--:|");
for (const [key, kinds] of Object.entries(counts)) console.log(`| ${key} | ${Object.values(kinds).join(" | ")} |`);
