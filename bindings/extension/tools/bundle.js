// Puts a module and what it imports into one classic script, because browsers cannot inject modules into pages.
//
// It knows the few forms of import and export that the code here uses, and refuses all others. It is no bundler for other code.

import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

const IMPORT = /^import \{([^}]*)\} from "(\.[^"]+)";$/gm;
const SOURCE = /^(?:import|export)\b[^"';]*["'](\.[^"']+)["'];?$/gm;
const EXPORT = /^export (?=(?:async )?(?:function\*?|class|const) (\w+))/gm;

/** Returns a module and all modules that it imports, each after those that it needs. Cycles are refused. */
export function graphOf(entry, done = [], open = []) {
  if (done.includes(entry)) return done;
  if (open.includes(entry)) throw new Error(`modules import each other: ${[...open, entry].join(" → ")}`);
  for (const [, source] of readFileSync(entry, "utf8").matchAll(SOURCE)) {
    graphOf(join(dirname(entry), source), done, [...open, entry]);
  }
  done.push(entry);
  return done;
}

/** Returns the script. Its value is that of `main()` of the entry. */
export function bundled(entry) {
  const files = graphOf(entry);
  const parts = files.map((file, number) => wrapped(file, number, files));
  const code = `(() => {\n"use strict";\n${parts.join("\n")}\nreturn module${files.length - 1}.main();\n})();\n`;
  new Script(code, { filename: entry }); // throws if the result is not JavaScript
  return code;
}

function wrapped(file, number, files) {
  const names = [];
  const code = readFileSync(file, "utf8")
    .replace(IMPORT, (_, list, source) => {
      const needed = files.indexOf(join(dirname(file), source));
      return `const {${list.replaceAll(" as ", ": ")}} = module${needed};`;
    })
    .replace(EXPORT, (_, name) => (names.push(name), ""));
  const unknown = code.match(/^(?:import|export)\b.*/m);
  if (unknown) throw new Error(`${file}: cannot bundle: ${unknown[0]}`);
  return `// ${basename(file)}\nconst module${number} = (() => {\n${code}\nreturn { ${names.join(", ")} };\n})();`;
}
