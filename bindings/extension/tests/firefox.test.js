// Clicks through the extension in Firefox.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Firefox, InspectorOn, skip } from "./firefox.js";
import { EXPECTED, PAGES } from "./pages.js";

const firefox = new Firefox();
before(() => skip || firefox.open());
after(() => skip || firefox.close());

/** A test that waits for something that does not happen ends after this time, in milliseconds. */
const LIMIT = 60_000;
const options = { skip, timeout: LIMIT };

/** Returns what is in the clipboard, by pasting it. */
async function pasted(context) {
  await firefox.call(context, () => {
    const field = Object.assign(document.createElement("textarea"), { id: "paste" });
    document.body.append(field);
    field.focus();
  });
  await firefox.keys(context, "Control", "v");
  return firefox.call(context, () => {
    const field = document.getElementById("paste");
    field.remove();
    return field.value;
  });
}

/** Returns a place in the text of an element of the page that begins with `text`. */
function placeOf(text) {
  return firefox.call(firefox.page, (text) => {
    const element = [...document.querySelectorAll("p, a")].find(({ textContent }) => textContent.startsWith(text));
    const { x, y } = element.getBoundingClientRect();
    return { x: x + 30, y: y + 8 };
  }, text);
}

for (const [name, [direction, text]] of Object.entries(EXPECTED)) {
  test(`Firefox: the reader view of the page ${name}`, options, async () => {
    const reader = await firefox.read(name);
    const shown = await firefox.text(reader, "#article");
    assert.ok(shown?.includes(text), shown ?? (await firefox.text(reader, "#refusal")));
    assert.ok(!/MENU|FOOTER/.test(shown), shown);
    const found = await firefox.call(reader, () => {
      const { dir, lang } = document.getElementById("article");
      return { dir, lang, scripts: document.querySelectorAll("#content script, #content [onerror], #content [href^=javascript]").length };
    });
    assert.deepEqual(found, { dir: direction, lang: /lang="(\w+)"/.exec(PAGES[name])[1], scripts: 0 });
    await firefox.picture(reader, name);
    await firefox.shut(reader);
  });
}

test("Firefox: title, author, date, site and image", options, async () => {
  const reader = await firefox.read("article");
  const texts = await Promise.all(["#title", "#site", "#byline", "#content h2"].map((selector) => firefox.text(reader, selector)));
  assert.deepEqual(texts, ["The mill grinds again", "The Daily Mill", "Rosa Miller · May 4, 2026", "How it went on"]);
  await firefox.call(reader, () => document.querySelector("#content img").decode());
  await firefox.shut(reader);
  const persian = await firefox.read("persian");
  assert.match(await firefox.text(persian, "#byline"), /رؤیا آسیابان · ۱۴ اردیبهشت ۱۴۰۵/);
  await firefox.shut(persian);
});

