// Pages that try to run, to load or to leave. Nothing of them may happen in the frame, in the output, or in the interface.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";

import { inner, paste, settled, start } from "./harness.mjs";

let bench;
before(async () => { bench = await start(); });
after(() => bench.close());

const CALL = "window.top.ran=1;window.ran=1;alert('ran')";
const OUT = "https://evil.example";
const TEXT = "A paragraph that is long enough to be taken for main content by any method that counts its letters.";

/** Each attack is put around and into text that stays. */
const ATTACKS = {
  scripts: `<script>${CALL}</script><script src="${OUT}/a.js"></script><script type=module>${CALL}</script><svg><script>${CALL}</script></svg>`,
  handlers: `<img src=x onerror="${CALL}"><body onload="${CALL}"><p onclick="${CALL}" onmouseover="${CALL}">hover</p><details open ontoggle="${CALL}">d</details><input autofocus onfocus="${CALL}"><video><source onerror="${CALL}"></video>`,
  addresses: `<a href="javascript:${CALL}">go</a><a href="${OUT}/go" target=_top ping="${OUT}/ping">out</a><form action="javascript:${CALL}"><button formaction="javascript:${CALL}">send</button></form><area href="javascript:${CALL}">`,
  leaving: `<meta http-equiv=refresh content="0;url=${OUT}/"><base href="${OUT}/" target=_top><meta http-equiv="Content-Security-Policy" content="script-src *"><link rel=prefetch href="${OUT}/p"><link rel=stylesheet href="${OUT}/c.css">`,
  frames: `<iframe src="javascript:parent.ran=1"></iframe><iframe srcdoc="<script>parent.parent.ran=1</script>"></iframe><object data="data:text/html,<script>parent.ran=1</script>"></object><embed src="${OUT}/e"><frameset onload="${CALL}"></frameset>`,
  styles: `<style>@import "${OUT}/i.css"; p{background:url(${OUT}/b.png)} @font-face{font-family:x;src:url(${OUT}/f)} *{font-family:x}</style><p style="background:url('${OUT}/s.png');behavior:url(x)">styled</p>`,
  images: `<img src="${OUT}/t.png" srcset="${OUT}/2.png 2x"><picture><source srcset="${OUT}/3.png"><img src="${OUT}/4.png"></picture><input type=image src="${OUT}/5.png"><video poster="${OUT}/6.png" src="${OUT}/7"></video><table background="${OUT}/8.png"><tr><td>x</table><svg><image href="${OUT}/9.png"/><use href="${OUT}/u.svg#x"/></svg>`,
  svg: `<svg onload="${CALL}"><animate onbegin="${CALL}" attributeName=x dur=1s><a xlink:href="javascript:${CALL}"><text>t</text></a><foreignObject><iframe src="javascript:${CALL}"></iframe></foreignObject></svg><math><mtext><img src=x onerror="${CALL}"></mtext></math>`,
  confusion: `<noscript><p title="</noscript><img src=x onerror=${CALL}>"></noscript><svg><style><img src=x onerror="${CALL}"></style></svg><math><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${CALL}&gt;"></math><template><img src=x onerror="${CALL}"></template><textarea></textarea><img src=x onerror="${CALL}"></textarea><xmp><img src=x onerror="${CALL}"></xmp><!--><img src=x onerror="${CALL}">-->`,
  clobbering: `<form name=body><input name=documentElement><img name=defaultView></form><form id=main><input id=problem></form><img name=querySelectorAll><a id=choice></a>`,
  shadow: `<div><template shadowrootmode=open><img src=x onerror="${CALL}"><script>${CALL}</script></template></div><div is="x-y">custom</div>`,
  fields: `<title></title><script>${CALL}</script>"'&gt;&lt;img src=x onerror=${CALL}&gt;</title><meta name=author content="&lt;img src=x onerror='${CALL}'&gt;"><meta property=og:url content="javascript:${CALL}"><link rel=canonical href="javascript:${CALL}"><h1>&lt;/script&gt;&lt;img src=x onerror=${CALL}&gt;</h1><ul><li>&lt;img src=x onerror=${CALL}&gt; one</li><li>&lt;script&gt;${CALL}&lt;/script&gt; two</li><li>javascript:${CALL} three</li></ul>`,
};

for (const [name, attack] of Object.entries(ATTACKS)) {
  test(`nothing of a hostile page runs or loads: ${name}`, async () => {
    const page = await bench.open("");
    await paste(page, `<!doctype html><html><head>${attack}</head><body><main><p>${TEXT}</p>${attack}<p>${TEXT}</p></main></body></html>`);
    await touch(page);
    for (const view of ["2", "3", "4", "5", "6", "1"]) await visit(page, view);
    await page.click("#views a >> nth=1");
    for (let tab = 0; tab < 8; tab += 1) {
      await page.click(`.tabs a >> nth=${tab}`);
      await settled(page);
    }
    assert.equal(await page.evaluate(() => window.ran), undefined);
    assert.deepEqual(page.seen, []);
    assert.deepEqual(await page.evaluate(() => window.violations), []);
    assert.equal(new URL(page.url()).origin, new URL(bench.base).origin);
    await page.context().close();
  });
}

/** Moves over the frame and clicks in a grid, as a hand does: nothing of the test runs in the frame meanwhile. */
async function touch(page) {
  const frame = await inner(page);
  await frame.waitForSelector("p");
  const box = await (await page.waitForSelector("main > :not([hidden]) iframe")).boundingBox();
  for (let y = 8; y < Math.min(box.height, 440); y += 18) {
    for (let x = 12; x < 400; x += 90) {
      await page.mouse.move(box.x + x, box.y + y);
      await page.mouse.down();
      await page.mouse.up();
    }
  }
  const left = await frame.evaluate(() => {
    const list = [...document.querySelectorAll("*")];
    const names = ["script", "iframe", "object", "embed", "link", "meta", "base", "form", "template"];
    return list.filter((element) => names.includes(element.localName)).map((element) => element.outerHTML)
      .concat(list.flatMap((element) => [...element.attributes].filter(({ name, value }) => /^on|^(href|action|formaction|srcset|srcdoc|style|ping|background|poster)$/.test(name) || /^\s*javascript:/i.test(value)).map(({ name, value }) => `${element.localName} ${name}=${value}`)));
  });
  assert.deepEqual(left.filter((line) => !line.includes("style=")), []);
}

async function visit(page, key) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press(key);
  await settled(page);
  await page.waitForLoadState("networkidle");
}

test("a page cannot mark blocks itself", async () => {
  const page = await bench.open("");
  await paste(page, `<main><p>${TEXT}</p><dehusk-1-2 n=0>fake</dehusk-1-2><p data-dehusk-1-2=0>fake</p></main>`);
  const frame = await inner(page);
  const marks = await frame.evaluate(() => [...document.querySelectorAll("[n]")].filter((element) => element.localName.startsWith("dehusk-1-2") || element.localName === "p").map((element) => element.className));
  assert.deepEqual(marks.filter(Boolean), []);
  await page.context().close();
});

test("another page cannot embed the workbench", async () => {
  const context = await bench.browser.newContext();
  const page = await context.newPage();
  await page.setContent(`<iframe src="${bench.base}"></iframe>`);
  const handle = await page.waitForSelector("iframe");
  const frame = await handle.contentFrame();
  await page.waitForLoadState("networkidle");
  assert.equal(await frame.evaluate(() => document.querySelector("#views") === null).catch(() => true), true);
  await context.close();
});
