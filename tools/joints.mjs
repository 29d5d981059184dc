// Finds glued sentences ("for two years.A series") in the text of dehusk that are apart in headless Chromium, scripts off.
//
//   node --experimental-websocket tools/joints.mjs CORPORA/dragnet/pages 200 target/release/dehusk
//
// It needs node 20.10 or later and `chromium`; nothing is fetched from the network. It takes every n-th page of a folder. A lower-case
// letter, a full stop and a capital letter in a row count as glued if the browser's `innerText` has the same words on both sides, but
// never glued. Each joint is printed with the words around it.
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { start } from "./browser.mjs";

const [folder, count = "200", program = "target/release/dehusk"] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node --experimental-websocket tools/joints.mjs FOLDER [PAGES] [PROGRAM]");
  process.exit(2);
}

/** The number of characters on each side of a joint by which it is found in the browser's text. */
const AROUND = 6;

/** The joints of a text: the words before and after each, up to AROUND characters. */
function joints(text) {
  const found = [...text.matchAll(/\p{Ll}[.!?](?=\p{Lu})/gu)];
  return found.map(({ index }) => [text.slice(Math.max(0, index + 2 - AROUND), index + 2), text.slice(index + 2, index + 2 + AROUND)]);
}

const all = readdirSync(folder).filter((name) => /\.html?$/.test(name)).sort();
const step = Math.max(1, Math.floor(all.length / Number(count)));
const pages = all.filter((_, index) => index % step === 0).slice(0, Number(count));
const browser = await start();
let [seen, joined, glued] = [0, 0, 0];
for (const name of pages) {
  const path = resolve(join(folder, name));
  const text = execFileSync(program, ["extract", path], { encoding: "utf8", maxBuffer: 1 << 28 });
  const found = joints(text);
  seen++;
  if (!found.length) continue;
  const tab = await browser.open(path);
  const shown = await tab.value("document.body ? document.body.innerText : ''");
  await tab.close();
  if (shown === undefined) continue;
  joined += found.length;
  for (const [before, after] of found) {
    const [left, right] = [before, after].map((part) => part.trim().replace(/\s+/g, " "));
    const flat = shown.replace(/\s+/g, " ");
    if (flat.includes(left + right) || !flat.includes(left + " " + right)) continue;
    glued++;
    console.log(`${name}: …${before}|${after}…`);
  }
}
await browser.close();
console.log(`${seen} pages, ${joined} joints, ${glued} of them apart in the browser`);
