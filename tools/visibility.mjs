// Compares what dehusk takes for hidden (`--hidden flag`) with what headless Chromium shows, block by block, scripts off.
//
//   node --experimental-websocket tools/visibility.mjs CORPORA/wcxb-dev/pages 300 target/release/dehusk [report.txt]
//
// It needs node 20.10 or later and `chromium`; nothing is fetched from the network, so linked style sheets are missing on both sides. It
// takes every n-th page of a folder and finds each block of dehusk in the browser by its XPath. The browser hides a block if
// `checkVisibility` says so, if its text has at most one pixel, if no part of it is right of and below the corner of the page and inside of
// the boxes around it that cut it off, or if the text is transparent. These count as shown: what `content-visibility: auto` leaves out
// until a reader scrolls there, the choices of a closed list, and what only `aria-hidden` or `inert` hide, which a sighted reader sees.
// The report lists all differences, the largest first.
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { start } from "./browser.mjs";

const [folder, count = "300", program = "target/release/dehusk", reportFile] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node --experimental-websocket tools/visibility.mjs FOLDER [PAGES] [PROGRAM] [REPORT]");
  process.exit(2);
}

/** Runs in the page: for each XPath, how the browser hides its element, "" if it shows it, or null if there is no such element. */
function look(paths) {
  const cutsOff = (style) => /hidden|clip/.test(style.overflowX + style.overflowY);
  const ways = (found) => {
    const element = (found.closest("option") && found.closest("select")) || found;
    const style = getComputedStyle(element);
    const hasBox = style.display !== "contents";
    if (hasBox && !element.checkVisibility()) return "not rendered";
    if (hasBox && !element.checkVisibility({ visibilityProperty: true })) return "visibility";
    for (let at = element; at; at = at.parentElement) if (parseFloat(getComputedStyle(at).opacity) <= 0.02) return "opacity";
    if (parseFloat(style.fontSize) <= 1) return "font size";
    if (element !== found) return "";
    if (/rgba\(.*, 0\)/.test(style.color) && style.webkitBackgroundClip !== "text") return "transparent";
    const range = document.createRange();
    range.selectNodeContents(element);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
    if (!boxes.length) return "no boxes";
    const [x, y] = [scrollX, scrollY];
    if (boxes.every((box) => box.right + x <= 0 || box.bottom + y <= 0)) return "off screen";
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const own = getComputedStyle(at), box = at.getBoundingClientRect();
      if (/^rect\(0px,? 0px,? 0px,? 0px\)|^rect\(1px,? 1px,? 1px,? 1px\)/.test(own.clip) && /absolute|fixed/.test(own.position)) return "clipped";
      if (/inset\((50|100)%/.test(own.clipPath)) return "clipped";
      if (cutsOff(own) && own.display !== "inline" && (box.width <= 1 || box.height <= 1)) return "no size";
    }
    return "";
  };
  return paths.map((path) => {
    const element = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;
    return element ? ways(element) : null;
  });
}

const SEEN = new Set(["aria_hidden", "inert"]);

/** The blocks by XPath, without those of which only a part is hidden. */
function byPath(blocks) {
  const found = new Map();
  for (const block of blocks.filter((block) => block.kept)) {
    const hidden = block.hidden && !SEEN.has(block.hidden) ? block.hidden : "";
    const one = found.get(block.xpath) ?? { path: block.xpath, hidden, bytes: 0, isMixed: false };
    one.bytes += block.src_end - block.src_start;
    one.isMixed ||= one.hidden !== hidden;
    found.set(block.xpath, one);
  }
  return [...found.values()].filter((one) => !one.isMixed);
}

const all = readdirSync(folder).filter((name) => /\.html?$/.test(name)).sort();
const step = Math.max(1, Math.floor(all.length / Number(count)));
const pages = all.filter((_, index) => index % step === 0).slice(0, Number(count));
const browser = await start();
const totals = { pages: 0, blocks: 0, both: 0, neither: 0, ours: 0, theirs: 0, unknown: 0 };
const differences = [];
for (const name of pages) {
  const path = resolve(join(folder, name));
  const options = ["extract", "--method", "plain", "--hidden", "flag", "--with", "blocks", "--format", "json", path];
  const blocks = byPath(JSON.parse(execFileSync(program, options, { encoding: "utf8", maxBuffer: 1 << 28 })).blocks ?? []);
  const tab = await browser.open(path);
  const answer = await tab.value(`JSON.stringify((${look})(${JSON.stringify(blocks.map((block) => block.path))}))`);
  await tab.close();
  if (answer === undefined) continue;
  totals.pages++;
  JSON.parse(answer).forEach((theirs, index) => {
    const { path, hidden, bytes } = blocks[index];
    if (theirs === null) return void totals.unknown++;
    totals.blocks++;
    if (hidden && theirs) totals.both++;
    else if (!hidden && !theirs) totals.neither++;
    else {
      totals[hidden ? "ours" : "theirs"]++;
      differences.push({ bytes, line: `${name} ${bytes} bytes: dehusk ${hidden || "shown"}, browser ${theirs || "shown"}: ${path}` });
    }
  });
}
await browser.close();
const percent = (part, whole) => (whole ? ((100 * part) / whole).toFixed(2) + " %" : "-");
console.log(`${totals.pages} pages, ${totals.blocks} blocks (${totals.unknown} more were not found in the browser)`);
console.log(`${percent(totals.both + totals.neither, totals.blocks)} the same: ${totals.neither} shown and ${totals.both} hidden by both`);
console.log(`${totals.ours} hidden only by dehusk, ${totals.theirs} only by the browser`);
const lines = differences.sort((one, other) => other.bytes - one.bytes).map((difference) => difference.line);
console.log(lines.slice(0, 20).join("\n"));
if (reportFile) writeFileSync(reportFile, lines.join("\n") + "\n");