test("Firefox: Markdown is copied", options, async () => {
  const reader = await firefox.read("article");
  await firefox.press(reader, "#copy");
  await firefox.until(reader, () => document.getElementById("status").textContent === "Copied");
  const markdown = await pasted(reader);
  assert.match(markdown, /^# The mill grinds again\n/);
  assert.ok(markdown.includes(`[The plan](${firefox.base}/plan)`), markdown);
  await firefox.shut(reader);
});

test("Firefox: settings are applied and kept, and all reader views follow", options, async () => {
  const look = () => ({ theme: document.documentElement.dataset.theme, ground: getComputedStyle(document.documentElement).backgroundColor });
  const reader = await firefox.read("article");
  await firefox.press(reader, "#appearance");
  const grounds = new Set();
  for (const theme of ["light", "sepia", "dark"]) {
    await firefox.keys(reader, "ArrowRight");
    await firefox.until(reader, (wanted) => document.querySelector("input[name=theme]:checked").value === wanted, theme);
    const found = await firefox.call(reader, look);
    assert.equal(found.theme, theme);
    grounds.add(found.ground);
    await firefox.picture(reader, `settings-${theme}`);
  }
  assert.equal(grounds.size, 3, [...grounds].join(", "));
  await firefox.press(reader, 'input[name="images"]');
  assert.equal(await firefox.text(reader, "#content img"), null);
  await firefox.keys(reader, "Escape");
  assert.equal(await firefox.text(reader, "#settings"), null);
  const other = await firefox.read("recipe");
  assert.equal((await firefox.call(other, look)).theme, "dark");
  await firefox.press(other, "#appearance");
  await firefox.press(other, "#settings button[type=reset]");
  await firefox.until(reader, () => document.documentElement.dataset.images === "true");
  await firefox.shut(other);
  await firefox.shut(reader);
});

test("Firefox: the button and the way back close the reader view", options, async () => {
  const first = await firefox.read("article");
  await Promise.all([firefox.oneGone(), firefox.press(first, "#back")]);
  const second = await firefox.readHere();
  await Promise.all([firefox.oneGone(), firefox.click()]);
  assert.equal(await firefox.text(firefox.page, "h1"), "The mill grinds again");
});

test("Firefox: the inspector explains the block under the pointer, and marks give a site rule to copy and to save", options, async () => {
  const reader = await firefox.read("article");
  const { page } = firefox;
  const before = await firefox.call(page, () => document.body.outerHTML);
  await firefox.press(reader, "#explain");
  const inspector = new InspectorOn(firefox);
  await inspector.text("bar", /\d+ of \d+ blocks kept, 0 marked/);
  assert.equal(await inspector.style("shield", "position"), "fixed");
  await firefox.over(page, await placeOf("Nobody had a plan"));
  assert.match(await inspector.text("card", /Kept/), /score 0\.\d\d\s+likely [\s\S]+:/);
  await firefox.over(page, await placeOf("MENU News"));
  assert.match(await inspector.text("card", /Removed/), /score 0\.\d\d/);
  await firefox.picture(page, "inspector");
  await firefox.over(page, await placeOf("It is open from ten to four"));
  await inspector.text("card", /Click if it should be removed/);
  await firefox.pressHere(page);
  await inspector.text("card", /Marked: remove/);
  await firefox.keys(page, "s");
  const rule = '[sites."localhost"]\nexclude = ".opening"\n';
  const shown = await inspector.text("rule", /exclude = /);
  assert.match(shown, /With this rule, 1 of 1 marked blocks come out as marked\./);
  assert.ok(shown.endsWith(rule), shown);
  await firefox.picture(page, "rule");
  await inspector.press("button.main");
  await inspector.text("rule", /Copied/);
  const saved = firefox.bidi.event("browsingContext.downloadEnd");
  await inspector.press("a[download]");
  const { status, filepath } = await saved;
  assert.deepEqual([status, /sites\.toml$/.test(filepath), readFileSync(filepath, "utf8")], ["complete", true, rule]);
  await firefox.keys(page, "Escape");
  await firefox.keys(page, "Escape");
  assert.equal(await inspector.isThere(), false);
  assert.equal(await firefox.call(page, () => document.body.outerHTML), before);
  assert.equal(await pasted(page), rule);
  assert.equal(await firefox.call(page, () => location.href), `${firefox.base}/article`, "nothing of the page was clicked");
  await firefox.shut(reader);
});

test("Firefox: the command starts the inspector, also on a page with a strict policy and changed prototypes", options, async () => {
  await firefox.goto("hostile");
  await firefox.command("E");
  const inspector = new InspectorOn(firefox);
  await inspector.text("bar", /0 marked/);
  assert.equal(await inspector.style("shield", "position"), "fixed");
  await firefox.keys(firefox.page, "ArrowDown");
  await inspector.text("card", /score/);
  await firefox.picture(firefox.page, "inspector-hostile");
  await firefox.keys(firefox.page, "Escape");
  assert.equal(await inspector.isThere(), false);
});

const REFUSED = {
  "about:support": /belongs to the browser/, "paper.pdf": /is a PDF/, empty: /No main content/, frame: /Open that page/,
};
for (const [name, message] of Object.entries(REFUSED)) {
  test(`Firefox: a page that cannot be read says so: ${name}`, options, async () => {
    const reader = await firefox.read(name);
    assert.match(await firefox.text(reader, "#refusal"), message);
    assert.equal(await firefox.text(reader, "#article"), null);
    await firefox.shut(reader);
  });
}
