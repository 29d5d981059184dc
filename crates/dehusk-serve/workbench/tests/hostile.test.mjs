// Pages that try to run, to load or to leave. Nothing of them may happen in the frame, in the output, or in the interface.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";

import { paste, settled, start } from "./harness.mjs";

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

/**
 * Moves over the frame and clicks in a grid, as a hand does, and looks at what is left of the page. Only the workbench is asked:
 * Playwright's own scripts in the frame would be blocked and reported like those of a page.
 */
async function touch(page) {
  const handle = await page.waitForSelector("main > [data-milliseconds]:not([hidden]) iframe");
  const box = await handle.boundingBox();
  for (let y = 12; y < 420; y += 34) {
    for (const x of [16, 60, 180]) {
      await page.mouse.move(box.x + x, box.y + y);
      await page.mouse.down();
      await page.mouse.up();
    }
  }
  assert.deepEqual(await page.evaluate(leftovers), []);
}

function leftovers() {
  const elements = [...document.querySelector("main > :not([hidden]) iframe").contentDocument.querySelectorAll("*")];
  const forbidden = ["script", "style", "iframe", "object", "embed", "link", "meta", "base", "form", "template", "video", "image", "use"];
  const attributes = elements.flatMap((element) => [...element.attributes].map(({ name, value }) => [element, name, value]));
  const isForbidden = (name, value) => /^on|^(href|xlink:href|action|formaction|srcset|srcdoc|ping|background|poster|src)$/.test(name) || /^\s*javascript:/i.test(value);
  return [
    ...elements.filter(({ localName }) => forbidden.includes(localName)).map(({ outerHTML }) => outerHTML),
    ...attributes.filter(([, name, value]) => isForbidden(name, value)).map(([element, name, value]) => `${element.localName} ${name}=${value}`),
  ];
}

async function visit(page, key) {
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press(key);
  await page.waitForFunction((at) => document.querySelector(`#views a:nth-child(${at})`).hasAttribute("aria-current"), key);
  await settled(page);
}

test("a page cannot mark blocks itself", async () => {
  const page = await bench.open("");
  await paste(page, `<main><p>${TEXT}</p><dehusk-1-2 n=0>fake</dehusk-1-2><p data-dehusk-1-2=0 id=fake>fake</p></main>`);
  await page.waitForSelector("main > [data-milliseconds]");
  const classes = await page.evaluate(() => [...document.querySelector("iframe").contentDocument.querySelectorAll("dehusk-1-2, #fake")].map((element) => element.className));
  assert.deepEqual(classes, ["", ""]);
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
