import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as dehusk from "dehusk";
import { WIDE, page } from "./pages.js";

const { DehuskError, Extraction, Extractor, InputError, OptionError, PageError, extract } = dehusk;

test("a page has its text and nothing else by default", () => {
  const found = extract(page());
  assert.ok(found instanceof Extraction);
  assert.equal(found.status, "ok");
  assert.ok(found.text.startsWith("The mill reopens\nThe old mill"), found.text);
  assert.ok(!found.text.includes("Legal notice"));
  for (const name of ["markdown", "html", "metadata", "blocks", "links", "explanation", "jsonLd"]) assert.equal(found[name], null, name);
});

test("every form is there on request", () => {
  const all = { markdown: true, html: true, metadata: true, blocks: true, links: true, images: true, tables: true, items: true, comments: true, jsonLd: true };
  const table = "<table><tr><th>Day<th>Hour<tr><td>Monday<td>Ten<tr><td>Friday<td>Two</table><img src=a.png alt=Wheel width=600 height=400>";
  const found = extract(page(table), { ...all, url: "https://mill.example/news/" });
  assert.ok(found.markdown.startsWith("# The mill reopens\n"), found.markdown);
  assert.ok(/^<h1[^>]*>The mill reopens<\/h1>/.test(found.html), found.html);
  assert.equal(found.metadata.title, "The mill reopens");
  assert.equal(found.metadata.author, "Rosa Miller");
  assert.equal(found.metadata.dateModified, null);
  assert.equal(found.metadata.origins.sitename, "open-graph");
  assert.equal(found.links[0].url, "https://mill.example/news/plan.html");
  assert.equal(found.tables[0].headerRows, 1);
  assert.equal(found.pageType, "article");
  assert.ok(found.quality.score > 0.5);
  assert.deepEqual(found.comments, []);
  assert.equal(found.url, "https://mill.example/news/");
  assert.equal(found.encoding, null);
  assert.equal(found.blocks.filter((block) => block.kept).length > 3, true);
});

test("offsets are UTF-16 in strings and UTF-8 in the record", () => {
  for (const start of ["", "\ufeff"]) {
    const html = start + page(`<h2>${WIDE}</h2><p>${WIDE} <a href=/x>${WIDE}</a></p>`);
    const found = extract(html, { blocks: true, links: true });
    const heading = found.blocks.find((block) => block.kind === "heading" && block.kept && html.slice(block.srcStart).startsWith("Die"));
    assert.equal(html.slice(heading.srcStart, heading.srcEnd), WIDE);
    assert.equal(found.text.slice(heading.textStart, heading.textEnd), WIDE);
    const link = found.links.find(({ text }) => text === WIDE);
    assert.ok(html.slice(link.srcStart, link.srcEnd).includes(WIDE));
    const raw = found.toJSON().links.find(({ text }) => text === WIDE);
    const bytes = Buffer.from(html).subarray(start === "" ? 0 : 3);
    assert.ok(bytes.subarray(raw.src_start, raw.src_end).toString().includes(WIDE));
    assert.notEqual(raw.src_start, link.srcStart);
  }
});

test("offsets of bytes are bytes of the decoded page", () => {
  const bytes = Buffer.from(page(`<p>${WIDE}</p>`));
  const block = extract(bytes, { blocks: true }).blocks.find(({ srcStart, srcEnd }) => bytes.subarray(srcStart, srcEnd).toString() === WIDE);
  assert.ok(block);
});

test("all kinds of bytes are the same page", () => {
  const bytes = new TextEncoder().encode(page());
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const text = extract(bytes).text;
  const inside = new Uint8Array(bytes.length + 7);
  inside.set(bytes, 7);
  for (const same of [bytes.buffer, new DataView(bytes.buffer), Buffer.from(bytes), shared, inside.subarray(7)]) assert.equal(extract(same).text, text);
});

test("bytes are decoded by header and declaration, strings are not", () => {
  const latin = Buffer.from(page("<p>Die alte M\u00fchle mahlt nun wieder, nach zehn Jahren.</p>").replace("utf-8", "windows-1252"), "latin1");
  assert.ok(extract(latin).text.includes("Mühle"));
  assert.equal(extract(latin).encoding, "windows-1252");
  assert.equal(extract(latin).encodingOrigin, "meta");
  assert.equal(extract(latin, { contentType: "text/html; charset=windows-1251" }).encodingOrigin, "http");
  assert.ok(extract(page("<p>Die alte Mühle mahlt nun wieder, nach zehn Jahren.</p>").replace("utf-8", "windows-1252")).text.includes("Mühle"));
});

