// The package as users get it: packed, installed into an empty project, and used there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { page } from "./pages.js";

const here = fileURLToPath(new URL("../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "dehusk-package-"));
after(() => rmSync(folder, { recursive: true }));

function run(command, ...words) {
  try {
    return execFileSync(command, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new Error(`${command} ${words.join(" ")}: ${error.stdout}${error.stderr}`);
  }
}

function write(name, text) {
  writeFileSync(join(folder, name), text);
}

before(() => {
  const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: here, encoding: "utf8" }).trim();
  write("package.json", '{"name": "user", "private": true, "type": "module"}');
  write("page.html", page());
  run("npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", `./${packed}`);
});

test("the package has what it needs and nothing else", () => {
  const files = readdirSync(join(folder, "node_modules/dehusk"), { recursive: true }).map(String);
  for (const needed of ["lib/dehusk.wasm", "lib/dehusk-lite.wasm", "lib/record.schema.json", "lib/readability.web.js", "types/lite.d.cts", "lib/cjs/index.node.cjs", "types/index.d.cts", "bin/dehusk.js", "README.md", "LICENSE-MIT"]) assert.ok(files.includes(needed), needed);
  assert.deepEqual(files.filter((name) => /^(?:src|tests|bench|tools|target|node_modules)\b|Cargo|\.tgz$/.test(name)), []);
  assert.deepEqual(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")), ["dehusk"]);
});

test("ES modules need nothing awaited", () => {
  write("user.mjs", `import { readFileSync } from "node:fs";
    import { extract, metadata } from "dehusk";
    import { Readability } from "dehusk/readability";
    import Defuddle from "dehusk/defuddle";
    import { wantsMarkdown } from "dehusk/markdown";
    import * as lite from "dehusk/lite";
    const html = readFileSync("page.html");
    console.log([extract(html).status, metadata(html).title, new Readability(String(html)).parse().siteName,
      new Defuddle(String(html)).parse().author, wantsMarkdown("text/markdown"), new lite.Extractor().method].join("|"));`);
  assert.equal(run("node", "user.mjs"), "ok|The mill reopens|The Daily Mill|Rosa Miller|true|cetd\n");
});

test("CommonJS can require every entry", () => {
  write("user.cjs", `const { extract, OptionError } = require("dehusk");
    const { Readability } = require("dehusk/readability");
    const { Defuddle } = require("dehusk/defuddle");
    const Required = require("dehusk/defuddle");
    const Full = require("dehusk/defuddle/full");
    const same = [Required, Required.default, Full, Full.default].every((it) => it === Defuddle);
    const node = require("dehusk/defuddle/node");
    const { express } = require("dehusk/markdown");
    const lite = require("dehusk/lite");
    const html = require("node:fs").readFileSync("page.html", "utf8");
    let code; try { extract(html, { nosuch: 1 }); } catch (error) { code = error instanceof OptionError && error.code; }
    node.Defuddle(html).then(({ title }) => console.log([extract(html).status, new Readability(html).parse().title,
      new Required(html).parse().site, same, new Full(html, { markdown: true }).parse().title, Full.createMarkdownContent("<h2>A</h2>").trim(), title, typeof express(), code, lite.extract(html).method].join("|")));`);
  assert.equal(run("node", "user.cjs"), "ok|The mill reopens|The Daily Mill|true|The mill reopens|## A|The mill reopens|function|ERR_OPTION|cetd\n");
});

test("npx runs the program", () => {
  assert.match(run("npx", "--offline", "dehusk", "extract", "--format", "md", "page.html"), /^# The mill reopens\n/);
});

const USER = `
  const found: Extraction = extract("<p>x", { markdown: true, params: { P: 3 }, url: "https://a.example/", signal: { aborted: false } });
  const text: string = found.text, markdown: string | null = found.markdown, status: Status = found.status;
  const starts: number[] = (found.blocks ?? []).map((block) => block.srcStart + (block.textStart ?? 0));
  const authors: readonly string[] = metadata(new Uint8Array(3))?.authors ?? [];
  const article: Article | null = new Readability("<p>x", { charThreshold: 3 }).parse();
  const node: number | undefined = new Readability("<p>x", { serializer: () => 3 }).parse()?.content;
  const site: string = new Defuddle("<p>x", { markdown: true }).parse().site;
  const handler: (request: Request) => Promise<Response> = fetchHandler(async (request: Request) => new Response(request.url));
  try { new Extractor({ focus: "recall" }); } catch (error) { if (error instanceof OptionError) { const code: string = error.code; code; } }
  const small: Extraction = lite.extract("<p>x", { method: "cetd", markdown: true, url: "https://a.example/" });
  const smaller: Extraction = new lite.Extractor({ html: true }).extract("<p>x", { id: 3 });
  // @ts-expect-error: there is no such option
  extract("<p>x", { nosuch: true });
  // @ts-expect-error: this entry detects no languages
  lite.extract("<p>x", { languages: "de" });
  // @ts-expect-error: nor has it grain
  new lite.Extractor({ focus: "recall" });
  // @ts-expect-error: a number is no page
  extract(3);
  // @ts-expect-error: results are not changed
  found.text = "";
  void [text, markdown, small, smaller, lite.methods, lite.init, status, starts, authors, article, node, site, handler, init, methods, versions, version];
`;
const IMPORTS = `
  import { Extractor, OptionError, extract, init, metadata, methods, version, versions, type Extraction, type Status } from "dehusk";
  import { Readability, type Article } from "dehusk/readability";
  import { Defuddle } from "dehusk/defuddle";
  import { fetchHandler } from "dehusk/markdown";
  import * as lite from "dehusk/lite";
`;

/** What is typed for defuddle fits its replacement. */
const SWAPPED = `
  import type { DefuddleOptions, DefuddleResponse } from "defuddle";
  import Defuddle, { type DefuddleOptions as Ours } from "dehusk/defuddle";
  import Full, { createMarkdownContent } from "dehusk/defuddle/full";
  import { Defuddle as ofNode } from "dehusk/defuddle/node";
  const options: DefuddleOptions = { markdown: true, debug: true };
  const given: Ours = options;
  const found: DefuddleResponse = new Defuddle(document, options).parse();
  const variables: string | undefined = new Full(document, given).parse().variables?.["title"];
  const later: Promise<DefuddleResponse> = ofNode("<p>x", "https://a.example/", options);
  const markdown: string = createMarkdownContent("<p>x", "https://a.example/");
  // @ts-expect-error: there is no such option
  new Defuddle(document, { nosuch: true });
  void [found, variables, later, markdown];
`;

test("TypeScript checks users strictly, in every kind of project", () => {
  write("user.ts", IMPORTS + USER);
  write("user.cts", IMPORTS + USER);
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  for (const name of ["node"]) cpSync(join(here, `node_modules/@types/${name}`), join(folder, `node_modules/@types/${name}`), { recursive: true });
  for (const name of ["undici-types"]) cpSync(join(here, `node_modules/${name}`), join(folder, `node_modules/${name}`), { recursive: true });
  const tsc = join(here, "node_modules/typescript/bin/tsc");
  const strict = ["--strict", "--noEmit", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--target", "es2022"];
  run("node", tsc, ...strict, "--module", "nodenext", "--lib", "es2023", "--types", "node", "user.ts", "user.cts");
  rmSync(join(folder, "node_modules/@types"), { recursive: true });
  rmSync(join(folder, "node_modules/undici-types"), { recursive: true });
  cpSync(join(here, "node_modules/defuddle"), join(folder, "node_modules/defuddle"), { recursive: true });
  write("swapped.ts", SWAPPED);
  run("node", tsc, ...strict, "--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2023,dom,dom.iterable", "user.ts", "swapped.ts");
  rmSync(join(folder, "node_modules/defuddle"), { recursive: true });
});
