// Clicks through the extension in Chromium.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, InspectorOn, READ, skip } from "./browser.js";
import { EXPECTED, PAGES } from "./pages.js";

const browser = new Browser();
before(() => skip || browser.open());
after(() => skip || browser.close());

/** Returns what is in the clipboard, by pasting it. */
async function pasted(page) {
  await page.evaluate(() => {
    const field = Object.assign(document.createElement("textarea"), { id: "paste" });
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.press("Control+V");
  const text = await page.inputValue("#paste");
  await page.evaluate(() => document.getElementById("paste").remove());
  return text;
}

for (const [name, [direction, text]] of Object.entries(EXPECTED)) {
  test(`the reader view of the page ${name}`, { skip }, async () => {
    const reader = await browser.read(name);
    const dialogs = [];
    reader.on("dialog", (dialog) => dialogs.push(dialog.message()));
    const shown = await reader.innerText("#article");
    assert.ok(shown.includes(text), shown);
    assert.ok(!/MENU|FOOTER/.test(shown), shown);
    assert.equal(await reader.getAttribute("#article", "dir"), direction);
    assert.equal(await reader.getAttribute("#article", "lang"), /lang="(\w+)"/.exec(PAGES[name])[1]);
    assert.equal(await reader.locator("#content script, #content [onerror], #content [href^=javascript]").count(), 0);
    assert.deepEqual(dialogs, []);
    await browser.picture(reader, name);
    await reader.close();
  });
}

test("title, author, date, site, image and heading", { skip }, async () => {
  const reader = await browser.read("article");
  assert.equal(await reader.innerText("#title"), "The mill grinds again");
  assert.equal(await reader.title(), "The mill grinds again");
  assert.equal(await reader.innerText("#site"), "The Daily Mill");
  assert.equal(await reader.innerText("#byline"), "Rosa Miller · May 4, 2026");
  assert.equal(await reader.getAttribute("#content img", "alt"), "The wheel of the mill");
  assert.equal(await reader.innerText("#content h2"), "How it went on");
  assert.equal(await reader.locator("#content h1").count(), 0, "the title is shown once");
  await reader.close();
  const persian = await browser.read("persian");
  assert.match(await persian.innerText("#byline"), /رؤیا آسیابان · ۱۴ اردیبهشت ۱۴۰۵/);
  await persian.close();
});

test("the page is not changed, and only its image is loaded again", { skip }, async () => {
  await browser.page.goto(`${browser.base}/article`);
  const before = await browser.page.content();
  browser.server.requests.length = 0;
  const reader = await browser.readHere();
  await reader.locator("#content img").scrollIntoViewIfNeeded();
  await reader.waitForFunction(() => document.querySelector("#content img").naturalWidth > 0);
  assert.equal(await browser.page.content(), before);
  assert.deepEqual([...new Set(browser.server.requests)].filter((url) => url !== "/mill.png"), []);
  await reader.close();
});

test("Markdown is copied", { skip }, async () => {
  const reader = await browser.read("article");
  await reader.click("#copy");
  await reader.waitForFunction(() => document.getElementById("status").textContent === "Copied");
  const markdown = await pasted(reader);
  assert.match(markdown, /^# The mill grinds again\n/);
  assert.ok(markdown.includes(`[The plan](${browser.base}/plan)`), markdown);
  await reader.close();
});

test("settings are applied and kept, and all reader views follow", { skip }, async () => {
  const reader = await browser.read("article");
  await reader.click("#appearance");
  await reader.focus('input[name="theme"]:checked');
  for (const theme of ["light", "sepia", "dark"]) {
    await reader.keyboard.press("ArrowRight");
    await reader.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
    await browser.picture(reader, `settings-${theme}`);
  }
  await reader.focus('input[name="size"]');
  await reader.keyboard.press("End");
  await reader.uncheck('input[name="images"]');
  assert.equal(await reader.isVisible("#content img"), false);
  await reader.keyboard.press("Escape");
  assert.equal(await reader.isVisible("#settings"), false);
  const other = await browser.read("recipe");
  assert.equal(await other.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.equal(await other.evaluate(() => getComputedStyle(document.getElementById("article")).fontSize), "34px");
  await other.click("#appearance");
  await other.click("#settings button[type=reset]");
  await reader.waitForFunction(() => document.documentElement.dataset.images === "true");
  await other.close();
  await reader.close();
});

test("the button and the way back close the reader view", { skip }, async () => {
  const first = await browser.read("article");
  await Promise.all([first.waitForEvent("close"), first.click("#back")]);
  const second = await browser.readHere();
  await Promise.all([second.waitForEvent("close"), browser.click(second)]);
  assert.equal(browser.page.isClosed(), false);
});

test("the inspector explains blocks, and marks give a site rule", { skip }, async () => {
  const reader = await browser.read("article");
  const before = await browser.page.evaluate(() => document.body.outerHTML);
  await reader.click("#explain");
  const { page } = browser;
  const inspector = new InspectorOn(page);
  await inspector.text("bar", /\d+ of \d+ blocks kept, 0 marked/);
  const over = async (text) => {
    const { x, y } = await page.getByText(text).first().boundingBox();
    await page.mouse.move(x + 30, y + 8);
  };
  await over("Nobody had a plan");
  assert.match(await inspector.text("card", /Kept/), /score 0\.\d\d\s+likely [\s\S]+:/);
  await over("MENU News");
  assert.match(await inspector.text("card", /Removed/), /score 0\.\d\d/);
  await browser.picture(page, "inspector");
  await over("It is open from ten to four");
  await inspector.text("card", /Click if it should be removed/);
  await page.mouse.down();
  await page.mouse.up();
  await inspector.text("card", /Marked: remove/);
  await page.keyboard.press("s");
  const rule = await inspector.text("rule", /exclude = /);
  assert.match(rule, /With this rule, 1 of 1 marked blocks come out as marked\./);
  assert.ok(!/Other blocks that change/.test(rule), rule);
  assert.ok(rule.endsWith('[sites."localhost"]\nexclude = ".opening"\n'), rule);
  await browser.picture(page, "rule");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await inspector.text("rule", /Copied/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  assert.equal(await inspector.isThere(), false);
  assert.equal(await page.evaluate(() => document.body.outerHTML), before);
  assert.equal(await pasted(page), '[sites."localhost"]\nexclude = ".opening"\n');
  assert.equal(page.url(), `${browser.base}/article`, "nothing of the page was clicked");
  await reader.close();
});

test("a removed block that is marked comes back with the rule, by the keyboard alone", { skip }, async () => {
  const reader = await browser.read("article");
  await reader.focus("#explain");
  await reader.keyboard.press("Enter");
  const { page } = browser;
  const inspector = new InspectorOn(page);
  await inspector.text("bar", /0 marked/);
  for (let steps = 0; steps < 40; steps++) {
    await page.keyboard.press("ArrowDown");
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    if (/Removed/.test(await inspector.text("card", /Kept|Removed/))) break;
  }
  await page.keyboard.press("k");
  await inspector.text("bar", /1 marked/);
  await page.keyboard.press("s");
  assert.match(await inspector.text("rule", /\[sites/), /With this rule, \d of 1 marked/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("u");
  await inspector.text("bar", /0 marked/);
  await page.keyboard.press("s");
  await inspector.text("rule", /First mark the blocks/);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await reader.close();
});

test("on a narrow window, the site rule lies above the bar and the card keeps its width", { skip }, async () => {
  const reader = await browser.read("persian");
  const { page } = browser;
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 640 });
  await reader.click("#explain");
  const inspector = new InspectorOn(page);
  await inspector.text("bar", /0 marked/);
  await page.keyboard.press("ArrowDown");
  await inspector.text("card", /score/);
  assert.ok((await inspector.place("card")).width > 200);
  await browser.picture(page, "narrow-card");
  await page.keyboard.press("r");
  await inspector.text("card", /Marked/);
  await page.keyboard.press("s");
  await inspector.text("rule", /exclude = /);
  await browser.picture(page, "narrow-rule");
  const [rule, bar] = [await inspector.place("rule"), await inspector.place("bar")];
  assert.ok(rule.top >= 0 && rule.bottom <= bar.top && bar.bottom <= 640, JSON.stringify([rule, bar]));
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.setViewportSize(before);
  await reader.close();
});

test("the inspector works on a page with a strict policy and changed prototypes", { skip }, async () => {
  const reader = await browser.read("hostile");
  assert.match(await reader.title(), /The mill/);
  await reader.click("#explain");
  const inspector = new InspectorOn(browser.page);
  await inspector.text("bar", /0 marked/);
  await browser.page.keyboard.press("ArrowDown");
  await inspector.text("card", /score/);
  await browser.picture(browser.page, "inspector-hostile");
  await browser.page.keyboard.press("Escape");
  await reader.close();
});

const REFUSED = {
  "chrome://version/": /belongs to the browser/, "paper.pdf": /is a PDF/, empty: /No main content/, frame: /Open that page/,
};
for (const [name, message] of Object.entries(REFUSED)) {
  test(`a page that cannot be read says so: ${name}`, { skip }, async () => {
    const reader = await browser.read(name);
    assert.match(await reader.innerText("#refusal"), message);
    assert.equal(await reader.isVisible("#article"), false);
    if (name === "frame") assert.match(await reader.getAttribute("#refusal a", "href"), /^http:\/\/127\.0\.0\.1:\d+\/article$/);
    await browser.picture(reader, `refused-${name.replace(/\W/g, "")}`);
    await reader.close();
  });
}

test("a page whose tab is gone says so", { skip }, async () => {
  const reader = await browser.read("article");
  await reader.goto(reader.url().replace(/tab=\d+/, "tab=999999999"));
  await reader.waitForSelector(READ);
  assert.match(await reader.innerText("#refusal"), /tab was closed/);
  await reader.close();
});

for (const name of ["heavy", "dense"]) {
  test(`the reader view of a ${name} page of 2 MB, with its time`, { skip }, async (context) => {
    for (let run = 0; run < 3; run++) {
      const reader = await browser.read(name);
      const shown = await reader.textContent("#content");
      assert.ok(shown.length > 100_000 && !/MENU|FOOTER|CARD/.test(shown));
      const marks = await reader.evaluate(() => performance.getEntriesByType("mark").map(({ name, startTime }) => `${name} ${Math.round(startTime)}`));
      context.diagnostic(`${name}, milliseconds since its tab was opened: ${marks.join(", ")}`);
      await reader.close();
    }
  });
}
