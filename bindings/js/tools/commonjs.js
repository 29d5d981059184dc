// Translates lib/*.js into lib/cjs/*.cjs, and copies the types for them. The files stay separate, so that all
// entries share one module.

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import ts from "typescript";

const HERE = new URL("../", import.meta.url);
const lib = new URL("lib/", HERE);
const cjs = new URL("lib/cjs/", HERE);
const types = new URL("types/", HERE);
// Files that nothing requires: the way of browsers.
const isForModules = (name) => ["index.js", "load-web.js"].includes(name) || name.endsWith(".web.js");
// Files that are a class when they are required, as the originals that they replace.
const isClass = (name) => /^defuddle(?:-full)?\.node\.js$/.test(name);
const AS_CLASS = "module.exports = Object.assign(exports.default, exports);\n";
const DIRECTORY = 'const directory = require("node:url").pathToFileURL(__filename);\n';

function translated(source) {
  const code = source.replaceAll("import.meta.url", "new URL('..', directory)");
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };
  const { outputText } = ts.transpileModule(code, { compilerOptions });
  const named = outputText.replace(/require\("\.\/([^"]+)\.js"\)/g, 'require("./$1.cjs")');
  return code === source ? named : named.replace('"use strict";\n', `"use strict";\n${DIRECTORY}`);
}

rmSync(cjs, { recursive: true, force: true });
mkdirSync(cjs);
for (const name of readdirSync(lib).filter((name) => name.endsWith(".js") && !isForModules(name))) {
  const source = readFileSync(new URL(name, lib), "utf8");
  writeFileSync(new URL(name.replace(/\.js$/, ".cjs"), cjs), translated(source) + (isClass(name) ? AS_CLASS : ""));
}
for (const name of readdirSync(types).filter((name) => name.endsWith(".d.ts"))) {
  const text = readFileSync(new URL(name, types), "utf8").replace(/(["']\.\/[^"']+)\.js(["'])/g, "$1.cjs$2");
  writeFileSync(new URL(name.replace(/\.d\.ts$/, ".d.cts"), types), text);
}
