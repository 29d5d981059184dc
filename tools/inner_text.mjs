// Compares the words of `dehusk extract --method plain` with those that a browser shows (`document.body.innerText`, scripts off).
//
//   node --experimental-websocket tools/inner_text.mjs CORPORA/wcxb-dev/pages 200 target/release/dehusk [report.txt]
//
// It needs node 20.10 or later and `chromium`; nothing is fetched from the network. It takes every n-th page of a folder and prints the
// number of pages with the same words in the same order, the share of common words, and the kinds of differences. "Glued" means that one
// of our words is several words in the browser, "split" the reverse. Words that only we have, mostly text hidden by style sheets or in form
// controls, are counted separately.
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { start } from "./browser.mjs";

const [folder, count = "200", program = "target/release/dehusk", reportFile] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node --experimental-websocket tools/inner_text.mjs FOLDER [PAGES] [PROGRAM] [REPORT]");
  process.exit(2);
}
// Matches words in all scripts; whitespace, punctuation and symbols are ignored. Thai text without spaces is one word.
const words = (text) => text.normalize("NFC").split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean);

/** The differences of two lists as [removed, added] stretches, from a longest common subsequence (Myers' algorithm). */
function differences(ours, theirs, maxDistance = 4000) {
  let start = 0;
  while (start < ours.length && start < theirs.length && ours[start] === theirs[start]) start++;
  let a = ours.length, b = theirs.length;
  while (a > start && b > start && ours[a - 1] === theirs[b - 1]) { a--; b--; }
  const x = ours.slice(start, a), y = theirs.slice(start, b);
  const trace = [];
  const v = new Map([[1, 0]]);
  let found = null;
  for (let d = 0; d <= Math.min(maxDistance, x.length + y.length) && found === null; d++) {
    trace.push(new Map(v));
    for (let k = -d; k <= d; k += 2) {
      let i = k === -d || (k !== d && (v.get(k - 1) ?? -1) < (v.get(k + 1) ?? -1)) ? v.get(k + 1) : v.get(k - 1) + 1;
      let j = i - k;
      while (i < x.length && j < y.length && x[i] === y[j]) { i++; j++; }
      v.set(k, i);
      if (i >= x.length && j >= y.length) { found = d; break; }
    }
  }
  if (found === null) return [[x, y]];
  const steps = [];
  let i = x.length, j = y.length;
  for (let d = found; d > 0; d--) {
    const v = trace[d], k = i - j;
    const before = k === -d || (k !== d && (v.get(k - 1) ?? -1) < (v.get(k + 1) ?? -1)) ? k + 1 : k - 1;
    const bi = v.get(before), bj = bi - before;
    while (i > bi && j > bj) { i--; j--; }
    while (i > Math.max(bi, 0) && j > Math.max(bj, 0)) { i--; j--; }
    if (before === k + 1) { steps.push({ at: [bi, bj], added: y[bj] }); j = bj; i = bi; } else { steps.push({ at: [bi, bj], removed: x[bi] }); i = bi; j = bj; }
  }
  steps.reverse();
  const stretches = [];
  let last = null;
  for (const step of steps) {
    const adjacent = last && (step.at[0] === last.i && step.at[1] === last.j);
    if (!adjacent) { last = { removed: [], added: [], i: step.at[0], j: step.at[1] }; stretches.push(last); }
    if (step.added !== undefined) { last.added.push(step.added); last.j++; } else { last.removed.push(step.removed); last.i++; }
  }
  return stretches.map(({ removed, added }) => [removed, added]);
}

const all = readdirSync(folder).filter((name) => /\.html?$/.test(name)).sort();
const step = Math.max(1, Math.floor(all.length / Number(count)));
const pages = all.filter((_, index) => index % step === 0).slice(0, Number(count));
const browser = await start();
const totals = { pages: 0, same: 0, ours: 0, theirs: 0, common: 0, glued: 0, split: 0, hidden: 0, missing: 0, long: 0 };
const report = [];
for (const name of pages) {
  const path = resolve(join(folder, name));
  const text = execFileSync(program, ["extract", "--method", "plain", "--format", "json", path], { encoding: "utf8", maxBuffer: 1 << 28 });
  const tab = await browser.open(path);
  // Scripts are off, so the browser would show `noscript` elements. They are removed, because a normal browser hides them.
  const expression = "document.querySelectorAll('noscript').forEach(n => n.remove()); document.body ? document.body.innerText : ''";
  const shown = await tab.value(expression);
  await tab.close();
  if (shown === undefined) continue;
  const ours = words(JSON.parse(text).text), theirs = words(shown);
  const stretches = differences(ours.map((w) => w.toLowerCase()), theirs.map((w) => w.toLowerCase()));
  totals.pages++;
  totals.ours += ours.length;
  totals.theirs += theirs.length;
  let removedWords = 0;
  for (const [removed, added] of stretches) {
    removedWords += removed.length;
    if (removed.length > 500 || added.length > 500) totals.long++;
    const joined = (list) => list.join("");
    if (removed.length && added.length && removed.length < added.length && joined(removed) === joined(added)) { totals.glued++; report.push(`${name} glued: ${removed} | ${added}`); }
    else if (removed.length && added.length && removed.length > added.length && joined(removed) === joined(added)) { totals.split++; report.push(`${name} split: ${removed} | ${added}`); }
    else if (!added.length) { totals.hidden += removed.length; report.push(`${name} ours only: ${removed.slice(0, 12).join(" ")}`); }
    else { totals.missing += added.length; totals.hidden += removed.length; report.push(`${name} differs: ${removed.slice(0, 12).join(" ")} | ${added.slice(0, 12).join(" ")}`); }
  }
  totals.common += ours.length - removedWords;
  if (!stretches.length || stretches.every(([r, a]) => !r.length && !a.length)) totals.same++;
}
await browser.close();
const share = (a, b) => (b ? (a / b).toFixed(4) : "-");
console.log(`${totals.pages} pages; ${totals.same} with the same words in the same order`);
console.log(`${share(totals.common, totals.theirs)} of the browser's ${totals.theirs} words are in our text in the same order; our text has ${totals.ours}`);
console.log(`${totals.glued} glued and ${totals.split} split stretches of words; ${totals.missing} words only in the browser, ${totals.hidden} only in our text (hidden by styles)`);
if (reportFile) writeFileSync(reportFile, report.join("\n") + "\n");