test("malformed bytes are replaced, and the page says so", () => {
  const whole = Buffer.from(page(`<p>${WIDE}</p>`));
  assert.equal(extract(whole).replaced, false);
  assert.equal(extract(whole.toString()).replaced, false);
  assert.equal(extract(Buffer.concat([whole, Buffer.from([0xe2, 0x82])])).replaced, true);
});

test("lone surrogates become U+FFFD, wherever they are", () => {
  const found = extract(page("<p>The \ud800 mill \udc00 grinds \ud83d\ude00 again, and all of the village came to see it.\ud83d</p>"), { blocks: true });
  assert.ok(found.text.includes("The \ufffd mill \ufffd grinds \u{1f600} again"), found.text);
  assert.ok(found.text.includes("see it.\ufffd"));
  const html = `<p>${"\ud800".repeat(3000)} a ${"é".repeat(3000)}</p>`;
  const [block] = extract(html, { blocks: true, method: "plain" }).blocks;
  assert.equal(html.slice(block.srcStart, block.srcEnd), html.slice(3, -4));
  assert.equal(extract("<p>x", { url: "https://a.example/\ud800", method: "plain" }).url, "https://a.example/\ufffd");
});

test("options are the same as in Rust and Python", () => {
  const html = page("<table><tr><th>Day<th>Hour<tr><td>Monday<td>Ten<tr><td>Friday<td>Two</table>");
  assert.ok(extract(html).text.includes("Monday\nTen"));
  assert.ok(!extract(html, { includeTables: false }).text.includes("Friday"));
  assert.ok(extract(html, { tableRows: true }).text.includes("Monday\tTen"));
  assert.ok(!extract(html, { title: "out" }).text.startsWith("The mill reopens\n"));
  assert.ok(!extract(html, { markdown: true, includeLinks: false }).markdown.includes("plan.html"));
  assert.equal(extract(html, { select: "h1", method: "plain" }).text, "The mill reopens");
  assert.ok(!extract(html, { exclude: ["h1", "nav"], method: "plain" }).text.includes("Home"));
  assert.equal(new Extractor({ method: "danag", params: { P: 30 } }).method, "danag");
  assert.notEqual(new Extractor({ focus: "recall" }).optionsHash, new Extractor().optionsHash);
  assert.equal(new Extractor({ params: { focus: "recall" } }).optionsHash, new Extractor({ focus: "recall" }).optionsHash);
});

