// `npx dehusk` prints what the program prints.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { DEFAULTS } from "../lib/options.js";
import { WIDE, page } from "./pages.js";
import { OURS, program, run, runOurs } from "./program.js";

const folder = mkdtempSync(join(tmpdir(), "dehusk-"));
const file = (name) => join(folder, name);
const skip = !program && "no program";

before(() => {
  mkdirSync(file("site/b"), { recursive: true });
  writeFileSync(file("mill.html"), page("<ul><li>One, two<li>Three</ul>"));
  writeFileSync(file("site/a.html"), page());
  writeFileSync(file("site/b/c.htm.gz"), gzipSync(page(`<p>${WIDE}</p>`)));
  writeFileSync(file("site/b/d.txt"), page("<p>No page by its name.</p>"));
  writeFileSync(file("site/z.xhtml"), "");
  writeFileSync(file("cut.html"), Buffer.concat([Buffer.from(page("<p>é")), Buffer.from([0xe2, 0x82])]));
  writeFileSync(file("legacy.html"), Buffer.concat([Buffer.from("<meta charset=shift_jis><p>The old mill reopens on Monday. "), Buffer.from([0x81, 0x20, 0xff])]));
  writeFileSync(file("feed.html"), '<?xml version="1.0"?><rss version="2.0"><channel></channel></rss>');
  writeFileSync(file("broken.html.gz"), Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]));
  writeFileSync(file("list"), `# pages\n${file("mill.html")}\n\n${file("site")}\n`);
  writeFileSync(file("empty-list"), "# no pages\n\n");
  symlinkSync(file("site/b"), file("site/link"));
});
after(() => rmSync(folder, { recursive: true }));

const COMMANDS = [
  ["extract", "mill.html"],
  ["extract", "-f", "md", "mill.html"],
  ["extract", "-f=md", "mill.html"],
  ["extract", "-fmd", "--jobs", "3", "mill.html"],
  ["extract", "--language", "de,fr", "mill.html"],
  ["extract", "--language", "en-GB", "--language", "en", "mill.html", "site"],
  ["extract", "--language", "de", "-f", "jsonl", "mill.html", "site"],
  ["extract", "--language", "de", "-f", "json", "mill.html", "site"],
  ["extract", "--format", "markdown", "--front-matter", "mill.html", "site"],
  ["extract", "--format=html", "mill.html", "site/a.html"],
  ["extract", "--format", "json", "mill.html"],
  ["extract", "--format", "json", "--with", "all", "site"],
  ["extract", "--format", "jsonl", "--with", "metadata,links", "--with", "blocks", "site", "mill.html"],
  ["extract", "--explain", "mill.html"],
  ["extract", "--explain", "--method", "thai", "site"],
  ["extract", "--explain", "--format", "jsonl", "mill.html"],
  ["extract", "--ext", "txt", "site"],
  ["extract", "--input-file", "list"],
  ["extract", "--list-marks", "--title", "out", "--no-comments", "mill.html"],
  ["extract", "--format", "md", "--no-links", "--no-images", "mill.html"],
  ["extract", "--format", "md", "--base", "https://mill.example/x/", "mill.html"],
  ["extract", "--select", "h1", "--method", "plain", "mill.html"],
  ["extract", "--max-bytes", "1K", "mill.html"],
  ["extract", "--select", "nosuch", "mill.html"],
  ["extract", "cut.html"],
  ["extract", "cut.html", "legacy.html"],
  ["extract", "-f", "jsonl", "legacy.html"],
  ["extract", "-f", "jsonl", "--encoding", "windows-1251", "mill.html", "legacy.html"],
  ["metadata", "--encoding", "koi8-r", "legacy.html"],
  ["metadata", "cut.html"],
  ["extract", "missing.html"],
  ["extract", "site/z.xhtml"],
  ["extract", "--format", "jsonl", "missing.html", "mill.html"],
  ["metadata", "mill.html"],
  ["metadata", "site"],
  ["metadata", "--format", "json", "site"],
  ["metadata", "--format", "jsonl", "mill.html", "feed.html"],
  ["metadata", "-fndjson", "mill.html"],
  ["extract", "-f", "text", "mill.html"],
  ["extract", "-f", "htm", "mill.html"],
  ["extract", "-f", "ndjson", "mill.html"],
  ["extract", "--input-file", "empty-list"],
  ["extract", "-f", "json", "--input-file", "empty-list"],
  ["metadata", "--input-file", "empty-list"],
  ["extract", "--schema"],
  ["methods"],
  ["methods", "--format", "json"],
];

