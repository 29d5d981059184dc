// `dehusk/readability` and `dehusk/defuddle`, with documents of jsdom and linkedom, and under other people's
// code.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { JSDOM } from "jsdom";
import { parseHTML } from "linkedom";
import { Readability as Original, isProbablyReaderable as originalIsReaderable } from "@mozilla/readability";
import { Defuddle as OriginalDefuddle } from "defuddle/node";
import { Readability, isProbablyReaderable } from "dehusk/readability";
import { Defuddle } from "dehusk/defuddle";
import { createMarkdownContent } from "dehusk/defuddle/full";
import { Defuddle as DefuddleNode, DefuddleClass } from "dehusk/defuddle/node";
import { headOf } from "../lib/head.js";
import { WIDE, page } from "./pages.js";

const URL_ = "https://mill.example/news/mill";
const DOCUMENTS = {
  jsdom: (html) => new JSDOM(html, { url: URL_ }).window.document,
  linkedom: (html) => parseHTML(html).document,
};

for (const [name, parse] of Object.entries(DOCUMENTS)) {
  test(`Readability has the fields of the original, with ${name}`, () => {
    const [ours, theirs] = [new Readability(parse(page())).parse(), new Original(parse(page())).parse()];
    assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort());
    for (const field of ["byline", "dir", "lang", "excerpt", "siteName", "publishedTime"]) assert.equal(ours[field], theirs[field], field);
    assert.equal(ours.title, "The mill reopens");
    assert.equal(ours.length, ours.textContent.length);
    assert.ok(ours.content.startsWith('<div id="readability-page-1" class="page"><p dir="ltr" lang="en">The old'), ours.content);
    const words = (text) => text.split(/\s+/).filter(Boolean).join(" ");
    assert.equal(words(ours.textContent), words(theirs.textContent));
  });

  test(`Readability finds the direction of the content, with ${name}`, () => {
    const bare = page().replace(' dir="ltr"', "");
    const rightToLeft = [bare.replace("<body", '<body dir="rtl"'), bare.replace("<article", '<article dir="rtl"'), page().replace("<article", '<article dir="rtl"')];
    for (const html of [page(), bare, ...rightToLeft, page('<p dir="rtl">One paragraph of another direction, among many others.</p>')]) {
      assert.equal(new Readability(parse(html)).parse().dir, new Original(parse(html)).parse().dir, html.slice(0, 60));
    }
  });

  test(`the document of ${name} is not changed`, () => {
    const document = parse(page());
    const before = document.documentElement.outerHTML;
    new Readability(document).parse();
    new Defuddle(document).parse();
    isProbablyReaderable(document);
    assert.equal(document.documentElement.outerHTML, before);
  });

  test(`isProbablyReaderable agrees with the original, with ${name}`, () => {
    const menu = `<ul>${"<li><a href=/a>A link to some other page of this site</a></li>".repeat(60)}</ul>`;
    for (const html of [page(), `<html><body>${menu}</body></html>`, "<html><body><p>Short.</p></body></html>", "<html><body></body></html>"]) {
      assert.equal(isProbablyReaderable(parse(html)), originalIsReaderable(parse(html)), html.slice(0, 80));
    }
    assert.equal(isProbablyReaderable(parse(page()), { minScore: 1e6 }), false);
    assert.equal(isProbablyReaderable(parse(page()), { minContentLength: 1e6 }), false);
    for (const without of [null, undefined, () => true]) assert.equal(isProbablyReaderable(parse(page()), without), true);
  });

  test(`Defuddle has the fields of the original, with ${name}`, async () => {
    const [ours, theirs] = [new Defuddle(parse(page()), { url: URL_ }).parse(), await OriginalDefuddle(parse(page()), URL_)];
    for (const field of ["title", "description", "author", "site", "published", "language", "domain"]) assert.equal(ours[field], theirs[field], field);
    assert.ok(Math.abs(ours.wordCount - theirs.wordCount) <= 5, `${ours.wordCount} ${theirs.wordCount}`);
    const missing = ["content", "favicon", "image", "parseTime", "schemaOrgData", "metaTags"].filter((field) => !(field in ours));
    assert.deepEqual(missing, []);
    assert.equal(ours.favicon, "https://mill.example/icon.png");
    assert.equal(new Defuddle(parse(page()), { markdown: true }).parse().content.startsWith("The old mill"), true);
    assert.ok(new Defuddle(parse(page()), { separateMarkdown: true, url: URL_ }).parse().contentMarkdown.includes("[The plan](https://mill.example/news/plan.html)"));
  });
}

