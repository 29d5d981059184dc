// Takes pictures of the workbench, to be looked at: six pages at three widths.
//
//   node crates/dehusk-serve/workbench/screenshots.mjs FOLDER [NAME...]
//
// Needs what the tests need (see ./test), after `npm ci` in tests/. DEHUSK names the program. With names of pictures, only these.

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { settled, start } from "./tests/harness.mjs";

const WIDTHS = { 320: 720, 1280: 900, 2560: 1440 };
// Each page in another view and another look, so that eighteen pictures show most of the workbench.
const SHOTS = [
  { name: "persian-320", hash: "#example=persian&lang=fa" },
  { name: "persian-1280", hash: "#example=persian", block: "h2" },
  { name: "persian-2560", hash: "#example=persian&view=output&lang=fa&theme=dark" },
  { name: "thai-320", hash: "#example=thai&view=output&tab=metadata&lang=th" },
  { name: "thai-1280", hash: "#example=thai&lang=th&theme=dark", block: "p" },
  { name: "thai-2560", hash: "#example=thai&view=methods" },
  { name: "forum-320", hash: "#example=forum&theme=dark" },
  { name: "forum-1280", hash: "#example=forum&view=methods&lang=fa" },
  { name: "forum-2560", hash: "#example=forum&view=plot&method=addanag" },
  { name: "shop-320", hash: "#example=shop&view=cloud" },
  { name: "shop-1280", hash: "#example=shop&view=gold&gold=4-9" },
  { name: "shop-2560", hash: "#example=shop&view=output&tab=items" },
  { name: "manual-320", hash: "#example=manual&view=plot&method=addanag&lang=fa" },
  { name: "manual-1280", hash: "#example=manual&view=output&tab=source" },
  { name: "manual-2560", hash: "#example=manual", block: "h1" },
  { name: "recipe-320", hash: "#example=recipe&view=methods" },
  { name: "recipe-1280", hash: "#example=recipe&view=cloud&theme=dark" },
  { name: "recipe-2560", hash: "#example=recipe&view=gold&gold=6-12" },
];
const SHOWN = { plot: ".plot[src]", cloud: ".cloud [role=button]", gold: ".gold .scroll tbody tr", methods: ".difference" };

const [folder, ...wanted] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const bench = await start();
for (const { name, hash, block } of SHOTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const width = Number(name.split("-")[1]);
  const page = await bench.open(hash, { width, height: WIDTHS[width] });
  const view = /view=(\w+)/.exec(hash)?.[1];
  if (SHOWN[view]) await page.waitForSelector(SHOWN[view]);
  if (block) await select(page, block);
  await settled(page);
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: width < 2560 });
  await page.context().close();
}
await bench.close();

async function select(page, block) {
  const frame = await (await page.waitForSelector("main > :not([hidden]) iframe")).contentFrame();
  await frame.click(`${block} >> nth=0`);
  await page.waitForSelector(".panel .signals");
}