for (const words of COMMANDS) {
  test(words.join(" "), { skip }, () => {
    const inFolder = words.map((word, at) => (at > 0 && /^(?:mill|site|feed|missing|broken|cut|legacy|list|empty-list)\b/.test(word) ? file(word) : word));
    const [expected, found] = [run(inFolder), runOurs(inFolder)];
    assert.equal(found.stdout, expected.stdout);
    assert.equal(found.status, expected.status);
    // The program also sums up a run of several pages.
    const lines = (output) => output.split("\n").filter((line) => !/^dehusk: \d+ pages|not read/.test(line));
    assert.deepEqual(lines(found.stderr), lines(expected.stderr));
  });
}

test("the defaults of limits are those of the program", { skip }, () => {
  const help = run(["extract", "--help"]).stdout;
  const [bytes, depth, time] = ["--max-bytes", "--max-depth", "--timeout-ms"].map((name) => new RegExp(`${name} <[^[]*\\[default: (\\w+)`).exec(help)?.[1]);
  assert.deepEqual({ bytes, depth, time }, { bytes: `${DEFAULTS.maxBytes}`, depth: `${DEFAULTS.maxDepth}`, time: `${DEFAULTS.timeoutMs}` });
});

test("the extension of the output file decides the format", { skip }, () => {
  const names = ["a.md", "a.MARKDOWN", "a.htm", "a.html", "a.json", "a.jsonl", "a.NDJSON", "a.txt", "a.text", ".md", "..md", "md", "a.md.gz", "a.ndjson.GZ", "a.gz", ".gz"];
  for (const command of ["extract", "metadata"]) {
    for (const name of names) {
      const [expected, found] = ["program", "ours"].map((folder) => file(`${folder}/${name}`));
      for (const path of [expected, found]) mkdirSync(dirname(path), { recursive: true });
      const [theirs, ours] = [run([command, "-o", expected, file("mill.html")]), runOurs([command, "-o", found, file("mill.html")])];
      assert.equal(ours.status, theirs.status, name);
      if (ours.status === 0) assert.equal(unpacked(found), unpacked(expected), name);
    }
  }
  for (const name of ["a.md.bak", "a.csv", "a.csv.gz", "a."]) {
    const [theirs, ours] = [run, runOurs].map((of) => of(["extract", "-o", file(name), file("mill.html")]));
    assert.deepEqual(ours, { ...theirs, stderr: theirs.stderr.replace("dehusk:", "error:") }, name);
    assert.equal(ours.status, 2, name);
  }
});

test("an empty list of pages empties no file", () => {
  writeFileSync(file("no-pages"), "# none\n");
  writeFileSync(file("old.txt"), "the mill");
  assert.equal(runOurs(["extract", "-o", file("old.txt"), "--input-file", file("no-pages")]).status, 1);
  assert.equal(readFileSync(file("old.txt"), "utf8"), "the mill");
});

/** The text of a file, which may be compressed. */
function unpacked(path) {
  const bytes = readFileSync(path);
  return String(bytes[0] === 0x1f ? gunzipSync(bytes) : bytes);
}

test("a long output is compressed in parts", () => {
  writeFileSync(file("long.html"), page(`<p>${"The mill grinds again, and again. ".repeat(50_000)}</p>`));
  const words = ["extract", file("long.html"), file("mill.html"), file("long.html")];
  assert.equal(runOurs([...words, "-o", file("long.txt.gz")]).status, 0);
  assert.equal(unpacked(file("long.txt.gz")), runOurs(words).stdout);
});