test("HTML needs no document", async () => {
  assert.equal(new Readability(page()).parse().title, "The mill reopens");
  assert.equal((await DefuddleNode(page(), URL_, { markdown: true })).domain, "mill.example");
  assert.equal((await DefuddleNode(new JSDOM(page(), { url: URL_ }))).domain, "mill.example");
  assert.equal(new DefuddleClass(page()).parse().domain, "");
  assert.equal(new Readability(page(), { url: URL_ }).parse().content.includes('href="https://mill.example/news/plan.html"'), true);
  assert.throws(() => new Readability({}), { code: "ERR_INPUT" });
  assert.throws(() => new Readability(null), { code: "ERR_INPUT" });
});

const scripts = (...jsons) => jsons.map((json) => `<script type="application/ld+json">${json}</script>`).join("");
const GRAPH = '{"@graph": [{"@type": "NewsArticle"}, {"@type": "Person", "name": "Rosa"}]}';

test("Defuddle: schemaOrgData is the list of the original", async () => {
  for (const html of [page(), page(scripts('{"@type": "A"}')), page(scripts(GRAPH)), page(scripts(GRAPH, '{"@type": "A"}', "[1]", '<![CDATA[{"@type": "B"}]]>'))]) {
    assert.deepEqual(new Defuddle(html).parse().schemaOrgData, (await OriginalDefuddle(html, URL_)).schemaOrgData);
  }
  assert.deepEqual(new Defuddle(page(scripts("{", '{"a": 1}'))).parse().schemaOrgData, [{ a: 1 }]);
});

const HEAD = `<!-- <meta name="no" content="comment"> --><script>var x = '<meta name="no" content="script">';</script>
<META NAME=a property='b' CONTENT="Caf&eacute; &amp; &lt;b&gt; &#8211; it's > 3"><meta name="empty" content=""><meta charset="utf-8">
<meta content=bare name=c name=d><meta itemprop="x" content='"y"'/><link rel="stylesheet" href="icon.css"><link rel="SHORTCUT icon" href="/a.ico?a&amp;b">`;

test("Defuddle: HTML has the tags and the icon of its document", async () => {
  for (const html of [page(), page().replace("<head>", `<head>${HEAD}`), HEAD + page(), page(HEAD)]) {
    const { metaTags, favicon } = new Defuddle(html, { url: URL_ }).parse();
    assert.deepEqual(metaTags, (await OriginalDefuddle(DOCUMENTS.jsdom(html), URL_)).metaTags);
    assert.deepEqual({ metaTags, favicon }, (({ metaTags, favicon }) => ({ metaTags, favicon }))(new Defuddle(DOCUMENTS.jsdom(html)).parse()));
    assert.deepEqual(new DefuddleClass(Buffer.from(html), { url: URL_ }).parse().metaTags, metaTags);
  }
  assert.equal(new Defuddle(HEAD, { url: URL_ }).parse().favicon, "https://mill.example/a.ico?a&b");
  assert.equal(new Defuddle("<p>x", { url: URL_ }).parse().favicon, "https://mill.example/favicon.ico");
  assert.equal(new Defuddle(page('<meta property="og:image:favicon" content="/og.png">'), { url: URL_ }).parse().favicon, "https://mill.example/og.png");
});

test("Defuddle: a contentSelector that matches nothing, or is none, does not count", () => {
  const content = (contentSelector) => new Defuddle(page('<p id="x">The plan of the mill is on display in the hall.</p>'), { contentSelector }).parse().content;
  assert.match(content("#x"), /^<p[^>]*>The plan of the mill is on display in the hall.<\/p>\s*$/);
  assert.ok(content(undefined).includes("The old mill"));
  for (const selector of ["#nosuch", "((", "", 5]) assert.equal(content(selector), content(undefined), String(selector));
});

