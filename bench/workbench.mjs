// Measures the workbench in headless Chromium: the first paint, a page of 2 MB with its overlay, and a slider of the plot.
//
//   node bench/workbench.mjs [PAGE...]
//
// Needs what crates/dehusk-serve/workbench/test needs, after `npm ci` in its folder tests/. DEHUSK names the program, which should be a
// release build. Without PAGEs, a page of 2 MB is written here. Prints medians and ranges in milliseconds; what they are is said in
// bench/README.md.

import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

import { settled, start } from "../crates/dehusk-serve/workbench/tests/harness.mjs";

const ROUNDS = 7;
const SIZE = 2_000_000;

/** A page with menus, posts and notes, until it is long enough. */
function ownPage() {
  const words = "water wheel stone flour river village repair winter bread miller gate spring rope timber".split(" ");
  const said = (seed, count) => Array.from({ length: count }, (_, at) => words[(seed * 7 + at * at + at) % words.length]).join(" ");
  let html = '<!doctype html><html lang="en"><title>All posts about the mill</title><style>nav a { margin: 4px } .post { border: 1px solid #ccc }</style>';
  for (let post = 0; html.length < SIZE; post += 1) {
    const links = Array.from({ length: 8 }, (_, at) => `<a href="/${post}/${at}" class="menu-link menu-link--small">${said(post + at, 2)}</a>`);
    html += `<nav class="menu">${links.join("")}</nav><div class="post" id="post-${post}"><h2>${said(post, 4)}</h2><p>${said(post, 60)}.</p>
      <ul><li>${said(post + 1, 9)}</li><li>${said(post + 2, 9)}</li></ul><p>${said(post + 3, 40)}.</p></div><aside data-x="${"0".repeat(600)}">${said(post, 5)}</aside>`;
  }
  return html;
}

/** Runs something some times in a fresh state: { median, min, max } of each number that it gives. */
async function measured(run) {
  const seen = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, value] of Object.entries(await run(round))) (seen[name] ??= []).push(value);
  }
  return Object.entries(seen).map(([name, values]) => {
    const sorted = values.sort((a, b) => a - b);
    return [name, sorted[sorted.length >> 1], sorted[0], sorted.at(-1)];
  });
}

async function firstPaint(bench) {
  const page = await bench.open("");
  const times = await page.evaluate(() => {
    const [{ startTime }] = performance.getEntriesByName("first-contentful-paint");
    return { "first paint, with the examples": startTime, "ready for input": performance.now() };
  });
  await page.context().close();
  return times;
}

/** From the choice of a file to the next frame of the screen after its overlay is there. */
async function overlay(bench, file) {
  const page = await bench.open("");
  await page.evaluate(() => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const started = new Promise((resolve) => document.querySelector("#file").addEventListener("change", () => resolve(performance.now()), { capture: true, once: true }));
    const isShown = () => document.querySelector("main > [data-milliseconds]:not([hidden])");
    window.overlay = started.then(async (from) => {
      while (!isShown()) await nextFrame();
      await nextFrame();
      const shown = performance.now() - from;
      await new Promise((resolve) => setTimeout(resolve, 3000));
      const [explained] = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/explain"));
      return { "overlay of the page": shown, ...(explained ? { "reasons have arrived": explained.responseEnd - from } : {}) };
    });
  });
  await page.setInputFiles("#file", file);
  const times = await page.evaluate(() => window.overlay);
  await page.context().close();
  return times;
}

/** From an event of a slider to the next frame of the screen after its picture is decoded. */
async function slider(page, round) {
  await page.waitForTimeout(1000);
  return page.evaluate(async (value) => {
    const input = document.querySelector("#plot-P").parentElement.querySelector("[type=range]");
    const picture = document.querySelector(".plot");
    const before = picture.src;
    const from = performance.now();
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    while (picture.src === before) await new Promise((resolve) => setTimeout(resolve));
    await picture.decode();
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return { "slider to picture": performance.now() - from };
  }, 4 + round);
}

async function sliders(bench, file) {
  const page = await bench.open("#method=addanag&view=plot");
  await page.setInputFiles("#file", file);
  await page.waitForSelector("main > [data-milliseconds]:not([hidden]) .plot[src]");
  await settled(page);
  const times = await measured((round) => slider(page, round));
  await page.context().close();
  return times;
}

function print(title, rows) {
  console.log(`\n${title}`);
  for (const [name, ...times] of rows) {
    const [median, min, max] = times.map((time) => time.toFixed(0));
    console.log(`  ${name.padEnd(32)} ${median.padStart(6)} ms   (${min} to ${max})`);
  }
}

const folder = mkdtempSync(join(tmpdir(), "workbench-bench-"));
const own = join(folder, "own.html");
writeFileSync(own, ownPage());
const files = process.argv.length > 2 ? process.argv.slice(2) : [own];
const bench = await start();
// Not bench.open: it looks at each request, and each page would go through this process.
bench.open = async (hash) => {
  const context = await bench.browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en-US" });
  const page = await context.newPage();
  await page.goto(bench.base + hash);
  await settled(page);
  return page;
};
try {
  print("without a page", await measured(() => firstPaint(bench)));
  for (const file of files) {
    const size = (statSync(file).size / 1e6).toFixed(2);
    print(`${basename(file)}, ${size} MB`, [...(await measured(() => overlay(bench, file))), ...(await sliders(bench, file))]);
  }
} finally {
  await bench.close();
  rmSync(folder, { recursive: true });
}
