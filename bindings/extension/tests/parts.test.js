// Parts of the extension that need no browser.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { inflateSync } from "node:zlib";
import { locatedBlocks } from "../src/page/blocks.js";
import { bestOf, judged, siteOf, toToml } from "../src/page/rule.js";
import { REFUSALS, Refusal, refusalOfTab, refusalOfType } from "../src/shared/refusals.js";
import { bundled, graphOf } from "../tools/bundle.js";
import { ICON_SIZES, icon } from "../tools/icon.js";
import { BROWSERS, manifest } from "../tools/manifest.js";

const source = fileURLToPath(new URL("../src/", import.meta.url));
const sources = readdirSync(source, { recursive: true }).filter((name) => /\.(?:js|html)$/.test(name)).map((name) => readFileSync(join(source, name), "utf8"));
const messages = (language) => JSON.parse(readFileSync(join(source, `_locales/${language}/messages.json`), "utf8"));

test("all languages have the same messages, with the same values", () => {
  const values = (language) => Object.entries(messages(language)).map(([name, { message }]) => [name, (message.match(/\$\d/g) ?? []).sort()]);
  for (const language of readdirSync(join(source, "_locales"))) assert.deepEqual(values(language), values("en"), language);
});

test("every message that is used exists, and every one that exists is used", () => {
  const all = [...sources, JSON.stringify(BROWSERS.map(manifest))].join("\n");
  const quoted = new Set([...all.matchAll(/"([a-z_]+)"|__MSG_([a-z_]+)__/g)].map(([, word, inManifest]) => word ?? inManifest));
  const made = new Set([...REFUSALS.map((reason) => `refused_${reason}`), "marked_keep", "marked_remove"]);
  assert.deepEqual(Object.keys(messages("en")).filter((name) => !quoted.has(name) && !made.has(name)), []);
  const used = [...all.matchAll(/\bmessage\("([a-z_]+)"|data-(?:message|label)="([a-z_]+)"/g)].map(([, ...names]) => names.find(Boolean));
  assert.ok(used.length > 30);
  assert.deepEqual([...used, ...made].filter((name) => !(name in messages("en"))), []);
});

test("the manifests ask for three permissions and no host, and allow no script from elsewhere", () => {
  for (const browser of BROWSERS) {
    const { permissions, host_permissions, content_scripts, web_accessible_resources, content_security_policy } = manifest(browser);
    assert.deepEqual(permissions, ["activeTab", "scripting", "storage"]);
    assert.deepEqual([host_permissions, content_scripts, web_accessible_resources], [undefined, undefined, undefined]);
    const policy = content_security_policy.extension_pages.split("; ");
    assert.ok(policy.includes("script-src 'self' 'wasm-unsafe-eval'") && policy.includes("connect-src 'self'") && policy.includes("default-src 'none'"));
  }
});

test("icons are PNG files of their size", () => {
  for (const size of ICON_SIZES) {
    const png = icon(size);
    assert.equal(png.readUInt32BE(16), size);
    const data = png.subarray(png.indexOf("IDAT") + 4, png.indexOf("IEND") - 8);
    assert.equal(inflateSync(data).length, size * (size * 4 + 1));
  }
});

test("scripts for pages are named from the root, because Firefox finds others from the page that asks", () => {
  const named = sources.flatMap((code) => code.match(/"[^"]*page\/(?:capture|inspector)\.js"/g) ?? []);
  assert.deepEqual(named, ['"/page/capture.js"', '"/page/inspector.js"']);
});

test("scripts for pages are one classic script; what the bundler does not know is refused", () => {
  const folder = mkdtempSync(join(tmpdir(), "dehusk-bundle-"));
  const write = (files) => Object.entries(files).forEach(([name, code]) => writeFileSync(join(folder, name), code));
  const entry = join(folder, "a.js");
  write({ "a.js": 'import { two as second, Three } from "./b.js";\nexport function main() {\n  return second + new Three().value;\n}\n', "b.js": "export const two = 2;\nexport class Three {\n  value = 3;\n}\n" });
  assert.equal((0, eval)(bundled(entry)), 5);
  write({ "a.js": 'import * as b from "./b.js";\nexport function main() {}\n' });
  assert.throws(() => bundled(entry), /cannot bundle: import \* as b/);
  write({ "a.js": 'import { x } from "./b.js";\n', "b.js": 'import { y } from "./a.js";\n' });
  assert.throws(() => graphOf(entry), /import each other/);
  rmSync(folder, { recursive: true });
});

test("blocks have the texts of their place in the source", () => {
  const texts = [[0, 5], [10, 15], [15, 20], [30, 35]].map(([start, end]) => ({ start, end, node: start }));
  const found = [{ start: 10, end: 20 }, { start: 1, end: 4 }, { start: 22, end: 28 }];
  assert.deepEqual(locatedBlocks(texts, found).map((block) => block.texts.map(({ node }) => node)), [[0], [10, 15]]);
});

test("the rule that does most of what was marked is the best, then the one that changes least, then the simplest", () => {
  const blocks = [{ start: 0, end: 5, kept: true, mark: "remove" }, { start: 5, end: 9, kept: false, mark: "keep" }, { start: 9, end: 12, kept: true, mark: null }];
  assert.deepEqual(judged(blocks, [[5, 9], [9, 12]]), { right: 2, marked: 2, changed: 0 });
  assert.deepEqual(judged(blocks, [[0, 2]]), { right: 0, marked: 2, changed: 1 });
  const judgement = (right, changed) => ({ right, marked: 2, changed });
  for (const [judgements, best] of [[[[1, 0], [2, 9]], 1], [[[2, 3], [2, 1]], 1], [[[2, 1], [2, 1]], 0]]) {
    assert.equal(bestOf(judgements.map((pair) => judgement(...pair))), best);
  }
});

test("rules are written as TOML", () => {
  const rule = { select: ["main"], exclude: [".a", '[title="b\\c"]'], method: "grain", params: { focus: "recall" } };
  assert.equal(toToml("mill.example", rule), `[sites."mill.example"]\nmethod = "grain"\nparams = { focus = "recall" }\nselect = "main"\nexclude = [".a", "[title=\\"b\\\\c\\"]"]\n`);
  assert.equal(toToml("x", { exclude: ["\u007f"] }), '[sites."x"]\nexclude = "\\u007F"\n');
});

test("the site of an address", () => {
  const cases = { "https://www.mill.example/news?x": "mill.example", "http://localhost:80/": "localhost", "file:///a.html": null };
  for (const [address, site] of Object.entries(cases)) assert.equal(siteOf(address), site);
});

test("why a page cannot be read", () => {
  const cases = [
    ["chrome://version/", "", "browser"], ["about:blank", "", "browser"], ["moz-extension://x/y", "", "browser"], ["file:///a.html", "", "file"],
    ["https://a.example/b.PDF?c", "", "pdf"], ["file:///a.pdf", "", "pdf"], ["https://addons.mozilla.org/x", "", "store"], ["https://a.example/", "", "access"],
    [undefined, "Cannot access a chrome:// URL", "browser"], [undefined, "The extensions gallery cannot be scripted.", "store"],
    [undefined, "Missing host permission for the tab", "access"],
  ];
  for (const [address, error, reason] of cases) assert.equal(refusalOfTab(address, error), reason, `${address} ${error}`);
  for (const [type, reason] of [["application/pdf", "pdf"], ["image/png", "media"], ["image/svg+xml", null], ["text/html", null]]) assert.equal(refusalOfType(type), reason);
  assert.equal(new Refusal("no such reason").reason, "failed");
});