test("defuddle/full makes Markdown of any HTML", () => {
  const html = '<h2>Hours</h2><p>Open <b>daily</b>, see <a href="plan.html">the plan</a>.</p><ul><li>Monday</li></ul>';
  assert.equal(createMarkdownContent(html, URL_).trim(), "## Hours\n\nOpen **daily**, see [the plan](https://mill.example/news/plan.html).\n\n- Monday");
  assert.equal(createMarkdownContent("", "nonsense"), "");
});

test("Defuddle: hostile heads take no time", () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `&#${at};`).join("");
  for (const head of ["<meta ".repeat(150_000), '<meta a="'.repeat(100_000), "<!--".repeat(200_000), "<script>".repeat(100_000), `<meta x${"=  ".repeat(300_000)}`, `<meta name="${many}" content="${many}">`]) {
    const start = performance.now();
    headOf({ html: head, document: null }, null);
    assert.ok(performance.now() - start < 5_000, head.slice(0, 20));
  }
});

test("options of the original do what they say, or are known to be ignored", () => {
  const document = DOCUMENTS.jsdom(page());
  assert.throws(() => new Readability(document, { maxElemsToParse: 5 }).parse(), /Aborting parsing document; \d+ elements found/);
  assert.equal(new Readability(document, { keepClasses: true, charThreshold: 20, nbTopCandidates: 3 }).parse().title, "The mill reopens");
  const element = new Readability(document, { serializer: (node) => node }).parse().content;
  assert.equal(element.querySelector("p").textContent.slice(0, 12), "The old mill");
  for (const url of ["foo bar", 5, {}, ""]) {
    assert.equal(new Readability(page(), { url }).parse().title, "The mill reopens");
    assert.equal(new Defuddle(page(), { url }).parse().title, "The mill reopens");
  }
  assert.equal(new Readability(document, { nosuch: 1 }).parse().title, "The mill reopens");
  assert.equal(new Readability("<html><body></body></html>").parse(), null);
});

test("names of elements cover no property of the document", () => {
  const document = DOCUMENTS.jsdom(page('<img name="documentElement"><img name="querySelectorAll">'));
  const before = new Readability(document).parse().textContent;
  const image = document.querySelector("img");
  // As browsers do for <img name=…>.
  for (const name of ["documentElement", "window", "URL", "documentURI", "createElement"]) {
    Object.defineProperty(document, name, { value: image });
  }
  assert.equal(new Readability(document, { maxElemsToParse: 1000 }).parse().textContent, before);
  assert.equal(new Defuddle(document).parse().domain, "mill.example");
});

test("article-extractor runs on it, with only the import of Readability swapped", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dehusk-"));
  const modules = join(folder, "node_modules");
  const here = new URL("../", import.meta.url);
  cpSync(new URL("node_modules/@extractus", here), join(modules, "@extractus"), { recursive: true });
  symlinkSync(new URL("node_modules/linkedom", here), join(modules, "linkedom"));
  mkdirSync(join(modules, "@mozilla/readability"), { recursive: true });
  writeFileSync(join(modules, "@mozilla/readability/package.json"), '{"type": "module", "exports": "./index.js"}');
  writeFileSync(join(modules, "@mozilla/readability/index.js"), `export * from ${JSON.stringify(new URL("lib/readability.node.js", here).href)};`);
  const load = (root) => import(new URL("@extractus/article-extractor/esm/mod.js", root));
  const [swapped, original] = [await load(pathToFileURL(`${modules}/`)), await load(new URL("node_modules/", here))];
  const text = (html) => parseHTML(`<html><body>${html}</body></html>`).document.body.textContent.replace(/\s+/g, " ").trim();
  for (const html of [page(), page(`<p>${WIDE.repeat(3)}</p>`), page(`<h2>Hours</h2><ul>${"<li>Monday to Friday, from nine in the morning to five</li>".repeat(4)}</ul>`)]) {
    const [ours, theirs] = [await swapped.extractFromHtml(html, URL_), await original.extractFromHtml(html, URL_)];
    for (const field of ["url", "title", "description", "author", "source", "published", "favicon"]) assert.equal(ours[field], theirs[field], field);
    assert.ok(text(ours.content).startsWith("The old mill on the river reopens"), ours.content);
    assert.equal(text(ours.content).replaceAll(" ", ""), text(theirs.content).replaceAll(" ", ""));
  }
  rmSync(folder, { recursive: true });
});
