// The dev server of Vite serves the module, whether or not it bundles the scripts of the package beforehand.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createServer } from "vite";

const root = mkdtempSync(join(tmpdir(), "dehusk-dev-"));
after(() => rmSync(root, { recursive: true }));

// A copy: Vite treats linked packages as sources, and users have no link.
for (const part of ["lib", "package.json"]) cpSync(new URL(`../${part}`, import.meta.url), join(root, "node_modules/dehusk", part), { recursive: true });
writeFileSync(join(root, "index.html"), '<!DOCTYPE html><script type="module" src="./main.js"></script>');
writeFileSync(join(root, "main.js"), 'import { init } from "dehusk"; init();');

const ADDRESS = /new URL\(\s*(?:\/\*.*?\*\/\s*)?["'`]([^"'`]*\.wasm[^"'`]*)["'`]/;

for (const exclude of [[], ["dehusk"]]) {
  test(`optimizeDeps.exclude: ${JSON.stringify(exclude)}`, { timeout: 60_000 }, async () => {
    const server = await createServer({ root, logLevel: "silent", server: { port: 0 }, optimizeDeps: { exclude } });
    try {
      await server.listen();
      const base = server.resolvedUrls.local[0];
      const script = async (path) => (await fetch(new URL(path, base))).text();
      const entry = /from "([^"]+)"/.exec(await script("/main.js"))[1];
      const loader = exclude.length > 0 ? "/node_modules/dehusk/lib/load-web.js" : entry;
      const [, address] = ADDRESS.exec(await script(loader));
      const response = await fetch(new URL(address, new URL(loader, base)));
      assert.deepEqual([response.status, response.headers.get("content-type")], [200, "application/wasm"]);
      assert.ok(WebAssembly.validate(await response.arrayBuffer()));
    } finally {
      await server.close();
    }
  });
}