test("the output file is none of the inputs, by whatever name", () => {
  const [input, link, folder] = [file("both/a.html"), file("both/b.html"), file("both")];
  mkdirSync(folder);
  writeFileSync(input, page());
  symlinkSync(input, link);
  writeFileSync(file("both/list"), input);
  for (const words of [["extract", input], ["metadata", "--format", "txt", input], ["extract", "-o", link, input], ["extract", folder], ["extract", "--input-file", file("both/list")]]) {
    const found = runOurs(words.includes("-o") ? words : [...words, "-o", input]);
    assert.equal(found.status, 2, words.join(" "));
    assert.match(found.stderr, /^error: the output file .*both\/[ab]\.html is one of the inputs; choose another name\n$/);
    assert.equal(readFileSync(input, "utf8"), page());
  }
  assert.equal(runOurs(["extract", "--method", "nosuch", "-o", input, file("mill.html")]).status, 2);
  assert.equal(readFileSync(input, "utf8"), page(), "a wrong command line empties nothing");
  assert.equal(runOurs(["extract", "-o", "/dev/null", "/dev/null"]).status, 1);
});

test("what the system cannot read costs only itself", { skip }, () => {
  mkdirSync(file("odd/b"), { recursive: true });
  writeFileSync(file("odd/c.html"), page());
  symlinkSync("loop.html", file("odd/loop.html"));
  symlinkSync("../odd/nosuch", file("odd/b/gone.html"));
  for (const inputs of [[file("odd/loop.html")], [file("x".repeat(300))], [file("odd")], [file("mill.html/x.html")]]) {
    const words = ["extract", ...inputs, file("odd/c.html")];
    const [expected, ours] = [run(words), runOurs(words)];
    assert.deepEqual([ours.status, ours.stdout], [expected.status, expected.stdout]);
    assert.deepEqual(ours.stderr.trim(), expected.stderr.split("\n").slice(0, -2).join("\n"));
  }
  for (const list of [file("odd/loop.html"), file("mill.html/x")]) {
    const words = ["extract", "--input-file", list];
    assert.deepEqual(runOurs(words), { ...run(words), stderr: run(words).stderr.replace("dehusk:", "error:") });
  }
  for (const words of [["extract", "-o", "/dev/full", file("mill.html")], ["metadata", "-o", "/dev/full", file("mill.html")]]) {
    const sentence = "error: cannot write the output; check the free disk space: No space left on device (os error 28)\n";
    assert.deepEqual(runOurs(words), { status: 2, stdout: "", stderr: sentence });
  }
});

test("a folder that may not be listed costs only itself", { skip: process.getuid?.() === 0 && "root may list every folder" }, () => {
  mkdirSync(file("shut/b"), { recursive: true });
  writeFileSync(file("shut/c.html"), page());
  chmodSync(file("shut/b"), 0);
  const { status, stdout, stderr } = runOurs(["extract", file("shut")]);
  chmodSync(file("shut/b"), 0o700);
  assert.equal(status, 1);
  assert.match(stderr, /^dehusk: b: error: cannot list the folder: Permission denied \(os error 13\); check its permissions/);
  assert.ok(stdout.includes("==> c.html <==\nThe mill reopens"));
});

test("a page beyond the memory of the module costs only itself", () => {
  const large = file("large.html");
  writeFileSync(large, "");
  truncateSync(large, 129 * 2 ** 20);
  const { status, stdout, stderr } = runOurs(["extract", "--max-bytes", "1G", large, file("mill.html")]);
  rmSync(large);
  assert.equal(status, 1);
  assert.match(stderr, /large\.html: error: a page of 135266304 bytes does not fit into the npm package/);
  assert.ok(stdout.includes("The old mill"));
});

test("standard input is a page", { skip }, () => {
  for (const words of [["extract"], ["extract", "-"], ["extract", "--format", "jsonl"], ["metadata", "-"]]) {
    assert.deepEqual(runOurs(words, page()), run(words, page()));
    assert.deepEqual(runOurs(words, gzipSync(page())).stdout, run(words, gzipSync(page())).stdout);
  }
});

/** Feeds the command from a pipe that runs empty in between: each piece is written when the one before has been read. */
async function fed(words, pieces, command = [OURS]) {
  const child = spawn(process.execPath, [...command, ...words]);
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  await once(child, "spawn");
  for (const piece of pieces) if (!child.stdin.write(piece)) await Promise.race([once(child.stdin, "drain"), once(child, "close")]);
  child.stdin.end();
  const [status] = child.exitCode === null ? await once(child, "close") : [child.exitCode];
  return { status, stdout: await output, stderr: await errors };
}