test("wrong options are refused with a sentence", () => {
  for (const [options, sentence] of [
    [{ method: "nosuch" }, /nosuch/],
    [{ params: { nosuch: 1 } }, /nosuch/],
    [{ params: [] }, /params must be an object/],
    [{ params: { P: {} } }, /parameter P/],
    [{ select: "((" }, /\(\(/],
    [{ select: [3] }, /select must be a string/],
    [{ markdown: "yes" }, /markdown must be true or false/],
    [{ markup: true }, /no option markup; the options are .*markdown/],
    [{ maxBytes: 0 }, /maxBytes must be greater than 0/],
    [{ maxBytes: 1.5 }, /whole number/],
    [{ timeoutMs: -1 }, /timeoutMs/],
    [{ timeoutMs: NaN }, /timeoutMs/],
    [{ hidden: "maybe" }, /maybe/],
    [{ title: "maybe" }, /maybe/],
    [{ __proto__: null, constructor: true }, /no option constructor/],
    [{ url: "foo bar" }, /url must be a complete address, such as .*, not foo bar/],
    [{ url: "" }, /url must be a complete address/],
    [{ url: "/news" }, /url must be a complete address/],
    [{ url: 5 }, /url must be a string, not number/],
    [{ url: {} }, /url must be a string, not Object/],
    [{ url: { href: 5 } }, /url must be a string, not number/],
    [{ base: "foo bar" }, /base must be a complete address/],
    [{ base: "file:///a.html" }, /base must begin with http/],
    [{ languages: "english language" }, /invalid language "english language": write a language as its code/],
    [{ languages: ["de", "fr,it"] }, /invalid language "fr,it"/],
    [{ languages: "deu" }, /pages write de for deu; write de/],
    [{ contentType: 5 }, /contentType must be a string/],
    [{ id: {} }, /id must be a string/],
    [{ signal: {} }, /signal must be an AbortSignal/],
    [null, /options must be an object/],
  ]) {
    assert.throws(() => extract(page(), options), (error) => error instanceof OptionError && error instanceof DehuskError
      && error.code === "ERR_OPTION" && sentence.test(error.message), JSON.stringify(options));
  }
  assert.throws(() => new Extractor({ url: "https://a.example/" }), /url belongs to one page/);
  assert.throws(() => new Extractor().extract(page(), { markdown: true }), /markdown is not an option of one page/);
});

test("what is no page is refused", () => {
  for (const wrong of [undefined, null, 3, {}, [], new Date(), { byteLength: 3 }]) {
    assert.throws(() => extract(wrong), (error) => error instanceof InputError && error.code === "ERR_INPUT", String(wrong));
  }
});

test("an address is refused, and a text that names one is a page", () => {
  const lines = readFileSync(new URL("../../addresses.tsv", import.meta.url), "utf8").trimEnd().split("\n");
  for (const [kind, json] of lines.map((line) => line.split("\t"))) {
    const text = JSON.parse(json);
    if (kind === "page") assert.doesNotThrow(() => extract(text), json);
    else assert.throws(() => extract(text), { code: "ERR_INPUT", message: new RegExp(`^this is a ${kind === "url" ? "URL" : "path"}, not a page: \\S.*\\S; `) }, json);
  }
});

test("a detached buffer is refused", () => {
  const bytes = new TextEncoder().encode(page());
  structuredClone(bytes, { transfer: [bytes.buffer] });
  for (const detached of [bytes, bytes.buffer]) {
    assert.throws(() => extract(detached), (error) => error instanceof InputError && error.code === "ERR_DETACHED");
  }
});

test("unusual pages throw nothing", () => {
  assert.equal(extract("").status, "empty");
  assert.equal(extract(new Uint8Array(0)).status, "empty");
  assert.equal(extract('{"a": [1, 2, 3]}').status, "not_html");
  assert.equal(extract(page(), { maxBytes: 100 }).reason, "max_bytes");
  assert.equal(extract("<p>" + "<div>".repeat(5000) + "text").status, "partial");
  assert.equal(dehusk.metadata('{"a": [1, 2, 3]}'), null);
  assert.ok(extract('{"a": 1}').isFailure);
});

test("the error of a page without text says what its status means", () => {
  assert.equal(extract(page()).raiseForStatus().status, "ok");
  for (const [found, message] of [
    [extract("<p></p>"), "the page has no main content (empty: no_visible_text)"],
    [extract(page(), { maxMemory: 1 }), /^a limit was reached before any main content was found \(partial: max_memory\)$/],
    [extract(page().repeat(99), { timeoutMs: 0.001 }), "the extraction took longer than it may (timeout)"],
    [extract(page(), { maxBytes: 100 }), "the page is larger than it may be (too_large: max_bytes)"],
    [extract("%PDF-1.7"), "the page is not HTML (not_html: pdf)"],
  ]) {
    assert.throws(() => found.raiseForStatus(), (error) => {
      assert.match(error.message, message instanceof RegExp ? message : new RegExp(`^${message.replace(/[()]/g, "\\$&")}$`));
      return error instanceof PageError && error.status === found.status && error.reason === found.reason;
    });
  }
  const failed = new PageError("error", null, "there is no memory");
  assert.deepEqual([failed.message, failed.error], ["the page could not be extracted (there is no memory)", "there is no memory"]);
  assert.equal(new PageError("timeout", "timeout").error, null);
});

test("each status but ok has a meaning in errors", () => {
  assert.throws(() => extract('{"a": 1}').raiseForStatus(), { message: "the page is not HTML (not_html: json)" });
  assert.equal(new PageError("timeout", "timeout").message, "the extraction took longer than it may (timeout)");
  const types = readFileSync(new URL("../types/index.d.ts", import.meta.url), "utf8");
  const statuses = /type Status = (.*);/.exec(types)[1].split(" | ").map((word) => JSON.parse(word));
  // A page that is `ok` has text, so that there is nothing to say about it.
  const unknown = statuses.filter((status) => new PageError(status, null).message === `the page has no text (${status})`);
  assert.deepEqual(unknown, ["ok"]);
});

test("200 MB are an answer or a typed error, not a trap", () => {
  const bytes = new Uint8Array(200e6).fill(0x61);
  const found = extract(bytes);
  assert.deepEqual([found.status, found.reason, found.bytes], ["too_large", "max_bytes", 200e6]);
  assert.equal(extract("é".repeat(4e7)).bytes, 8e7);
  assert.throws(() => extract(bytes, { maxBytes: 1e9 }), (error) => error instanceof InputError && error.code === "ERR_PAGE_TOO_LARGE");
  bytes.set(Buffer.from("%PDF-1.7\n"));
  assert.deepEqual([extract(bytes).status, extract(bytes).reason], ["not_html", "pdf"]);
});

test("an extraction stops at its time limit", () => {
  const long = page("<p>The mill <b>grinds</b> again, they say.</p>".repeat(20_000));
  const found = extract(long, { timeoutMs: 1 });
  assert.deepEqual([found.status, found.text], ["timeout", ""]);
  assert.equal(extract(long, { timeoutMs: null }).status, "ok");
});

test("a signal stops an extraction before or while it runs", () => {
  const reason = new Error("no longer wanted");
  assert.throws(() => extract(page(), { signal: AbortSignal.abort(reason) }), reason);
  let readings = 0;
  const signal = { get aborted() { return ++readings > 20; }, reason };
  const long = page("<p>The mill <b>grinds</b> again, they say.</p>".repeat(20_000));
  assert.throws(() => extract(long, { signal }), reason);
  assert.ok(readings > 20);
  assert.throws(() => extract(page(), { signal: { aborted: true } }), { name: "AbortError" });
  assert.equal(extract(page(), { signal: new AbortController().signal }).status, "ok");
});

test("a signal that calls dehusk again, or throws, harms only its own page", () => {
  const long = page("<p>The mill <b>grinds</b> again, they say.</p>".repeat(20_000));
  const calls = { get aborted() { extract(page()); return false; } };
  const { status, error } = extract(long, { signal: calls });
  assert.equal(status, "error");
  assert.match(error, /dehusk is busy/);
  let readings = 0;
  const throws = { get aborted() { if (++readings > 5) throw new Error("broken"); return false; } };
  assert.throws(() => extract(long, { signal: throws }), /broken/);
  assert.equal(extract(page()).status, "ok");
});

test("explanations say why", () => {
  const { explanation } = dehusk.explain(page());
  assert.ok(explanation.some(({ kept, beginning, says }) => !kept && beginning === "Home" && says.length > 0));
  assert.ok(explanation.some(({ signals }) => signals?.length > 0));
});

test("addresses are strings or have them in href", () => {
  for (const url of ["https://mill.example/news/", new URL("https://mill.example/news/"), { href: "https://mill.example/news/" }]) {
    for (const options of [{ url }, { base: url }]) assert.ok(extract(page(), { html: true, ...options }).html.includes("https://mill.example/news/plan.html"));
    assert.equal(extract(page(), { url }).url, "https://mill.example/news/");
  }
  assert.equal(extract(page(), { url: "file:///home/a.html", id: 3 }).toJSON().id, "3");
  assert.equal(extract(page(), { url: null, contentType: null, id: null }).url, null);
});

test("metadata needs no text", () => {
  const found = dehusk.metadata(page(), { url: "https://mill.example/a" });
  assert.deepEqual([found.title, found.date, found.hostname], ["The mill reopens", "2024-05-04T08:00:00Z", "mill.example"]);
  assert.deepEqual(found, extract(page(), { metadata: true, url: new URL("https://mill.example/a") }).metadata);
});

test("methods and versions", () => {
  const methods = dehusk.methods();
  assert.ok(methods.some(({ name, presetOf }) => name === "grain" && presetOf === null));
  assert.ok(methods.some(({ presetOf }) => presetOf !== null));
  for (const { name } of methods) assert.equal(extract(page(), { method: name }).isFailure, false, name);
  const packaged = JSON.parse(readFileSync(new URL("../package.json", import.meta.url)));
  assert.equal(dehusk.version, packaged.version);
  assert.equal(dehusk.versions().version, packaged.version);
  assert.equal(dehusk.versions().schemaVersion, 1);
});

test("JSON is the record", () => {
  const found = extract(Buffer.from(page()), { id: "mill", metadata: true });
  const record = JSON.parse(JSON.stringify(found));
  assert.deepEqual(record, JSON.parse(found.record));
  assert.equal(found.record, new Extractor({ metadata: true }).record(Buffer.from(page()), { id: "mill" }));
  assert.deepEqual([record.id, record.sitename, record.date_modified], ["mill", "The Daily Mill", null]);
});

test("languages leave out pages in others", () => {
  assert.equal(extract(page(), { languages: ["en", "de"] }).status, "ok");
  assert.deepEqual([extract(page(), { languages: "de" })].map(({ status, reason, text }) => [status, reason, text]), [["empty", "other_language", ""]]);
  assert.throws(() => extract(page(), { languages: 3 }), { code: "ERR_OPTION" });
});
