// What needs no browser: words, offsets, marks, states, parameters, exports and messages.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import test from "node:test";

import { FAILURES } from "../assets/engine.js";
import { EXAMPLES } from "../assets/examples.js";
import { blockTexts, corpusFiles, readNumbers, writeNumbers } from "../assets/gold.js";
import { useLanguage, word } from "../assets/i18n.js";
import { mark } from "../assets/marks.js";
import { coveredBytes, covering, neighbor, utf16Offsets } from "../assets/offsets.js";
import { valuesOf } from "../assets/params.js";
import { harmlessCss } from "../assets/sanitize.js";
import * as sayings from "../assets/sayings.js";
import { asToml } from "../assets/site-rule.js";
import { DEFAULTS, readFragment, writeFragment } from "../assets/state.js";
import { commonSubsequence, difference, overlap, scores, words } from "../assets/words.js";
import { zip } from "../assets/zip.js";

const { why } = sayings;
const ASSETS = new URL("../assets/", import.meta.url);

/** Numbers from a fixed seed, so that a failure can be repeated. */
function generator(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function slowCommon(a, b) {
  let row = new Array(b.length + 1).fill(0);
  for (const word of a) {
    const next = [0];
    b.forEach((other, at) => next.push(word === other ? row[at] + 1 : Math.max(row[at + 1], next[at])));
    row = next;
  }
  return row.at(-1);
}

test("the common subsequence and the difference agree with the textbook", () => {
  const random = generator(7);
  for (let round = 0; round < 800; round += 1) {
    const kinds = 1 + random(12);
    const list = () => Array.from({ length: random(100) }, () => `w${random(kinds)}`);
    const [a, b] = [list(), list()];
    const expected = slowCommon(a, b);
    assert.equal(commonSubsequence(a, b), expected);
    const { parts, exact } = difference(a, b);
    const of = (...kinds_) => parts.filter(({ kind }) => kinds_.includes(kind)).flatMap((part) => part.words);
    assert.ok(exact);
    assert.equal(of("same").length, expected);
    assert.deepEqual(of("same", "only_a"), a);
    assert.deepEqual(of("same", "only_b"), b);
  }
});

test("texts that differ too much are shown as replaced", () => {
  const a = Array.from({ length: 4000 }, (_, at) => `a${at}`);
  const b = Array.from({ length: 4000 }, (_, at) => `b${at}`);
  const { parts, exact } = difference(["start", ...a], ["start", ...b]);
  assert.equal(exact, false);
  assert.deepEqual(parts.map(({ kind, words: list }) => [kind, list.length]), [["same", 1], ["only_a", 4000], ["only_b", 4000]]);
});

const WORDS = [
  ["two words", ["two", "words"]],
  ["  spaces\n\tand lines ", ["spaces", "and", "lines"]],
  ["soft\u00adhyphen zero\u200bwidth", ["softhyphen", "zerowidth"]],
  ["กา น้ำ", ["ก", "า", "น", "้", "ำ"]],
  ["漢字 kana かな", ["漢", "字", "kana", "か", "な"]],
  ["", []],
];
for (const [text, expected] of WORDS) test(`the words of ${JSON.stringify(text)}`, () => assert.deepEqual(words(text), expected));

test("words in common count as often as both have them", () => {
  assert.equal(overlap(["a", "a", "b"], ["a", "b", "b", "c"]), 2);
});

test("scores of empty texts are those of dehusk eval", () => {
  assert.equal(scores(0, 0, 0).f1, 1);
  assert.equal(scores(0, 3, 0).f1, 0);
  assert.equal(scores(0, 0, 3).f1, 0);
  assert.deepEqual(scores(2, 4, 2), { precision: 0.5, recall: 1, f1: 2 / 3 });
});

test("byte offsets become UTF-16 offsets anywhere in any text", () => {
  const random = generator(3);
  const units = ["a", "é", "ก", "漢", "😀", "\ud800", "\n"];
  for (let round = 0; round < 200; round += 1) {
    const parts = Array.from({ length: random(900) }, () => units[random(units.length)]);
    const find = utf16Offsets(parts.join(""));
    let [bytes, at] = [0, 0];
    for (const part of parts) {
      assert.equal(find(bytes), at);
      bytes += new TextEncoder().encode(part).length;
      at += part.length;
    }
  }
});

test("the block at an offset is found, and none between blocks", () => {
  const blocks = [[2, 5], [5, 9], [12, 20]].map(([src_start, src_end]) => ({ src_start, src_end }));
  const found = [0, 2, 4, 5, 8, 9, 12, 19, 20].map((offset) => covering(blocks, offset));
  assert.deepEqual(found, [-1, 0, 0, 1, 1, -1, 2, 2, -1]);
});

test("the next and the previous block are those around an offset, whether it is in a block or not", () => {
  const blocks = [[2, 5], [5, 9], [12, 20]].map(([src_start, src_end]) => ({ src_start, src_end }));
  const next = [null, 0, 2, 6, 10, 12, 30].map((offset) => blocks.indexOf(neighbor(blocks, offset, 1)));
  const previous = [null, 0, 2, 6, 10, 12, 30].map((offset) => blocks.indexOf(neighbor(blocks, offset, -1)));
  assert.deepEqual([next, previous], [[0, 0, 1, 2, 2, -1, -1], [2, -1, -1, 0, 1, 1, 2]]);
});

test("covered bytes are those of a slow count", () => {
  const random = generator(11);
  const ranges = () => {
    let at = 0;
    return Array.from({ length: random(30) }, () => {
      const src_start = at + random(4);
      at = src_start + 1 + random(6);
      return { src_start, src_end: at };
    });
  };
  for (let round = 0; round < 300; round += 1) {
    const [blocks, kept] = [ranges(), ranges()];
    const isKept = (byte) => kept.some(({ src_start, src_end }) => src_start <= byte && byte < src_end);
    const slow = blocks.map(({ src_start, src_end }) => Array.from({ length: src_end - src_start }, (_, at) => src_start + at).filter(isKept).length);
    assert.deepEqual(coveredBytes(blocks, kept), slow);
  }
});

/** Marks the places of [brackets] in a page. */
function marked(page) {
  const blocks = [];
  let source = "";
  const open = [];
  for (const unit of page) {
    if (unit === "⟦") {
      open.push({ start: source.length });
      blocks.push(open.at(-1));
    } else if (unit === "⟧") open.pop().end = source.length;
    else source += unit;
  }
  return mark(source, blocks, "m");
}

const MARKS = [
  ["<p>⟦one⟧</p>", '<p><m n="0">one</m></p>'],
  ["<p>⟦a <b>b</b> c⟧</p>", '<p><m n="0">a </m><b><m n="0">b</m></b><m n="0"> c</m></p>'],
  ["<p title='>'>⟦x⟧ y</p>", `<p title='>'><m n="0">x</m> y</p>`],
  ["<p title=a\"b>⟦x⟧</p>", `<p title=a"b><m n="0">x</m></p>`],
  ["⟦a⟧<!-- <p> --->⟦b⟧<!-->⟦c⟧", '<m n="0">a</m><!-- <p> ---><m n="1">b</m><!--><m n="2">c</m>'],
  ["⟦1 < 2 <3⟧", '<m n="0">1 < 2 <3</m>'],
  ["⟦1 </ 2⟧>⟦x⟧", '<m n="0">1 </m></ 2><m n="1">x</m>'],
  ["<script>⟦'<p>'⟧</script>⟦x⟧", '</script><m n="1">x</m>'],
  ["<style>p{}</style>⟦x⟧", '</style><m n="0">x</m>'],
  ["<textarea>⟦<b>x</b>⟧</textarea>⟦y⟧", '<textarea><b>x</b></textarea><m n="1">y</m>'],
  ["<p>⟦a⟦<img src=x>⟧b⟧</p>", '<p><m n="0">a</m><img data-m="1" src=x><m n="0">b</m></p>'],
  ["<tr>⟦ <td>a</td> <td>b</td> ⟧</tr>", '<tr> <td><m n="0">a</m></td> <td><m n="0">b</m></td> </tr>'],
  ["<p style='x' data-style=y>⟦a⟧", `<p data-style='x' data-style=y><m n="0">a</m>`],
  ["<p onclick='x' title=onload=1>⟦a⟧", `<p data-onclick='x' title=onload=1><m n="0">a</m>`],
  ["<meta charset=x><link rel=y><base href=z>⟦a⟧", '<m n="0">a</m>'],
  ["<svg><text>⟦a⟧</text><style>x</style></SVG>⟦b⟧", '<svg><text>a</text></style></SVG><m n="1">b</m>'],
  ["<p>no blocks", "<p>no blocks"],
  ["<title>⟦t⟧", "<title>t"],
  ["⟦a⟧<p", '<m n="0">a</m><p'],
];
for (const [page, expected] of MARKS) test(`marks of ${page}`, () => assert.equal(marked(page).html, expected));

test("without its marks a page is what it was", () => {
  const random = generator(5);
  const pieces = ["<p>", "</p>", "text ", "<b class='x'>", "</b>", "<!-- c -->", "<img src=x>", "&amp;", "<", "ก", '<a href="a>b">', "<title>", "</title>"];
  for (let round = 0; round < 500; round += 1) {
    const source = Array.from({ length: random(40) }, () => pieces[random(pieces.length)]).join("");
    const cuts = Array.from({ length: 6 }, () => random(source.length + 1)).sort((a, b) => a - b);
    const blocks = [0, 2, 4].map((at) => ({ start: cuts[at], end: cuts[at + 1] })).filter(({ start, end }) => end > start);
    const { html } = mark(source, blocks, "mm");
    assert.equal(html.replace(/<mm n="\d+">|<\/mm>| data-mm="\d+"/g, ""), source);
  }
});

const STYLES = [
  ["p{background:url(a.png)}", "p{background:none}"],
  ["p{background:url( 'https://x.example/a b.png' ) red}", "p{background:none red}"],
  ['p{background:url("data:image/png;base64,AA==")}', 'p{background:url("data:image/png;base64,AA==")}'],
  ["@font-face{font-family:x;src:url(x)}p{}", "p{}"],
  ["nav{POSITION : fixed;top:0}", "nav{position:static;top:0}"],
];
for (const [css, expected] of STYLES) test(`styles: ${css}`, () => assert.equal(harmlessCss(css), expected));

test("styles load images of the web on request, against the address of the page", () => {
  const settings = { images: true, base: "https://x.example/a/" };
  assert.equal(harmlessCss("p{background:url(b.png)}", settings), 'p{background:url("https://x.example/a/b.png")}');
  assert.equal(harmlessCss("p{background:url(javascript:x)}", settings), "p{background:none}");
});

test("a state survives its address", () => {
  const state = { ...DEFAULTS, view: "plot", url: "https://a.example/?q=1&b=ก#x", gold: "1-3,7", params: { addanag: { P: "5", gap_rule: "gap<P" } } };
  assert.deepEqual(readFragment(writeFragment(state)), state);
  assert.equal(writeFragment({ ...DEFAULTS, params: {} }), "");
});

test("an address cannot set what is no key", () => {
  const state = readFragment("#__proto__=x&constructor=y&__proto__.polluted=1&nonsense=z");
  assert.deepEqual(state, { ...DEFAULTS, params: {} });
  assert.equal({}.polluted, undefined);
});

const VALUES = [
  [{ values: "an integer >= 0", default: "8" }, { kind: "number", min: 0, max: 32, step: 1, word: undefined }],
  [{ values: "an integer >= 10, or auto", default: "65" }, { kind: "number", min: 10, max: 260, step: 1, word: "auto" }],
  [{ values: "a number from 0 to 1", default: "0.5" }, { kind: "number", min: 0, max: 1, step: 0.01, word: undefined }],
  [{ values: "an integer from 1 to 20", default: "3" }, { kind: "number", min: 1, max: 20, step: 1, word: undefined }],
  [{ values: "an integer from 1 to 50, or stable", default: "stable" }, { kind: "number", min: 1, max: 20, step: 1, word: "stable" }],
  [{ values: "true or false", default: "false" }, { kind: "choice", choices: ["true", "false"] }],
  [{ values: "precision, balanced or recall", default: "balanced" }, { kind: "choice", choices: ["precision", "balanced", "recall"] }],
  [{ values: "gap<=P or gap<P", default: "gap<=P" }, { kind: "choice", choices: ["gap<=P", "gap<P"] }],
  [{ values: "host names separated by commas", default: "" }, { kind: "text" }],
];
for (const [param, expected] of VALUES) test(`values: ${param.values}`, () => assert.deepEqual(valuesOf(param), expected));

test("numbers of blocks survive the address", () => {
  const random = generator(2);
  for (let round = 0; round < 200; round += 1) {
    const numbers = new Set(Array.from({ length: random(30) }, () => random(60)));
    assert.deepEqual([...readNumbers(writeNumbers(numbers), 60)], [...numbers].sort((a, b) => a - b));
  }
  assert.equal(readNumbers("0-999999999999", 5).size, 5);
});

test("texts of blocks are cut by bytes", () => {
  const record = { text: "กข\nab", blocks: [{ text_start: 0, text_end: 6 }, { text_start: null, text_end: null }, { text_start: 7, text_end: 9 }] };
  assert.deepEqual(blockTexts(record), ["กข", "", "ab"]);
});

test("a page that declares another encoding is exported with a byte order mark", () => {
  const files = (html) => corpusFiles({ html, url: "https://x.example/a?b" }, { language: "th", title: null }, "gold");
  assert.deepEqual(files('<meta charset="utf-8">x'), {
    "manifest.jsonl": '{"id":"x-example-a-b","url":"https://x.example/a?b","language":"th"}\n', "pages/x-example-a-b.html": '<meta charset="utf-8">x', "gold/x-example-a-b.txt": "gold\n",
  });
  assert.ok(files("<meta charset=windows-874>")["pages/x-example-a-b.html"].startsWith("\ufeff"));
  assert.ok(files("<meta content='text/html; charset=tis-620'>")["pages/x-example-a-b.html"].startsWith("\ufeff"));
});

test("a site rule is TOML", () => {
  const rule = asToml('a"b.example', { select: ["main"], exclude: [".x", 'a[title="q"]'], method: "plain" });
  assert.equal(rule, '[sites."a\\"b.example"]\nmethod = "plain"\nselect = "main"\nexclude = [".x", "a[title=\\"q\\"]"]\n');
});

test("a ZIP file has the sums and places that its directory says", async () => {
  const bytes = Buffer.from(await zip({ "a/ก.txt": "one", b: "" }).arrayBuffer());
  assert.equal(bytes.readUInt32LE(0), 0x04034b50);
  const end = bytes.length - 22;
  assert.deepEqual([bytes.readUInt32LE(end), bytes.readUInt16LE(end + 10)], [0x06054b50, 2]);
  const directory = bytes.readUInt32LE(end + 16);
  assert.equal(bytes.readUInt32LE(directory), 0x02014b50);
  // The checksum of "one", from `printf one | gzip -c | tail -c8 | head -c4 | xxd`.
  assert.equal(bytes.readUInt32LE(directory + 16), 0x7a6c86f1);
});

test("the first page has each example, and asks for each module early", async () => {
  const html = await readFile(new URL("../index.html", ASSETS), "utf8");
  for (const found of [html.matchAll(/data-example="(\w+)"/g), html.matchAll(/<option value="(\w+)"/g)]) assert.deepEqual(Array.from(found, ([, name]) => name), EXAMPLES);
  const preloaded = Array.from(html.matchAll(/modulepreload" href="assets\/([^"]+)/g), ([, name]) => name);
  const modules = (await readdir(ASSETS, { recursive: true })).filter((name) => name.endsWith(".js") && !["first.js", "engine-wasm.js", "engine-worker.js"].includes(name));
  assert.deepEqual(preloaded.toSorted(), modules.toSorted());
  const messages = JSON.parse(await readFile(new URL("messages/en.json", ASSETS), "utf8"));
  for (const [, key, text] of html.matchAll(/data-t="([\w.]+)"[^>]*>([^<]+)</g)) assert.equal(text, messages[key], key);
});

const messagesOf = async (language) => JSON.parse(await readFile(new URL(`messages/${language}.json`, ASSETS), "utf8"));
const namesIn = (text) => (text.match(/\{\w+\}/g) ?? []).sort();

test("each language has each message, and the code uses each", async () => {
  const english = await messagesOf("en");
  const code = await allCode();
  const families = ["view.", "output.", "kind.", "quality.", "meta.", "example.", "failed.", "item.", "field."];
  const unused = Object.keys(english).filter((key) => !code.includes(`"${key}"`) && !families.some((family) => key.startsWith(family)));
  assert.deepEqual(unused, []);
  const asked = [...code.matchAll(/\bt\("([^"]+)"/g), ...code.matchAll(/data-t(?:-[\w-]+)?="([^"]+)"/g)].map(([, key]) => key);
  assert.deepEqual([...new Set(asked)].filter((key) => !(key in english)), []);
  for (const other of await Promise.all(["fa", "th"].map(messagesOf))) {
    assert.deepEqual(Object.keys(other).slice(0, Object.keys(english).length), Object.keys(english));
    for (const key of Object.keys(english)) assert.deepEqual(namesIn(other[key]), namesIn(english[key]), key);
  }
});

test("each kind of page and each verdict about its quality has a message", async () => {
  const [english, assessment] = [await messagesOf("en"), await rust("assessment.rs")];
  const keys = [...found(assessment, /Grade::\w+ => "(\w+)"/g).map((grade) => `quality.${grade}`), ...found(assessment, /PageType::\w+ => "(\w+)"/g).map((type) => `kind.${type}`)];
  assert.ok(keys.length > 8);
  assert.deepEqual(keys.filter((key) => !(key in english)), []);
});

test("Persian and Thai have a message for each word of the engine, with its values, and for no other", async () => {
  const english = await messagesOf("en");
  const [words, values] = [await wordsOfEngine(), await valuesOfFindings()];
  const asked = [...(await allCode()).matchAll(/"(says\.\w+)"/g)].map(([, key]) => key);
  const expected = [...words, ...Object.keys(values), ...asked].sort();
  const [persian, thai] = await Promise.all(["fa", "th"].map(messagesOf));
  for (const messages of [persian, thai]) {
    assert.deepEqual(Object.keys(messages).filter((key) => !(key in english)).sort(), [...new Set(expected)]);
    for (const [key, names] of Object.entries(values)) assert.deepEqual(namesIn(messages[key]), names, key);
    for (const key of expected) assert.deepEqual(namesIn(messages[key]), namesIn(thai[key]), key);
  }
});

const RUST = new URL("../../../dehusk/src/", import.meta.url);
const SCHEMA = new URL("../../../dehusk-record/schema/record.schema.json", import.meta.url);
const rust = (name) => readFile(new URL(name, RUST), "utf8");

/** The keys of the words that records have for what the engine found, as its source and the schema of records list them. */
async function wordsOfEngine() {
  const [selection, limits, explain, parts, media, signals] = await Promise.all(
    ["selection/reason.rs", "budget.rs", "explain.rs", "parts/mod.rs", "selection/media.rs", "grain/signals/mod.rs"].map(rust));
  const { status, explanation } = JSON.parse(await readFile(SCHEMA, "utf8")).properties;
  const { hidden, item, columns, anchors } = explanation.items.properties;
  const { noun, form } = item.properties;
  const families = {
    reason: [...found(selection, /^ {4}\w+ "(\w+)",$/gm), ...found(limits, /Limit::\w+ => "(\w+)"/g), "unmentioned"],
    block_kind: [...found(explain, /(?:Tag::.+|is\(HEADING\)) => "(\w+)"/g), ...found(parts, /BlockKind::\w+ => "(\w+)"/g), ...found(media, /=> "(\w+)"/g), "text", "data"],
    signal_name: [...found(signals, /Group::\w+ => "(\w+)"/g), "page"],
    within: found(signals, /\(Within::In\.of\(\d+\), "(\w+)"/g),
    hidden: hidden.enum, noun: noun.enum, form: form.enum, status: status.enum.filter((one) => !FAILURES.has(one)),
    count: [...Object.keys(columns.properties), ...Object.keys(anchors.properties)],
    counted: ["line", "segment", "true", "false"],
  };
  for (const [family, words] of Object.entries(families)) assert.ok(words.length > 2, family);
  return Object.entries(families).flatMap(([family, words]) => [...new Set(words)].map((word) => `${family}.${word}`));
}

function found(source, pattern) {
  return Array.from(source.matchAll(pattern), ([, word]) => word);
}

/** The keys of what signals find, with the names of the values, as `Finding::new` and `with` have them. */
async function valuesOfFindings() {
  const [code] = (await rust("grain/signals/mod.rs")).split("#[cfg(test)]");
  const findings = code.split(/(?=Finding::new\()/).slice(1).map((part) => [/"(\w+)"/.exec(part)[1], found(part, /\.with(?:_number)?\("(\w+)"/g)]);
  const values = Object.fromEntries(findings.map(([name, names]) => [`found.${name}`, names]));
  // `text` adds the characters to each of its findings.
  for (const name of ["no_sentence", "one_sentence", "sentences"]) values[`found.${name}`] = [...new Set([...values[`found.${name}`], "characters"])];
  return Object.fromEntries(Object.entries(values).map(([key, names]) => [key, names.map((name) => `{${name}}`).sort()]));
}

/** Sets the language of the interface without a browser. */
async function speak(language) {
  globalThis.document = { documentElement: { toggleAttribute() {} } };
  globalThis.fetch = async (url) => ({ json: async () => JSON.parse(await readFile(url, "utf8")) });
  await useLanguage(language);
}

const BLOCK = {
  kept: true, reason: "likely_prose", says: "likely prose: 1234 characters, 2 sentences; “a:b” in its classes and ids, or in those around it; new words",
  signals: [
    { signal: "text", weight: 2, named: true, says: "1234 characters, 2 sentences", code: "sentences", values: { sentences: 2, characters: 1234 } },
    { signal: "names", weight: 1, named: true, says: "“a:b” in its classes and ids, or in those around it", code: "name", values: { name: "a:b" } },
    { signal: "links", weight: 0.5, says: "no links", code: "no_links" },
    { signal: "future", weight: 0.5, named: true, says: "new words", code: "unknown_code" },
  ],
};
const HIDDEN = { kept: false, reason: "hidden", says: "hidden: display none", hidden: "display_none" };
const PART = { ...HIDDEN, kept: true, reason: "few_links", has_removed_part: true };
const COLUMNS = { ...HIDDEN, hidden: undefined, reason: "below_axis", columns: { unit: "line", first: 3, last: 4, highest: 3, content: 5, code: 47, difference: -42, column: -90 } };
const MENU = { noun: "product", number: 2, count: 6, form: "boxes", kept: 6 };

test("what the engine says is said in Persian, with Persian digits, and names keep their direction", async () => {
  await speak("fa");
  assert.equal(why(BLOCK), "احتمالاً متن پیوستهٔ محتوای اصلی: ۱٬۲۳۴ نویسه، ۲ جمله؛ «\u2068a:b\u2069» در کلاس‌ها و شناسه‌های آن یا عنصرهای پیرامونش؛ \u2068new words\u2069");
  assert.equal(why(HIDDEN), "پنهان: با display: none");
  assert.equal(why(PART), "پیوند کم؛ بخشی که پنهان بود حذف شد: با display: none");
  assert.equal(why(COLUMNS), "زیر محور: سطر ۳، بلندترین از ۳ تا ۴: ۵ نویسهٔ محتوا و ۴۷ نویسهٔ کد، تفاوت \u200e−۴۲، با دو همسایه \u200e−۹۰");
  assert.equal(sayings.found({ code: "in_elements", values: { elements: ["navigation", "list_item"] } }), "در ناوبری، مورد فهرست");
  assert.equal(sayings.place(MENU), "کالا ۲ از ۶ (جعبه‌هایی با نشانه‌گذاری یکسان؛ همهٔ ۶ مورد نگه داشته شده)");
});

test("what the engine says is said in Thai, and in English as the engine says it", async () => {
  await speak("th");
  assert.equal(why({ ...HIDDEN, reason: null, hidden: undefined }), "วิธีนี้ไม่ได้กล่าวถึง");
  assert.equal(why({ ...HIDDEN, reason: "not_yet_known" }), null);
  assert.equal(sayings.place({ ...MENU, kept: 1 }), "สินค้า 2 จาก 6 (กล่องที่มีมาร์กอัปเหมือนกัน; เก็บไว้ 1 จาก 6)");
  await speak("en");
  assert.deepEqual([why(BLOCK), sayings.place(MENU), word("block_kind", "list_item")], [null, null, "list item"]);
});

async function allCode() {
  const names = (await readdir(ASSETS, { recursive: true })).filter((name) => name.endsWith(".js"));
  const files = names.map((name) => new URL(name, ASSETS)).concat(new URL("../index.html", ASSETS));
  return (await Promise.all(files.map((file) => readFile(file, "utf8")))).join("\n");
}