test("standard input may come late and in pieces", { timeout: 60_000 }, async () => {
  const pieces = [page(`<p>${"The mill grinds again, and again. ".repeat(20_000)}</p>`), "<!-- ".padEnd(1_000_000), page(), " -->"];
  const expected = runOurs(["extract"], pieces.join(""));
  assert.ok(expected.stdout.startsWith("The mill reopens"));
  assert.deepEqual(await fed(["extract"], pieces), expected);
  const names = [`# ${"x".repeat(1_000_000)}\n`, file("mill.html")];
  assert.deepEqual((await fed(["extract", "--input-file", "-"], names)).status, 0);
});

test("standard input may be a pipe that does not block", { timeout: 60_000 }, async () => {
  // Whoever looks at process.stdin makes it so for the programs that share it.
  const sharing = `process.stdin.isTTY; require("node:child_process").spawn(process.execPath, [${JSON.stringify(OURS)}, "extract"], { stdio: "inherit" })`;
  const found = await fed([], [page(), "<!-- ".padEnd(1_000_000), " -->"], ["-e", sharing]);
  assert.equal(found.stderr, "");
  assert.ok(found.stdout.startsWith("The mill reopens"));
});

test("a wrong command line has the exit code 2 and one sentence", () => {
  for (const [words, sentence] of [
    [["extract", "--nosuch"], /Unknown option '--nosuch'/],
    [["extract", "--format", "pdf", "x"], /possible values: txt, md/],
    [["extract", "--language", "German", "x"], /write a language as its code/],
    [["extract", "--method", "nosuch", file("mill.html")], /nosuch/],
    [["extract", "--max-bytes", "none", "x"], /write a number of bytes/],
    [["extract", "--param", "P", "x"], /NAME=VALUE/],
    [["extract", "--with", "links", "x"], /--with adds fields to records/],
    [["extract", "-", "-"], /only once/],
    [["extract", "-o", "/nosuch/folder/x", file("mill.html")], /cannot create the output file \/nosuch\/folder\/x; check its folder: No such file or directory \(os error 2\)/],
    [["extract", "--jobs", "x", file("mill.html")], /invalid value 'x' for --jobs/],
    [["metadata", "--jobs", "0", file("mill.html")], /invalid value '0' for --jobs/],
    [["extract", "-f", "md", "--format", "txt", file("mill.html")], /'--format' cannot be used multiple times/],
    [["extract", "--explain", "--explain", file("mill.html")], /'--explain' cannot be used multiple times/],
    [["extract", "--schema", file("mill.html")], /'--schema' cannot be used with/],
    [["extract", "-o", file("site"), file("mill.html")], /writes no folders; name a file instead of .*site, or use the program dehusk/],
    [["extract", "-o", file("new.d/"), file("mill.html")], /writes no folders/],
    [["methods", "foo"], /unexpected argument 'foo' found/],
    [["batch", "x"], /no command batch; it has extract, metadata, methods/],
  ]) {
    const { status, stdout, stderr } = runOurs(words);
    assert.equal(status, 2, words.join(" "));
    assert.equal(stdout, "");
    assert.match(stderr, sentence);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  }
});

test("addresses, MHTML and broken files are reported, and the others written", () => {
  const { status, stdout, stderr } = runOurs(["extract", "https://me:secret@mill.example/", file("broken.html.gz"), "x.mhtml", file("mill.html")]);
  assert.equal(status, 1);
  assert.ok(stdout.includes("==> https://me:***@mill.example/ <=="));
  assert.ok(stdout.includes("The old mill"));
  assert.match(stderr, /fetches nothing/);
  assert.match(stderr, /cannot decompress/);
  assert.match(stderr, /does not read MHTML/);
  assert.ok(!stderr.includes("secret"));
});

test("help names every flag", async () => {
  const { COMMANDS: flags } = await import("../lib/cli/arguments.js");
  for (const [command, options] of Object.entries(flags)) {
    const { stdout, status } = runOurs([command, "--help"]);
    assert.equal(status, 0);
    for (const flag of Object.keys(options).filter((name) => name !== "help" && name !== "comments")) assert.ok(stdout.includes(`--${flag}`), `${command} --${flag}`);
  }
  assert.match(runOurs(["--version"]).stdout, /^dehusk \d+\.\d+\.\d+\n$/);
  assert.match(runOurs([]).stdout, /Usage: dehusk/);
});
